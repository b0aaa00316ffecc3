//! Converts `gallery` (content model §8). Files that are not pictures are left out.

use vitrine_model::content::{BlockKind, GalleryBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

/// Number of columns if the gallery sets none.
const COLUMNS: u8 = 3;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let images = set.list("images");
    let columns = set.choice("columns").and_then(|c| c.parse().ok());
    BlockKind::Gallery(GalleryBlock {
        heading: scope.heading(set),
        images: images
            .into_iter()
            .filter_map(|value| scope.image_of(value, "images"))
            .collect(),
        layout: scope.choice(set, "layout"),
        columns: columns.unwrap_or(COLUMNS).clamp(1, 4),
    })
}
