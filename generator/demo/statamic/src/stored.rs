//! Parses references in stored values.

use serde_json::Value;

use super::blueprint::Field;
use super::content::{Content, Term};

/// The keys stored in a relation, one or several.
pub(crate) fn references(stored: &Value) -> Vec<&str> {
    match stored {
        Value::String(one) if !one.is_empty() => vec![one],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The path after `assets::`, or the path itself.
pub(crate) fn asset_path(key: &str) -> &str {
    key.strip_prefix("assets::").unwrap_or(key)
}

/// The term for a slug or a `taxonomy::slug` in a terms field.
pub(crate) fn find_term<'c>(content: &'c Content, field: &Field, key: &str) -> Option<&'c Term> {
    match key.split_once("::") {
        Some((taxonomy, slug)) => content.term(taxonomy, slug),
        None => content.term(field.taxonomy()?, key),
    }
}
