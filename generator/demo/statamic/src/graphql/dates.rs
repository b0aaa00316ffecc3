//! Dates in GraphQL: `Y-m-d H:i:s`, or `format` with one of PHP's formats. Common letters are supported; others are
//! printed as they are.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::super::dates::parse_date;

const DEFAULT: &str = "Y-m-d H:i:s";

/// PHP's letters with their `strftime` equivalents.
const LETTERS: &[(char, &str)] = &[
    ('d', "%d"),
    ('j', "%-d"),
    ('D', "%a"),
    ('l', "%A"),
    ('N', "%u"),
    ('m', "%m"),
    ('n', "%-m"),
    ('M', "%b"),
    ('F', "%B"),
    ('Y', "%Y"),
    ('y', "%y"),
    ('H', "%H"),
    ('G', "%-H"),
    ('h', "%I"),
    ('g', "%-I"),
    ('i', "%M"),
    ('s', "%S"),
    ('A', "%p"),
    ('a', "%P"),
    ('U', "%s"),
    ('c', "%Y-%m-%dT%H:%M:%S+00:00"),
];

/// A date in the format of the `format` argument; other values are unchanged.
pub(super) fn formatted(value: Option<&Value>, arguments: &Map<String, Value>) -> Value {
    let value = value.cloned().unwrap_or_default();
    let format = arguments.get("format").and_then(Value::as_str).unwrap_or(DEFAULT);
    match value.as_str().and_then(parse_date) {
        Some(date) => json!(php(date, format)),
        None => value,
    }
}

fn php(date: Timestamp, format: &str) -> String {
    let zoned = date.to_zoned(TimeZone::UTC);
    let mut result = String::new();
    let mut letters = format.chars();
    while let Some(letter) = letters.next() {
        match LETTERS.iter().find(|(known, _)| *known == letter) {
            Some((_, directive)) => result.push_str(&zoned.strftime(directive).to_string()),
            None if letter == '\\' => result.extend(letters.next()),
            None => result.push(letter),
        }
    }
    result
}

/// Whether a stored text is a date; `format` applies only to dates.
pub(super) fn is_date(value: &Value) -> bool {
    value.as_str().is_some_and(|text| parse_date(text).is_some())
}
