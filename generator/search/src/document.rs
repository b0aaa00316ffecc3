//! The search documents of a release: one line of `server/search/<code>.json` each (docs/contracts/server-files.md).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A page that can be found.
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
    /// What it belongs to: brand, designers, collections, categories.
    #[serde(default)]
    pub facts: Vec<String>,
    /// Values of properties and options.
    #[serde(default)]
    pub properties: Vec<String>,
    /// Product number, EAN, number of the manufacturer.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Of products only.
    pub product: Option<ProductFacts>,
    /// URL of a picture.
    pub image: Option<String>,
}

/// What only products have.
#[derive(Clone, Debug, Deserialize)]
pub struct ProductFacts {
    /// Id of the family, or of the product itself if it has none. Lists show one product of each family.
    pub family: String,
    /// Whether the lists show this product for its family.
    pub main: bool,
    /// Date of creation, as the shop gives it; compared as text.
    pub created: Option<String>,
    /// Lowest price in minor units.
    pub price_minor: i64,
    /// Whether it has a picture.
    pub pictured: bool,
    /// Whether it can be bought.
    pub available: bool,
    /// Codes of the categories that list it, those above included.
    pub categories: Vec<String>,
    /// Keys of the values by facet, as in `data-value` of the static lists: `{"brand": ["kante"], "price": ["250-500"]}`.
    pub facets: BTreeMap<String, Vec<String>>,
    /// What a list shows of it: JSON that who answers a request knows the form of.
    pub card: Box<RawValue>,
}
