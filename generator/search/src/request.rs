//! A search request, already validated by the caller.

use std::collections::BTreeMap;

use crate::price_words::PriceLimit;

/// The facet of categories; documents have a field of its own for it.
pub const CATEGORY: &str = "category";
/// The facet of price ranges.
pub const PRICE: &str = "price";

/// Sort order of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Best match first; the shop's default order without a query.
    #[default]
    Relevance,
    /// Newest first.
    New,
    /// Lowest price first.
    PriceAsc,
    /// Highest price first.
    PriceDesc,
}

/// A price range in minor units, inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PriceRange {
    /// Minimum; `None` = unbounded.
    pub from: Option<i64>,
    /// Maximum; `None` = unbounded.
    pub to: Option<i64>,
}

impl PriceRange {
    pub(crate) fn fits(self, minor: i64) -> bool {
        self.from.is_none_or(|from| from <= minor) && self.to.is_none_or(|to| minor <= to)
    }
}

/// A search query or a filtered list.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Search query; empty = all products.
    pub query: String,
    /// Selected keys by facet, including [`CATEGORY`]. Keys of one facet are combined with OR, facets with AND.
    pub filters: BTreeMap<String, Vec<String>>,
    /// Selected price ranges, combined with OR; empty = all.
    pub prices: Vec<PriceRange>,
    /// Sort order of products.
    pub order: Order,
    /// Number of products to skip.
    pub skip: usize,
    /// Maximum number of products to return.
    pub take: usize,
    /// Number of minor units per unit of the currency, for prices in the query; 0 if the currency has none.
    pub unit: i64,
}

impl Request {
    /// Adds the price limit of the query, in whole units, unless price ranges are selected.
    pub(crate) fn with_price_limit(mut self, price: Option<PriceLimit>) -> Self {
        if let Some((from, to)) = price.filter(|_| self.prices.is_empty() && self.unit > 0) {
            let minor = |units: i64| units.saturating_mul(self.unit);
            self.prices = vec![PriceRange {
                from: from.map(minor),
                to: to.map(minor),
            }];
        }
        self
    }

    /// The request with its category filter only; `None` if it has no other filters.
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
