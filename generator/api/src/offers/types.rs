//! JSON types of offers, converted field by field from Shopware's products.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::convert::LiveProduct;
use vitrine_model::{price_history::Baseline, product};

use crate::{
    delivery_dates::lines::ProductDays,
    request::row::Answer,
    types::{
        item_numbers::ItemNumbers,
        money::{Money, TaxStatus},
    },
};

/// Whether a product can be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::enum_variant_names, reason = "they are the words of the JSON")]
pub(super) enum StockState {
    /// The product can be bought.
    InStock,
    /// The product can be bought and few pieces are left.
    LimitedStock,
    /// The product cannot be bought.
    OutOfStock,
}

impl From<product::StockState> for StockState {
    fn from(state: product::StockState) -> Self {
        match state {
            product::StockState::InStock => Self::InStock,
            product::StockState::LimitedStock => Self::LimitedStock,
            product::StockState::OutOfStock => Self::OutOfStock,
        }
    }
}

/// The price per reference amount.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReferencePrice {
    /// The price of the reference amount.
    price: Money,
    /// Number of units.
    amount: f64,
    /// Name of the unit, localized: `litre`.
    unit: String,
}

/// The price of one piece.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OfferPrice {
    /// The price to pay.
    price: Money,
    /// The former price, shown struck through; `null` if the price is not reduced.
    #[schema(required)]
    list_price: Option<Money>,
    /// The lowest price of the last 30 days; `null` unless a former price is shown.
    #[schema(required)]
    lowest_price: Option<Money>,
    /// The price per reference amount.
    #[schema(required)]
    reference_price: Option<ReferencePrice>,
}

impl OfferPrice {
    /// Without the unit's name there is no reference price.
    fn new(price: &product::UnitPrice, unit: Option<&str>) -> Self {
        let struck = price.struck();
        Self {
            price: price.unit.into(),
            list_price: struck.map(Money::from),
            lowest_price: price.regulation.filter(|_| struck.is_some()).map(Money::from),
            reference_price: price
                .reference
                .as_ref()
                .zip(unit)
                .map(|(reference, unit)| ReferencePrice {
                    price: reference.price.into(),
                    amount: reference.amount.number(),
                    unit: unit.to_owned(),
                }),
        }
    }
}

/// The price of one piece for a range of quantities.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OfferTier {
    /// The first quantity of the range.
    from: u32,
    /// The last quantity of the range; `null` if the range is open.
    #[schema(required)]
    to: Option<u32>,
    /// The price of one piece.
    unit: OfferPrice,
}

/// The days on which a product is delivered, in a sentence, and the sentence that is true after the cut-off.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Arrival {
    /// The days of an order that is placed now.
    days: String,
    /// The seconds from this response to the cut-off; `null` if no order is handled any more today.
    #[schema(required)]
    seconds: Option<u32>,
    /// The days of an order that is placed after the cut-off; `null` with `seconds`.
    #[schema(required)]
    days_then: Option<String>,
}

impl From<ProductDays> for Arrival {
    fn from(ProductDays { now, then }: ProductDays) -> Self {
        let (seconds, days_then) = then.unzip();
        Self {
            days: now,
            seconds,
            days_then,
        }
    }
}

/// Price and stock of a product for this visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct Offer {
    /// The product id.
    product_id: String,
    /// Product and part numbers, of a bundle also those of its contents; empty for anyone but business customers.
    numbers: Vec<ItemNumbers>,
    /// The price of one piece at the smallest quantity that can be bought.
    unit: OfferPrice,
    /// Prices by quantity; empty if there is only one price.
    tiers: Vec<OfferTier>,
    /// Whether amounts include tax.
    tax_status: TaxStatus,
    /// Whether the product can be bought.
    stock_state: StockState,
    /// The number of pieces in stock.
    available_stock: u32,
    /// Days until restock, if the product is out of stock.
    #[schema(required)]
    restock_days: Option<u32>,
    /// The delivery time as text, localized.
    #[schema(required)]
    delivery_time: Option<String>,
    /// When an order placed now arrives; `null` if the shop names no dates, or none for this product.
    #[schema(required)]
    arrival: Option<Arrival>,
}

impl Offer {
    /// `numbers` are those that this visitor sees; a reduced price is measured against `baseline`.
    pub(super) fn new(
        live: &LiveProduct,
        numbers: Vec<ItemNumbers>,
        baseline: Baseline,
        arrival: Option<ProductDays>,
    ) -> Self {
        let mut prices = live.prices.clone();
        prices.measure_against(live.limits.min, baseline);
        let unit = live.unit.as_deref();
        Self {
            product_id: live.id.as_str().to_owned(),
            numbers,
            unit: OfferPrice::new(prices.at(live.limits.min), unit),
            tiers: prices
                .tiers
                .iter()
                .map(|tier| OfferTier {
                    from: tier.from,
                    to: tier.to,
                    unit: OfferPrice::new(&tier.price, unit),
                })
                .collect(),
            tax_status: prices.tax_status.into(),
            stock_state: live.stock.state.into(),
            available_stock: live.stock.pieces,
            restock_days: live.stock.awaited_days(),
            delivery_time: live.delivery_time.clone(),
            arrival: arrival.map(Arrival::from),
        }
    }
}

/// Price and stock of several products, in the order of the backend's response.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct OffersResponse {
    /// One offer for each product that this visitor can be sold.
    pub(super) offers: Vec<Offer>,
}

impl Answer for OffersResponse {}
