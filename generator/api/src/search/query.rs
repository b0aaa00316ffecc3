//! Parses the query of a search (R-BACK-07).
//!
//! **Invariant:** a parameter that is not in the table of the row, or has a value that its pattern does not allow, is
//! refused with its name; nothing of the query is passed on as it came.

use std::collections::BTreeMap;

use serde_json::Value;
use vitrine_search::{CATEGORY, Order};

use crate::web::queries::{PageNumber, Parameter, Query, once, query};

/// Maximum length of the search text, in characters.
const MAX_QUERY: usize = 200;
/// Maximum length of a facet's key, in characters.
const MAX_KEY: usize = 100;

/// A chosen range of prices in whole units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PriceChoice {
    /// As in the parameter: `250-500`.
    pub(super) key: String,
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
}

/// A parsed search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SearchQuery {
    /// Trimmed, spaces joined, without control characters.
    pub(super) text: String,
    /// Chosen keys by facet.
    pub(super) filters: BTreeMap<String, Vec<String>>,
    pub(super) prices: Vec<PriceChoice>,
    pub(super) order: Order,
    /// From 1.
    pub(super) page: u32,
}

impl SearchQuery {
    /// Whether prices decide which products are found, or in which order.
    pub(super) fn is_by_price(&self) -> bool {
        !self.prices.is_empty() || matches!(self.order, Order::PriceAsc | Order::PriceDesc)
    }
}

query!(/// The query of `/api/search`.
pub(super) SearchParameters {
    /// The search text, at most 200 characters.
    q: Phrase = "lamp",
    /// Codes of categories, each with all below it.
    category: Keys = "verlichting",
    /// Brands.
    brand: Keys = "kante",
    /// Designers.
    designer: Keys = "mara-vink",
    /// Materials.
    material: Keys = "eiken",
    /// Colours.
    color: Keys = "zwart",
    /// When it can be delivered: `in_stock`, `to_order`.
    delivery: Keys = "in_stock",
    /// Ranges of prices in whole units: a band of the list, or from-to with either end empty.
    price: Prices = "250-500",
    /// The order of products.
    sort: Sort = "relevance",
    /// The page of products, from 1.
    page: PageNumber = "1",
});

query!(/// The query of `/api/suggest`.
pub(super) SuggestParameters {
    /// The search text, at most 200 characters.
    q: Phrase = "lamp",
});

/// The query of a page; `None` if nothing of it is a search.
pub(crate) fn of_page(query: &str) -> Option<SearchQuery> {
    SearchParameters::of_page(query).map(SearchQuery::from)
}

impl From<SearchParameters> for SearchQuery {
    fn from(asked: SearchParameters) -> Self {
        let facets = [
            (CATEGORY, asked.category),
            ("brand", asked.brand),
            ("designer", asked.designer),
            ("material", asked.material),
            ("color", asked.color),
            ("delivery", asked.delivery),
        ];
        let chosen = facets.into_iter().filter(|(_, Keys(keys))| !keys.is_empty());
        Self {
            text: asked.q.0,
            filters: chosen.map(|(facet, Keys(keys))| (facet.to_owned(), keys)).collect(),
            prices: asked.price.0,
            order: asked.sort.0,
            page: asked.page.0,
        }
    }
}

/// A search text: trimmed, spaces collapsed, without control characters.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Phrase(pub(super) String);

impl Parameter for Phrase {
    const PATTERN: &'static str = "^.{0,200}$";

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let text = once(value).map_err(|()| Self::default())?.unwrap_or_default();
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        let joined = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if text.chars().count() > MAX_QUERY {
            return Err(Self(joined.chars().take(MAX_QUERY).collect()));
        }
        Ok(Self(joined))
    }
}

/// Chosen values of a facet.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Keys(Vec<String>);

impl Parameter for Keys {
    const PATTERN: &'static str = "^[^\\u0000-\\u001f]{1,100}$";
    const REPEATED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let keys = list(value).ok_or_else(Self::default)?;
        if keys.iter().all(|key| is_key(key)) {
            Ok(Self(keys))
        } else {
            Err(Self::default())
        }
    }
}

/// Chosen ranges of prices.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Prices(Vec<PriceChoice>);

impl Parameter for Prices {
    const PATTERN: &'static str = "^[0-9]{0,7}-[0-9]{0,7}$";
    const REPEATED: bool = true;

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let keys = list(value).ok_or_else(Self::default)?;
        let all = keys.len();
        let read: Vec<PriceChoice> = keys.into_iter().filter_map(PriceChoice::parse).collect();
        if read.len() == all {
            Ok(Self(read))
        } else {
            Err(Self(read))
        }
    }
}

/// The order of products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sort(Order);

impl Default for Sort {
    fn default() -> Self {
        Self(Order::Relevance)
    }
}

impl Parameter for Sort {
    const PATTERN: &'static str = "^(relevance|new|price_asc|price_desc)$";

    fn read(value: Option<Value>, _query: &str) -> Result<Self, Self> {
        let order = match once(value).map_err(|()| Self::default())?.as_deref() {
            None | Some("relevance") => Order::Relevance,
            Some("new") => Order::New,
            Some("price_asc") => Order::PriceAsc,
            Some("price_desc") => Order::PriceDesc,
            Some(_) => return Err(Self::default()),
        };
        Ok(Self(order))
    }
}

/// The distinct values of a repeatable parameter; `None` if it is not a list of texts.
fn list(value: Option<Value>) -> Option<Vec<String>> {
    let values = match value {
        None => Vec::new(),
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(list)) => {
            let texts = list.iter().map(|value| value.as_str().map(str::to_owned));
            texts.collect::<Option<_>>()?
        }
        Some(_) => return None,
    };
    let mut kept = Vec::with_capacity(values.len());
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    Some(kept)
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().count() <= MAX_KEY && !key.chars().any(char::is_control)
}

impl PriceChoice {
    /// `250-500`, `2500-`, `-100`
    pub(super) fn parse(key: String) -> Option<Self> {
        let (from, to) = key.split_once('-')?;
        let end = |text: &str| match text {
            "" => Some(None),
            digits if digits.len() <= 7 && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().ok().map(Some)
            }
            _ => None,
        };
        let (from, to): (Option<i64>, Option<i64>) = (end(from)?, end(to)?);
        let some = from.is_some() || to.is_some();
        let ordered = from.zip(to).is_none_or(|(from, to)| from <= to);
        (some && ordered).then_some(Self { key, from, to })
    }
}
