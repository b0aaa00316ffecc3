//! The languages of the desk's own texts, which do not depend on the languages of the shop.

use std::sync::LazyLock;

use http::{HeaderMap, header};
use jiff::{Timestamp, tz::TimeZone};
use minijinja::{Value, value::Serde};

use crate::web::cookies::cookie;

/// The cookie that keeps the choice of a user of the desk.
pub(super) const COOKIE: &str = "vitrine-desk-language";

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    En,
    Nl,
    De,
}

static TEXTS: LazyLock<[Value; 3]> = LazyLock::new(|| {
    let read = |text: &str| serde_json::from_str(text).map(|json: serde_json::Value| Value::from(Serde(&json)));
    [
        read(include_str!("texts/en.json")).unwrap_or_default(),
        read(include_str!("texts/nl.json")).unwrap_or_default(),
        read(include_str!("texts/de.json")).unwrap_or_default(),
    ]
});

impl Language {
    /// Every language, as they are offered.
    pub(super) const ALL: [Self; 3] = [Self::Nl, Self::En, Self::De];

    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Nl => "nl",
            Self::De => "de",
        }
    }

    pub(super) fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    /// The chosen language, otherwise the first one that the browser prefers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let chosen = cookie(headers, COOKIE).and_then(Self::of_code);
        let preferred = || {
            let header = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
            header.split(',').find_map(|one| Self::of_code(one.trim().get(..2)?))
        };
        chosen.or_else(preferred).unwrap_or(Self::En)
    }

    pub(super) fn texts(self) -> Value {
        let [en, nl, de] = &*TEXTS;
        match self {
            Self::En => en.clone(),
            Self::Nl => nl.clone(),
            Self::De => de.clone(),
        }
    }

    /// A moment as people write it: the time, with the day unless that is today.
    pub(super) fn moment(self, at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
        let (at, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
        if at.date() == now.date() {
            return at.strftime("%H:%M:%S").to_string();
        }
        let format = match self {
            Self::En => "%-d %b %Y, %H:%M",
            Self::Nl => "%-d-%-m-%Y, %H:%M",
            Self::De => "%-d.%-m.%Y, %H:%M",
        };
        at.strftime(format).to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(value: &serde_json::Value, at: &str, found: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, value) in fields {
                    keys(value, &format!("{at}/{name}"), found);
                }
            }
            other => {
                let text = other.as_str().expect("a text");
                let holes: BTreeSet<&str> = text
                    .split('{')
                    .skip(1)
                    .filter_map(|rest| rest.split('}').next())
                    .collect();
                found.insert(format!("{at} {holes:?}"));
            }
        }
    }

    #[test]
    fn each_language_has_every_text_with_its_parameters() {
        let of = |text: &str| {
            let mut found = BTreeSet::new();
            keys(&serde_json::from_str(text).expect("JSON"), "", &mut found);
            found
        };
        let en = of(include_str!("texts/en.json"));
        assert!(en.len() > 100, "{}", en.len());
        assert_eq!(of(include_str!("texts/nl.json")), en);
        assert_eq!(of(include_str!("texts/de.json")), en);
    }

    #[test]
    fn a_moment_of_today_is_a_time() {
        let time = |text: &str| text.parse::<Timestamp>().expect("a time");
        let zone = TimeZone::UTC;
        let now = time("2026-11-29T18:00:00Z");
        assert_eq!(
            Language::Nl.moment(time("2026-11-29T10:41:07Z"), now, &zone),
            "10:41:07"
        );
        assert_eq!(
            Language::De.moment(time("2026-11-08T10:41:07Z"), now, &zone),
            "8.11.2026, 10:41"
        );
    }
}
