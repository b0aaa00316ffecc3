//! The cart (Shopware §7).
//!
//! **Invariant:** every amount is an integer of minor units in the session's currency, as Shopware calculated it; nothing is recalculated here.

mod calls;
pub(super) mod from_wire;
mod shown;

use jiff::Timestamp;
use vitrine_model::{
    ids::{ProductId, ProductNumber},
    money::{Currency, Money, TaxStatus},
};

use super::{LineItemId, PaymentMethodId, ShippingMethodId};

/// A cart as the last call left it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cart {
    /// The rows, in Shopware's order.
    pub line_items: Vec<LineItem>,
    /// Whose amounts these are.
    pub currency: Currency,
    /// Whether amounts hold tax.
    pub tax_status: TaxStatus,
    /// Sum of the rows, without shipping (`positionPrice`).
    pub subtotal: Money,
    /// What is to be paid (`totalPrice`).
    pub total: Money,
    /// The same without tax (`netPrice`).
    pub net_total: Money,
    /// Tax by rate.
    pub taxes: Vec<CartTax>,
    /// Delivery; `None` for an empty cart and for downloads only.
    pub shipping: Option<Shipping>,
    /// What Shopware noticed or repaired. Most are told once, by the call that caused them.
    pub errors: Vec<CartError>,
    /// The payment method that the cart was calculated with.
    pub payment_method: Option<PaymentMethodId>,
    /// Shopware's own fingerprint of content and prices; sent back with the order, which is then refused if the cart is another by now (Shopware §7, §11.1).
    /// It holds more than a visitor sees; [`Cart::shown_hash`] holds what they see.
    pub hash: Option<String>,
}

impl Cart {
    /// How many pieces of goods are in the cart: promotions do not count.
    pub fn item_count(&self) -> u32 {
        self.line_items
            .iter()
            .filter(|item| item.good)
            .fold(0, |sum, item| sum.saturating_add(item.quantity))
    }
}

/// Tax of one rate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CartTax {
    /// In percent, as Shopware writes it (`21`, `5.5`).
    pub rate: String,
    /// How much.
    pub amount: Money,
    /// Of what: with tax where amounts hold it, else without; `None` where it was not told.
    pub base: Option<Money>,
}

/// From when to when goods arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateRange {
    /// Not before.
    pub earliest: Timestamp,
    /// Not after.
    pub latest: Timestamp,
}

/// What delivery costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipping {
    /// The shipping method.
    pub method: Option<ShippingMethodId>,
    /// The shipping method's name, in the call's language.
    pub name: String,
    /// Costs of all deliveries, promotions on delivery taken off.
    pub total: Money,
    /// When the goods arrive, if all are sent together.
    pub dates: Option<DateRange>,
}

/// What a row is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineItemKind {
    /// A product.
    Product,
    /// A discount by code or rule.
    Promotion,
    /// Anything else (`custom`, `credit`, `container`, …), by Shopware's word.
    Other(String),
}

/// One chosen option of a variant, in the call's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// `Kleur`
    pub group: String,
    /// `Blauw`
    pub option: String,
}

/// A picture of a row or of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Absolute URL.
    pub url: String,
    /// What is seen; empty where nobody wrote it.
    pub alt: String,
}

/// How many of a product one may have in the cart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuantityLimits {
    /// At least.
    pub min: u32,
    /// At most; Shopware's calculated maximum.
    pub max: u32,
    /// In steps of.
    pub step: u32,
}

/// One row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineItem {
    /// Its id in the cart.
    pub id: LineItemId,
    /// What it is.
    pub kind: LineItemKind,
    /// The product, for products.
    pub product_id: Option<ProductId>,
    /// The promotion's code, or whatever else the row refers to.
    pub referenced_id: Option<String>,
    /// The code of a promotion, as the visitor typed it; `None` for a promotion without one and for what is no promotion.
    pub promotion_code: Option<String>,
    /// The product's number.
    pub product_number: Option<ProductNumber>,
    /// Its words, in the call's language.
    pub label: String,
    /// The variant's options.
    pub options: Vec<ChosenOption>,
    /// Picture.
    pub cover: Option<Cover>,
    /// How many.
    pub quantity: u32,
    /// Limits of the quantity; `None` for what is no product.
    pub limits: Option<QuantityLimits>,
    /// Merchandise; promotions are not.
    pub good: bool,
    /// The quantity may be changed.
    pub stackable: bool,
    /// The row may be removed.
    pub removable: bool,
    /// A digital good.
    pub digital: bool,
    /// For one piece.
    pub unit_price: Money,
    /// Struck through, for one piece.
    pub list_price: Option<Money>,
    /// For all pieces.
    pub total_price: Money,
    /// Pieces in stock.
    pub stock: Option<i64>,
    /// Delivery time in words, in the call's language.
    pub delivery_time: Option<String>,
    /// Rows inside a container.
    pub children: Vec<LineItem>,
}

/// How bad a cart error is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CartErrorLevel {
    /// 0
    Notice,
    /// 10
    Warning,
    /// 20
    Error,
}

/// What Shopware noticed about the cart (Shopware §7.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CartError {
    /// Unique within the cart (`product-stock-reached5e88…`).
    pub key: String,
    /// Its kind (`product-stock-reached`); texts are ours by this name.
    pub message_key: String,
    /// How bad.
    pub level: CartErrorLevel,
    /// Keeps the cart from being ordered.
    pub blocks_order: bool,
    /// `name`, `quantity`, `code`, … as text, in Shopware's order.
    pub parameters: Vec<(String, String)>,
    /// Shopware's own English words, for logs.
    pub message: String,
}

impl CartError {
    /// A parameter by name.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Something to put into the cart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewLineItem {
    /// A product; its line item gets the product's id, so that adding it again adds up.
    Product {
        /// A sellable product.
        product_id: ProductId,
        /// At least 1.
        quantity: u32,
    },
    /// A promotion by its code. The same code in another spelling is refused ([`super::Refusal::LineItemNotStackable`]): codes are told apart by their letters' case
    /// in the cart, but not when they are looked up (Shopware §10).
    Promotion {
        /// The code, trimmed.
        code: String,
    },
}
