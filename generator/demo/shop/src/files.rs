//! The shapes of the commerce files, exactly as they stand in a shop folder. No defaults beyond what the format names.

use indexmap::IndexMap;
use jiff::Timestamp;
use serde::Deserialize;

use super::text::{Fields, Text};

/// From this quantity on, a piece costs this much.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tier {
    /// First quantity of the tier.
    pub from: i64,
    /// Gross price of a piece.
    pub price: f64,
}

/// One brand of `brands.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// Name; brands are not translated.
    pub name: String,
    /// Website.
    #[serde(default)]
    pub link: Option<String>,
    /// Description.
    #[serde(default)]
    pub description: Option<Text>,
    /// Custom fields (`vitrine_brand_code`, `vitrine_gpsr`).
    #[serde(default)]
    pub custom_fields: Fields,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// One group of `properties.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyGroup {
    /// Name.
    pub name: Text,
    /// What the group is (`designer`, `colour`, …): custom field `externalId`.
    #[serde(default)]
    pub external_id: Option<String>,
    /// `color`, `text` or `media`.
    #[serde(default = "text_display")]
    pub display: String,
    /// Offered as a filter.
    #[serde(default = "yes")]
    pub filterable: bool,
    /// Order.
    #[serde(default = "one")]
    pub position: i64,
    /// Options by key.
    #[serde(default)]
    pub options: IndexMap<String, PropertyOption>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// One option of a group.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyOption {
    /// Name.
    pub name: Text,
    /// Colour as `#rrggbb`.
    #[serde(default)]
    pub color: Option<String>,
    /// Name of a picture in `media/`.
    #[serde(default)]
    pub media: Option<String>,
    /// Order.
    #[serde(default = "one")]
    pub position: i64,
    /// Order in the languages where it is another: Shopware translates it like a text.
    #[serde(default)]
    pub positions: IndexMap<String, i64>,
    /// Custom fields (`vitrine_entry`).
    #[serde(default)]
    pub custom_fields: Fields,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

impl PropertyOption {
    /// Its order in a language.
    #[must_use]
    pub fn position_in(&self, iso: &str) -> i64 {
        self.positions.get(iso).copied().unwrap_or(self.position)
    }
}

/// One category of `categories.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Category {
    /// Key.
    pub key: String,
    /// Name.
    pub name: Text,
    /// Description, HTML.
    #[serde(default)]
    pub description: Option<Text>,
    /// SEO path by language.
    #[serde(default)]
    pub seo_path: Option<Text>,
    /// Shown at all.
    #[serde(default = "yes")]
    pub active: bool,
    /// Shown in the navigation.
    #[serde(default = "yes")]
    pub visible: bool,
    /// `page`, `folder` or `link`.
    #[serde(default, rename = "type")]
    pub kind: CategoryKind,
    /// Where a link leads.
    #[serde(default)]
    pub link: Option<CategoryLink>,
    /// Custom fields (`vitrine_code`).
    #[serde(default)]
    pub custom_fields: Fields,
    /// Sub-categories.
    #[serde(default)]
    pub children: Vec<Category>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// What a category is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum CategoryKind {
    /// A page with products.
    #[default]
    Page,
    /// A heading without a page.
    Folder,
    /// A link to elsewhere.
    Link,
}

/// Where a category of the kind `link` leads: to a category of the shop or to a URL.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryLink {
    /// Key of a category.
    #[serde(default)]
    pub category: Option<Text>,
    /// A URL outside the shop.
    #[serde(default)]
    pub url: Option<Text>,
    /// Opens in a new tab.
    #[serde(default)]
    pub new_tab: bool,
}

/// One unit of `units.json`, in which a product is measured for its base price.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Name.
    pub name: Text,
    /// Short form.
    pub short: Text,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// One of `delivery_times.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveryTime {
    /// Name.
    pub name: Text,
    /// Least.
    pub min: i64,
    /// Most.
    pub max: i64,
    /// `hour`, `day`, `week`, `month` or `year`.
    pub unit: String,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// One promotion of `promotions.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The code visitors type.
    pub code: String,
    /// Name.
    pub name: Text,
    /// `percentage` or `absolute`.
    #[serde(rename = "type")]
    pub kind: PromotionKind,
    /// Percent or amount.
    pub value: f64,
    /// `cart` or `delivery`.
    #[serde(default)]
    pub scope: PromotionScope,
    /// Subtotal it needs.
    #[serde(default)]
    pub minimum: Option<f64>,
    /// In how many orders a customer can use it; absent = in all.
    #[serde(default)]
    pub per_customer: Option<usize>,
    /// First instant at which the code is known.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// Instant from which the code is unknown again.
    #[serde(default)]
    pub valid_until: Option<Timestamp>,
    /// Explicit id of its discount, 32 hex.
    #[serde(default)]
    pub discount_id: Option<String>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

impl Promotion {
    /// Whether the code is known at this instant.
    #[must_use]
    pub fn valid_at(&self, now: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= now) && self.valid_until.is_none_or(|until| now < until)
    }
}

/// How a promotion counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PromotionKind {
    /// Percent of what it applies to.
    Percentage,
    /// A fixed amount.
    Absolute,
}

/// What a promotion applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum PromotionScope {
    /// The goods.
    #[default]
    Cart,
    /// The shipping costs.
    Delivery,
}

/// One picture of `media/manifest.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Media {
    /// Width of the master in px.
    pub width: u32,
    /// Height of the master in px.
    pub height: u32,
    /// Content hash.
    #[serde(default)]
    pub hash: Option<String>,
    /// Alternative text.
    #[serde(default)]
    pub alt: Option<Text>,
    /// Focal point in percent.
    #[serde(default)]
    pub focus: Option<(f64, f64)>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// A product as it stands in `products/<family>.json`, variants already overlaid on their parent.
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
    /// Words it is also found by.
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
    /// What one piece is called: `tin`.
    #[serde(default)]
    pub pack_unit: Option<Text>,
    /// What several pieces are called.
    #[serde(default)]
    pub pack_unit_plural: Option<Text>,
    /// Key in `units.json`.
    #[serde(default)]
    pub unit: Option<String>,
    /// How many units are in a piece.
    #[serde(default)]
    pub purchase_unit: Option<f64>,
    /// How many units the base price is for.
    #[serde(default)]
    pub reference_unit: Option<f64>,
    /// Gross price.
    pub price: f64,
    /// Struck-through price, gross.
    #[serde(default)]
    pub list_price: Option<f64>,
    /// Lowest price of the last 30 days, gross.
    #[serde(default)]
    pub regulation_price: Option<f64>,
    /// Price tiers.
    #[serde(default)]
    pub tiers: Vec<Tier>,
    /// Stock.
    #[serde(default)]
    pub stock: i64,
    /// Sold out for good when the stock is gone.
    #[serde(default)]
    pub closeout: bool,
    /// Days until it can be delivered again.
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
    /// The maker's number.
    #[serde(default)]
    pub manufacturer_number: Option<String>,
    /// Visible at all.
    #[serde(default = "yes")]
    pub active: bool,
    /// File name of what is downloaded; present = a digital product.
    #[serde(default)]
    pub digital: Option<String>,
    /// Title of that file; absent = its name without ending.
    #[serde(default)]
    pub digital_title: Option<String>,
    /// Explicit id of that file, 32 hex.
    #[serde(default)]
    pub digital_id: Option<String>,
    /// Average of its reviews, 1 to 5.
    #[serde(default)]
    pub rating: Option<f64>,
    /// Pieces sold so far, which the sorting `topseller` goes by.
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
    /// When it was created; absent = a fixed instant.
    #[serde(default)]
    pub created: Option<Timestamp>,
    /// When it was last changed.
    #[serde(default)]
    pub updated: Option<Timestamp>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// Least, most and steps of a purchase.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purchase {
    /// Least quantity.
    #[serde(default = "one")]
    pub min: i64,
    /// Most.
    #[serde(default)]
    pub max: Option<i64>,
    /// Steps.
    #[serde(default = "one")]
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

fn yes() -> bool {
    true
}
fn one() -> i64 {
    1
}
fn text_display() -> String {
    "text".to_owned()
}
