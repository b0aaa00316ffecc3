//! Blocks that list products: the paged overview of a category, and the products of a product line (content model §8).

use serde::{Deserialize, Serialize};

use super::{
    choices::{Facet, ProductsSort, RowLayout},
    parts::{Button, Heading},
};
use crate::{
    ids::{EntryId, ProductNumber},
    rich_text::RichText,
};

/// Items on a page of a list if the block sets no number.
pub const PER_PAGE: u32 = 24;
/// The smallest number of items on a page of a list.
pub const MIN_PER_PAGE: u32 = 4;
/// The largest number of items on a page of a list.
pub const MAX_PER_PAGE: u32 = 96;

/// `products_overview`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProductsOverviewBlock {
    /// Heading.
    pub heading: Heading,
    /// Code of the category whose products are listed, with those of all categories below it; `None` = all products.
    pub root_category_code: Option<String>,
    /// The facets of the list, in the editor's order.
    pub facets: Vec<Facet>,
    /// Items on a page, between [`MIN_PER_PAGE`] and [`MAX_PER_PAGE`].
    pub per_page: u32,
    /// Order of the list.
    pub default_sort: ProductsSort,
    /// Text above the list.
    pub text_top: RichText,
    /// Text below the list.
    pub text_bottom: RichText,
}

/// `collection_products`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CollectionProductsBlock {
    /// Heading.
    pub heading: Heading,
    /// The product line; `None` = the entry of the page.
    pub collection: Option<EntryId>,
    /// Products listed instead of those of the product line, in order; empty = those of the product line.
    pub products: Vec<ProductNumber>,
    /// Maximum number of products; `None` = all.
    pub limit: Option<u32>,
    /// How the cards are placed; a list is shown as a grid.
    pub layout: RowLayout,
    /// Links.
    pub buttons: Vec<Button>,
}
