//! `hero_split`: text next to a tall picture. Without a picture only the text is shown; an empty block is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::HeroSplitBlock;

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
struct HeroSplitView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    image: Option<ImageView>,
    mirrored: bool,
    buttons: Vec<ButtonView>,
    eager: bool,
}

const SHAPE: (u32, u32) = (1, 1);
const SIZES: &str = "(width >= 1024px) 57vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &HeroSplitBlock, outline: &mut Outline, at_top: bool) -> Option<Value> {
    let found = HeroSplitView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        mirrored: block.image_right,
        buttons: links::buttons(cx, &block.buttons),
        eager: at_top,
    };
    let empty = found.heading.is_none() && found.text.is_none() && found.image.is_none() && found.buttons.is_empty();
    (!empty).then(|| view::value(found))
}
