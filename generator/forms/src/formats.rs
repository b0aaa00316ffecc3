//! Parses and checks numbers, e-mail addresses and URLs.
//!
//! **Invariant:** each function reads the text once, and texts above the maximum length are invalid.

use crate::classes::{is_blank, is_control, is_letter, is_turn};

/// Maximum length of a number, in characters.
const MAX_NUMBER: usize = 40;
/// Maximum length of an e-mail address (RFC 5321), in characters.
const MAX_EMAIL: usize = 254;
/// Maximum length of a URL, in characters.
const MAX_URL: usize = 2048;

/// The text after its leading digits, and the number of these digits.
fn digits(text: &str) -> (&str, usize) {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest, text.len() - rest.len())
}

/// Parses a decimal number: sign, digits, a point with digits, an exponent. No comma, no hexadecimal, no infinity.
pub fn number(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mut rest, whole) = digits(unsigned);
    let mut fraction = 0;
    if let Some(after) = rest.strip_prefix('.') {
        (rest, fraction) = digits(after);
    }
    if let Some(after) = rest.strip_prefix(['e', 'E']) {
        let (end, exponent) = digits(after.strip_prefix(['+', '-']).unwrap_or(after));
        if exponent == 0 {
            return None;
        }
        rest = end;
    }
    if !rest.is_empty() || whole + fraction == 0 || text.len() > MAX_NUMBER {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether the text is an integer as PHP's filter accepts it: no leading zeros, at most 15 digits.
pub fn is_integer(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (rest, count) = digits(unsigned);
    rest.is_empty() && (1..=15).contains(&count) && (count == 1 || !unsigned.starts_with('0'))
}

fn is_unfit(c: char) -> bool {
    is_blank(c) || is_control(c) || is_turn(c)
}

/// Whether each label is a valid label of a host name: letters, digits and hyphens, 1 to 63, no hyphen at either end.
fn are_labels(host: &str) -> bool {
    host.split('.').all(|label| {
        let fits = |c: char| is_letter(c) || c.is_ascii_digit() || c == '-';
        (1..=63).contains(&label.chars().count())
            && label.chars().all(fits)
            && !label.starts_with('-')
            && !label.ends_with('-')
    })
}

/// Whether the text has the form of an e-mail address: one `@`, a local part of at most 64, a domain with a dot.
pub fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else {
        return false;
    };
    let unfit = |c: char| is_unfit(c) || "<>()[],;:\"\\".contains(c);
    text.chars().count() <= MAX_EMAIL
        && (1..=64).contains(&name.chars().count())
        && !name.chars().any(unfit)
        && name.split('.').all(|part| !part.is_empty())
        && domain.contains('.')
        && are_labels(domain)
}

/// Whether the text is an absolute `http` or `https` URL whose host has a dot, without user name and password.
pub fn is_url(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, after) = rest.split_at(host_end);
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let unfit = |c: char| is_unfit(c) || "<>\"\\^`{|}".contains(c);
    text.chars().count() <= MAX_URL
        && (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && host.contains('.')
        && are_labels(host)
        && digits(port) == ("", port.len())
        && port.len() <= 5
        && port.parse::<u16>().is_ok_and(|n| n > 0)
        && !after.chars().any(unfit)
}
