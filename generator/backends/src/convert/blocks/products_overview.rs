//! Converts `products_overview` and `collection_products` (content model §8). Only codes and numbers are kept: the CMS
//! holds no product data.

use vitrine_model::content::{BlockKind, CollectionProductsBlock, ProductsOverviewBlock};

use super::set_fields::{chosen_limit, entry_ids, per_page, text_level};
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    let level = text_level(&heading);
    BlockKind::ProductsOverview(ProductsOverviewBlock {
        root_category_code: set.text("root_category_code"),
        facets: scope.choices(set, "facets"),
        per_page: per_page(set),
        default_sort: scope.choice(set, "default_sort"),
        text_top: scope.rich(set, "text_top", level),
        text_bottom: scope.rich(set, "text_bottom", level),
        heading,
    })
}

pub(super) fn collection(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::CollectionProducts(CollectionProductsBlock {
        heading: scope.heading(set),
        collection: entry_ids(set, "collection").into_iter().next(),
        products: scope.products(set, "product_skus"),
        limit: chosen_limit(set),
        layout: scope.choice(set, "layout"),
        buttons: scope.buttons(set),
    })
}
