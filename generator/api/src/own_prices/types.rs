//! JSON types of the prices of cards.

use serde::Serialize;
use utoipa::ToSchema;

use crate::request::row::Answer;

/// A price as a card shows it, in the page's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct CardPrice {
    /// The price of one piece: `vanaf € 494,00`.
    pub(crate) price: String,
    /// The list price, struck through.
    #[schema(required)]
    pub(crate) list_price: Option<String>,
    /// Whether tax is included: `excl. btw`.
    pub(crate) tax: String,
    /// The reference price, the sentence about the lowest price of the last 30 days, and what a piece costs in a larger
    /// quantity.
    #[schema(required)]
    pub(crate) note: Option<String>,
}

/// The customer's prices behind a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PathPrices {
    /// The path that was asked for.
    pub(super) path: String,
    /// What the family costs, with `from` if another variant costs more.
    pub(super) family: CardPrice,
    /// What the linked variant costs; `null` if this customer cannot buy it.
    #[schema(required)]
    pub(super) variant: Option<CardPrice>,
}

/// Texts for screen readers around a struck price.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct StruckWords {
    /// Before the struck price.
    pub(super) list_price: String,
    /// Before the price to pay.
    pub(super) now: String,
}

/// Prices of the customer's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct CardPricesResponse {
    /// Whether this visitor may have own prices; otherwise everything else is empty.
    pub(super) own: bool,
    /// In the order of the request; without products that are not known or not sold to this customer.
    pub(super) prices: Vec<PathPrices>,
    /// Paths to ask for in another request, because these would have been too many variants for one.
    pub(super) later: Vec<String>,
    /// The label of public prices, for cards without an own price: `incl. btw`.
    pub(super) public_tax: String,
    /// Says that lists are sorted and filtered by public prices.
    pub(super) public_order: String,
    /// Texts around a struck price.
    pub(super) words: StruckWords,
}

impl Answer for CardPricesResponse {}
