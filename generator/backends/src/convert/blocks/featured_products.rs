//! `featured_products`
//!
//! **Invariant:** products are named, never copied: the CMS holds no product data.

use vitrine_model::{
    content::{BlockKind, FeaturedProductsBlock},
    ids::{EntryId, ProductNumber},
};

use crate::{convert::scope::Scope, statamic::wire::Fields};

const LIMIT: u32 = 8;

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let products = set.texts("product_skus");
    let brand = set.ids("brand").into_iter().next();
    BlockKind::FeaturedProducts(FeaturedProductsBlock {
        heading: scope.heading(set),
        mode: set.choice("mode").unwrap_or_else(|| "skus".to_owned()),
        products: products.iter().filter_map(|n| ProductNumber::parse(n).ok()).collect(),
        category_code: set.text("shop_category_code"),
        brand: brand.and_then(|id| EntryId::parse(&id).ok()),
        limit: set
            .integer("limit")
            .and_then(|n| u32::try_from(n).ok())
            .filter(|n| *n > 0)
            .unwrap_or(LIMIT),
        buttons: scope.buttons(set),
    })
}
