//! The cart (Shopware §7).
//!
//! **Invariant:** every amount is an integer of minor units in the session's currency, as calculated by Shopware;
//! nothing is recalculated here.

mod calls;
pub(super) mod from_wire;
mod shown;

use jiff::Timestamp;
use vitrine_delivery::DeliveryTime;
use vitrine_model::{
    ids::{ProductId, ProductNumber},
    money::{Currency, Money, TaxStatus},
};

use super::{LineItemId, PaymentMethodId, ShippingMethodId};

/// A cart as returned by a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cart {
    /// The line items, in Shopware's order.
    pub line_items: Vec<LineItem>,
    /// Currency of all amounts.
    pub currency: Currency,
    /// Whether amounts include tax.
    pub tax_status: TaxStatus,
    /// Sum of the line items, without shipping (`positionPrice`).
    pub subtotal: Money,
    /// Amount to pay (`totalPrice`).
    pub total: Money,
    /// The difference due to cash rounding; may be negative (Shopware §25.4).
    pub rounding: Money,
    /// Amount to pay without tax (`netPrice`).
    pub net_total: Money,
    /// Tax by rate.
    pub taxes: Vec<CartTax>,
    /// Delivery; `None` for an empty cart and for downloads only.
    pub shipping: Option<Shipping>,
    /// Notices, warnings and errors. Most are only returned by the call that caused them.
    pub errors: Vec<CartError>,
    /// The payment method used for the calculation.
    pub payment_method: Option<PaymentMethodId>,
    /// Shopware's hash of content and prices; `None` if a line has no price, because such a cart cannot be ordered. It
    /// is sent with the order, which fails if the cart has changed since (Shopware §7, §11.1). It also covers data that
    /// visitors do not see; [`Cart::shown_hash`] only covers what they see.
    pub hash: Option<String>,
}

impl Cart {
    /// Number of pieces of goods in the cart; promotions do not count, and a container counts once, including its
    /// nested items.
    pub fn item_count(&self) -> u32 {
        pieces(&self.line_items)
    }

    /// The line items with all that is inside of them.
    pub fn all_line_items(&self) -> impl Iterator<Item = &LineItem> {
        let mut left: Vec<&LineItem> = self.line_items.iter().rev().collect();
        std::iter::from_fn(move || {
            let next = left.pop()?;
            left.extend(next.children.iter().rev());
            Some(next)
        })
    }
}

/// A container that is not goods itself is counted by its nested items.
fn pieces(items: &[LineItem]) -> u32 {
    items.iter().fold(0, |sum, item| {
        let own = if item.good {
            item.quantity
        } else {
            pieces(&item.children)
        };
        sum.saturating_add(own)
    })
}

/// Tax amount of one rate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CartTax {
    /// In percent, as Shopware writes it (`21`, `5.5`).
    pub rate: String,
    /// Tax amount.
    pub amount: Money,
    /// Taxed amount: gross if amounts include tax, otherwise net; `None` if not given.
    pub base: Option<Money>,
}

/// Expected delivery dates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DateRange {
    /// Earliest date.
    pub earliest: Timestamp,
    /// Latest date.
    pub latest: Timestamp,
}

/// Shipping method and costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipping {
    /// The shipping method.
    pub method: Option<ShippingMethodId>,
    /// The shipping method's name, in the call's language.
    pub name: String,
    /// Costs of all deliveries, including negative ones of promotions.
    pub total: Money,
    /// Expected delivery if everything is sent together.
    pub dates: Option<DateRange>,
    /// The delivery time of the method.
    pub time: Option<DeliveryTime>,
    /// The country of delivery, as its ISO 3166-1 code.
    pub country: Option<String>,
}

/// Type of a line item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineItemKind {
    /// A product.
    Product,
    /// A discount by code or rule.
    Promotion,
    /// Any other type (`custom`, `credit`, `container`, …), by Shopware's name.
    Other(String),
}

/// One selected option of a variant, in the language of the call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChosenOption {
    /// `Kleur`
    pub group: String,
    /// `Blauw`
    pub option: String,
}

/// A picture of a line item or of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    /// Absolute URL.
    pub url: String,
    /// Alternative text; empty if there is none.
    pub alt: String,
    /// The smallest of Shopware's thumbnails that is large enough for a line of a cart.
    pub small: Option<String>,
}

/// The prices of a line item, in a cart or an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinePrice {
    /// Price of one piece.
    pub unit: Money,
    /// List price of one piece (struck through).
    pub list: Option<Money>,
    /// Price of all pieces.
    pub total: Money,
}

/// Limits of a line item's quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuantityLimits {
    /// Minimum.
    pub min: u32,
    /// Maximum, as calculated by Shopware.
    pub max: u32,
    /// Step.
    pub step: u32,
}

/// A line item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineItem {
    /// Id in the cart.
    pub id: LineItemId,
    /// Type.
    pub kind: LineItemKind,
    /// Id of the product, for products.
    pub product_id: Option<ProductId>,
    /// The promotion's code, or the id of another referenced record.
    pub referenced_id: Option<String>,
    /// The code of a promotion, as the visitor typed it; `None` for a promotion without a code and for other types.
    pub promotion_code: Option<String>,
    /// The product's number.
    pub product_number: Option<ProductNumber>,
    /// Name, in the language of the call; the product's number if there is none.
    pub label: String,
    /// The variant's options.
    pub options: Vec<ChosenOption>,
    /// Picture.
    pub cover: Option<Cover>,
    /// Quantity.
    pub quantity: u32,
    /// Limits of the quantity; `None` if it is not a product.
    pub limits: Option<QuantityLimits>,
    /// Whether it is goods; promotions are not.
    pub good: bool,
    /// The quantity can be changed.
    pub stackable: bool,
    /// The line item can be removed.
    pub removable: bool,
    /// A digital good.
    pub digital: bool,
    /// Its prices; `None` if Shopware returns none, or unreadable ones.
    pub price: Option<LinePrice>,
    /// Pieces in stock.
    pub stock: Option<i64>,
    /// Whether its delivery is free; `None` if it is not delivered.
    pub free_delivery: Option<bool>,
    /// A promotion that changes the costs of delivery.
    pub on_delivery: bool,
    /// Delivery time as text, in the language of the call.
    pub delivery_time: Option<String>,
    /// The same as numbers.
    pub time: Option<DeliveryTime>,
    /// Calendar days until missing pieces are in stock.
    pub restock_days: Option<u32>,
    /// Line items inside a container. Their prices are part of its own.
    pub children: Vec<LineItem>,
}

/// Severity of a cart error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CartErrorLevel {
    /// 0
    Notice,
    /// 10
    Warning,
    /// 20
    Error,
}

/// A notice, warning or error about the cart (Shopware §7.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CartError {
    /// Unique within the cart (`product-stock-reached5e88…`).
    pub key: String,
    /// Type of the error (`product-stock-reached`); our own texts are looked up by it.
    pub message_key: String,
    /// Severity.
    pub level: CartErrorLevel,
    /// The cart cannot be ordered.
    pub blocks_order: bool,
    /// `name`, `quantity`, `code`, … as text, in Shopware's order.
    pub parameters: Vec<(String, String)>,
    /// Shopware's English message, for logs.
    pub message: String,
}

impl CartError {
    /// Whether one of the session's addresses has no salutation (Shopware §25.3).
    pub fn lacks_salutation(&self) -> bool {
        self.message_key.starts_with("salutation-missing-")
    }

    /// A parameter by name.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }
}

/// A line item to add to the cart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewLineItem {
    /// A product; its line item gets the product's id, so adding it again increases the quantity.
    Product {
        /// A sellable product.
        product_id: ProductId,
        /// At least 1.
        quantity: u32,
    },
    /// A promotion by its code. The same code in another case is refused ([`super::Refusal::LineItemNotStackable`]):
    /// codes are case-sensitive in the cart, but not in the lookup (Shopware §10).
    Promotion {
        /// The code, trimmed.
        code: String,
    },
}
