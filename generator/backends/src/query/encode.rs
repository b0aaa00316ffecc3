//! Encodes nested bracket queries.
//!
//! **Invariant:** every key and value is percent-encoded, including brackets; no value can end a parameter.

use std::fmt::Write as _;

use serde_json::Value;

/// Encodes a JSON object: maps as `a[b]=v`, lists as `a[0]=v`, an empty map or list as `a[]=`; null is left out. Any
/// other top-level value gives an empty query.
pub fn encode(value: &Value) -> String {
    let mut query = String::new();
    if let Value::Object(map) = value {
        for (key, value) in map {
            push(&mut query, &escape(key), value);
        }
    }
    query
}

fn push(query: &mut String, key: &str, value: &Value) {
    let text = match value {
        Value::Null => return,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => return push_pair(query, &format!("{key}%5B%5D"), ""),
        Value::Object(map) if map.is_empty() => return push_pair(query, &format!("{key}%5B%5D"), ""),
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                push(query, &format!("{key}%5B{index}%5D"), item);
            }
            return;
        }
        Value::Object(map) => {
            for (name, item) in map {
                push(query, &format!("{key}%5B{}%5D", escape(name)), item);
            }
            return;
        }
    };
    push_pair(query, key, &text);
}

fn push_pair(query: &mut String, key: &str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    query.push_str(key);
    query.push('=');
    query.push_str(&escape(value));
}

/// Percent-encodes everything except RFC 3986 unreserved characters.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, json};

    use super::super::parse_query;
    use super::*;

    /// R-BACK-02: query parameters in nested bracket encoding.
    #[test]
    fn r_back_02_maps_and_lists_are_bracketed() {
        assert_eq!(
            encode(
                &json!({"filter": {"site": "nl-NL", "title:contains": "a&b"}, "limit": 3, "sort": [{"field": "id"}]})
            ),
            "filter%5Bsite%5D=nl-NL&filter%5Btitle%3Acontains%5D=a%26b&limit=3&sort%5B0%5D%5Bfield%5D=id"
        );
        assert_eq!(
            encode(&json!({"associations": {"media": {}}, "none": null})),
            "associations%5Bmedia%5D%5B%5D="
        );
        assert_eq!(encode(&json!({"a": true, "b": [1, 2]})), "a=true&b%5B0%5D=1&b%5B1%5D=2");
    }

    fn tree() -> impl Strategy<Value = Value> {
        let leaf = "\\PC{0,12}".prop_map(Value::String);
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..5).prop_map(Value::Array),
                prop::collection::btree_map("[a-zA-Z_:\\-é ][a-zA-Z0-9_:.\\-é ]{0,6}", inner, 1..4)
                    .prop_map(|m| Value::Object(m.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    proptest! {
        /// R-BACK-02: decoding an encoded tree gives the same tree.
        #[test]
        fn r_back_02_encoding_reads_back(fields in prop::collection::btree_map("[a-z][a-z0-9_\\-]{0,8}", tree(), 0..5)) {
            let value = Value::Object(fields.into_iter().collect());
            prop_assert_eq!(Value::Object(parse_query(&encode(&value))), value);
        }

        #[test]
        fn escaped_text_holds_no_separator(text in "\\PC{0,40}") {
            prop_assert!(!escape(&text).contains(['&', '=', '[', ']', '#', '?', ' ', '+']));
        }
    }
}
