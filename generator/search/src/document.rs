//! The search documents of a release: one JSON document per line of `server/search/<code>.json`
//! (docs/contracts/server-files.md).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A page in the search index.
#[derive(Clone, Debug, Deserialize)]
pub struct Document {
    /// `product`, or the kind of an entry's page: `page`, `brand`, `designer`, `collection`, `project`, `news`, …
    pub kind: String,
    /// Id of the product or entry.
    pub id: String,
    /// Path.
    pub href: String,
    /// Title.
    pub title: String,
    /// Plain text.
    #[serde(default)]
    pub text: String,
    /// Names of the related entries: brand, designers, collections, categories.
    #[serde(default)]
    pub facts: Vec<String>,
    /// Values of properties and options.
    #[serde(default)]
    pub properties: Vec<String>,
    /// Product number, EAN, manufacturer's number.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// `None` for pages of entries.
    pub product: Option<ProductFacts>,
    /// URL of a picture.
    pub image: Option<String>,
}

/// The fields that only products have.
#[derive(Clone, Debug, Deserialize)]
pub struct ProductFacts {
    /// Id of the family, or of the product itself if it has none. Lists show one product of each family.
    pub family: String,
    /// Whether lists show this product for its family.
    pub main: bool,
    /// Creation date as the shop sends it; compared as text.
    pub created: Option<String>,
    /// What the family costs, in minor units; the same in the documents of all its products.
    pub price_minor: i64,
    /// Whether it has a picture.
    pub pictured: bool,
    /// Whether it can be bought.
    pub available: bool,
    /// Codes of the categories that list it, including their ancestors.
    pub categories: Vec<String>,
    /// Facet values by facet, as in `data-value` of the static lists: `{"brand": ["kante"], "price": ["250-500"]}`.
    pub facets: BTreeMap<String, Vec<String>>,
    /// The product card as JSON. Only the caller contains its structure.
    pub card: Box<RawValue>,
}
