//! The formats of the commerce files in a shop folder. There are no defaults except those of the format.
//!
//! **Invariant:** a key that a format does not know is refused.

mod customers;
mod products;
mod promotions;

use indexmap::IndexMap;
use serde::Deserialize;

pub use customers::{CustomerAddress, CustomerFile, GoneProduct, OrderFile, OrderFileLine};
pub(crate) use products::CrossSelling;
pub use products::{ProductFile, Tier};
pub use promotions::{Promotion, PromotionKind, PromotionScope};

use super::text::{Fields, Text};

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
    /// Role of the group (`designer`, `colour`, …): custom field `externalId`.
    #[serde(default)]
    pub external_id: Option<String>,
    /// `color`, `text` or `media`.
    #[serde(default = "text_display")]
    pub display: String,
    /// Available as a filter.
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
    /// Position in languages that have a different one: Shopware translates the position like a text.
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
    /// The position in a language.
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
    /// `metaTitle`.
    #[serde(default)]
    pub meta_title: Option<Text>,
    /// `metaDescription`.
    #[serde(default)]
    pub meta_description: Option<Text>,
    /// Key of its picture in media/manifest.json.
    #[serde(default)]
    pub media: Option<String>,
    /// The product stream (a dynamic product group) with its products, as the numbers of products and families.
    #[serde(default)]
    pub stream: Option<Vec<String>>,
    /// SEO path by language.
    #[serde(default)]
    pub seo_path: Option<Text>,
    /// Whether it is active.
    #[serde(default = "yes")]
    pub active: bool,
    /// Shown in the navigation.
    #[serde(default = "yes")]
    pub visible: bool,
    /// `page`, `folder` or `link`.
    #[serde(default, rename = "type")]
    pub kind: CategoryKind,
    /// Target of a link.
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

/// Type of a category.
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

/// Target of a category of type `link`: a category of the shop or a URL.
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

/// One unit of `units.json`, in which the base price of a product is expressed.
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
    /// Minimum.
    pub min: i64,
    /// Maximum.
    pub max: i64,
    /// `hour`, `day`, `week`, `month` or `year`.
    pub unit: String,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
}

/// One picture of `media/manifest.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Media {
    /// Width of the original in px.
    pub width: u32,
    /// Height of the original in px.
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
    /// The property options in the picture: `group.option` in the file, their ids once the catalogue is loaded.
    #[serde(default)]
    pub shows: Vec<String>,
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
