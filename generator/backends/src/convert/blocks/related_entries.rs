//! Converts `related_entries` (content model §8). Only ids are kept.

use vitrine_model::content::{BlockKind, RelatedEntriesBlock, Relation};

use super::set_fields::{entry_ids, limit};
use crate::{convert::scope::Scope, statamic::wire::Fields};

/// Number of entries if the block sets none.
const LIMIT: u32 = 3;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::RelatedEntries(RelatedEntriesBlock {
        heading: scope.heading(set),
        relation: match scope.word(set, "mode", &["manual", "same_taxonomy", "same_brand"]) {
            "same_taxonomy" => Relation::SameTerm,
            "same_brand" => Relation::SameBrand,
            _ => Relation::Picked(entry_ids(set, "entries")),
        },
        limit: limit(set, LIMIT),
    })
}
