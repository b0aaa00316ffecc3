//! Converts `cards` (content model §8). A card without a title is left out.

use vitrine_model::content::{BlockKind, Card, CardsBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let rows = set.rows("cards");
    let cards = rows.into_iter().filter_map(|row| {
        Some(Card {
            title: row.required("title")?,
            image: scope.image(row, "image"),
            text: row.text("text"),
            link: scope.target(row, "link"),
        })
    });
    let cards = cards.collect();
    let columns = set.choice("columns").and_then(|c| c.parse().ok());
    BlockKind::Cards(CardsBlock {
        heading: scope.heading(set),
        cards,
        columns: columns.unwrap_or(3_u8).clamp(1, 6),
    })
}
