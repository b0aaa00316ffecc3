//! How a release writes prices: number formats and texts of each locale.
//!
//! **Invariant:** a text that is missing is not replaced by one of another language: the price is then not written.

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::{
    format::LocaleFormat,
    money::{Money, TaxStatus},
};

use crate::web::messages::fill;

/// `server/price-words.json`, by the code of the locale.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct AllPriceWords(HashMap<String, PriceWords>);

impl AllPriceWords {
    pub(super) fn of(&self, code: &str) -> Option<&PriceWords> {
        self.0.get(code)
    }
}

/// Format and texts of a locale.
#[derive(Debug, Deserialize)]
pub(crate) struct PriceWords {
    /// Of numbers.
    pub(crate) format: LocaleFormat,
    texts: HashMap<String, String>,
}

impl PriceWords {
    /// `€ 494,00`
    pub(crate) fn money(&self, amount: Money) -> String {
        self.format.money(amount)
    }

    /// `excl. btw`
    pub(crate) fn tax(&self, status: TaxStatus) -> Option<String> {
        let key = match status {
            TaxStatus::Gross => "product.tax_gross",
            TaxStatus::Net => "product.tax_net",
            TaxStatus::TaxFree => "product.tax_free",
        };
        self.text(key, &[])
    }

    /// A text with its parameters filled in.
    pub(crate) fn text(&self, key: &str, parameters: &[(&str, &str)]) -> Option<String> {
        self.texts.get(key).map(|text| fill(text, parameters))
    }
}
