//! Converts `text_image` (content model §8).

use vitrine_model::content::{BlockKind, TextImageBlock};

use super::set_fields::text_level;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::TextImage(TextImageBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        image: scope.image(set, "image"),
        image_right: scope.word(set, "image_position", &["left", "right"]) == "right",
        buttons: scope.buttons(set),
        heading,
    })
}
