//! Converts `usps` (content model §8). An item without a title is left out.

use vitrine_model::content::{BlockKind, Usp, UspsBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let rows = set.rows("items");
    let items = rows.into_iter().filter_map(|row| {
        Some(Usp {
            title: row.required("title")?,
            text: row.text("text"),
            link: scope.target(row, "link"),
        })
    });
    BlockKind::Usps(UspsBlock { items: items.collect() })
}
