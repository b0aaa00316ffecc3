//! A row of product cards with its heading, for `featured_products` and `collection_products`.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Button, Heading, RowLayout};

use crate::{
    context::ViewContext,
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
        product_card::ProductCardView,
    },
};

#[derive(Serialize)]
struct ProductRowView {
    heading: Option<HeadingView>,
    item_level: u8,
    cards: Vec<ProductCardView>,
    carousel: bool,
    buttons: Vec<ButtonView>,
    empty: Option<String>,
}

/// The fields of a block other than its cards.
pub(super) struct Frame<'a> {
    pub(super) heading: &'a Heading,
    pub(super) layout: RowLayout,
    pub(super) buttons: &'a [Button],
}

/// The row. Without cards it shows `empty` (R-CMS-10) below its heading; `None` if it has no heading either.
pub(super) fn view(
    cx: &ViewContext<'_>,
    frame: &Frame<'_>,
    cards: Vec<ProductCardView>,
    empty: impl FnOnce() -> String,
    outline: &mut Outline,
) -> Option<Value> {
    let heading = links::heading(frame.heading, outline);
    if cards.is_empty() && heading.is_none() {
        return None;
    }
    Some(view::value(ProductRowView {
        heading,
        item_level: outline.items(),
        empty: cards.is_empty().then(empty),
        cards,
        carousel: frame.layout == RowLayout::Carousel,
        buttons: links::buttons(cx, frame.buttons),
    }))
}
