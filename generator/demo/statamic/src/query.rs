//! Parses query strings as PHP does: nested brackets, the last of equal keys is used. Also writes them as Laravel's
//! paging links.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::answer::Reply;
use super::filter::Filter;

/// The characters that `http_build_query` does not escape.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b' ');

/// A parsed query string.
#[derive(Debug, Default)]
pub(crate) struct Query {
    pairs: Vec<(String, String)>,
}

impl Query {
    /// Parses the text after the `?`.
    pub(crate) fn parse(raw: Option<&str>) -> Self {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in raw.unwrap_or_default().split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (decode(key), decode(value));
            match pairs.iter_mut().find(|(known, _)| *known == key) {
                Some(pair) => pair.1 = value,
                None => pairs.push((key, value)),
            }
        }
        Self { pairs }
    }

    /// A plain parameter.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.pairs
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The inner keys and values of `filter[…]`, in order.
    fn filter_pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().filter_map(|(key, value)| {
            let inner = key.strip_prefix("filter[")?;
            Some((inner.split_once(']')?.0, value.as_str()))
        })
    }

    /// All filters.
    pub(crate) fn filters(&self) -> Vec<Filter> {
        self.filter_pairs()
            .map(|(key, value)| Filter::parse(key, value))
            .collect()
    }

    /// The 422 of Statamic §2 if a filter uses a field that is not allowed, or a query scope (none is allowed).
    pub(crate) fn forbidden(&self, allowed: impl Fn(&str) -> bool) -> Option<Reply> {
        let named: Vec<String> = self
            .filters()
            .into_iter()
            .map(|filter| filter.field)
            .filter(|field| !allowed(field))
            .collect();
        if !named.is_empty() {
            return Some(Reply::forbidden("filter", &named));
        }
        let scopes: Vec<String> = self
            .pairs
            .iter()
            .filter_map(|(key, _)| Some(key.strip_prefix("query_scope[")?.split_once(']')?.0.to_owned()))
            .collect();
        if scopes.is_empty() {
            None
        } else {
            Some(Reply::forbidden("scope", &scopes))
        }
    }

    /// `fields`, if given: `fields=` requests one field with an empty name.
    pub(crate) fn fields(&self) -> Option<Vec<&str>> {
        self.get("fields")
            .map(|fields| fields.split(',').map(str::trim).collect())
    }

    /// `sort` as handle and descending.
    pub(crate) fn sorts(&self) -> Vec<(&str, bool)> {
        let list = self.get("sort").unwrap_or_default();
        let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts
            .map(|part| part.strip_prefix('-').map_or((part, false), |field| (field, true)))
            .collect()
    }

    /// Items per page: 50 by default, 15 for `limit=0` (Statamic §2).
    pub(crate) fn limit(&self) -> usize {
        match self.get("limit").map(str::parse::<usize>) {
            Some(Ok(0)) => 15,
            Some(Ok(limit)) => limit,
            _ => 50,
        }
    }

    /// The requested page, from 1.
    pub(crate) fn page(&self) -> usize {
        self.get("page")
            .and_then(|page| page.parse().ok())
            .filter(|page| *page > 0)
            .unwrap_or(1)
    }

    /// The query of paging links: only `filter`, `limit`, `page` and `sort`.
    pub(crate) fn paging_link(&self, page: usize) -> String {
        let mut parts: Vec<(String, String)> = self
            .filter_pairs()
            .map(|(key, value)| (format!("filter[{key}]"), value.to_owned()))
            .collect();
        for name in ["limit", "sort"] {
            if let Some(value) = self.get(name) {
                parts.push((name.to_owned(), value.to_owned()));
            }
        }
        parts.push(("page".to_owned(), page.to_string()));
        let parts: Vec<String> = parts
            .iter()
            .map(|(key, value)| format!("{}={}", encode(key), encode(value)))
            .collect();
        parts.join("&")
    }
}

fn decode(text: &str) -> String {
    percent_decode_str(&text.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string().replace(' ', "+")
}
