//! Delivery and return terms of the shop.

use serde::Serialize;

/// Delivery and return terms in the structured data of every offer (`[offers]` of the configuration).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OfferTerms {
    /// Shipping options; empty = left out.
    pub shipping: Vec<ShippingTerms>,
    /// Return policy; `None` = left out.
    pub returns: Option<ReturnTerms>,
}

/// One shipping option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShippingTerms {
    /// ISO 3166-1 codes of the destination countries.
    pub countries: Vec<String>,
    /// Cost, a decimal in the sales channel's currency.
    pub cost: String,
    /// Product price from which shipping is free, a decimal.
    pub free_from: Option<String>,
}

/// Return policy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReturnTerms {
    /// ISO 3166-1 codes of the countries it applies to.
    pub countries: Vec<String>,
    /// Days after delivery.
    pub days: u16,
    /// Who pays for the return.
    pub paid_by: ReturnPayer,
    /// The ways to return a product; empty = omitted.
    pub methods: Vec<ReturnMethod>,
    /// What it costs to post a product back, a decimal in the sales channel's currency.
    pub mail_cost: Option<String>,
    /// The heaviest parcel that can be posted, in grams.
    pub parcel_grams: u32,
}

/// Who pays for a return.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ReturnPayer {
    /// The customer.
    Customer,
    /// The shop.
    Shop,
}

/// A way to return a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ReturnMethod {
    /// Sent back.
    Mail,
    /// Brought to a shop.
    Store,
}
