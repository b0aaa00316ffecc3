//! Parses the query of a search (R-BACK-07).
//!
//! **Invariant:** a parameter that is not in the table of the row, or has a value that its pattern does not allow, is
//! refused with its name; nothing of the query is passed on as it came.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use vitrine_backends::query::{ARRAY_LIMIT, parse_query};
use vitrine_search::{CATEGORY, Order, PRICE};

use crate::{fields::FieldFault, problem::Problem};

/// Most characters of what is looked for.
const MAX_QUERY: usize = 200;
/// Most characters of a facet's key.
const MAX_KEY: usize = 100;
/// Most characters of an unknown parameter's name that an error repeats.
const MAX_NAME: usize = 40;
const FACETS: [&str; 6] = [CATEGORY, "brand", "designer", "material", "color", "delivery"];

/// A chosen range of prices in whole units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PriceChoice {
    /// As the parameter has it: `250-500`.
    pub(super) key: String,
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
}

/// A search as it was asked for.
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

/// The query of `/api/search`.
pub(super) fn search(query: Option<&str>) -> Result<SearchQuery, Problem> {
    let mut parameters = parse_query(query.unwrap_or_default());
    let mut faults = Vec::new();
    let read = read(&mut parameters, &mut faults);
    refuse(&parameters, faults)?;
    Ok(read)
}

/// The query of a page: what it does not know, and what cannot be, is not looked at, since links bring more along than
/// searches. `None` if nothing of it is a search.
pub(crate) fn of_page(query: &str) -> Option<SearchQuery> {
    let mut parameters = parse_query(query);
    let known = parameters.len();
    let mut read = read(&mut parameters, &mut Vec::new());
    read.text = read.text.chars().take(MAX_QUERY).collect();
    (parameters.len() < known).then_some(read)
}

fn read(parameters: &mut Map<String, Value>, faults: &mut Vec<FieldFault>) -> SearchQuery {
    let text = text(parameters, faults);
    let mut filters = BTreeMap::new();
    for name in FACETS {
        let keys = list(parameters, name, faults);
        if keys.iter().any(|key| !is_key(key)) {
            faults.push(fault(name));
        } else if !keys.is_empty() {
            filters.insert(name.to_owned(), keys);
        }
    }
    let prices = list(parameters, PRICE, faults).into_iter();
    let prices: Vec<Option<PriceChoice>> = prices.map(PriceChoice::parse).collect();
    if prices.iter().any(Option::is_none) {
        faults.push(fault(PRICE));
    }
    SearchQuery {
        text,
        filters,
        prices: prices.into_iter().flatten().collect(),
        order: order(parameters, faults),
        page: page(parameters, faults),
    }
}

/// The query of `/api/suggest`: what is typed, with a space at its end if it has one.
pub(super) fn suggest(query: Option<&str>) -> Result<String, Problem> {
    let mut parameters = parse_query(query.unwrap_or_default());
    let mut faults = Vec::new();
    let text = text(&mut parameters, &mut faults);
    refuse(&parameters, faults)?;
    Ok(text)
}

fn refuse(left: &Map<String, Value>, mut faults: Vec<FieldFault>) -> Result<(), Problem> {
    faults.extend(left.keys().map(|name| {
        let name: String = name
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '_')
            .take(MAX_NAME)
            .collect();
        FieldFault::new(format!("/{name}"), "fields.invalid")
    }));
    if faults.is_empty() {
        return Ok(());
    }
    faults.truncate(ARRAY_LIMIT);
    Err(Problem::fields(faults))
}

fn fault(name: &str) -> FieldFault {
    FieldFault::new(format!("/{name}"), "fields.invalid")
}

fn text(parameters: &mut Map<String, Value>, faults: &mut Vec<FieldFault>) -> String {
    let Some(text) = one(parameters, "q", faults) else {
        return String::new();
    };
    if text.chars().count() > MAX_QUERY {
        faults.push(fault("q"));
    }
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn order(parameters: &mut Map<String, Value>, faults: &mut Vec<FieldFault>) -> Order {
    match one(parameters, "sort", faults).as_deref() {
        None | Some("relevance") => Order::Relevance,
        Some("new") => Order::New,
        Some("price_asc") => Order::PriceAsc,
        Some("price_desc") => Order::PriceDesc,
        Some(_) => {
            faults.push(fault("sort"));
            Order::Relevance
        }
    }
}

fn page(parameters: &mut Map<String, Value>, faults: &mut Vec<FieldFault>) -> u32 {
    let Some(text) = one(parameters, "page", faults) else {
        return 1;
    };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') && text.len() <= 4;
    text.parse().ok().filter(|_| digits).unwrap_or_else(|| {
        faults.push(fault("page"));
        1
    })
}

/// A parameter that may be there once.
fn one(parameters: &mut Map<String, Value>, name: &str, faults: &mut Vec<FieldFault>) -> Option<String> {
    match parameters.remove(name)? {
        Value::String(text) => Some(text),
        _ => {
            faults.push(fault(name));
            None
        }
    }
}

/// The values of a parameter that may be repeated, each once.
fn list(parameters: &mut Map<String, Value>, name: &str, faults: &mut Vec<FieldFault>) -> Vec<String> {
    let values = match parameters.remove(name) {
        None => Vec::new(),
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(list)) => {
            let texts = list.iter().map(|value| value.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<_>>>().unwrap_or_else(|| {
                faults.push(fault(name));
                Vec::new()
            })
        }
        Some(_) => {
            faults.push(fault(name));
            Vec::new()
        }
    };
    let mut kept = Vec::with_capacity(values.len());
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
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
