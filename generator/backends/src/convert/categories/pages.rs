//! The pages of categories: a list page for each one with products and without a page in the CMS, in each language.
//!
//! **Invariant:** a page of the CMS is never replaced, neither as the page of a category nor at its path. Generated
//! pages are entries like those of the CMS, so that lists, breadcrumbs, search and sitemaps treat both the same way.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use vitrine_model::{
    catalog,
    content::{
        Block, BlockKind, BlockOptions, Entry, EntryFields, Facet, Heading, HeroBlock, HeroHeight, PER_PAGE,
        PageFields, ProductsOverviewBlock, ProductsSort, Seo,
    },
    diagnostic::{Diagnostic, Place},
    globals::Globals,
    ids::{CategoryId, EntryId},
    link::LinkTarget,
    locale::{Locale, LocaleIndex, Localized},
    path::SitePath,
    rich_text::RichText,
    slug::slug,
};

use super::tree::{Kind, Node, Texts, Tree, place};
use crate::convert::{findings::Findings, input::Input};

/// The facets of a category's list; a facet without values is not shown.
const FACETS: [Facet; 6] = [
    Facet::Brand,
    Facet::Material,
    Facet::Color,
    Facet::Price,
    Facet::Designer,
    Facet::Delivery,
];

/// The inputs of generated pages.
pub(crate) struct Shop<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) products: &'a catalog::Shop,
    /// The entries of the CMS.
    pub(crate) entries: &'a [Entry],
    pub(crate) globals: &'a Localized<Globals>,
}

/// The pages of categories.
#[derive(Debug, Default)]
pub(crate) struct CategoryPages {
    /// The generated entries.
    pub(crate) entries: Vec<Entry>,
    /// The entry of each category with a page, generated or of the CMS.
    pages: BTreeMap<(CategoryId, LocaleIndex), EntryId>,
    /// The categories with a product of their own or in a descendant.
    filled: BTreeSet<CategoryId>,
}

impl CategoryPages {
    /// The entry of a category.
    pub(super) fn of(&self, category: &CategoryId, locale: LocaleIndex) -> Option<&EntryId> {
        self.pages.get(&(category.clone(), locale))
    }

    /// The entry of a category that has products.
    pub(super) fn with_products(&self, category: &CategoryId, locale: LocaleIndex) -> Option<&EntryId> {
        self.of(category, locale).filter(|_| self.filled.contains(category))
    }
}

/// Finds the category pages of the CMS, and generates the missing ones.
pub(crate) fn pages(shop: &Shop<'_>, input: &Input<'_>, findings: &Findings) -> CategoryPages {
    let mut making = Making {
        shop,
        input,
        findings,
        overviews: overviews(shop, input),
        taken: taken(shop.entries),
        found: CategoryPages {
            filled: filled(shop),
            ..CategoryPages::default()
        },
    };
    making.find_own();
    if input.config.category_pages {
        making.make();
    }
    making.found
}

/// A used path, with its owner.
type Taken = HashMap<SitePath, String>;

struct Making<'a> {
    shop: &'a Shop<'a>,
    input: &'a Input<'a>,
    findings: &'a Findings,
    /// The page of all products in each locale.
    overviews: BTreeMap<LocaleIndex, &'a Entry>,
    taken: Taken,
    found: CategoryPages,
}

impl<'a> Making<'a> {
    /// Records the pages of the CMS: lists with the code of a category, and the product overview for the shop's main
    /// category. Of several lists the first by position and path is used, as in the Catalog.
    fn find_own(&mut self) {
        let mut listed: BTreeMap<(&str, LocaleIndex), &Entry> = BTreeMap::new();
        let mut routed: Vec<&Entry> = self.shop.entries.iter().filter(|entry| entry.path.is_some()).collect();
        routed.sort_by_key(|entry| (entry.order.unwrap_or(u32::MAX), &entry.path));
        for entry in routed {
            if let Some(code) = list_of(entry).and_then(|list| list.root_category_code.as_deref()) {
                listed.entry((code, entry.locale)).or_insert(entry);
            }
        }
        for (locale, overview) in &self.overviews {
            let globals = self.shop.globals.get(*locale);
            let main = globals.and_then(|globals| globals.shop.main_category_code.as_deref());
            let lists_all = list_of(overview).is_some_and(|list| list.root_category_code.is_none());
            if let Some(code) = main.filter(|_| lists_all) {
                listed.entry((code, *locale)).or_insert(overview);
            }
        }
        for node in &self.shop.tree.nodes {
            let Some(code) = node.code.as_deref() else { continue };
            for (locale, _) in self.input.locales() {
                if let Some(entry) = listed.get(&(code, locale)) {
                    self.found.pages.insert((node.id.clone(), locale), entry.id.clone());
                }
            }
        }
    }

    fn make(&mut self) {
        for node in self.shop.tree.nodes.iter().filter(|node| node.kind == Kind::Page) {
            if !self.found.filled.contains(&node.id) {
                continue;
            }
            let group = self.group(node);
            for (index, locale) in self.input.locales() {
                if self.found.of(&node.id, index).is_none() {
                    self.make_one(node, &group, index, locale);
                }
            }
        }
    }

    fn make_one(&mut self, node: &Node, group: &EntryId, index: LocaleIndex, locale: &Locale) {
        let Some((texts, title)) = node
            .texts
            .get(index)
            .and_then(|texts| Some((texts, texts.name.clone()?)))
        else {
            return;
        };
        let Some(path) = self.path(node, texts, index, locale) else {
            return;
        };
        let name = format!("the category {title} ({})", node.id);
        if let Some(other) = self.taken.get(&path) {
            self.report_taken(node, locale, &path, &name, other);
            return;
        }
        self.taken.insert(path.clone(), name);
        let id = EntryId::of_category(&node.id, Some(locale.code.as_str()));
        self.found.pages.insert((node.id.clone(), index), id.clone());
        self.found.entries.push(Entry {
            id,
            group: group.clone(),
            collection: "categories".to_owned(),
            locale: index,
            slug: slug(&title),
            path: Some(path),
            parent: self.parent(node, index),
            order: None,
            seo: seo(texts),
            blocks: blocks(node, texts, &title),
            fields: EntryFields::Page(PageFields {
                hide_title: texts.image.is_some(),
                category: Some(node.id.clone()),
                ..PageFields::default()
            }),
            updated_at: texts.changed,
            edit_url: None,
            title,
        });
    }

    /// The group of a category's pages: that of a CMS page that lacks the generated localization, otherwise a new one.
    fn group(&self, node: &Node) -> EntryId {
        let locales = || self.input.locales().map(|(index, _)| index);
        let own = EntryId::of_category(&node.id, None);
        let first = locales().find_map(|index| self.found.of(&node.id, index));
        let Some(first) = first.and_then(|id| self.shop.entries.iter().find(|entry| entry.id == *id)) else {
            return own;
        };
        let is_free = |index: LocaleIndex| {
            let mut others = self.shop.entries.iter();
            self.found.of(&node.id, index).is_some()
                || !others.any(|entry| entry.group == first.group && entry.locale == index)
        };
        if locales().all(is_free) {
            first.group.clone()
        } else {
            own
        }
    }

    /// The page of the nearest ancestor, otherwise the page of all products.
    fn parent(&self, node: &Node, locale: LocaleIndex) -> Option<EntryId> {
        let mut above = self.shop.tree.upwards(node).skip(1);
        let page = above.find_map(|node| self.found.of(&node.id, locale));
        page.or_else(|| self.overviews.get(&locale).map(|entry| &entry.id))
            .cloned()
    }

    /// The path: Shopware's SEO path in lower case; if it is missing or unusable, the names of the category and its
    /// ancestors.
    fn path(&self, node: &Node, texts: &Texts, index: LocaleIndex, locale: &Locale) -> Option<SitePath> {
        let within = |inner: &str| {
            SitePath::parse(&format!("{}/{inner}", locale.prefix))
                .and_then(SitePath::for_content)
                .map_err(|error| error.to_string())
        };
        let refused = match texts.seo_path.as_deref().map(|path| within(&path.to_lowercase())) {
            Some(Ok(path)) => return Some(path),
            Some(Err(error)) => Some(error),
            None => None,
        };
        let word = |node: &Node| {
            let name = node.texts.get(index).and_then(|texts| texts.name.as_deref());
            let word = slug(name.unwrap_or_default());
            if word.is_empty() { node.id.to_string() } else { word }
        };
        let mut words: Vec<String> = self.shop.tree.upwards(node).map(word).collect();
        words.reverse();
        let named = within(&words.join("/"));
        if let Some(error) = refused.or_else(|| named.as_ref().err().cloned()) {
            self.report_path(node, locale, &error);
        }
        named.ok()
    }

    fn report_path(&self, node: &Node, locale: &Locale, error: &str) {
        let message = format!(
            "the SEO path or name of the category {} makes no path: {error}",
            node.id
        );
        self.findings.push(
            Diagnostic::warning("category-path-refused", message, self.field(node, locale))
                .hint("Give the category another SEO path in Shopware."),
        );
    }

    fn report_taken(&self, node: &Node, locale: &Locale, path: &SitePath, name: &str, other: &str) {
        let message = format!("{name} has no page in {}: {path} is the path of {other}", locale.code);
        self.findings.push(
            Diagnostic::warning("category-path-taken", message, self.field(node, locale)).hint(
                "Give the category another SEO path in Shopware, or list its products on that page of the CMS (root_category_code).",
            ),
        );
    }

    fn field(&self, node: &Node, locale: &Locale) -> Place {
        Place {
            field: Some("seoUrls".to_owned()),
            ..place(&node.id, Some(locale), self.input.config)
        }
    }
}

/// The paged product list of an entry.
fn list_of(entry: &Entry) -> Option<&ProductsOverviewBlock> {
    match &entry.paged_list()?.kind {
        BlockKind::ProductsOverview(list) => Some(list),
        _ => None,
    }
}

/// The page of all products in each locale, from the globals.
fn overviews<'a>(shop: &Shop<'a>, input: &Input<'_>) -> BTreeMap<LocaleIndex, &'a Entry> {
    let entries = shop.entries;
    let in_locale = |index: LocaleIndex| {
        let target = shop.globals.get(index)?.shop.product_overview.as_ref()?;
        let group = |id: &EntryId| Some(&entries.iter().find(|entry| entry.id == *id)?.group);
        entries
            .iter()
            .filter(|entry| entry.locale == index)
            .find(|entry| match target {
                LinkTarget::Entry(id) | LinkTarget::EntryPart { id, .. } => {
                    entry.path.is_some() && group(id) == Some(&entry.group)
                }
                LinkTarget::Local { path, .. } => entry.path.as_ref() == Some(path.path()),
                LinkTarget::Fragment(_) | LinkTarget::External(_) => false,
            })
    };
    let locales = input.locales().map(|(index, _)| index);
    locales.filter_map(|index| Some((index, in_locale(index)?))).collect()
}

/// The paths of CMS entries.
fn taken(entries: &[Entry]) -> Taken {
    let path = |entry: &Entry| {
        let edit = entry.edit_url.as_ref().map(|url| format!(" {url}")).unwrap_or_default();
        let name = format!(
            "the entry {}/{} \"{}\"{edit}",
            entry.collection, entry.slug, entry.title
        );
        Some((entry.path.clone()?, name))
    };
    entries.iter().filter_map(path).collect()
}

/// As in [`CategoryPages`].
fn filled(shop: &Shop<'_>) -> BTreeSet<CategoryId> {
    let products = shop.products.products();
    let own: BTreeSet<&CategoryId> = products.flat_map(|product| &product.value().categories).collect();
    let nodes = own.into_iter().filter_map(|id| shop.tree.node(id));
    nodes
        .flat_map(|node| shop.tree.upwards(node))
        .map(|node| node.id.clone())
        .collect()
}

fn seo(texts: &Texts) -> Seo {
    Seo {
        title: texts.meta_title.clone(),
        description: texts.meta_description.clone(),
        image: texts.image.clone(),
        ..Seo::default()
    }
}

/// The category's picture with its name, if it has one; and the list, with the description above it.
fn blocks(node: &Node, texts: &Texts, title: &str) -> Vec<Block> {
    let block = |name: &str, kind: BlockKind| Block {
        id: format!("{name}-{}", node.id),
        options: BlockOptions::default(),
        kind,
    };
    let hero = texts.image.as_ref().map(|image| {
        BlockKind::Hero(HeroBlock {
            heading: Heading {
                heading: Some(title.to_owned()),
                level: 1,
                ..Heading::default()
            },
            image: Some(image.clone()),
            height: HeroHeight::Small,
            overlay: true,
            ..HeroBlock::default()
        })
    });
    let list = BlockKind::ProductsOverview(ProductsOverviewBlock {
        heading: Heading::default(),
        root_category_code: node.code.clone(),
        facets: FACETS.to_vec(),
        per_page: PER_PAGE,
        default_sort: ProductsSort::default(),
        text_top: texts.description.clone(),
        text_bottom: RichText::default(),
    });
    hero.map(|hero| block("picture", hero))
        .into_iter()
        .chain([block("list", list)])
        .collect()
}
