//! `quote`: a quotation with its author and a picture. The text is printed as the editor entered it, including
//! quotation marks; a block without text is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::QuoteBlock;

use crate::{context::ViewContext, image::ImageView, view};

#[derive(Serialize)]
struct QuoteView {
    quote: String,
    author: Option<String>,
    role: Option<String>,
    image: Option<ImageView>,
}

const SHAPE: (u32, u32) = (4, 5);
const SIZES: &str = "(width >= 1024px) 33vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &QuoteBlock) -> Option<Value> {
    if block.quote.trim().is_empty() {
        return None;
    }
    Some(view::value(QuoteView {
        quote: block.quote.clone(),
        author: block.author.clone(),
        role: block.role.clone(),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
    }))
}
