//! Converts `quote` (content model §8).

use vitrine_model::content::{BlockKind, QuoteBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Quote(QuoteBlock {
        quote: set.text("quote").unwrap_or_default(),
        author: set.text("author"),
        role: set.text("role"),
        image: scope.image(set, "image"),
    })
}
