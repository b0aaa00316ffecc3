//! Answers of a backend, and parsing them as JSON.
//!
//! **Invariant:** the content type is checked before the body is parsed.

use jiff::{Timestamp, fmt::rfc2822};
use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;

use crate::{
    error::{ASKS_FOR_PASSWORD, ApiError, BackendError, Call, REDIRECTED},
    json,
};

/// A complete answer.
#[derive(Debug)]
pub(crate) struct Answered {
    /// Permit of a large answer, held as long as its body.
    pub(crate) place: Option<OwnedSemaphorePermit>,
    pub(crate) call: Call,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// A longer error body is not parsed: as a JSON tree it would take many times its size in memory.
const LONGEST_FAILURE: usize = 128 * 1024;
/// Maximum length of a parser's message in an error.
const REASON: usize = 200;

impl Answered {
    /// Parses the body as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, BackendError> {
        if !is_json(&self.headers) {
            return Err(BackendError::NotJson {
                call: self.call.clone(),
                found: header_text(&self.headers, CONTENT_TYPE.as_str()),
            });
        }
        json::read(&self.body).map_err(|error| self.bad_json(&error))
    }

    /// Whether the body has this content type.
    pub(crate) fn is(&self, kind: &str) -> bool {
        let text = header_text(&self.headers, CONTENT_TYPE.as_str());
        let found = text.split(';').next().unwrap_or_default().trim();
        found.eq_ignore_ascii_case(kind)
    }

    /// The time of the answer by the backend's clock: its header `Date`.
    pub(crate) fn date(&self) -> Option<Timestamp> {
        let text = self.headers.get(DATE)?.to_str().ok()?;
        rfc2822::parse(text).ok().map(|date| date.timestamp())
    }

    /// Converts a parser's error to ours.
    pub(crate) fn bad_json(&self, error: &serde_json::Error) -> BackendError {
        BackendError::BadJson {
            call: self.call.clone(),
            line: error.line(),
            column: error.column(),
            reason: error.to_string().chars().take(REASON).collect(),
        }
    }

    /// An error about the content of the answer.
    pub(crate) fn unusable(&self, reason: impl Into<String>) -> BackendError {
        BackendError::BadAnswer {
            call: self.call.clone(),
            reason: reason.into(),
        }
    }

    /// The error for a status outside 200 to 299 (R-BACK-03).
    pub(crate) fn failure(&self) -> BackendError {
        let mut errors = if is_json(&self.headers) && self.body.len() <= LONGEST_FAILURE {
            errors_of(self.status, &self.body)
        } else {
            Vec::new()
        };
        errors.extend(self.in_front());
        let told = errors
            .iter()
            .find_map(|error| error.parameter("seconds")?.trim().parse().ok());
        let retry_after = retry_after(&self.headers).or(told.map(Duration::from_secs));
        let maintenance = "FRAMEWORK__API_SALES_CHANNEL_MAINTENANCE_MODE";
        if errors.iter().any(|e| e.code == maintenance) {
            return BackendError::Maintenance {
                call: self.call.clone(),
                retry_after,
            };
        }
        BackendError::Status {
            call: self.call.clone(),
            status: self.status,
            errors,
            retry_after,
        }
    }
}

impl Answered {
    /// A response of a server in front of the backend: a redirect, or a password prompt.
    fn in_front(&self) -> Option<ApiError> {
        let asks = header_text(&self.headers, WWW_AUTHENTICATE.as_str());
        let location = self.headers.get(LOCATION).and_then(|value| value.to_str().ok());
        let (code, detail) = match (self.status, location) {
            (300..=399, Some(location)) => (REDIRECTED, format!("to {}", shown_address(location))),
            (401, _) if asks.to_ascii_lowercase().starts_with("basic") => (
                ASKS_FOR_PASSWORD,
                "A name and a password are asked for (basic auth)".to_owned(),
            ),
            _ => return None,
        };
        Some(ApiError {
            status: self.status.to_string(),
            code: code.to_owned(),
            title: if code == REDIRECTED {
                "Redirected"
            } else {
                "Unauthorized"
            }
            .to_owned(),
            detail: Some(detail),
            ..ApiError::default()
        })
    }
}

/// A URL of another server without its query, which may contain a secret, and without terminal control characters.
fn shown_address(location: &str) -> String {
    let bare = location.split(['?', '#']).next().unwrap_or_default();
    bare.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn header_text(headers: &HeaderMap, name: &str) -> String {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .chars()
        .take(100)
        .collect()
}

fn is_json(headers: &HeaderMap) -> bool {
    let text = header_text(headers, CONTENT_TYPE.as_str()).to_ascii_lowercase();
    let kind = text.split(';').next().unwrap_or_default().trim();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// `Retry-After` in seconds; neither backend uses the date form. Shopware sends the delay of a 429 only in
/// `meta.parameters.seconds` (Shopware §2).
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: u64 = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Shopware: `{"errors":[…]}`; Statamic: `{"message":"…"}`.
fn errors_of(status: u16, body: &[u8]) -> Vec<ApiError> {
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return Vec::new();
    };
    if let Some(list) = body.get("errors").and_then(Value::as_array) {
        return list.iter().map(api_error).collect();
    }
    let message = body.get("message").and_then(Value::as_str).map(str::to_owned);
    let title = reqwest::StatusCode::from_u16(status)
        .ok()
        .and_then(|s| s.canonical_reason())
        .unwrap_or_default();
    match message {
        Some(detail) => vec![ApiError {
            status: status.to_string(),
            title: title.to_owned(),
            detail: Some(detail).filter(|d| !d.is_empty()),
            ..ApiError::default()
        }],
        None => Vec::new(),
    }
}

/// The parameters of an error that callers use; others repeat visitor input.
const PARAMETERS: [&str; 5] = ["countryId", "entity", "errors", "seconds", "{{ limit }}"];

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn api_error(value: &Value) -> ApiError {
    let text = |key: &str| value.get(key).and_then(text_of);
    let parameter = |name: &str| {
        value
            .pointer("/meta/parameters")
            .and_then(|all| all.get(name))
            .and_then(text_of)
    };
    // Errors about the cart contain the visitor's token, which is a secret.
    let token = parameter("token").filter(|token| !token.is_empty());
    let detail = text("detail").map(|detail| match &token {
        Some(token) => detail.replace(token.as_str(), "(hidden)"),
        None => detail,
    });
    ApiError {
        status: text("status").unwrap_or_default(),
        code: text("code").unwrap_or_default(),
        title: text("title").unwrap_or_default(),
        detail: detail.filter(|d| !d.is_empty()),
        pointer: value
            .pointer("/source/pointer")
            .and_then(Value::as_str)
            .map(str::to_owned),
        parameters: PARAMETERS
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), parameter(name)?)))
            .collect(),
    }
}
