//! The search documents: one line of `server/search/<code>.json` for each searchable page
//! (docs/contracts/server-files.md).
//!
//! **Invariant:** the keys of facets are those of `data-value` on the static lists, so that the API's filter counts
//! match the page.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{json_line::json_line, view::product_card::CardFields};

/// Maximum number of characters of a product's text that are indexed; there may be 100,000 products.
pub(crate) const MAX_PRODUCT_TEXT: usize = 2_000;

/// Maximum number of characters of an entry's text that are indexed: a page with all of a shop's questions and answers
/// is found by each.
pub(crate) const MAX_ENTRY_TEXT: usize = 16_000;

/// One document.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// `product`, or the page kind of an entry: `page`, `brand`, `designer`, …
    pub kind: &'static str,
    /// Id of the product or entry.
    pub id: String,
    /// Path.
    pub href: String,
    /// Title.
    pub title: String,
    /// Plain text, at most [`MAX_PRODUCT_TEXT`] or [`MAX_ENTRY_TEXT`] characters.
    pub text: String,
    /// Names of related entries: brand, designers, collections, categories.
    pub facts: Vec<String>,
    /// Values of properties and options.
    pub properties: Vec<String>,
    /// Product number, EAN, manufacturer's number.
    pub numbers: Vec<String>,
    /// `None` for entries.
    pub product: Option<ProductFacts>,
    /// URL of a small image for content; products have that of their card.
    pub image: Option<String>,
}

impl SearchDocument {
    /// Its line of JSON.
    pub fn line(&self) -> Vec<u8> {
        json_line(self)
    }
}

/// The fields that only products have.
#[derive(Clone, Debug, Serialize)]
pub struct ProductFacts {
    /// Id of the family, or of the product itself if it has none.
    pub family: String,
    /// Whether the lists show this product for its family.
    pub main: bool,
    /// Creation date as the shop sends it.
    pub created: Option<String>,
    /// What the family costs, in minor units.
    pub price_minor: i64,
    /// Whether it has an image and can be bought; otherwise it comes last in the shop's default order.
    pub pictured: bool,
    /// See `pictured`.
    pub available: bool,
    /// Codes of the categories that list it, including their ancestors.
    pub categories: Vec<String>,
    /// Keys of its values by facet: `{"brand": ["kante"], "price": ["250-500"]}`.
    pub facets: BTreeMap<&'static str, Vec<String>>,
    /// The product card shown in lists.
    pub card: CardFields,
}
