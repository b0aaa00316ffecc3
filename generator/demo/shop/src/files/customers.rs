//! `customers.json` and `orders.json`: customers with an account, and their orders from before the start.

use jiff::Timestamp;
use serde::Deserialize;

/// One customer of `customers.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerFile {
    /// The e-mail address, used as login name.
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

/// An address of a customer; it has the customer's name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CustomerAddress {
    /// Company, if it differs from the customer's.
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

/// One order of `orders.json`, placed by a customer of `customers.json` before the start.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFile {
    /// The order number.
    pub number: String,
    /// E-mail address of the customer.
    pub customer: String,
    /// Days between the order and the start.
    pub days_ago: f64,
    /// The ordered products.
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
    #[serde(default = "super::one")]
    pub quantity: i64,
    /// Name and price, for a product that is no longer sold.
    #[serde(default)]
    pub gone: Option<GoneProduct>,
}

/// A product that is no longer sold.
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
