//! Price limits in a query: `lamp onder 200 euro`, `desk under £500`, `Sofa bis 2000 €`, `lampe à moins de 200 euros`.
//!
//! **Invariant:** a number is a price only after a keyword of the locale such as "under", and never before a unit of
//! measure.

use std::collections::HashSet;

use crate::{
    language::words,
    search_words::{SearchWordsFile, single},
};

/// Units of measure of all languages: a number before one of them is not a price.
const UNITS: [&str; 12] = [
    "cm", "mm", "m", "meter", "lm", "lumen", "k", "kelvin", "w", "watt", "kg", "x",
];
/// Replaces currency signs in a query.
const CURRENCY: &str = "eur";
/// Smaller numbers are quantities or seats.
const MIN_PRICE: i64 = 10;

/// Minimum and maximum price in whole units; `None` = unbounded.
pub(crate) type PriceLimit = (Option<i64>, Option<i64>);

/// The keywords of a locale that turn a number into a price limit.
#[derive(Debug)]
pub(crate) struct PriceWords {
    /// Keywords before a price, longest first; `true` for a maximum.
    keywords: Vec<(Vec<String>, bool)>,
    currency: HashSet<String>,
    units: HashSet<String>,
}

impl PriceWords {
    pub(crate) fn new(file: &SearchWordsFile) -> Self {
        let listed = |list: &[String], most| {
            let texts = list.iter().map(|text| (words(text), most));
            texts.filter(|(words, _)| !words.is_empty()).collect::<Vec<_>>()
        };
        let mut keywords = listed(&file.at_most, true);
        keywords.extend(listed(&file.at_least, false));
        keywords.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        Self {
            keywords,
            currency: single(&file.currency),
            units: single(&file.units),
        }
    }

    /// Splits a query into its words and its price limit.
    pub(crate) fn split_price(&self, query: &str) -> (String, Option<PriceLimit>) {
        let typed = words(&query.replace(['€', '£', '$'], &format!(" {CURRENCY} ")));
        (0..typed.len())
            .find_map(|at| self.price_at(&typed, at))
            .map_or_else(|| (query.to_owned(), None), |(rest, price)| (rest, Some(price)))
    }

    /// The query without the price at an index, and that price.
    fn price_at(&self, typed: &[String], at: usize) -> Option<(String, PriceLimit)> {
        let (before, after) = (typed.get(..at)?, typed.get(at + 1..)?);
        let price = typed.get(at)?.parse().ok().filter(|price| *price >= MIN_PRICE)?;
        let next = after.first();
        if next.is_some_and(|next| UNITS.contains(&next.as_str()) || self.units.contains(next)) {
            return None;
        }
        let before = match before.split_last() {
            Some((last, rest)) if self.is_currency(last) => rest,
            _ => before,
        };
        let (keyword, most) = self.keywords.iter().find(|(keyword, _)| before.ends_with(keyword))?;
        let before = before.get(..before.len() - keyword.len())?;
        let after = match after.split_first() {
            Some((first, rest)) if self.is_currency(first) => rest,
            _ => after,
        };
        let range = if *most {
            (None, Some(price))
        } else {
            (Some(price), None)
        };
        Some(([before, after].concat().join(" "), range))
    }

    fn is_currency(&self, word: &str) -> bool {
        word == CURRENCY || self.currency.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> PriceWords {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let (at_most, at_least): (&[&str], &[&str]) = match code {
            "nl" => (&["onder", "tot"], &["vanaf"]),
            "en" => (&["under"], &["from"]),
            "de" => (&["unter", "bis"], &["ab"]),
            "fr" => (&["moins de", "jusqu'à"], &["plus de", "dès", "à partir de"]),
            _ => (&[], &[]),
        };
        PriceWords::new(&SearchWordsFile {
            at_most: list(at_most),
            at_least: list(at_least),
            currency: list(&["euro", "euros"]),
            units: list(&["places", "sitzer"]),
            ..SearchWordsFile::default()
        })
    }

    #[test]
    fn price_limit_needs_a_keyword() {
        let (at_most, at_least) = (|to| Some((None, Some(to))), |from| Some((Some(from), None)));
        for (code, query, words, price) in [
            ("nl", "lamp onder 200 euro", "lamp", at_most(200)),
            ("nl", "lamp tot € 200", "lamp", at_most(200)),
            ("nl", "lamp tot 200 cm", "lamp tot 200 cm", None),
            ("nl", "bank vanaf 1000", "bank", at_least(1000)),
            ("nl", "tafel 200", "tafel 200", None),
            ("en", "desk under 500", "desk", at_most(500)),
            ("de", "Sofa bis 2000 €", "sofa", at_most(2000)),
            ("de", "Sofa bis 12 Sitzer", "Sofa bis 12 Sitzer", None),
            ("de", "Leuchte unter 5", "Leuchte unter 5", None),
            ("fr", "lampe moins de 200 euros", "lampe", at_most(200)),
            ("fr", "lampe jusqu’à 200 € noire", "lampe noire", at_most(200)),
            ("fr", "canapé à partir de 1000", "canapé", at_least(1000)),
            ("fr", "canapé DÈS 1000", "canapé", at_least(1000)),
            ("fr", "table de 200", "table de 200", None),
            ("fr", "table moins de 10 places", "table moins de 10 places", None),
            ("sv", "lampa under 200", "lampa under 200", None),
        ] {
            assert_eq!(of(code).split_price(query), (words.to_owned(), price), "{query}");
        }
    }
}
