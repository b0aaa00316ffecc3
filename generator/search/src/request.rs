//! What is asked of an index, already validated by who asks.

use std::collections::BTreeMap;

use crate::price_words::NamedPrice;

/// The facet of categories, which is none of the documents' own.
pub const CATEGORY: &str = "category";
/// The facet of price bands.
pub const PRICE: &str = "price";

/// The order of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// What fits best first; without a query, the shop's own order.
    #[default]
    Relevance,
    /// Newest first.
    New,
    /// Cheapest first.
    PriceAsc,
    /// Dearest first.
    PriceDesc,
}

/// A range of prices in minor units, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PriceRange {
    /// Lowest; `None` = no bound.
    pub from: Option<i64>,
    /// Highest; `None` = no bound.
    pub to: Option<i64>,
}

impl PriceRange {
    pub(crate) fn fits(self, minor: i64) -> bool {
        self.from.is_none_or(|from| from <= minor) && self.to.is_none_or(|to| minor <= to)
    }
}

/// A search, or a list with filters.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What is looked for; empty = everything.
    pub query: String,
    /// Chosen keys by facet, [`CATEGORY`] among them; several of one facet widen, several facets narrow.
    pub filters: BTreeMap<String, Vec<String>>,
    /// Chosen prices; several widen, none = all.
    pub prices: Vec<PriceRange>,
    /// The order of products.
    pub order: Order,
    /// Products left out at the beginning.
    pub skip: usize,
    /// Most products that are answered.
    pub take: usize,
    /// Minor units of a whole unit of the currency, for prices in the query; 0 where it has none.
    pub unit: i64,
}

impl Request {
    /// With the prices that the query names, in whole units, unless prices are chosen.
    pub(crate) fn within(mut self, price: Option<NamedPrice>) -> Self {
        if let Some((from, to)) = price.filter(|_| self.prices.is_empty() && self.unit > 0) {
            let minor = |units: i64| units.saturating_mul(self.unit);
            self.prices = vec![PriceRange {
                from: from.map(minor),
                to: to.map(minor),
            }];
        }
        self
    }

    /// Whether prices are chosen, or the order goes by them.
    pub(crate) fn is_by_price(&self) -> bool {
        !self.prices.is_empty() || matches!(self.order, Order::PriceAsc | Order::PriceDesc)
    }

    /// The same list with nothing chosen but its category; `None` if nothing else is chosen.
    pub(crate) fn without_filters(&self) -> Option<Self> {
        let other = self
            .filters
            .iter()
            .any(|(facet, keys)| facet != CATEGORY && !keys.is_empty());
        (other || !self.prices.is_empty()).then(|| Self {
            filters: self
                .filters
                .iter()
                .filter(|(facet, _)| *facet == CATEGORY)
                .map(|(facet, keys)| (facet.clone(), keys.clone()))
                .collect(),
            ..Self::default()
        })
    }
}
