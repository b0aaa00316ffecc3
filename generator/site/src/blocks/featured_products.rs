//! `featured_products`: products that an editor selected, those of a brand or category, the newest, or the reduced
//! ones.
//!
//! An unknown product number is reported and left out. Without products, a block with a heading shows a text that says
//! so (R-CMS-10), and one without a heading is not shown.

use minijinja::Value;
use vitrine_model::{
    content::{EntryFields, FeaturedProductsBlock, ProductsMode},
    diagnostic::Place,
};

use super::product_row::{self, Frame};
use crate::{
    context::ViewContext,
    view::{
        outline::Outline,
        product_card::{self, ProductCardView},
    },
};

/// Number of cards if the block sets none.
const DEFAULT_LIMIT: u32 = 8;

pub(super) fn view(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, outline: &mut Outline) -> Option<Value> {
    let limit = if block.limit == 0 { DEFAULT_LIMIT } else { block.limit };
    let cards = cards(cx, block, usize::try_from(limit).unwrap_or(usize::MAX));
    let frame = Frame {
        heading: &block.heading,
        layout: block.layout,
        buttons: &block.buttons,
    };
    product_row::view(cx, &frame, cards, || empty(cx, block.mode), outline)
}

fn cards(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, limit: usize) -> Vec<ProductCardView> {
    match block.mode {
        ProductsMode::Brand => cards_of_brand(cx, block, limit),
        ProductsMode::Category => {
            let term = block.category.as_ref().and_then(|id| cx.reader.term(id));
            let of_term = term.and_then(|term| term.shop_category_code.as_deref());
            let code = block.category_code.as_deref().or(of_term);
            let category = code.and_then(|code| cx.reader.category_by_code(code));
            category.map_or_else(Vec::new, |category| {
                product_card::cards(cx, cx.reader.products_of_category(&category.id), &[], limit)
            })
        }
        ProductsMode::New => product_card::cards(cx, cx.reader.newest_products(), &[], limit),
        ProductsMode::Sale => product_card::cards(cx, cx.reader.reduced_products(), &[], limit),
        ProductsMode::Skus => chosen(cx, block, limit),
    }
}

/// The text shown when a row has no products.
fn empty(cx: &ViewContext<'_>, mode: ProductsMode) -> String {
    match mode {
        ProductsMode::New => cx.t("content.empty.products_new", &[]),
        ProductsMode::Sale => cx.t("content.empty.products_sale", &[]),
        ProductsMode::Skus | ProductsMode::Category | ProductsMode::Brand => cx.t("content.empty.products", &[]),
    }
}

fn cards_of_brand(cx: &ViewContext<'_>, block: &FeaturedProductsBlock, limit: usize) -> Vec<ProductCardView> {
    let entry = block.brand.as_ref().and_then(|id| cx.reader.entry_in(id, cx.locale));
    let Some(entry) = entry else {
        return Vec::new();
    };
    let EntryFields::Brand(fields) = &entry.fields else {
        return Vec::new();
    };
    let code = fields.code.as_deref().unwrap_or(&entry.slug);
    cx.reader.brand_by_code(code).map_or_else(Vec::new, |brand| {
        product_card::cards_of_brand(cx, &brand.id, &[], limit)
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
    cx.report(
        "featured-products",
        message,
        "choose other products in the block",
        Place::default(),
    );
}
