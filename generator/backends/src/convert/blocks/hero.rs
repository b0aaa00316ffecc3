//! Converts `hero` (content model §8).

use vitrine_model::content::{BlockKind, HeroBlock};

use super::set_fields::text_level;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::Hero(HeroBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        image: scope.image(set, "image"),
        image_mobile: scope.image(set, "image_mobile"),
        height: scope.choice(set, "height"),
        overlay: set.toggle("overlay"),
        video: scope.video(set, "video_url"),
        text_position: scope.choice(set, "text_position"),
        buttons: scope.buttons(set),
        heading,
    })
}
