//! Converts `featured_products` (content model §8). Only product numbers are kept: the CMS holds no product data.

use vitrine_model::content::{BlockKind, FeaturedProductsBlock};

use super::set_fields::{entry_ids, limit};
use crate::{convert::scope::Scope, statamic::wire::Fields};

const LIMIT: u32 = 8;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::FeaturedProducts(FeaturedProductsBlock {
        heading: scope.heading(set),
        mode: scope.choice(set, "mode"),
        products: scope.products(set, "product_skus"),
        category_code: set.text("shop_category_code"),
        category: scope.term(set, "category", "categories"),
        brand: entry_ids(set, "brand").into_iter().next(),
        limit: limit(set, LIMIT),
        layout: scope.choice(set, "layout"),
        buttons: scope.buttons(set),
    })
}
