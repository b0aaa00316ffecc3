//! `text_image`: a wide picture with text. Without a picture only the text is shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{PictureRatio, TextImageBlock};

use super::hero::with_video;
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct TextImageView {
    heading: Option<HeadingView>,
    text: Value,
    image: Option<ImageView>,
    /// The portrait crop, if the editor selected one.
    image_tall: Option<ImageView>,
    /// The aspect ratio, if the editor selected one.
    ratio: Option<&'static str>,
    mirrored: bool,
    buttons: Vec<ButtonView>,
}

const SHAPE: (u32, u32) = (3, 2);
const SIZES: &str = "(width >= 1024px) 57vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &TextImageBlock, outline: &mut Outline) -> Value {
    let ratio = block.ratio.map(PictureRatio::word);
    let shape = block.ratio.map_or(SHAPE, PictureRatio::sides);
    let mobile = block.image_mobile.as_ref();
    view::value(TextImageView {
        heading: links::heading(&block.heading, outline),
        text: cx.rich_text(&block.text),
        image: block.image.as_ref().map(|image| cx.image(image, Some(shape), SIZES)),
        image_tall: block
            .image
            .as_ref()
            .and(mobile)
            .map(|image| cx.image(image, Some(shape), SIZES)),
        ratio,
        mirrored: block.image_right,
        buttons: with_video(cx, links::buttons(cx, &block.buttons), block.video.as_ref()),
    })
}
