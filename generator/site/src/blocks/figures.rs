//! `numbers` and `timeline`: numbers or years with a text. A figure is printed as the editor entered it; a block
//! without rows is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Figure, FiguresBlock};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{self, outline::Outline},
};

#[derive(Serialize)]
struct FiguresView {
    items: Vec<FigureView>,
    item_level: u8,
}

#[derive(Serialize)]
struct FigureView {
    figure: String,
    title: Option<String>,
    text: Option<String>,
    image: Option<ImageView>,
}

const SHAPE: (u32, u32) = (16, 10);
const SIZES: &str = "(width >= 1024px) 24vw, 100vw";

pub(super) fn view(cx: &ViewContext<'_>, block: &FiguresBlock, outline: &mut Outline) -> Option<Value> {
    if block.items.is_empty() {
        return None;
    }
    let item = |item: &Figure| FigureView {
        figure: item.figure.clone(),
        title: item.title.clone(),
        text: item.text.clone(),
        image: item.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
    };
    Some(view::value(FiguresView {
        items: block.items.iter().map(item).collect(),
        item_level: outline.items(),
    }))
}
