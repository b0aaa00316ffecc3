//! Converts `rich_text` (content model §8).

use vitrine_model::content::{BlockKind, RichTextBlock};

use super::nodes;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::RichText(RichTextBlock {
        text: nodes(set, "text", 2, scope),
        width: scope.choice(set, "width"),
    })
}
