//! All products of a brand, a designer, a product line or a project: one card per family, and names beyond the number
//! of cards a page can show. Nothing is left out.

use std::collections::HashSet;

use serde::Serialize;
use vitrine_model::{ids::ProductId, product::Product};

use super::{
    links::LinkView,
    product_card::{self, ProductCardView},
};
use crate::context::ViewContext;

/// Number of cards shown initially; the rest is collapsed, so that a first visit does not load the images of all
/// products.
const FIRST: usize = 8;
/// Maximum number of cards; further products are listed by name.
const CARDS: usize = 48;

/// The products of a page.
#[derive(Debug, Default, Serialize)]
pub struct AllProductsView {
    /// Heading.
    pub title: String,
    /// The first cards.
    pub cards: Vec<ProductCardView>,
    /// Collapsed cards.
    pub more: Vec<ProductCardView>,
    /// The products beyond the cards.
    pub names: Vec<LinkView>,
}

/// The families of these products, each by its main variant, once, without those in `except`; products without a
/// picture (spare parts) are last.
pub fn families<'a>(
    cx: &ViewContext<'a>,
    ids: impl IntoIterator<Item = &'a ProductId>,
    except: &[ProductId],
) -> Vec<&'a Product> {
    let mut seen: HashSet<&ProductId> = except.iter().collect();
    let mut found = Vec::new();
    for product in ids.into_iter().filter_map(|id| cx.reader.product(id)) {
        if seen.insert(product.family_or_own_id()) {
            found.push(product_card::main_variant(cx, product));
        }
    }
    found.sort_by_key(|product| product.media.is_empty());
    found
}

/// The list of these products, one per family.
pub fn view(cx: &ViewContext<'_>, title: String, products: &[&Product]) -> AllProductsView {
    let (shown, named) = products.split_at(products.len().min(CARDS));
    let mut cards: Vec<ProductCardView> = shown.iter().map(|product| product_card::card(cx, product)).collect();
    let more = cards.split_off(cards.len().min(FIRST));
    let name = |product: &&Product| LinkView::to(product_card::name(cx, product), Some(cx.product_href(&product.id)));
    AllProductsView {
        title,
        cards,
        more,
        names: named.iter().map(name).collect(),
    }
}
