//! `collection_products`: the products of a product line, or those that an editor selected instead of them.
//!
//! Without products, a block with a heading shows a text that says so (R-CMS-10), and one without a heading is not
//! shown.

use minijinja::Value;
use vitrine_model::{
    content::{CollectionProductsBlock, Entry, EntryFields},
    ids::ProductNumber,
};

use super::product_row::{self, Frame};
use crate::{
    context::ViewContext,
    view::{outline::Outline, product_card},
};

pub(super) fn view(
    cx: &ViewContext<'_>,
    own: Option<&Entry>,
    block: &CollectionProductsBlock,
    outline: &mut Outline,
) -> Option<Value> {
    let limit = block
        .limit
        .map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let cards = product_card::cards_of_numbers(cx, numbers(cx, own, block), limit);
    let frame = Frame {
        heading: &block.heading,
        layout: block.layout,
        buttons: &block.buttons,
    };
    product_row::view(cx, &frame, cards, || cx.t("content.empty.products", &[]), outline)
}

/// The numbers that the block lists, otherwise those of its product line, otherwise those of the page's entry.
fn numbers<'a>(
    cx: &ViewContext<'a>,
    own: Option<&'a Entry>,
    block: &'a CollectionProductsBlock,
) -> &'a [ProductNumber] {
    if !block.products.is_empty() {
        return &block.products;
    }
    let collection = match &block.collection {
        Some(id) => cx.reader.entry_in(id, cx.locale),
        None => own,
    };
    match collection.map(|entry| &entry.fields) {
        Some(EntryFields::Collection(fields)) => &fields.products,
        _ => &[],
    }
}
