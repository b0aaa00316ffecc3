//! `text_image`: a wide picture with text. Without a picture only the text is shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::TextImageBlock;

use crate::{
    context::{ImageView, ViewContext},
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
    mirrored: bool,
    buttons: Vec<ButtonView>,
}

const SHAPE: (u32, u32) = (3, 2);
const SIZES: &str = "(width >= 1024px) 57vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &TextImageBlock, outline: &mut Outline) -> Value {
    view::value(TextImageView {
        heading: links::heading(&block.heading, outline),
        text: cx.rich_text(&block.text),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        mirrored: block.image_right,
        buttons: links::buttons(cx, &block.buttons),
    })
}
