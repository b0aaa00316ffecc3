//! Lenient JSON parsing: an invalid value is left out, and the rest of the answer is used.
//!
//! **Invariant:** nesting cannot overflow the stack; values left out of a record are reported by their path.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

/// Values nested deeper are read as null. The parser itself fails at 128.
const DEEPEST: usize = 100;
/// If more values of one record are invalid, the record is left out.
const MAX_FAULTS: usize = 50;

/// Parses JSON. Values nested deeper than 100 lists and objects, and numbers outside the range of `f64`, become null.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> serde_json::Result<T> {
    match serde_json::from_slice(bytes) {
        Err(error) if is_mended(&error) => serde_json::from_slice(&mended(bytes)),
        result => result,
    }
}

fn is_mended(error: &serde_json::Error) -> bool {
    let said = error.to_string();
    ["recursion limit exceeded", "number out of range"]
        .iter()
        .any(|fault| said.starts_with(fault))
}

/// The same JSON without values that the parser refuses. One pass over the bytes, without recursion.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = bytes.get(at) {
        let (end, kept) = match byte {
            b'"' => (string_end(bytes, at), true),
            b'{' | b'[' if depth == DEEPEST => (container_end(bytes, at), false),
            b'{' | b'[' => {
                depth += 1;
                (at + 1, true)
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                (at + 1, true)
            }
            b'-' | b'0'..=b'9' => {
                let end = number_end(bytes, at);
                (end, is_finite(bytes.get(at..end).unwrap_or_default()))
            }
            _ => (at + 1, true),
        };
        out.extend_from_slice(if kept {
            bytes.get(at..end).unwrap_or_default()
        } else {
            b"null"
        });
        at = end;
    }
    out
}

/// The index after the closing quote of the string that begins at `at`.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => return end + 1,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// The index after the closing bracket of the list or object that begins at `at`.
fn container_end(bytes: &[u8], at: usize) -> usize {
    let (mut end, mut depth) = (at, 0_usize);
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => {
                end = string_end(bytes, end);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        end += 1;
        if depth == 0 {
            return end;
        }
    }
    bytes.len()
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let of_number = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E');
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|b| !of_number(b)).unwrap_or(rest.len())
}

fn is_finite(number: &[u8]) -> bool {
    let number = std::str::from_utf8(number)
        .ok()
        .and_then(|text| text.parse::<f64>().ok());
    // Malformed numbers are left to the parser, which refuses them.
    number.is_none_or(f64::is_finite)
}

/// A value that was left out of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// `calculatedPrice.unitPrice`, `media[2].position`.
    pub(crate) path: String,
    /// Why it is invalid.
    pub(crate) reason: String,
}

/// Parses a record of a known shape. Values of the wrong type are left out one by one; `None` = the record is unusable.
pub(crate) fn lenient<T: DeserializeOwned>(text: &str) -> (Option<T>, Vec<Fault>) {
    if let Ok(record) = serde_json::from_str(text) {
        return (Some(record), Vec::new());
    }
    let mut faults = Vec::new();
    let mut value: Value = match read(text.as_bytes()) {
        Ok(value) => value,
        Err(error) => return (None, vec![fault(String::new(), &error)]),
    };
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(&value) {
            Ok(record) => return (Some(record), faults),
            Err(error) => error,
        };
        faults.push(fault(error.path().to_string(), error.inner()));
        if faults.len() > MAX_FAULTS || !remove(&mut value, error.path()) {
            return (None, faults);
        }
    }
}

fn fault(path: String, error: &serde_json::Error) -> Fault {
    Fault {
        path,
        reason: error.to_string().chars().take(200).collect(),
    }
}

/// Removes the value at a path; false if there is none.
fn remove(value: &mut Value, path: &Path) -> bool {
    let mut segments: Vec<&Segment> = path.iter().collect();
    let Some(last) = segments.pop() else { return false };
    let mut inner = value;
    for segment in segments {
        let next = match segment {
            Segment::Map { key } => inner.get_mut(key.as_str()),
            Segment::Seq { index } => inner.get_mut(*index),
            _ => None,
        };
        let Some(next) = next else { return false };
        inner = next;
    }
    match (last, inner) {
        (Segment::Map { key }, Value::Object(map)) => map.shift_remove(key).is_some(),
        (Segment::Seq { index }, Value::Array(list)) if *index < list.len() => {
            list.remove(*index);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Deserialize, Debug, Default, PartialEq)]
    #[serde(default)]
    struct Part {
        name: Option<String>,
        sizes: Vec<u32>,
        inner: Option<Box<Part>>,
    }

    #[test]
    fn deep_json_is_cut_and_overflows_nothing() {
        for depth in [99, 100, 127, 128, 1_000, 200_000] {
            let text = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
            assert!(read::<Value>(text.as_bytes()).is_ok(), "{depth}");
            let text = format!(
                "{{\"a\":{}{}, \"b\": \"[\\\"{{\"}}",
                "{\"x\":[".repeat(depth),
                "]}".repeat(depth)
            );
            let value: Value = read(text.as_bytes()).unwrap();
            assert_eq!(value["b"], "[\"{", "{depth}");
        }
        assert_eq!(
            read::<Value>(br#"{"a":1e999,"b":[-1e999,2],"c":"1e999"}"#).unwrap(),
            json!({"a": null, "b": [null, 2], "c": "1e999"})
        );
        assert!(read::<Value>(b"[1,").is_err() && read::<Value>(b"[--1]").is_err());
    }

    #[test]
    fn a_wrong_value_costs_itself_and_is_named() {
        let text = r#"{"name": "a", "sizes": [1, "two", 3], "inner": {"name": {"x": 1}, "sizes": [-1]}}"#;
        let (part, faults) = lenient::<Part>(text);
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["sizes[1]", "inner.name", "inner.sizes[0]"]);
        let inner = Part::default();
        let expected = Part {
            name: Some("a".to_owned()),
            sizes: vec![1, 3],
            inner: Some(Box::new(inner)),
        };
        assert_eq!(part, Some(expected));
        assert_eq!(lenient::<Part>("\"x\"").0, None);
        assert_eq!(lenient::<Part>("7").0, None);
    }
}
