//! Formats of texts: e-mail addresses, URLs, dates, consents.

use jiff::{SignedDuration, Timestamp};
use regex::RegexBuilder;
use serde_json::Value;

use super::super::dates::parse_date;
use super::values::is_on;

/// Maximum size of a compiled pattern, in bytes.
const REGEX_BYTES: usize = 1 << 18;

/// A date as parsed by `strtotime`: a date, `now`, or a named day at midnight.
pub(super) fn parse_day(text: &str, now: Timestamp) -> Option<Timestamp> {
    let hours = match text {
        "now" => return Some(now),
        "yesterday" => -24,
        "today" => 0,
        "tomorrow" => 24,
        other => return parse_date(other),
    };
    let today = Timestamp::from_second(now.as_second().div_euclid(86_400) * 86_400).ok()?;
    today.checked_add(SignedDuration::from_hours(hours)).ok()
}

pub(super) fn is_accepted(value: &Value) -> bool {
    matches!(plain(value).as_str(), "1" | "true" | "on" | "yes") && is_on(value)
}

pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "bodies are far below 2^52 bytes")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
}

pub(super) fn is_email(text: &str) -> bool {
    let allowed = |letter: char| !letter.is_whitespace() && !"<>()[],;:\\\"".contains(letter);
    text.rsplit_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && !user.contains('@')
            && !user.starts_with('.')
            && !user.ends_with('.')
            && !user.contains("..")
            && user.chars().all(allowed)
            && host
                .split('.')
                .all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'))
    })
}

pub(super) fn is_url(text: &str) -> bool {
    let rest = text
        .split_once("://")
        .filter(|(scheme, _)| matches!(*scheme, "http" | "https"))
        .map(|(_, rest)| rest);
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty() && !text.contains(char::is_whitespace))
}

/// Matches a pattern with delimiters and flags; only `i` is supported.
pub(super) fn matches(text: &str, pattern: &str) -> bool {
    let delimited = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let (bare, flags) = delimited.unwrap_or((pattern, ""));
    RegexBuilder::new(bare)
        .case_insensitive(flags.contains('i'))
        .size_limit(REGEX_BYTES)
        .build()
        .is_ok_and(|regex| regex.is_match(text))
}
