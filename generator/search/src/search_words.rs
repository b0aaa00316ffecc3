//! Synonyms, stop words and price keywords of a locale: `server/search/<code>.words.json`, copied from
//! `locales/<code>/search-words.json`.
//!
//! **Invariant:** the file and each of its lists are optional.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;

use crate::language::words;

/// The search words of a locale, in any case and inflection. Entries of `stop`, `currency` and `units` are single words;
/// others may be phrases (`moins de`).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchWordsFile {
    /// Groups of synonyms; each finds all others.
    pub same: Vec<Vec<String>>,
    /// A word and narrower words that it also finds: `"groen": ["mos", "dennen"]`.
    pub covers: BTreeMap<String, Vec<String>>,
    /// Stop words, which are ignored in a query: `the`, `cheap`.
    pub stop: Vec<String>,
    /// Keywords before a maximum price: `under`.
    pub at_most: Vec<String>,
    /// Keywords before a minimum price: `from`.
    pub at_least: Vec<String>,
    /// Names of the currency: `euro`.
    pub currency: Vec<String>,
    /// Words after a number that is not a price: `people`. Units of measure (`cm`) are built in.
    pub units: Vec<String>,
}

/// The words of a list, tokenized as a query is.
pub(crate) fn single(list: &[String]) -> HashSet<String> {
    list.iter().flat_map(|text| words(text)).collect()
}
