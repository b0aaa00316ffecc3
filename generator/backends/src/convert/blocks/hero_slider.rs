//! Converts `hero_slider` (content model §8). `autoplay` and `interval` are ignored: slides never move without user
//! input (WCAG 2.2.2).

use vitrine_model::content::{BlockKind, HeroSliderBlock, Slide};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let rows = set.rows("slides");
    let slides = rows.into_iter().map(|row| Slide {
        heading: scope.heading(row),
        image: scope.image(row, "image"),
        image_mobile: scope.image(row, "image_mobile"),
        dark_words: scope.word(row, "text_color", &["light", "dark"]) == "dark",
        video: scope.video(row, "video_url"),
        buttons: scope.buttons(row),
    });
    BlockKind::HeroSlider(HeroSliderBlock {
        slides: slides.collect(),
    })
}
