//! Converts `store_locations` (content model §8). `zoom` is ignored: the map shows all places of the list.

use vitrine_model::content::{BlockKind, StoreLocationsBlock};

use super::set_fields::entry_ids;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::StoreLocations(StoreLocationsBlock {
        heading: scope.heading(set),
        showrooms: entry_ids(set, "showrooms"),
        show_hours: set.toggle("show_opening_hours"),
        show_route: set.toggle("show_route"),
        show_map: set.toggle("show_map"),
    })
}
