//! Categories and navigation (Shopware §17.1–17.3): the tree below the channel's root, `depth` N loading N+1 levels.

use std::collections::HashSet;

use http::StatusCode;
use serde_json::{Value, json};

use super::criteria::{Associations, Criteria};
use super::errors::{ApiError, is_id};
use super::master_data::sort_by_id;
use super::out::{Includes, LIVE_VERSION, Out};
use super::search_result::{JsonRow, refined, select};
use super::{CREATED, Ctx, media, seo};
use vitrine_demo_shop::catalogue::{CategoryRow, Row};
use vitrine_demo_shop::{CategoryKind, CategoryLink, Media, Text};

/// Number of levels below the root by default.
const DEFAULT_DEPTH: usize = 2;

/// The `category` entity. `children` is the value of that key.
pub(crate) fn entity(ctx: &Ctx, row: &CategoryRow, associations: &Associations, children: Value) -> Value {
    let id_at = |index: Option<usize>| {
        index
            .and_then(|index| ctx.shop.categories.get(index))
            .map_or(Value::Null, |row| row.id.clone().into())
    };
    let (name, description) = (Some(&row.name), row.description.as_ref());
    let link = Link::of(row);
    let mut out = Out::new(&ctx.includes, "category");
    out.put("versionId", LIVE_VERSION);
    out.with("translated", || translated(ctx, row));
    out.put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&row.id))
        .put("afterCategoryId", id_at(row.after))
        .put("parentId", id_at(row.parent));
    let picture = picture(ctx, row);
    out.put("mediaId", picture.map(|media| media.id.clone()))
        .with("name", || ctx.exact(name))
        .with("breadcrumb", || breadcrumb(ctx, row));
    out.with("path", || path(ctx, row))
        .put("level", row.path.len() + 1)
        .put("active", row.active);
    // Only the navigation counts visible children.
    let visible = match &children {
        Value::Null => 0,
        _ => visible_children(ctx, row).count(),
    };
    out.put("childCount", row.children.len())
        .put("visibleChildCount", visible);
    out.put("displayNestedProducts", true)
        .put("parent", Value::Null)
        .put("children", children)
        .nulls(&["translations"]);
    out.with("media", || match picture {
        Some(media) if associations.get("media").is_some() => media::entity(ctx, media),
        _ => Value::Null,
    })
    .nulls(&["tags"]);
    let own = link.has_own(ctx);
    out.put("cmsPageId", Value::Null)
        .put("cmsPageIdSwitched", false)
        .put("cmsPage", Value::Null)
        .put("linkType", link.kind().filter(|_| own))
        .put("linkNewTab", link.new_tab().filter(|_| own));
    out.put("internalLink", link.internal(ctx, false))
        .put("externalLink", link.external(ctx, false));
    out.put("visible", row.visible)
        .put("type", kind(row.kind))
        .put(
            "productAssignmentType",
            if row.stream.is_some() {
                "product_stream"
            } else {
                "product"
            },
        )
        .with("description", || ctx.exact(description));
    out.with("metaTitle", || ctx.exact(row.meta_title.as_ref()))
        .with("metaDescription", || ctx.exact(row.meta_description.as_ref()))
        .nulls(&["keywords"]);
    out.with("seoUrls", || {
        seo_urls(
            associations.get("seoUrls").is_some(),
            ctx.seo_header,
            seo::of_category(ctx, row),
        )
    });
    out.put("customEntityTypeId", Value::Null);
    out.with("customFields", || {
        let fields = ctx.own_fields(&row.custom_fields);
        if fields.is_empty() {
            Value::Null
        } else {
            Value::Object(fields)
        }
    });
    out.put("id", row.id.clone());
    out.done()
}

fn picture<'c>(ctx: &'c Ctx, row: &CategoryRow) -> Option<&'c Row<Media>> {
    let key = row.media.as_ref()?;
    ctx.shop.media.iter().find(|media| media.key == *key)
}

/// `translated` of a category.
pub(crate) fn translated(ctx: &Ctx, row: &CategoryRow) -> Value {
    let link = Link::of(row);
    json!({
        "breadcrumb": breadcrumb(ctx, row), "name": ctx.translated(Some(&row.name)), "customFields": ctx.translated_fields(&row.custom_fields),
        "slotConfig": null, "linkType": link.kind(), "internalLink": link.internal(ctx, true), "externalLink": link.external(ctx, true),
        "linkNewTab": link.new_tab(), "description": ctx.translated(row.description.as_ref()),
        "metaTitle": ctx.translated(row.meta_title.as_ref()), "metaDescription": ctx.translated(row.meta_description.as_ref()),
        "keywords": null
    })
}

/// `type` of a category.
pub(crate) fn kind(kind: CategoryKind) -> &'static str {
    match kind {
        CategoryKind::Page => "page",
        CategoryKind::Folder => "folder",
        CategoryKind::Link => "link",
    }
}

fn visible_children<'c>(ctx: &'c Ctx, row: &'c CategoryRow) -> impl Iterator<Item = &'c CategoryRow> {
    let below = row.children.iter().filter_map(|index| ctx.shop.categories.get(*index));
    below.filter(|child| child.active && child.visible)
}

/// The link of a category, if it is one.
struct Link<'c>(Option<&'c CategoryLink>);

impl<'c> Link<'c> {
    fn of(row: &'c CategoryRow) -> Self {
        Self(row.link.as_ref().filter(|_| row.kind == CategoryKind::Link))
    }

    fn kind(&self) -> Option<&'static str> {
        let link = self.0?;
        Some(if link.category.is_some() {
            "category"
        } else {
            "external"
        })
    }

    fn new_tab(&self) -> Option<bool> {
        self.0?.new_tab.then_some(true)
    }

    /// Whether it has a translation in the language of the call.
    fn has_own(&self, ctx: &Ctx) -> bool {
        let text = self.0.and_then(|link| link.category.as_ref().or(link.url.as_ref()));
        text.is_some_and(|text| text.exact(&ctx.iso).is_some())
    }

    fn text<'t>(ctx: &Ctx, text: Option<&'t Text>, fallback: bool) -> Option<&'t str> {
        if fallback {
            text?.translated(&ctx.iso, &ctx.system)
        } else {
            text?.exact(&ctx.iso)
        }
    }

    fn external(&self, ctx: &Ctx, fallback: bool) -> Option<&'c str> {
        Self::text(ctx, self.0?.url.as_ref(), fallback)
    }

    /// The id of its target category.
    fn internal(&self, ctx: &Ctx, fallback: bool) -> Option<String> {
        let key = Self::text(ctx, self.0?.category.as_ref(), fallback)?;
        let row = ctx.shop.categories.iter().find(|row| row.key == key);
        row.map(|row| row.id.clone())
    }
}

/// `seoUrls`: by association a list, by header the list or null, otherwise null.
pub(crate) fn seo_urls(asked: bool, header: bool, urls: Vec<Value>) -> Value {
    if asked || (header && !urls.is_empty()) {
        Value::Array(urls)
    } else {
        Value::Null
    }
}

fn breadcrumb(ctx: &Ctx, row: &CategoryRow) -> Value {
    let ancestors = row.path.iter().filter_map(|index| ctx.shop.categories.get(*index));
    ancestors
        .chain([row])
        .map(|row| ctx.translated(Some(&row.name)))
        .collect()
}

fn path(ctx: &Ctx, row: &CategoryRow) -> Value {
    if row.path.is_empty() {
        return Value::Null;
    }
    let ids = row
        .path
        .iter()
        .filter_map(|index| ctx.shop.categories.get(*index))
        .map(|row| row.id.as_str());
    format!("|{}|", ids.collect::<Vec<_>>().join("|")).into()
}

/// The extension `search` of every category in search results.
pub(crate) fn with_search(index: usize, mut category: Value) -> Value {
    if let Some(map) = category.as_object_mut() {
        let search = json!({"extensions": [], "_uniqueIdentifier": null, "translated": [], "autoIncrement": index + 1});
        map.shift_insert(0, "extensions".to_owned(), json!({"search": search}));
    }
    category
}

/// GET|POST /category: active or not, as in Shopware.
pub(crate) fn list(ctx: &mut Ctx) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "category")?;
    let rows = ctx.shop.categories.iter().enumerate();
    let mut rows: Vec<Value> = rows
        .map(|(index, row)| {
            let children = children(ctx, row, &criteria.associations);
            with_search(index, entity(ctx, row, &criteria.associations, children))
        })
        .collect();
    sort_by_id(&mut rows);
    let rows = rows.into_iter().map(JsonRow).collect();
    let page = select(rows, &criteria, "category", JsonRow::id, &|_, _| Vec::new())?;
    Ok(criteria
        .includes
        .prune(page.answer(&Includes::default(), "category", |row| row.0)))
}

/// The association `children`, one level for each nesting in the request.
fn children(ctx: &Ctx, row: &CategoryRow, associations: &Associations) -> Value {
    associations.get("children").map_or(Value::Null, |asked| {
        refined(ctx, asked, &|ctx| {
            let rows = row.children.iter().filter_map(|index| ctx.shop.categories.get(*index));
            rows.map(|row| entity(ctx, row, &asked.nested, children(ctx, row, &asked.nested)))
                .collect()
        })
    })
}

/// GET|POST /category/{id}; `home` is the root. Folders and links are not pages, so they are not found.
pub(crate) fn detail(ctx: &mut Ctx, id: &str) -> Result<Value, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "category")?;
    ctx.includes = criteria.includes.clone();
    let index = if id == "home" { Some(0) } else { find(ctx, id)? };
    let row = index
        .and_then(|index| ctx.shop.categories.get(index))
        .filter(|row| row.kind == CategoryKind::Page)
        .ok_or_else(|| not_found(id))?;
    let children = children(ctx, row, &criteria.associations);
    Ok(entity(ctx, row, &criteria.associations, children))
}

/// The index of a category by its id.
pub(crate) fn find(ctx: &Ctx, id: &str) -> Result<Option<usize>, ApiError> {
    if !is_id(id) {
        return Err(ApiError::invalid_uuid(id));
    }
    Ok(ctx.shop.categories.iter().position(|row| row.id == id))
}

/// The error for an unknown category.
pub(crate) fn not_found(id: &str) -> ApiError {
    let detail = format!("Category \"{id}\" not found.");
    ApiError::new(
        StatusCode::NOT_FOUND,
        "CONTENT__CATEGORY_NOT_FOUND",
        detail,
        json!({"categoryId": id}),
    )
}

/// GET|POST /navigation/{activeId}/{rootId}. `None` is the 204 of a menu that is not configured.
pub(crate) fn navigation(ctx: &mut Ctx, active: &str, root: &str) -> Result<Option<Value>, ApiError> {
    let criteria = Criteria::parse(ctx.input(), "category")?;
    ctx.includes = criteria.includes.clone();
    if matches!(active, "service-navigation" | "footer-navigation") {
        return Ok(None);
    }
    for (alias, name, code) in [
        ("service-navigation", "Service", "SERVICE"),
        ("footer-navigation", "Footer", "FOOTER"),
    ] {
        if root == alias {
            let channel = &ctx.shop.shop.name;
            return Err(ApiError::new(
                StatusCode::BAD_REQUEST,
                &format!("CHECKOUT__{code}_CATEGORY_NOT_FOUND"),
                format!("{name} category, for sales channel {channel}, is not set"),
                json!({"salesChannelName": channel}),
            ));
        }
    }
    let named = |id: &str| {
        if id == "main-navigation" {
            Ok(Some(0))
        } else {
            find(ctx, id)
        }
    };
    let active_index = named(active)?.ok_or_else(|| not_found(active))?;
    let root_index = named(root)?.ok_or_else(|| not_found(root))?;
    let depth = ctx
        .parameter("depth")
        .and_then(|depth| depth.parse().ok())
        .unwrap_or(DEFAULT_DEPTH);
    let flat = ctx
        .parameter("buildTree")
        .is_some_and(|value| matches!(value.as_str(), "false" | "0" | ""));
    let opened: HashSet<usize> = ctx
        .shop
        .categories
        .get(active_index)
        .map(|row| row.path.iter().copied().chain([active_index]).collect())
        .unwrap_or_default();
    let tree = Tree {
        ctx,
        associations: &criteria.associations,
        opened: &opened,
    };
    Ok(Some(Value::Array(if flat {
        tree.flat(root_index, depth)
    } else {
        tree.below(root_index, depth + 1)
    })))
}

/// Parameters of reading the tree.
struct Tree<'t> {
    ctx: &'t Ctx,
    associations: &'t Associations,
    /// The path to the active category, which is always loaded.
    opened: &'t HashSet<usize>,
}

impl Tree<'_> {
    fn below(&self, index: usize, levels: usize) -> Vec<Value> {
        let categories = &self.ctx.shop.categories;
        let Some(parent) = categories
            .get(index)
            .filter(|_| levels > 0 || self.opened.contains(&index))
        else {
            return Vec::new();
        };
        let visible = parent
            .children
            .iter()
            .filter_map(|child| Some((*child, categories.get(*child)?)))
            .filter(|(_, row)| row.active && row.visible);
        visible
            .map(|(child, row)| {
                entity(
                    self.ctx,
                    row,
                    self.associations,
                    Value::Array(self.below(child, levels.saturating_sub(1))),
                )
            })
            .collect()
    }

    /// All categories including hidden and inactive ones, without children, sorted by id as in the database, the root
    /// last.
    fn flat(&self, root: usize, depth: usize) -> Vec<Value> {
        let start = self.ctx.shop.categories.get(root).map_or(0, |row| row.path.len());
        let rows = self
            .ctx
            .shop
            .categories
            .iter()
            .enumerate()
            .filter(|(index, row)| *index == root || row.path.contains(&root));
        let mut near: Vec<_> = rows.filter(|(_, row)| row.path.len() - start <= depth + 1).collect();
        near.sort_by_key(|(index, row)| (*index == root, &row.id));
        near.into_iter()
            .map(|(_, row)| entity(self.ctx, row, self.associations, Value::Null))
            .collect()
    }
}
