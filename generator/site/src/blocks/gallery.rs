//! `gallery`: images as a grid, as masonry columns, or as a carousel.
//!
//! Every image has an alternative text; a block without images is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{GalleryBlock, GalleryLayout};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        links::{self, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct GalleryView {
    heading: Option<HeadingView>,
    images: Vec<ImageView>,
    layout: &'static str,
    columns: u8,
}

const SHAPE: (u32, u32) = (4, 5);

fn sizes(columns: u8) -> &'static str {
    match columns {
        1 => "100vw",
        2 => "(width >= 768px) 48vw, 100vw",
        3 => "(width >= 1024px) 32vw, 48vw",
        _ => "(width >= 1024px) 24vw, 48vw",
    }
}

pub(super) fn view(cx: &ViewContext<'_>, block: &GalleryBlock, outline: &mut Outline) -> Option<Value> {
    if block.images.is_empty() {
        return None;
    }
    let columns = block.columns.clamp(1, 4);
    // Only a grid crops its pictures; in the other layouts, each picture keeps its aspect ratio.
    let shape = (block.layout == GalleryLayout::Grid && columns > 1).then_some(SHAPE);
    let images = block.images.iter().map(|image| cx.image(image, shape, sizes(columns)));
    Some(view::value(GalleryView {
        images: images.collect(),
        heading: links::heading(&block.heading, outline),
        layout: block.layout.word(),
        columns,
    }))
}
