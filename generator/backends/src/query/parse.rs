//! Parses nested bracket queries from outside, with limits (R-BACK-07).
//!
//! **Invariant:** no input causes a panic, recursion deeper than [`DEPTH`], or allocation beyond a small multiple of
//! the query's size.

use serde_json::{Map, Value};

/// The largest index of a list; with a larger one the elements become a map by index.
pub const ARRAY_LIMIT: usize = 20;
/// Maximum nesting of brackets in a key; the rest of the key is kept as one key.
pub const DEPTH: usize = 5;
/// Maximum number of parameters; the rest is ignored.
pub const PARAMETERS: usize = 1_000;

/// Parses a query string (`a[b][0]=x&c=y`, without its `?`) into texts, lists and maps.
///
/// - At most [`PARAMETERS`] parameters are read.
/// - At most [`DEPTH`] brackets nest; the rest of the key, including brackets, is one more key.
/// - Indices up to [`ARRAY_LIMIT`] make a list (sorted by index, gaps closed); a larger index makes a map.
/// - `a[]=x&a[]=y` and `a=x&a=y` make lists; beyond the limit a map by index.
pub fn parse_query(query: &str) -> Map<String, Value> {
    let mut root = Node::default();
    for pair in query.split('&').filter(|p| !p.is_empty()).take(PARAMETERS) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = unescape(key);
        if key.is_empty() {
            continue;
        }
        root.put(&path(&key), unescape(value));
    }
    root.children
        .into_iter()
        .map(|(key, node)| (key, node.into_value()))
        .collect()
}

/// A node of the tree being built.
#[derive(Default)]
struct Node {
    texts: Vec<String>,
    children: Vec<(String, Node)>,
    pushed: usize,
}

impl Node {
    fn put(&mut self, path: &[&str], value: String) {
        let Some((first, rest)) = path.split_first() else {
            self.texts.push(value);
            return;
        };
        let key = if first.is_empty() {
            let index = self.pushed;
            self.pushed += 1;
            index.to_string()
        } else {
            (*first).to_owned()
        };
        let place = match self.children.iter().position(|(k, _)| *k == key) {
            Some(place) => place,
            None => {
                self.children.push((key, Self::default()));
                self.children.len() - 1
            }
        };
        if let Some((_, child)) = self.children.get_mut(place) {
            child.put(rest, value);
        }
    }

    fn into_value(self) -> Value {
        if self.children.is_empty() {
            return texts(self.texts);
        }
        let mut indexed: Vec<(usize, Self)> = Vec::with_capacity(self.children.len());
        let mut named: Vec<(String, Self)> = Vec::new();
        for (key, node) in self.children {
            match index(&key) {
                Some(at) if named.is_empty() => indexed.push((at, node)),
                _ => named.push((key, node)),
            }
        }
        if named.is_empty() {
            indexed.sort_by_key(|(at, _)| *at);
            return Value::Array(indexed.into_iter().map(|(_, node)| node.into_value()).collect());
        }
        let before = indexed.into_iter().map(|(at, node)| (at.to_string(), node));
        Value::Object(
            before
                .chain(named)
                .map(|(key, node)| (key, node.into_value()))
                .collect(),
        )
    }
}

fn texts(mut texts: Vec<String>) -> Value {
    match texts.len() {
        0 | 1 => Value::String(texts.pop().unwrap_or_default()),
        n if n <= ARRAY_LIMIT + 1 => Value::Array(texts.into_iter().map(Value::String).collect()),
        _ => Value::Object(
            texts
                .into_iter()
                .enumerate()
                .map(|(at, text)| (at.to_string(), Value::String(text)))
                .collect(),
        ),
    }
}

fn index(key: &str) -> Option<usize> {
    let plain = key.bytes().all(|b| b.is_ascii_digit()) && (key == "0" || !key.starts_with('0'));
    key.parse().ok().filter(|at| plain && *at <= ARRAY_LIMIT)
}

/// `a[b][c]` as `a`, `b`, `c`; beyond the depth limit the rest is one key.
fn path(key: &str) -> Vec<&str> {
    let Some(open) = key.find('[').filter(|at| *at > 0) else {
        return vec![key];
    };
    let (first, mut rest) = key.split_at(open);
    let mut path = vec![first];
    while let Some(inner) = rest.strip_prefix('[') {
        if path.len() > DEPTH {
            path.push(rest);
            return path;
        }
        let Some((part, after)) = inner.split_once(']') else {
            break;
        };
        path.push(part);
        rest = after;
    }
    path
}

fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let hex = bytes
            .get(at + 1..at + 3)
            .and_then(|pair| std::str::from_utf8(pair).ok())
            .filter(|pair| pair.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|pair| u8::from_str_radix(pair, 16).ok());
        match (byte, hex) {
            (b'%', Some(decoded)) => {
                out.push(decoded);
                at += 3;
                continue;
            }
            (b'+', _) => out.push(b' '),
            (other, _) => out.push(*other),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(query: &str) -> Value {
        Value::Object(parse_query(query))
    }

    #[test]
    fn nested_keys_become_trees() {
        assert_eq!(
            read("a[b][c]=1&a%5Bd%5D=x+y&e=%26&f"),
            json!({"a": {"b": {"c": "1"}, "d": "x y"}, "e": "&", "f": ""})
        );
        assert_eq!(
            read("a[]=1&a[]=2&b[1]=y&b[0]=x&c=1&c=2"),
            json!({"a": ["1", "2"], "b": ["x", "y"], "c": ["1", "2"]})
        );
        assert_eq!(read("[x]=1&=2&a[=3&%zz=4"), json!({"[x]": "1", "a": "3", "%zz": "4"}));
    }

    /// R-BACK-07: array limit 20.
    #[test]
    fn r_back_07_an_index_above_20_makes_a_map() {
        assert_eq!(read("a[20]=x"), json!({"a": ["x"]}));
        assert_eq!(read("a[21]=x"), json!({"a": {"21": "x"}}));
        let pushed: Vec<String> = (0..22).map(|n| format!("a[]={n}")).collect();
        assert!(read(&pushed[..21].join("&"))["a"].is_array());
        assert!(read(&pushed.join("&"))["a"].is_object());
        let repeated: Vec<String> = (0..22).map(|n| format!("a={n}")).collect();
        assert!(read(&repeated.join("&"))["a"].is_object());
    }

    /// R-BACK-07: depth 5.
    #[test]
    fn r_back_07_nesting_deeper_than_5_is_one_key() {
        assert_eq!(
            read("a[b][c][d][e][f]=1"),
            json!({"a": {"b": {"c": {"d": {"e": {"f": "1"}}}}}})
        );
        assert_eq!(
            read("a[b][c][d][e][f][g][h]=1"),
            json!({"a": {"b": {"c": {"d": {"e": {"f": {"[g][h]": "1"}}}}}}})
        );
    }

    /// R-BACK-07: 1000 parameters.
    #[test]
    fn r_back_07_the_1001st_parameter_is_not_read() {
        let query: Vec<String> = (0..1_100).map(|n| format!("k{n}=x")).collect();
        let read = parse_query(&query.join("&"));
        assert_eq!(read.len(), 1_000);
        assert!(read.contains_key("k999") && !read.contains_key("k1000"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_harm(query in "[\\[\\]a-c0-9=&%+]{0,80}") {
            fn depth(value: &Value) -> usize {
                match value {
                    Value::Object(m) => 1 + m.values().map(depth).max().unwrap_or(0),
                    Value::Array(l) => 1 + l.iter().map(depth).max().unwrap_or(0),
                    _ => 0,
                }
            }
            prop_assert!(depth(&read(&query)) <= DEPTH + 3);
        }
    }
}
