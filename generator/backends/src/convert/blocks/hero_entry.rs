//! Converts `hero_entry` and `hero_showroom` (content model §8).
//!
//! Only the display options are stored: the content comes from the entry's own fields.

use vitrine_model::content::{BlockKind, HeroEntryBlock, HeroShowroomBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, _: &mut Scope<'_>) -> BlockKind {
    BlockKind::HeroEntry(HeroEntryBlock {
        show_meta: set.toggle("show_meta"),
    })
}

pub(super) fn convert_showroom(set: Fields<'_>, _: &mut Scope<'_>) -> BlockKind {
    BlockKind::HeroShowroom(HeroShowroomBlock {
        show_opening_hours: set.toggle("show_opening_hours"),
        show_route: set.toggle("show_route"),
    })
}
