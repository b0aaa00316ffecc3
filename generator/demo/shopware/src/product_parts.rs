//! Parts of a product: pictures, manufacturer, properties and options, cross sellings, downloads.

use serde_json::{Map, Value, json};

use super::criteria::Associations;
use super::out::{Includes, LIVE_VERSION, Out};
use super::{CREATED, Ctx, media};
use vitrine_demo_shop::catalogue::{OptionRow, Row};
use vitrine_demo_shop::{Brand, Product, PropertyGroup, id_of};

/// A list of option ids; null if there are none.
pub(crate) fn option_ids(ctx: &Ctx, options: &[usize]) -> Value {
    let ids: Vec<Value> = options
        .iter()
        .filter_map(|index| ctx.shop.options.get(*index))
        .map(|row| row.id.clone().into())
        .collect();
    if ids.is_empty() { Value::Null } else { Value::Array(ids) }
}

/// Options (or properties), with their group if requested.
pub(crate) fn options(ctx: &Ctx, indexes: &[usize], below: &Associations) -> Vec<Value> {
    options_with(ctx, indexes, below.get("group").is_some(), below.get("media").is_some())
}

/// Options (or properties) with loaded associations.
pub(crate) fn options_with(ctx: &Ctx, indexes: &[usize], with_group: bool, with_media: bool) -> Vec<Value> {
    let rows = indexes.iter().filter_map(|index| ctx.shop.options.get(*index));
    rows.map(|row| option(ctx, row, with_group, with_media)).collect()
}

/// The `property_group_option` entity.
pub(crate) fn option(ctx: &Ctx, row: &OptionRow, with_group: bool, with_media: bool) -> Value {
    let group = ctx.shop.groups.get(row.group);
    let picture = row.media.and_then(|index| ctx.shop.media.get(index));
    let name = Some(&row.file.name);
    let mut out = Out::new(&ctx.includes, "property_group_option");
    out.with("translated", || {
        json!({"name": ctx.translated(name), "position": row.file.position_in(&ctx.iso), "customFields": ctx.translated_fields(&row.file.custom_fields)})
    });
    out.put("createdAt", CREATED).with("updatedAt", || ctx.stamp(&row.id));
    out.put("groupId", group.map_or(Value::Null, |group| group.id.clone().into()))
        .with("name", || ctx.exact(name));
    out.put("position", row.file.position_in(&ctx.iso))
        .put("colorHexCode", row.file.color.clone());
    out.put(
        "mediaId",
        picture.map_or(Value::Null, |picture| picture.id.clone().into()),
    );
    out.with("group", || {
        group
            .filter(|_| with_group)
            .map_or(Value::Null, |row| group_entity(ctx, row, Value::Null))
    });
    out.with("media", || {
        picture
            .filter(|_| with_media)
            .map_or(Value::Null, |row| media::entity(ctx, row))
    });
    out.with("customFields", || {
        fields_or_null(ctx.own_fields(&row.file.custom_fields))
    })
    .put("id", row.id.clone());
    out.done()
}

fn fields_or_null(fields: Map<String, Value>) -> Value {
    if fields.is_empty() {
        Value::Null
    } else {
        Value::Object(fields)
    }
}

/// The `property_group` entity.
pub(crate) fn group_entity(ctx: &Ctx, row: &Row<PropertyGroup>, options: Value) -> Value {
    let file = &row.file;
    let name = Some(&file.name);
    let fields = file.external_id.as_ref().map(|id| json!({"externalId": id}));
    let mut out = Out::new(&ctx.includes, "property_group");
    out.with("translated", || {
        let fields = fields.clone().unwrap_or_else(|| json!({}));
        json!({"name": ctx.translated(name), "description": null, "position": file.position, "customFields": fields})
    });
    out.put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&row.id))
        .with("name", || ctx.exact(name))
        .put("displayType", file.display.clone());
    out.put("sortingType", "position")
        .put("description", Value::Null)
        .put("position", file.position)
        .put("filterable", file.filterable);
    out.put("visibleOnProductDetailPage", true).put("options", options);
    out.put("customFields", fields.clone().unwrap_or_default())
        .put("id", row.id.clone());
    out.done()
}

/// Property groups with the product's options in them, sorted by position, then name.
pub(crate) fn sorted_properties(ctx: &Ctx, product: &Product) -> Value {
    grouped(ctx, &product.properties, true)
}

/// The configurator of a family: its groups with the options of active variants.
pub(crate) fn configurator(ctx: &Ctx, family: &Product) -> Value {
    let mut indexes = Vec::new();
    for child in ctx.shop.children(family).filter(|child| child.file.active) {
        for option in &child.options {
            if !indexes.contains(option) {
                indexes.push(*option);
            }
        }
    }
    let place = |index: &usize| {
        ctx.shop
            .options
            .get(*index)
            .map(|row| (row.file.position_in(&ctx.iso), *index))
    };
    indexes.sort_by_key(place);
    let groups = family
        .configurator
        .iter()
        .filter_map(|group| Some((*group, ctx.shop.groups.get(*group)?)));
    groups
        .map(|(group, row)| group_entity(ctx, row, of_group(ctx, &indexes, group, false)))
        .collect()
}

/// The groups of a listing's filter with these options, by position; `options` are sorted by id.
pub(crate) fn filter_groups(ctx: &Ctx, mut options: Vec<usize>) -> Value {
    let place = |index: &usize| ctx.shop.options.get(*index).map(|row| row.file.position_in(&ctx.iso));
    options.sort_by_key(place);
    grouped(ctx, &options, true)
}

fn grouped(ctx: &Ctx, indexes: &[usize], with_group: bool) -> Value {
    let mut groups: Vec<usize> = Vec::new();
    for row in indexes.iter().filter_map(|index| ctx.shop.options.get(*index)) {
        if !groups.contains(&row.group) {
            groups.push(row.group);
        }
    }
    let mut rows: Vec<_> = groups
        .into_iter()
        .filter_map(|group| Some((group, ctx.shop.groups.get(group)?)))
        .collect();
    rows.sort_by_cached_key(|(_, row)| (row.file.position, ctx.label(&row.file.name)));
    rows.into_iter()
        .map(|(group, row)| group_entity(ctx, row, of_group(ctx, indexes, group, with_group)))
        .collect()
}

fn of_group(ctx: &Ctx, indexes: &[usize], group: usize, with_group: bool) -> Value {
    let rows = indexes
        .iter()
        .filter_map(|index| ctx.shop.options.get(*index))
        .filter(|row| row.group == group);
    rows.map(|row| option(ctx, row, with_group, false)).collect()
}

/// `configuratorSettings` of a family.
pub(crate) fn configurator_settings(ctx: &Ctx, family: &Product, below: &Associations) -> Vec<Value> {
    let mut seen = Vec::new();
    for child in ctx.shop.children(family) {
        for index in &child.options {
            if !seen.contains(index) {
                seen.push(*index);
            }
        }
    }
    let asked = below.get("option");
    let rows = seen.iter().filter_map(|index| ctx.shop.options.get(*index));
    let setting = |row: &OptionRow| {
        let mut out = Out::new(&ctx.includes, "product_configurator_setting");
        out.put("versionId", LIVE_VERSION)
            .put("translated", json!([]))
            .put("createdAt", CREATED)
            .put("updatedAt", Value::Null);
        out.put("productId", family.id.clone())
            .put("productVersionId", LIVE_VERSION)
            .put("optionId", row.id.clone())
            .put("position", row.file.position);
        out.nulls(&["mediaId", "media"]);
        out.with("option", || {
            asked.map_or(Value::Null, |asked| {
                option(
                    ctx,
                    row,
                    asked.nested.get("group").is_some(),
                    asked.nested.get("media").is_some(),
                )
            })
        });
        out.put("customFields", Value::Null).put(
            "id",
            id_of(
                "configurator_setting",
                &format!("{}.{}", family.file.number, row.id),
                None,
            ),
        );
        out.done()
    };
    rows.map(setting).collect()
}

/// The `product_manufacturer` entity.
pub(crate) fn manufacturer(ctx: &Ctx, product: &Product) -> Value {
    let row = ctx.shop.brands.get(product.brand);
    row.map_or(Value::Null, |row| brand(ctx, row))
}

/// The `product_manufacturer` entity of a brand.
pub(crate) fn brand(ctx: &Ctx, row: &Row<Brand>) -> Value {
    let description = row.file.description.as_ref();
    let mut out = Out::new(&ctx.includes, "product_manufacturer");
    out.put("versionId", LIVE_VERSION);
    out.with("translated", || {
        json!({"name": row.file.name, "description": ctx.translated(description), "customFields": ctx.translated_fields(&row.file.custom_fields)})
    });
    out.put("createdAt", CREATED)
        .with("updatedAt", || ctx.stamp(&row.id))
        .put("mediaId", Value::Null)
        .put("name", row.file.name.clone());
    out.put("link", row.file.link.clone())
        .with("description", || ctx.exact(description))
        .nulls(&["media", "translations"]);
    out.with("customFields", || {
        fields_or_null(ctx.own_fields(&row.file.custom_fields))
    })
    .put("id", row.id.clone());
    out.done()
}

/// All pictures of a product, cover first.
pub(crate) fn media_list(ctx: &Ctx, product: &Product) -> Vec<Value> {
    (0..product.media.len())
        .map(|position| product_media(ctx, product, position))
        .collect()
}

/// The cover, always loaded.
pub(crate) fn cover(ctx: &Ctx, product: &Product) -> Value {
    if product.media.is_empty() {
        Value::Null
    } else {
        product_media(ctx, product, 0)
    }
}

/// Id of the cover.
pub(crate) fn cover_id(ctx: &Ctx, product: &Product) -> Value {
    if product.media.is_empty() {
        Value::Null
    } else {
        media_id(owner(ctx, product), 0).into()
    }
}

/// The cover's `media` entity itself, as line items carry it.
pub(crate) fn cover_media(ctx: &Ctx, product: &Product) -> Value {
    product
        .media
        .first()
        .and_then(|index| ctx.shop.media.get(*index))
        .map_or(Value::Null, |row| media::entity(ctx, row))
}

/// The product whose pictures are used: a variant without its own pictures shows those of its parent.
fn owner<'p>(ctx: &'p Ctx, product: &'p Product) -> &'p Product {
    let parent = product
        .parent
        .filter(|_| !product.own.media)
        .and_then(|index| ctx.shop.products.get(index));
    parent.map_or(product, |parent| parent)
}

fn media_id(owner: &Product, position: usize) -> String {
    id_of("product_media", &format!("{}.{position}", owner.file.number), None)
}

fn product_media(ctx: &Ctx, product: &Product, position: usize) -> Value {
    let owner = owner(ctx, product);
    let row = product.media.get(position).and_then(|index| ctx.shop.media.get(*index));
    let mut out = Out::new(&ctx.includes, "product_media");
    out.put("versionId", LIVE_VERSION)
        .put("translated", json!([]))
        .put("createdAt", CREATED)
        .put("updatedAt", Value::Null);
    out.put("productId", owner.id.clone())
        .put("mediaId", row.map_or(Value::Null, |row| row.id.clone().into()))
        .put("position", position + 1);
    out.with("media", || row.map_or(Value::Null, |row| media::entity(ctx, row)))
        .put("customFields", Value::Null);
    out.put("id", media_id(owner, position));
    out.done()
}

/// The cross sellings of a product or of its parent.
pub(crate) fn cross_selling_rows<'c>(ctx: &'c Ctx, product: &'c Product) -> &'c [vitrine_demo_shop::CrossSelling] {
    let parent = product.parent.and_then(|index| ctx.shop.products.get(index));
    if product.cross_selling.is_empty() {
        parent.map_or(&[], |parent| &parent.cross_selling)
    } else {
        &product.cross_selling
    }
}

/// `crossSellings` of a product.
pub(crate) fn cross_sellings(ctx: &Ctx, product: &Product) -> Vec<Value> {
    cross_selling_rows(ctx, product)
        .iter()
        .enumerate()
        .map(|(position, row)| cross_selling(ctx, row, position))
        .collect()
}

/// The `product_cross_selling` entity.
pub(crate) fn cross_selling(ctx: &Ctx, row: &vitrine_demo_shop::CrossSelling, position: usize) -> Value {
    let name = Some(&row.name);
    let mut out = Out::new(&ctx.includes, "product_cross_selling");
    out.with("translated", || json!({"name": ctx.translated(name)}))
        .put("createdAt", CREATED)
        .put("updatedAt", Value::Null);
    out.with("name", || ctx.exact(name))
        .put("position", position + 1)
        .put("sortBy", "cheapestPrice")
        .put("sortDirection", "ASC")
        .put("limit", 24);
    out.put("active", true)
        .put("type", "productList")
        .put("translations", Value::Null)
        .put("id", row.id.clone());
    out.done()
}

/// Id and `media` entity of the file of a digital product; its URL is not public.
pub(crate) fn download_media(product: &Product) -> Option<(String, Value)> {
    let name = product.file.digital.as_ref()?;
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let title = product.file.digital_title.as_deref().unwrap_or(stem);
    let id = id_of("media", name, product.file.digital_id.as_deref());
    let media = json!({
        "translated": {"alt": null, "title": title, "customFields": {}}, "createdAt": CREATED, "updatedAt": null,
        "mimeType": "application/pdf", "fileExtension": extension, "fileSize": null, "title": title, "metaData": null, "uploadedAt": CREATED,
        "alt": null, "url": "", "fileName": stem, "translations": null, "thumbnails": [], "hasFile": true, "private": true,
        "path": format!("media/{name}"), "config": null, "customFields": null, "id": id, "apiAlias": "media"
    });
    Some((id, media))
}

/// `downloads` of a digital product.
pub(crate) fn downloads(ctx: &Ctx, product: &Product, below: &Associations) -> Vec<Value> {
    let Some((id, media)) = download_media(product) else {
        return Vec::new();
    };
    let file = below.get("media").map_or(Value::Null, |_| ctx.includes.prune(media));
    let includes: &Includes = &ctx.includes;
    let mut out = Out::new(includes, "product_download");
    out.put("versionId", LIVE_VERSION)
        .put("translated", json!([]))
        .put("createdAt", CREATED)
        .put("updatedAt", Value::Null);
    out.put("productId", product.id.clone())
        .put("mediaId", id)
        .put("position", 1)
        .put("media", file)
        .put("product", Value::Null);
    out.put("productVersionId", LIVE_VERSION)
        .put("customFields", Value::Null)
        .put("id", id_of("download", &product.file.number, None));
    vec![out.done()]
}
