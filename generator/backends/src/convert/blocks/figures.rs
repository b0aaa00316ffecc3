//! Converts `numbers` and `timeline` (content model §8). A row without its number or year is left out.

use vitrine_model::content::{BlockKind, Figure, FiguresBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn numbers(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Numbers(figures(set, "number", scope))
}

pub(super) fn timeline(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Timeline(figures(set, "year", scope))
}

fn figures(set: Fields<'_>, key: &str, scope: &Scope<'_>) -> FiguresBlock {
    let rows = set.rows("items");
    let items = rows.into_iter().filter_map(|row| {
        Some(Figure {
            figure: row.required(key)?,
            title: row.text("title"),
            text: scope.plain(row, "text"),
            image: scope.image(row, "image"),
        })
    });
    FiguresBlock { items: items.collect() }
}
