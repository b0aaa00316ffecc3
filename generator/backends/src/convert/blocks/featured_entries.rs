//! Converts `featured_brands` and the other `featured_*` entry blocks (content model §8).
//!
//! Only ids are kept: shallow references lack fields that a card shows.

use vitrine_model::content::{BlockKind, FeaturedEntriesBlock};

use super::set_fields::{entry_ids, limit, term};
use crate::{convert::scope::Scope, statamic::wire::Fields};

/// Number of entries if the block sets none.
const LIMIT: u32 = 4;

macro_rules! converters {
    ($($name:ident),+) => {$(
        pub(super) fn $name(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
            convert(stringify!($name), set, scope)
        }
    )+};
}

// The functions are named after their collections, which are also the names of the fields with the selected entries.
converters!(brands, collections, designers, events, projects, showrooms, news);

fn convert(collection: &str, set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let picked = entry_ids(set, collection);
    let automatic = scope.word(set, "mode", &["manual", "automatic"]) == "automatic";
    BlockKind::FeaturedEntries(FeaturedEntriesBlock {
        collection: collection.to_owned(),
        heading: scope.heading(set),
        picked: (!automatic).then_some(picked),
        limit: limit(set, LIMIT),
        brand: entry_ids(set, "brand").into_iter().next(),
        term: term(set, "sector").or_else(|| term(set, "topic")),
        upcoming_only: set.toggle("upcoming_only"),
        layout: scope.choice(set, "layout"),
        show_logo: set.toggle("show_logo"),
        show_hours: set.toggle("show_hours"),
        buttons: scope.buttons(set),
    })
}
