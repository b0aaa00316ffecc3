//! Blocks of a page: one file a CMS set, one line here (CONTENT-MODEL §8).
//!
//! **Invariant:** a set that is not in the table becomes `Unbuilt` with one warning a build, and the rest of the page stays whole (R-CMS-02).

mod cards;
mod cta;
mod featured_products;
mod hero;
mod nodes;
mod quote;
mod rich_text;
mod text_image;
mod usps;

use vitrine_model::content::{Block, BlockKind};

use super::scope::Scope;
use crate::statamic::wire::Fields;

pub(crate) use nodes::nodes;

type Converter = fn(Fields<'_>, &mut Scope<'_>) -> BlockKind;

const SETS: &[(&str, Converter)] = &[
    ("hero", hero::convert),
    ("rich_text", rich_text::convert),
    ("text_image", text_image::convert),
    ("quote", quote::convert),
    ("cards", cards::convert),
    ("featured_products", featured_products::convert),
    ("cta", cta::convert),
    ("usps", usps::convert),
];

/// The blocks of a replicator field.
pub(crate) fn blocks(fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<Block> {
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

/// Where the headings of a block's text begin: one below the block's own, which is the page's second at most.
fn text_level(heading: &vitrine_model::content::Heading) -> u8 {
    if heading.heading.is_some() {
        heading.level.max(2) + 1
    } else {
        2
    }
}
