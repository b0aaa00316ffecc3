//! Blocks of a page: one file a CMS set, one line here (content model §8).
//!
//! **Invariant:** a set that is not in the table becomes `Unbuilt` with one warning a build, and the rest of the page stays whole (R-CMS-02).

mod brands_grid;
mod calls;
mod cards;
mod cta;
mod featured_entries;
mod featured_products;
mod figures;
mod gallery;
mod hero;
mod hero_entry;
mod hero_slider;
mod hero_split;
mod nodes;
mod quote;
mod related_entries;
mod rich_text;
mod room;
mod text_image;
mod usps;

use serde_json::Value;
use vitrine_model::{
    content::{Block, BlockKind},
    ids::EntryId,
};

use super::scope::Scope;
use crate::statamic::wire::Fields;

pub(crate) use nodes::nodes;

type Converter = fn(Fields<'_>, &mut Scope<'_>) -> BlockKind;

const SETS: &[(&str, Converter)] = &[
    ("hero", hero::convert),
    ("hero_slider", hero_slider::convert),
    ("hero_split", hero_split::convert),
    ("hero_entry", hero_entry::convert),
    ("hero_showroom", hero_entry::convert_showroom),
    ("rich_text", rich_text::convert),
    ("text_image", text_image::convert),
    ("gallery", gallery::convert),
    ("quote", quote::convert),
    ("cards", cards::convert),
    ("usps", usps::convert),
    ("numbers", figures::numbers),
    ("timeline", figures::timeline),
    ("brands_grid", brands_grid::convert),
    ("brands_overview", brands_grid::convert),
    ("featured_products", featured_products::convert),
    ("featured_brands", featured_entries::brands),
    ("featured_collections", featured_entries::collections),
    ("featured_designers", featured_entries::designers),
    ("featured_projects", featured_entries::projects),
    ("featured_showrooms", featured_entries::showrooms),
    ("featured_news", featured_entries::news),
    ("related_entries", related_entries::convert),
    ("newsletter_cta", calls::newsletter),
    ("appointment_cta", calls::appointment),
    ("catalogues_cta", calls::catalogues),
    ("cta", cta::convert),
    ("spacer", room::spacer),
    ("divider", room::divider),
];

/// The blocks of a replicator field.
pub(crate) fn blocks(fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<Block> {
    if !is_list_of_sets(fields) {
        scope.shape("blocks", "it is no list of blocks, each with its type");
    }
    fields
        .rows("blocks")
        .into_iter()
        .enumerate()
        .filter_map(|(place, set)| {
            let handle = set.text("type")?;
            let kind = match SETS.iter().find(|(name, _)| *name == handle) {
                Some((_, converter)) => converter(set, scope),
                None => {
                    scope.findings.unbuilt(&handle, &scope.place);
                    BlockKind::Unbuilt(handle)
                }
            };
            Some(Block {
                // Sets stored without an id come with null.
                id: set.text("id").unwrap_or_else(|| format!("block-{}", place + 1)),
                options: scope.options(set),
                kind,
            })
        })
        .collect()
}

/// Whether every block can be read; nothing at all is an empty list.
fn is_list_of_sets(fields: Fields<'_>) -> bool {
    match fields.get("blocks") {
        None | Some(Value::Bool(false)) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(Value::Array(sets)) => sets
            .iter()
            .all(|set| set.is_null() || Fields::of(set).text("type").is_some()),
        Some(_) => false,
    }
}

/// The entries that a relation names.
fn entry_ids(fields: Fields<'_>, key: &str) -> Vec<EntryId> {
    let ids = fields.ids(key);
    ids.iter().filter_map(|id| EntryId::parse(id).ok()).collect()
}

/// The slug of a term: `sectors::kantoor` or `kantoor`.
fn term(fields: Fields<'_>, key: &str) -> Option<String> {
    let id = fields.ids(key).into_iter().next()?;
    Some(id.rsplit_once("::").map_or(id.as_str(), |(_, slug)| slug).to_owned())
}

/// How many a block shows at most.
fn limit(fields: Fields<'_>, default: u32) -> u32 {
    let number = fields.integer("limit").and_then(|n| u32::try_from(n).ok());
    number.filter(|n| *n > 0).unwrap_or(default)
}

/// Where the headings of a block's text begin: one below the block's own, which is the page's second at most.
fn text_level(heading: &vitrine_model::content::Heading) -> u8 {
    if heading.heading.is_some() {
        heading.level.max(2) + 1
    } else {
        2
    }
}
