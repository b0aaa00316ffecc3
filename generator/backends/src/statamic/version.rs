//! The version of the responding Statamic (Statamic, Part C): 5 has links as texts and dates of forms as objects, 6 the
//! reverse.

use jiff::civil::Date;
use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A version of Statamic that is spoken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StatamicVersion {
    /// 5.x.
    #[serde(rename = "5")]
    Five,
    /// 6.x.
    #[serde(rename = "6")]
    Six,
}

impl StatamicVersion {
    /// From the headers of any answer: 5.x refuses FLoC in each of them, 6.x in none.
    pub(super) fn by_headers(headers: &HeaderMap) -> Self {
        let policy = headers.get("permissions-policy").and_then(|value| value.to_str().ok());
        match policy.is_some_and(|policy| policy.contains("interest-cohort=()")) {
            true => Self::Five,
            false => Self::Six,
        }
    }

    /// A day as the value of a form's date field.
    pub fn form_date(self, day: Date) -> Value {
        match self {
            Self::Five => json!({"date": day.to_string(), "time": null}),
            Self::Six => json!(format!("{day}T00:00:00.000Z")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    #[test]
    fn the_version_is_detected_by_the_header_of_every_answer() {
        for (value, version) in [
            (Some("interest-cohort=()"), StatamicVersion::Five),
            (Some("camera=(), interest-cohort=()"), StatamicVersion::Five),
            (Some("camera=()"), StatamicVersion::Six),
            (None, StatamicVersion::Six),
        ] {
            let header = value.map(|value| ("permissions-policy".parse().unwrap(), HeaderValue::from_static(value)));
            let headers: HeaderMap = header.into_iter().collect();
            assert_eq!(StatamicVersion::by_headers(&headers), version, "{value:?}");
        }
    }
}
