//! The filter conditions of Statamic §2, on stored values: equality ignores case, `null` equals `''`, an unknown
//! condition matches everything. `is_embeddable` and `is_numberwang` count as unknown conditions here.

use std::cmp::Ordering;

use jiff::Timestamp;
use regex::RegexBuilder;
use serde_json::Value;

use super::dates::parse_date;

/// Maximum size of a compiled regular expression, in bytes.
const REGEX_BYTES: usize = 1 << 18;

/// One `filter[field:condition]=operand`.
#[derive(Debug, Clone)]
pub(crate) struct Filter {
    /// Field, or `taxonomy:{handle}`.
    pub(crate) field: String,
    /// Condition; empty = equals.
    pub(crate) condition: String,
    /// The value to compare with.
    pub(crate) operand: String,
}

impl Filter {
    /// Splits `field:condition`; taxonomy filters have a colon in their field.
    pub(crate) fn parse(key: &str, operand: &str) -> Self {
        let (field, condition) = match key.strip_prefix("taxonomy:") {
            Some(rest) => {
                let (taxonomy, condition) = rest.split_once(':').unwrap_or((rest, ""));
                (format!("taxonomy:{taxonomy}"), condition)
            }
            None => {
                let (field, condition) = key.split_once(':').unwrap_or((key, ""));
                (field.to_owned(), condition)
            }
        };
        Self {
            field,
            condition: condition.to_owned(),
            operand: operand.to_owned(),
        }
    }

    /// Whether a stored value matches.
    pub(crate) fn matches(&self, stored: &Value, now: Timestamp) -> bool {
        let operand = self.operand.as_str();
        let text = || plain(stored);
        match self.condition.as_str() {
            "" | "is" | "equals" => equal(stored, operand),
            "not" | "isnt" | "aint" => !equal(stored, operand),
            "contains" => text().contains(&operand.to_lowercase()),
            "doesnt_contain" => !text().contains(&operand.to_lowercase()),
            "in" => operand.split('|').any(|one| equal(stored, one)),
            "not_in" => !operand.split('|').any(|one| equal(stored, one)),
            "starts_with" | "begins_with" => text().starts_with(&operand.to_lowercase()),
            "doesnt_start_with" | "doesnt_begin_with" => !text().starts_with(&operand.to_lowercase()),
            "ends_with" => text().ends_with(&operand.to_lowercase()),
            "doesnt_end_with" => !text().ends_with(&operand.to_lowercase()),
            "gt" | "greater_than" => order(stored, operand).is_some_and(Ordering::is_gt),
            "gte" | "greater_than_or_equal_to" => order(stored, operand).is_some_and(Ordering::is_ge),
            "lt" | "less_than" => order(stored, operand).is_some_and(Ordering::is_lt),
            "lte" | "less_than_or_equal_to" => order(stored, operand).is_some_and(Ordering::is_le),
            "matches" | "match" | "regex" => regex(&text(), operand) == Some(true),
            "doesnt_match" => regex(&text(), operand) == Some(false),
            "exists" | "isset" => is_unset(stored) != truth(operand),
            "doesnt_exist" | "not_set" | "isnt_set" | "is_empty" | "is_blank" | "null" => {
                is_unset(stored) == truth(operand)
            }
            "is_after" | "is_future" => after(stored, operand, now) == Some(true),
            "is_before" | "is_past" => before(stored, operand, now) == Some(true),
            "is_alpha" => shape(stored, operand, |c| c.is_alphabetic()),
            "is_alpha_numeric" => shape(stored, operand, char::is_alphanumeric),
            "is_numeric" => numeric(&text()).is_some() == truth(operand),
            "is_url" => (text().starts_with("http://") || text().starts_with("https://")) == truth(operand),
            "is_email" => is_email(&text()) == truth(operand),
            "overlaps" => overlaps(stored, operand),
            "doesnt_overlap" => !overlaps(stored, operand),
            _ => true,
        }
    }

    /// Whether an item with these term slugs matches a `taxonomy:` filter.
    pub(crate) fn matches_terms(&self, slugs: &[String]) -> bool {
        let mut wanted = self.operand.split(',').map(str::trim).filter(|slug| !slug.is_empty());
        let has = |slug: &str| slugs.iter().any(|own| own == slug);
        match self.condition.as_str() {
            "" | "any" | "in" => wanted.any(has),
            "not" | "not_in" => !wanted.any(has),
            "all" => wanted.all(has),
            _ => true,
        }
    }
}

/// The order of two stored values for `sort`: null first, then numbers, then texts ignoring case.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    match (is_unset(left), is_unset(right)) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (false, false) => {}
    }
    let (left, right) = (plain(left), plain(right));
    match (numeric(&left), numeric(&right)) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        _ => left.cmp(&right),
    }
}

/// A value as lower-case text; arrays and objects as their JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.to_lowercase(),
        other => other.to_string().to_lowercase(),
    }
}

fn is_unset(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("")
}

/// A boolean operand: everything except `false`, `0` and an empty value is true.
fn truth(operand: &str) -> bool {
    !matches!(operand, "" | "0" | "false")
}

fn numeric(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

fn equal(stored: &Value, operand: &str) -> bool {
    if let "true" | "false" = operand {
        let truthy = match stored {
            Value::Bool(value) => *value,
            Value::Array(list) => !list.is_empty(),
            other => truth(&plain(other)),
        };
        return truthy == (operand == "true");
    }
    if matches!(stored, Value::Array(_) | Value::Object(_)) {
        return false;
    }
    let text = plain(stored);
    match (numeric(&text), numeric(operand)) {
        (Some(left), Some(right)) => left.total_cmp(&right).is_eq(),
        _ => text == operand.to_lowercase(),
    }
}

/// Null is neither smaller nor greater than any value.
fn order(stored: &Value, operand: &str) -> Option<Ordering> {
    if is_unset(stored) || matches!(stored, Value::Array(_) | Value::Object(_)) {
        return None;
    }
    Some(compare(stored, &Value::String(operand.to_owned())))
}

fn regex(text: &str, pattern: &str) -> Option<bool> {
    let bare = pattern
        .strip_prefix('/')
        .and_then(|rest| rest.rsplit_once('/'))
        .map_or(pattern, |(inner, _)| inner);
    let regex = RegexBuilder::new(bare)
        .case_insensitive(true)
        .multi_line(true)
        .size_limit(REGEX_BYTES)
        .build()
        .ok()?;
    Some(regex.is_match(text))
}

/// `true` and `false` as operand mean "now".
fn after(stored: &Value, operand: &str, now: Timestamp) -> Option<bool> {
    let date = parse_date(stored.as_str()?)?;
    match operand {
        "true" => Some(date > now),
        "false" => Some(date <= now),
        text => Some(date > parse_date(text)?),
    }
}

fn before(stored: &Value, operand: &str, now: Timestamp) -> Option<bool> {
    let date = parse_date(stored.as_str()?)?;
    match operand {
        "true" => Some(date < now),
        "false" => Some(date >= now),
        text => Some(date < parse_date(text)?),
    }
}

fn shape(stored: &Value, operand: &str, allowed: impl Fn(char) -> bool) -> bool {
    let text = plain(stored);
    (!text.is_empty() && text.chars().all(allowed)) == truth(operand)
}

fn is_email(text: &str) -> bool {
    text.split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !text.contains(' '))
}

fn overlaps(stored: &Value, operand: &str) -> bool {
    let has = |one: &str| match stored {
        Value::Array(list) => list.iter().any(|item| equal(item, one)),
        other => equal(other, one),
    };
    operand.split('|').any(has)
}
