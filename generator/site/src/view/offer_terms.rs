//! What the shop says about delivery and returns.

use serde::Serialize;

/// What search engines are told about every offer beside price and stock (`[offers]` of the configuration).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OfferTerms {
    /// Ways of delivery; none = nothing is told about it.
    pub shipping: Vec<ShippingTerms>,
    /// Returns; `None` = nothing is told about them.
    pub returns: Option<ReturnTerms>,
}

/// One way of delivery.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ShippingTerms {
    /// ISO 3166-1 codes of where it goes.
    pub countries: Vec<String>,
    /// What it costs, a decimal in the sales channel's currency.
    pub cost: String,
    /// From which price of the product on it costs nothing, a decimal.
    pub free_from: Option<String>,
}

/// How things are sent back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReturnTerms {
    /// ISO 3166-1 codes of where it holds.
    pub countries: Vec<String>,
    /// Days after delivery.
    pub days: u16,
    /// Who pays for it.
    pub paid_by: ReturnPayer,
}

/// Who pays for sending something back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum ReturnPayer {
    /// Who bought it.
    Customer,
    /// The shop.
    Shop,
}
