//! Dates that visitors type and rules compare: `YYYY-MM-DD`, or a format given by a rule.
//!
//! **Invariant:** years are 1000 to 9999, so that every year has four digits on both sides.

use jiff::civil::Date;

/// Words that rules may use for a date, relative to today.
pub const WORDS: [&str; 4] = ["today", "now", "tomorrow", "yesterday"];

/// Tokens of formats, longer ones first.
const TOKENS: [&str; 6] = ["YYYY", "YY", "MM", "M", "DD", "D"];

/// Maximum length of a format, in characters.
const MAX_FORMAT: usize = 32;

/// Parses `2026-12-24`; `None` for anything else, including a date with a time.
pub fn iso(text: &str) -> Option<Date> {
    formatted(text, "YYYY-MM-DD")
}

/// The date that a rule refers to; `None` if it is neither a word nor a date.
pub fn named(text: &str, today: Date) -> Option<Date> {
    match text {
        "today" | "now" => Some(today),
        "tomorrow" => today.tomorrow().ok(),
        "yesterday" => today.yesterday().ok(),
        other => iso(other),
    }
}

/// Whether the format has a year, a month and a day, once each, and otherwise only `-`, `/`, `.` and spaces.
pub fn is_format(format: &str) -> bool {
    let mut seen = String::new();
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        if let Some(token) = TOKENS.iter().find(|token| rest.starts_with(**token)) {
            seen.push(c);
            rest = rest.get(token.len()..).unwrap_or_default();
        } else if matches!(c, '-' | '/' | '.' | ' ') {
            rest = rest.get(1..).unwrap_or_default();
        } else {
            return false;
        }
    }
    let once = |letter| seen.matches(letter).count() == 1;
    format.len() <= MAX_FORMAT && once('Y') && once('M') && once('D')
}

/// Parses a text in a format of [`is_format`]. `M` and `D` accept one or two digits, `YY` the years 2000 to 2099.
pub fn formatted(text: &str, format: &str) -> Option<Date> {
    let (mut year, mut month, mut day) = (0, 0, 0);
    let (mut rest, mut left) = (text, format);
    while let Some(c) = left.chars().next() {
        let Some(token) = TOKENS.iter().find(|token| left.starts_with(**token)) else {
            rest = rest.strip_prefix(c)?;
            left = left.get(c.len_utf8()..)?;
            continue;
        };
        let most = token.len().max(2);
        let length = rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        if length < token.len() {
            return None;
        }
        let number: i16 = rest.get(..length)?.parse().ok()?;
        match c {
            'Y' => year = if *token == "YY" { 2000 + number } else { number },
            'M' => month = number,
            _ => day = number,
        }
        rest = rest.get(length..)?;
        left = left.get(token.len()..)?;
    }
    if !rest.is_empty() || year < 1000 {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Whether the text is a time as sent by a time field: `HH:MM`, from `00:00` to `23:59`.
pub fn is_time(text: &str) -> bool {
    let Some((hours, minutes)) = text.split_once(':') else {
        return false;
    };
    let below = |part: &str, end: u8| {
        part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit()) && part.parse::<u8>().is_ok_and(|n| n < end)
    };
    below(hours, 24) && below(minutes, 60)
}
