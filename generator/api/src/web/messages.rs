//! Texts of errors and mails, in the page's language.
//!
//! **Invariant:** a text comes from the live release, otherwise from the English catalogue compiled into this crate;
//! never from a backend.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;
use vitrine_model::format::LocaleFormat;

static ENGLISH: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let files = [
        include_str!("../../../../locales/en/errors.json"),
        include_str!("../../../../locales/en/mails.json"),
    ];
    let read = |text| serde_json::from_str::<HashMap<String, String>>(text).unwrap_or_default();
    files.into_iter().flat_map(read).chain(english_names()).collect()
});

/// The names of months and weekdays, by the keys that a release gives them.
fn english_names() -> Vec<(String, String)> {
    let format = serde_json::from_str::<LocaleFormat>(include_str!("../../../../locales/en/format.json"));
    let Ok(LocaleFormat { months, weekdays, .. }) = format else {
        return Vec::new();
    };
    let months = (1..)
        .zip(months)
        .map(|(month, name)| (format!("format.month.{month}"), name));
    let weekdays = (1..)
        .zip(weekdays)
        .map(|(day, name)| (format!("format.weekday.{day}"), name));
    months.chain(weekdays).collect()
}

/// Texts by locale code and key; `server/messages.json` of a release.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct ErrorTexts(HashMap<String, HashMap<String, String>>);

impl ErrorTexts {
    /// The text of a key with its parameters filled in; `None` if neither the locale nor English has the key.
    ///
    /// Where a text has a variant `<key>.one`, that is used for the number 1: all three languages have two forms.
    pub(crate) fn find(&self, locale: &str, key: &str, parameters: &[(&str, &str)]) -> Option<String> {
        let find = |key: &str| {
            let own = self.0.get(locale).and_then(|texts| texts.get(key));
            own.or_else(|| ENGLISH.get(key))
        };
        let is_one = parameters.iter().any(|(_, value)| *value == "1");
        let one = is_one.then(|| find(&format!("{key}.one"))).flatten();
        one.or_else(|| find(key)).map(|text| fill(text, parameters))
    }

    /// The text of a key, with its placeholders.
    pub(crate) fn raw(&self, locale: &str, key: &str) -> Option<&str> {
        let own = self.0.get(locale).and_then(|texts| texts.get(key));
        own.or_else(|| ENGLISH.get(key)).map(String::as_str)
    }

    /// As [`Self::find`], but falls back to the text of a general error.
    pub(crate) fn text(&self, locale: &str, key: &str, parameters: &[(&str, &str)]) -> String {
        self.find(locale, key, parameters)
            .or_else(|| self.find(locale, "errors.internal_error", &[]))
            .unwrap_or_default()
    }
}

/// Replaces each `{name}` by its parameter in a single pass, so that placeholders in values are not replaced.
pub(crate) fn fill(text: &str, parameters: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match parameters.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => filled.push_str(value),
            None => {
                filled.push('{');
                filled.push_str(name);
                filled.push('}');
            }
        }
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::code::Code;

    #[test]
    fn parameters_are_filled_in_once() {
        assert_eq!(
            fill("{a} of {b}, {c} {", &[("a", "{b}"), ("b", "2")]),
            "{b} of 2, {c} {"
        );
    }

    #[test]
    fn every_code_has_an_english_text() {
        for code in Code::ALL.iter().copied() {
            assert!(ENGLISH.contains_key(code.key()), "{}", code.key());
        }
    }

    #[test]
    fn the_three_catalogues_hold_the_same_keys_and_parameters() {
        let catalogue = |text: &str| {
            serde_json::from_str::<std::collections::BTreeMap<String, String>>(text).expect("a flat catalogue")
        };
        let english = catalogue(include_str!("../../../../locales/en/errors.json"));
        for other in [
            include_str!("../../../../locales/nl/errors.json"),
            include_str!("../../../../locales/de/errors.json"),
        ] {
            let other = catalogue(other);
            assert!(
                other.keys().eq(english.keys()),
                "R-I18N-06: the same keys in every language"
            );
            for (key, text) in &other {
                let names = |text: &str| {
                    let mut found: Vec<String> = text
                        .split('{')
                        .skip(1)
                        .filter_map(|p| p.split_once('}'))
                        .map(|(n, _)| n.to_owned())
                        .collect();
                    found.sort();
                    found
                };
                assert_eq!(names(text), names(english.get(key).expect("same keys")), "{key}");
            }
        }
    }
}
