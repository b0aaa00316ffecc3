//! Converts `text_image` (content model §8).

use vitrine_model::content::{BlockKind, TextImageBlock};

use super::set_fields::text_level;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::TextImage(TextImageBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        image: scope.image(set, "image"),
        image_mobile: scope.image(set, "image_mobile"),
        video: scope.video(set, "video_url"),
        ratio: scope.chosen(set, "ratio"),
        image_right: scope.word(set, "image_position", &["left", "right"]) == "right",
        buttons: scope.buttons(set),
        heading,
    })
}
