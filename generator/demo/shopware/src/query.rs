//! Parses query strings as PHP does: `filter[0][type]=equals&associations[media][]=` becomes nested arrays. The result
//! is plain JSON; keys 0, 1, 2 … become a list.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};

/// Maximum nesting, as in PHP.
const MAX_DEPTH: usize = 64;

/// Reads a query string (or a form body).
pub(crate) fn parse(query: &str) -> Map<String, Value> {
    let mut root = Map::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (decode(key), decode(value));
        let path = path_of(&key);
        if !path.is_empty() && path.len() <= MAX_DEPTH {
            insert(&mut root, &path, value);
        }
    }
    root.into_iter().map(|(key, value)| (key, lists(value))).collect()
}

fn decode(text: &str) -> String {
    percent_decode_str(&text.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

/// `a[b][]` is `["a", "b", ""]`.
fn path_of(key: &str) -> Vec<&str> {
    let Some((first, mut rest)) = key.split_once('[') else {
        return vec![key];
    };
    let mut path = vec![first];
    while let Some((part, after)) = rest.split_once(']') {
        path.push(part);
        let Some(next) = after.strip_prefix('[') else { break };
        rest = next;
    }
    path
}

fn insert(map: &mut Map<String, Value>, path: &[&str], value: String) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let key = if first.is_empty() {
        map.len().to_string()
    } else {
        (*first).to_owned()
    };
    if rest.is_empty() {
        map.insert(key, Value::String(value));
        return;
    }
    let slot = map.entry(key).or_insert_with(|| Value::Object(Map::new()));
    if !slot.is_object() {
        *slot = Value::Object(Map::new());
    }
    if let Some(below) = slot.as_object_mut() {
        insert(below, rest, value);
    }
}

fn lists(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    let counts = !map.is_empty() && map.keys().enumerate().all(|(index, key)| *key == index.to_string());
    if counts {
        Value::Array(map.into_iter().map(|(_, value)| lists(value)).collect())
    } else {
        Value::Object(map.into_iter().map(|(key, value)| (key, lists(value))).collect())
    }
}

/// An integer, or a text that contains one.
pub(crate) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}
