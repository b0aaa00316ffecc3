//! `cta`: one sentence and one thing to do.
//!
//! **Invariant:** shows what there is, and nothing where nothing is; every button leads somewhere.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::CtaBlock;

use crate::{
    context::{ImageView, ViewContext},
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct CtaView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    image: Option<ImageView>,
    buttons: Vec<ButtonView>,
}

const SHAPE: (u32, u32) = (16, 10);
const SIZES: &str = "(width >= 1024px) 48vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &CtaBlock, outline: &mut Outline) -> Option<Value> {
    let found = CtaView {
        heading: links::heading(&block.heading, outline),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        buttons: links::buttons(cx, &block.buttons),
    };
    let empty = found.heading.is_none() && found.text.is_none() && found.image.is_none() && found.buttons.is_empty();
    (!empty).then(|| view::value(found))
}
