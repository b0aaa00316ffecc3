//! `products/<family>.json`: products with their prices, quantities and cross selling.

use indexmap::IndexMap;
use jiff::Timestamp;
use serde::Deserialize;

use crate::text::{Fields, Text};

/// A price tier: from this quantity on, a piece has this price.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// First quantity of the tier.
    pub from: i64,
    /// Gross price of a piece.
    pub price: f64,
}

/// A product of `products/<family>.json`; variants already inherit from their parent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProductFile {
    /// Product number.
    pub number: String,
    /// Name.
    pub name: Text,
    /// Description, HTML.
    #[serde(default)]
    pub description: Option<Text>,
    /// Search keywords.
    #[serde(default)]
    pub keywords: Option<Text>,
    /// Meta title.
    #[serde(default)]
    pub meta_title: Option<Text>,
    /// Meta description.
    #[serde(default)]
    pub meta_description: Option<Text>,
    /// Key in `brands.json`.
    pub brand: String,
    /// Key in `shop.json` `taxes`; absent = the first.
    #[serde(default)]
    pub tax: Option<String>,
    /// Category keys.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Option keys by group key.
    #[serde(default)]
    pub properties: IndexMap<String, Vec<String>>,
    /// mm.
    #[serde(default)]
    pub width: Option<f64>,
    /// mm.
    #[serde(default)]
    pub height: Option<f64>,
    /// mm.
    #[serde(default)]
    pub length: Option<f64>,
    /// kg.
    #[serde(default)]
    pub weight: Option<f64>,
    /// Name of one piece: `tin`.
    #[serde(default)]
    pub pack_unit: Option<Text>,
    /// Name of several pieces.
    #[serde(default)]
    pub pack_unit_plural: Option<Text>,
    /// Key in `units.json`.
    #[serde(default)]
    pub unit: Option<String>,
    /// Number of units in a piece.
    #[serde(default)]
    pub purchase_unit: Option<f64>,
    /// Number of units that the base price is for.
    #[serde(default)]
    pub reference_unit: Option<f64>,
    /// Gross price.
    pub price: f64,
    /// List price (struck through), gross.
    #[serde(default)]
    pub list_price: Option<f64>,
    /// Lowest price of the last 30 days, gross.
    #[serde(default)]
    pub regulation_price: Option<f64>,
    /// Price tiers.
    #[serde(default)]
    pub tiers: Vec<Tier>,
    /// Own price tiers of customer groups, by key of the group; they replace `tiers`.
    #[serde(default)]
    pub group_prices: IndexMap<String, Vec<Tier>>,
    /// Stock.
    #[serde(default)]
    pub stock: i64,
    /// Not sold beyond the stock.
    #[serde(default)]
    pub closeout: bool,
    /// Restock time in days.
    #[serde(default)]
    pub restock_days: Option<i64>,
    /// Key in `delivery_times.json`.
    #[serde(default)]
    pub delivery_time: Option<String>,
    /// Quantities.
    #[serde(default)]
    pub purchase: Purchase,
    /// Pictures; the first is the cover.
    #[serde(default)]
    pub media: Vec<String>,
    /// SEO path by language.
    #[serde(default)]
    pub seo_path: Option<Text>,
    /// EAN.
    #[serde(default)]
    pub ean: Option<String>,
    /// The manufacturer's number.
    #[serde(default)]
    pub manufacturer_number: Option<String>,
    /// Whether it is active.
    #[serde(default = "super::yes")]
    pub active: bool,
    /// File name of the download; present = a digital product.
    #[serde(default)]
    pub digital: Option<String>,
    /// Title of that file; absent = its name without ending.
    #[serde(default)]
    pub digital_title: Option<String>,
    /// Explicit id of that file, 32 hex.
    #[serde(default)]
    pub digital_id: Option<String>,
    /// Average rating, 1 to 5.
    #[serde(default)]
    pub rating: Option<f64>,
    /// Number of pieces sold, for the sorting `topseller`.
    #[serde(default)]
    pub sales: i64,
    /// No shipping costs.
    #[serde(default)]
    pub shipping_free: bool,
    /// Custom fields.
    #[serde(default)]
    pub custom_fields: Fields,
    /// Cross selling.
    #[serde(default)]
    pub cross_selling: Vec<CrossSelling>,
    /// Creation time; absent = a fixed time.
    #[serde(default)]
    pub created: Option<Timestamp>,
    /// Time of the last change.
    #[serde(default)]
    pub updated: Option<Timestamp>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// Minimum, maximum and step of the quantity.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// Minimum.
    #[serde(default = "super::one")]
    pub min: i64,
    /// Maximum.
    #[serde(default)]
    pub max: Option<i64>,
    /// Step.
    #[serde(default = "super::one")]
    pub steps: i64,
}

impl Default for Purchase {
    fn default() -> Self {
        Self {
            min: 1,
            max: None,
            steps: 1,
        }
    }
}

/// A cross selling of a product.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossSelling {
    /// Name.
    pub name: Text,
    /// Product numbers.
    pub products: Vec<String>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}
