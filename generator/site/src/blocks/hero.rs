//! `hero`: a large picture with a text and links.
//!
//! The picture of a hero at the top of a page is preloaded; others load lazily. An empty hero is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::HeroBlock;

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
        video,
    },
};

#[derive(Serialize)]
struct HeroView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    image: Option<ImageView>,
    image_tall: Option<ImageView>,
    height: &'static str,
    overlay: bool,
    position: &'static str,
    buttons: Vec<ButtonView>,
    eager: bool,
}

/// The buttons, with the link to a video at the end.
pub(super) fn with_video(cx: &ViewContext<'_>, mut buttons: Vec<ButtonView>, url: Option<&String>) -> Vec<ButtonView> {
    buttons.extend(video::button(cx, url));
    buttons
}

pub(crate) const SIZES: &str = "100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &HeroBlock, outline: &mut Outline, at_top: bool) -> Option<Value> {
    let found = HeroView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, None, SIZES)),
        image_tall: block
            .image
            .as_ref()
            .map(|image| cx.image_tall(image, block.image_mobile.as_ref())),
        height: block.height.word(),
        overlay: block.overlay,
        position: block.text_position.word(),
        buttons: with_video(cx, links::buttons(cx, &block.buttons), block.video.as_ref()),
        eager: at_top,
    };
    let empty = found.heading.is_none() && found.text.is_none() && found.image.is_none() && found.buttons.is_empty();
    (!empty).then(|| view::value(found))
}
