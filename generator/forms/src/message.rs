//! The messages of faults: texts `errors.form.*` of `locales/<code>/errors.json` (R-FORM-03).
//!
//! **Invariant:** placeholders are replaced in one pass, so that a label or a value that contains braces is unchanged.

use crate::check::Fault;

/// The message above a form with faults.
pub const INCOMPLETE: &str = "errors.form.incomplete";

/// The format of a date: `{day}`, `{month}` and `{year}`.
pub(crate) const DATE: &str = "errors.form.date_words";

/// The message of a fault. `name` is the field's label in the visitor's language; `find` returns the text of a key. If
/// a text has a variant `<key>.one`, it is used for the number 1. `None` if there is no text.
pub fn message<'a>(fault: &Fault, name: &str, find: impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let key = format!("errors.form.{}", fault.key);
    let one = fault
        .parameters
        .iter()
        .any(|(name, value)| *name == "n" && value == "1");
    let text = one
        .then(|| find(&format!("{key}.one")))
        .flatten()
        .or_else(|| find(&key))?;
    let is_date = fault.key.starts_with("date_") && fault.key != "date_format";
    let mut parameters = vec![("name", name.to_owned())];
    for (name, value) in &fault.parameters {
        let words = if is_date {
            date(value, find(DATE)?)
        } else {
            value.clone()
        };
        parameters.push((name, words));
    }
    Some(fill(text, &parameters))
}

fn date(iso: &str, form: &str) -> String {
    let mut parts = iso.split('-').map(str::to_owned);
    let mut next = || parts.next().unwrap_or_default();
    fill(form, &[("year", next()), ("month", next()), ("day", next())])
}

fn fill(text: &str, parameters: &[(&str, String)]) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let known = piece.split_once('}').and_then(|(name, rest)| {
            let (_, value) = parameters.iter().find(|(known, _)| *known == name)?;
            Some((value, rest))
        });
        match known {
            Some((value, rest)) => {
                filled.push_str(value);
                filled.push_str(rest);
            }
            None => {
                filled.push('{');
                filled.push_str(piece);
            }
        }
    }
    filled
}
