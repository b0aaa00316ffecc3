//! The prices of a release, which the live ones are measured against (law §2).

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::price_history::Baseline;

/// `server/prices.json`, by product id.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct PublishedPrices(HashMap<String, Price>);

#[derive(Debug, Deserialize)]
struct Price {
    /// The currency.
    market: String,
    /// The lowest price of the 30 days before a reduction that is announced now, in minor units.
    baseline: Option<i64>,
}

impl PublishedPrices {
    /// What a reduced price is measured against; not known for a product that the release does not have.
    pub(super) fn baseline(&self, id: &str, currency: &str) -> Baseline {
        let price = self.0.get(id).filter(|price| price.market == currency);
        match price.and_then(|price| price.baseline) {
            Some(minor) => Baseline::Known(Some(minor)),
            None => Baseline::Partial(None),
        }
    }
}
