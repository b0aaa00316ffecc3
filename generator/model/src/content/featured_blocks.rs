//! Blocks that show entries and products which an editor selected, or which a rule selects (content model §8).
//!
//! **Invariant:** they refer to entries and products by id or number, and never copy them.

use serde::{Deserialize, Serialize};

use super::{
    Button, Heading,
    choices::{ProductsMode, RowLayout},
};
use crate::ids::{EntryId, ProductNumber, TermId};

/// `featured_products`, by product numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FeaturedProductsBlock {
    /// Heading.
    pub heading: Heading,
    /// Which products.
    pub mode: ProductsMode,
    /// The products of [`ProductsMode::Skus`], in order.
    pub products: Vec<ProductNumber>,
    /// The category code of [`ProductsMode::Category`].
    pub category_code: Option<String>,
    /// The term whose shop category is used if no code is given.
    pub category: Option<TermId>,
    /// The brand entry of [`ProductsMode::Brand`].
    pub brand: Option<EntryId>,
    /// Maximum number of products.
    pub limit: u32,
    /// How the cards are placed; a list is shown as a grid.
    pub layout: RowLayout,
    /// Links.
    pub buttons: Vec<Button>,
}

/// Which brands `brands_grid` shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrandsSource {
    /// Every brand of the site.
    #[default]
    All,
    /// Brands that an editor selected, in that order.
    Selected(Vec<EntryId>),
    /// Brands with products in a category, by the category's code.
    Category(String),
}

/// `brands_grid` and `brands_overview`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BrandsGridBlock {
    /// Heading.
    pub heading: Heading,
    /// Which brands.
    pub source: BrandsSource,
    /// Pictures instead of logos.
    pub pictures: bool,
    /// Grouped by first letter.
    pub by_letter: bool,
    /// Whether it is the overview of brands, to which their breadcrumbs link.
    pub overview: bool,
    /// Grouped by product category, where not by letter.
    pub by_category: bool,
}

/// `featured_brands` and the other `featured_*` entry blocks: entries that an editor selected, or the first ones of the
/// collection.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FeaturedEntriesBlock {
    /// Handle of the collection: `brands`, `collections`, `designers`, `events`, `news`, `projects`, `showrooms`.
    pub collection: String,
    /// Heading.
    pub heading: Heading,
    /// The selected entries, in order; `None` = the first ones of the collection.
    pub picked: Option<Vec<EntryId>>,
    /// Maximum number when none are selected.
    pub limit: u32,
    /// Only entries of this brand (collections).
    pub brand: Option<EntryId>,
    /// Only entries with this term, by slug (the sector of projects, the topic of news).
    pub term: Option<String>,
    /// Only upcoming events.
    pub upcoming_only: bool,
    /// How the cards are placed.
    pub layout: RowLayout,
    /// Logos instead of pictures (brands).
    pub show_logo: bool,
    /// Show opening hours (showrooms).
    pub show_hours: bool,
    /// Links.
    pub buttons: Vec<Button>,
}

/// How `related_entries` selects entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Selected by an editor.
    Picked(Vec<EntryId>),
    /// Entries that share a term with the page's own entry.
    SameTerm,
    /// Entries that share a brand with the page's own entry.
    SameBrand,
}

impl Default for Relation {
    fn default() -> Self {
        Self::Picked(Vec::new())
    }
}

/// `related_entries`
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RelatedEntriesBlock {
    /// Heading.
    pub heading: Heading,
    /// Which.
    pub relation: Relation,
    /// Maximum number.
    pub limit: u32,
}
