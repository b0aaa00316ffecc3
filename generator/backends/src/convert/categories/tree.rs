//! The active and visible categories of the channel's tree, as listed by Shopware.
//!
//! **Invariant:** the default locale's tree defines which categories exist and their order; other locales only add
//! texts. Parents come before their children.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::value::RawValue;
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    ids::CategoryId,
    link::LinkTarget,
    locale::{Locale, LocaleIndex, Localized},
    media::Image,
    product::Category,
    rich_text::RichText,
};

use crate::{
    convert::{
        config::ConvertConfig,
        error::ConvertError,
        findings::Findings,
        input::{Input, place_of_line},
        media,
        scope::Scope,
    },
    json,
    shopware::{
        AdminScreen,
        wire::{WireCategory, category_path},
    },
    snapshot::name,
};

/// Headings of a description are below the page's title.
const TOP_HEADING: u8 = 2;

/// The tree.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(super) nodes: Vec<Node>,
    places: BTreeMap<CategoryId, usize>,
}

/// The kind of a category.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Page,
    Folder,
    Link,
}

/// A category with its texts.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) id: CategoryId,
    pub(super) parent: Option<CategoryId>,
    position: u32,
    pub(super) kind: Kind,
    /// As in [`Category::code`].
    pub(super) code: Option<String>,
    pub(super) texts: Localized<Texts>,
}

/// The texts of a category in a locale.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) name: Option<String>,
    pub(super) description: RichText,
    pub(super) meta_title: Option<String>,
    pub(super) meta_description: Option<String>,
    pub(super) seo_path: Option<String>,
    pub(super) image: Option<Image>,
    pub(super) changed: Option<Timestamp>,
    pub(super) link: Option<TreeLink>,
}

/// The target of a category of the kind "link".
#[derive(Debug)]
pub(super) struct TreeLink {
    pub(super) target: TreeTarget,
    pub(super) new_tab: bool,
}

#[derive(Debug)]
pub(super) enum TreeTarget {
    Category(CategoryId),
    Elsewhere(LinkTarget),
}

impl Tree {
    /// A category by id.
    pub(super) fn node(&self, id: &CategoryId) -> Option<&Node> {
        self.nodes.get(*self.places.get(id)?)
    }

    /// The category and its ancestors, from itself upwards. A parent always comes before its children, so this
    /// terminates.
    pub(super) fn upwards<'t>(&'t self, node: &'t Node) -> impl Iterator<Item = &'t Node> {
        std::iter::successors(Some(node), |node| self.node(node.parent.as_ref()?))
    }

    /// The categories of the Catalog.
    pub(crate) fn categories(&self) -> Vec<Category> {
        let category = |node: &Node| {
            let mut names = Localized::new();
            for (locale, texts) in node.texts.iter() {
                if let Some(name) = &texts.name {
                    names.set(locale, name.clone());
                }
            }
            Category {
                id: node.id.clone(),
                parent: node.parent.clone(),
                names,
                code: node.code.clone(),
                position: node.position,
            }
        };
        self.nodes.iter().map(category).collect()
    }
}

/// Converts the tree of every locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Tree, ConvertError> {
    let mut tree = Tree::default();
    for (index, locale) in input.locales() {
        let file = name(&["shopware", "categories", locale.code.as_str()])?;
        let reading = Reading {
            input,
            findings,
            index,
            locale,
        };
        for (position, raw) in input.snapshot.records::<Box<RawValue>>(&file)?.enumerate() {
            let (record, faults) = json::lenient::<WireCategory>(raw?.get());
            let place = place_of_line(&file, position);
            for fault in &faults {
                findings.shape(&place, &fault.path, &fault.reason);
            }
            if let Some(record) = record {
                reading.add(&record, None, position, &mut tree);
            }
        }
    }
    give_codes(&mut tree, input.config, findings);
    Ok(tree)
}

/// The reading of one locale's tree.
struct Reading<'a> {
    input: &'a Input<'a>,
    findings: &'a Findings,
    index: LocaleIndex,
    locale: &'a Locale,
}

impl Reading<'_> {
    fn add(&self, wire: &WireCategory, parent: Option<&CategoryId>, position: usize, tree: &mut Tree) {
        let Ok(id) = CategoryId::parse(&wire.id) else { return };
        let known = tree.places.get(&id).copied();
        let place = match known {
            Some(place) => place,
            None if self.index == LocaleIndex(0) => {
                tree.nodes.push(self.node(wire, &id, parent, position));
                tree.places.insert(id.clone(), tree.nodes.len() - 1);
                tree.nodes.len() - 1
            }
            None => return,
        };
        if let Some(node) = tree.nodes.get_mut(place) {
            node.texts.set(self.index, self.texts(wire, &id));
        }
        for (position, child) in wire.children.0.iter().enumerate() {
            self.add(child, Some(&id), position, tree);
        }
    }

    fn node(&self, wire: &WireCategory, id: &CategoryId, parent: Option<&CategoryId>, position: usize) -> Node {
        let code = wire.translated.custom_field(&self.input.config.fields.category_code);
        let code = code.and_then(|code| code.as_str()).filter(|code| !code.is_empty());
        Node {
            id: id.clone(),
            parent: parent.cloned(),
            position: u32::try_from(position).unwrap_or(u32::MAX),
            kind: match wire.kind.as_deref() {
                Some("folder") => Kind::Folder,
                Some("link") => Kind::Link,
                _ => Kind::Page,
            },
            code: code.map(str::to_owned),
            texts: Localized::new(),
        }
    }

    fn texts(&self, wire: &WireCategory, id: &CategoryId) -> Texts {
        let shown = |key: &str| wire.translated.text(key).map(str::to_owned);
        let scope = Scope {
            input: self.input,
            place: place(id, Some(self.locale), self.input.config),
            findings: self.findings,
        };
        let description = shown("description");
        let changed = wire.updated_at.as_ref().or(wire.created_at.as_ref());
        Texts {
            name: shown("name").or_else(|| wire.name.clone().filter(|name| !name.trim().is_empty())),
            description: description
                .map_or_else(RichText::default, |html| scope.html(&html, "description", TOP_HEADING)),
            meta_title: shown("metaTitle"),
            meta_description: shown("metaDescription"),
            seo_path: category_path(&wire.seo_urls.0, &wire.id, self.locale.commerce_language.as_ref()),
            image: wire.media.as_ref().and_then(media::picture),
            changed: changed.and_then(|changed| changed.parse().ok()),
            link: self.link(wire),
        }
    }

    /// The target of a link; links to products and landing pages have none.
    fn link(&self, wire: &WireCategory) -> Option<TreeLink> {
        let category = || CategoryId::parse(wire.translated.text("internalLink")?).ok();
        let elsewhere = || LinkTarget::parse(wire.translated.text("externalLink")?, self.input.own_origins);
        let target = match wire.translated.text("linkType")? {
            "category" => TreeTarget::Category(category()?),
            "external" => TreeTarget::Elsewhere(elsewhere()?),
            _ => return None,
        };
        Some(TreeLink {
            target,
            new_tab: wire.translated.get("linkNewTab").and_then(serde_json::Value::as_bool) == Some(true),
        })
    }
}

/// The place of a category's findings.
pub(super) fn place(id: &CategoryId, locale: Option<&Locale>, config: &ConvertConfig) -> Place {
    Place {
        source: "shopware".to_owned(),
        kind: "category".to_owned(),
        id: id.to_string(),
        locale: locale.map(|locale| locale.code.to_string()),
        edit_url: config.edit_url(AdminScreen::Category(id)),
        ..Place::default()
    }
}

/// Gives a page without a code, or with one that another category has already, its id as its code.
fn give_codes(tree: &mut Tree, config: &ConvertConfig, findings: &Findings) {
    let mut given = BTreeSet::new();
    for node in &mut tree.nodes {
        match &node.code {
            Some(code) if given.insert(code.clone()) => continue,
            Some(code) => {
                let message = format!("the category {} has the code {code:?}, which another one has", node.id);
                findings.push(
                    Diagnostic::warning("category-code-twice", message, place(&node.id, None, config))
                        .hint("Give each category a code of its own, or none; until then this one has none."),
                );
            }
            None => {}
        }
        node.code = (node.kind == Kind::Page).then(|| node.id.to_string());
    }
}
