//! A product's price and stock right now, for the visitor who asks (R-PDP-03).
//!
//! **Invariant:** the same rules as for the build's products, by the same functions.

use vitrine_model::{
    ids::{ProductId, ProductNumber},
    product::{Prices, PurchaseLimits, Stock},
};

/// What may have changed since the page was built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveProduct {
    /// Shopware's id.
    pub id: ProductId,
    /// The article number.
    pub number: ProductNumber,
    /// In the session's currency and tax state; without the recommended price, which does not change by visitor.
    pub prices: Prices,
    /// State by shopware-fields.md' rule.
    pub stock: Stock,
    /// How many one may buy.
    pub limits: PurchaseLimits,
    /// Delivery time in words, in the call's language.
    pub delivery_time: Option<String>,
}
