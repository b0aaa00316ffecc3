//! The formats of the commerce files in a shop folder. There are no defaults except those of the format.

use indexmap::IndexMap;
use jiff::Timestamp;
use serde::Deserialize;

use super::text::{Fields, Text};

/// A price tier: from this quantity on, a piece has this price.
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
    /// Order in languages where it differs: Shopware translates the position like a text.
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

/// One customer of `customers.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerFile {
    /// The e-mail address, which the customer logs in with.
    pub email: String,
    /// The password.
    pub password: String,
    /// Key of a salutation of `shop.json`.
    pub salutation: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// `private` or `business`.
    pub account_type: String,
    /// Key of a group in `customer_groups` of `shop.json`; any other word is the standard group.
    pub group: String,
    /// Company.
    #[serde(default)]
    pub company: Option<String>,
    /// VAT numbers.
    #[serde(default)]
    pub vat_ids: Vec<String>,
    /// Whether the customer may log in.
    #[serde(default = "active")]
    pub active: bool,
    /// ISO code of the language of mails.
    pub language: String,
    /// When the account was registered; by default at start.
    #[serde(default)]
    pub registered: Option<Timestamp>,
    /// Index of the default billing address.
    #[serde(default)]
    pub default_billing: usize,
    /// Index of the default shipping address.
    #[serde(default)]
    pub default_shipping: usize,
    /// The address book.
    pub addresses: Vec<CustomerAddress>,
}

fn active() -> bool {
    true
}

/// An address of a customer, under the customer's name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerAddress {
    /// Company, unless it is the customer's.
    #[serde(default)]
    pub company: Option<String>,
    /// Street and house number.
    pub street: String,
    /// Postal code.
    pub zipcode: String,
    /// City.
    pub city: String,
    /// ISO code of a country of `shop.json`.
    pub country: String,
    /// Telephone number.
    #[serde(default)]
    pub phone: Option<String>,
}

/// One order of `orders.json`: what a customer of `customers.json` ordered before the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFile {
    /// The order number.
    pub number: String,
    /// E-mail address of the customer.
    pub customer: String,
    /// Days between the order and the start.
    pub days_ago: f64,
    /// What was ordered.
    pub lines: Vec<OrderFileLine>,
    /// A promotion code.
    #[serde(default)]
    pub code: Option<String>,
    /// Key of a shipping method of `shop.json`.
    pub shipping: String,
    /// Key of a payment method of `shop.json`.
    pub payment: String,
    /// Technical name of the order's state.
    pub state: String,
    /// Technical name of the deliveries' state.
    #[serde(default = "open")]
    pub delivery: String,
    /// Technical name of the payment's state.
    pub transaction: String,
    /// Tracking codes.
    #[serde(default)]
    pub tracking: Vec<String>,
    /// Technical names of the documents: `invoice`, `delivery_note`, `credit_note`, `storno`.
    #[serde(default)]
    pub documents: Vec<String>,
    /// The customer's comment.
    #[serde(default)]
    pub comment: Option<String>,
}

/// A product of an order.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFileLine {
    /// The product's number.
    pub product: String,
    /// Quantity.
    #[serde(default = "one")]
    pub quantity: i64,
    /// Name and price of a product that is not sold any more.
    #[serde(default)]
    pub gone: Option<GoneProduct>,
}

/// A product that was sold once.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoneProduct {
    /// Name, in the language of the order.
    pub label: String,
    /// Gross price of a piece.
    pub price: f64,
}

fn open() -> String {
    "open".to_owned()
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
    /// Minimum subtotal.
    #[serde(default)]
    pub minimum: Option<f64>,
    /// Maximum number of orders of one customer with this code; absent = unlimited.
    #[serde(default)]
    pub per_customer: Option<usize>,
    /// Start of validity.
    #[serde(default)]
    pub valid_from: Option<Timestamp>,
    /// End of validity (exclusive).
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
    /// Whether the code is valid at this time.
    #[must_use]
    pub fn valid_at(&self, now: Timestamp) -> bool {
        self.valid_from.is_none_or(|from| from <= now) && self.valid_until.is_none_or(|until| now < until)
    }
}

/// Type of a promotion's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PromotionKind {
    /// A percentage.
    Percentage,
    /// A fixed amount.
    Absolute,
}

/// The amounts that a promotion applies to.
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
    /// The property options that it shows: `group.option` in the file, their ids once the catalogue is loaded.
    #[serde(default)]
    pub shows: Vec<String>,
    /// Explicit id, 32 hex.
    #[serde(default)]
    pub id: Option<String>,
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
    #[serde(default = "yes")]
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
    #[serde(default = "one")]
    pub min: i64,
    /// Maximum.
    #[serde(default)]
    pub max: Option<i64>,
    /// Step.
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
