//! `featured_products`: products that an editor chose, or those of a brand or category.
//!
//! **Invariant:** a number that no product has is reported and left out; without any product the block is not shown.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{EntryFields, FeaturedProductsBlock},
    diagnostic::Diagnostic,
};

use crate::{
    context::ViewContext,
    plan::place,
    view::{
        self,
        links::{self, ButtonView, HeadingView},
        outline::Outline,
        product_card::{self, ProductCardView},
    },
};

#[derive(Serialize)]
struct FeaturedProductsView {
    heading: Option<HeadingView>,
    item_level: u8,
    cards: Vec<ProductCardView>,
    buttons: Vec<ButtonView>,
}

/// Cards of a block that sets no number.
const DEFAULT_LIMIT: u32 = 8;

pub(super) fn view(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, outline: &mut Outline) -> Option<Value> {
    let limit = if block.limit == 0 { DEFAULT_LIMIT } else { block.limit };
    let cards = cards(cx, block, usize::try_from(limit).unwrap_or(usize::MAX));
    if cards.is_empty() {
        return None;
    }
    let heading = links::heading(&block.heading, outline);
    Some(view::value(FeaturedProductsView {
        heading,
        item_level: outline.items(),
        cards,
        buttons: links::buttons(cx, &block.buttons),
    }))
}

fn cards(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, limit: usize) -> Vec<ProductCardView> {
    match block.mode.as_str() {
        "brand" => cards_of_brand(cx, block, limit),
        "category" => {
            let category = block
                .category_code
                .as_deref()
                .and_then(|code| cx.reader.category_by_code(code));
            category.map_or_else(Vec::new, |category| {
                product_card::cards(cx, cx.reader.products_of_category(&category.id), None, limit)
            })
        }
        "new" | "sale" => {
            report(
                cx,
                format!("the mode {:?} of featured_products is not built", block.mode),
            );
            Vec::new()
        }
        _ => chosen(cx, block, limit),
    }
}

fn cards_of_brand(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, limit: usize) -> Vec<ProductCardView> {
    let entry = block.brand.as_ref().and_then(|id| cx.reader.entry(id));
    let Some(entry) = entry else {
        return Vec::new();
    };
    let EntryFields::Brand(fields) = &entry.fields else {
        return Vec::new();
    };
    let code = fields.code.as_deref().unwrap_or(&entry.slug);
    cx.reader.brand_by_code(code).map_or_else(Vec::new, |brand| {
        product_card::cards_of_brand(cx, &brand.id, None, limit)
    })
}

fn chosen(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, limit: usize) -> Vec<ProductCardView> {
    let mut cards = Vec::new();
    for number in &block.products {
        if cards.len() == limit {
            break;
        }
        match cx.reader.product_by_number(number) {
            Some(product) => cards.push(product_card::card(cx, product)),
            None => report(cx, format!("no product that can be sold has the number {number}")),
        }
    }
    cards
}

fn report(cx: &ViewContext<'_>, message: String) {
    let place = cx.page.map(place).unwrap_or_default();
    let code = "featured-products";
    cx.diagnostics
        .push(Diagnostic::warning(code, message, place).hint("choose other products in the block"));
}
