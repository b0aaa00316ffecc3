//! Errors of calls to a backend, one variant for each kind of failure.
//!
//! **Invariant:** an error names backend, method and path, never a query value, header, token or key.

use std::{fmt, time::Duration};

/// Code of an error for a redirect; `detail` has its target.
pub const REDIRECTED: &str = "REDIRECTED";
/// Code of an error for an answer that requires basic auth.
pub const ASKS_FOR_PASSWORD: &str = "ASKS_FOR_PASSWORD";
/// Code of an error about a site that the CMS does not have.
pub const NO_SITE: &str = "NO_SITE";

/// One of the two backends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Backend {
    /// Commerce.
    Shopware,
    /// Content.
    Statamic,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shopware => "Shopware",
            Self::Statamic => "Statamic",
        })
    }
}

/// Identifies a call in an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The backend.
    pub backend: Backend,
    /// `GET`, `POST`, …
    pub method: &'static str,
    /// The path below the endpoint, without its query.
    pub path: String,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.backend, self.method, self.path)
    }
}

/// One error as returned by a backend (Shopware §2; for Statamic, `detail` is its `message`). In English, for
/// developers, never shown to visitors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ApiError {
    /// HTTP status as text.
    pub status: String,
    /// `CHECKOUT__CART_LINE_ITEM_NOT_FOUND`; `0` or empty if the backend gives none.
    pub code: String,
    /// Title.
    pub title: String,
    /// Description, if given.
    pub detail: Option<String>,
    /// The field of the request, as a JSON pointer (`/items`).
    pub pointer: Option<String>,
    /// The entries of `meta.parameters` that callers use: `entity`, `errors`, `seconds`. Others are dropped, because
    /// they repeat visitor input or the token.
    pub parameters: Vec<(String, String)>,
}

impl ApiError {
    /// A parameter by name.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let found = self.parameters.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Why a call to a backend has no usable answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BackendError {
    /// Endpoint or access token is missing or invalid (R-BACK-05).
    #[error("Make sure that endpoint and accessToken are settled in the configuration ({backend}: {reason})")]
    Configuration {
        /// The backend whose configuration is wrong.
        backend: Backend,
        /// What is wrong.
        reason: String,
    },
    /// The connection failed, or broke before the answer was complete.
    #[error("{call} could not be reached: {reason}. Check that the backend runs and that the endpoint is right.")]
    Unreachable {
        /// The call.
        call: Call,
        /// Error of the network layer.
        reason: String,
    },
    /// No complete answer before the deadline.
    #[error("{call} did not answer within {} ms", after.as_millis())]
    TimedOut {
        /// The call.
        call: Call,
        /// The deadline that passed.
        after: Duration,
    },
    /// An answer with an error status (R-BACK-03, R-BACK-04).
    #[error("{call} was answered with status {status}\n{}", failed_request(errors))]
    Status {
        /// The call.
        call: Call,
        /// HTTP status.
        status: u16,
        /// The errors in the body; empty if there are none.
        errors: Vec<ApiError>,
        /// How long to wait, if the backend said so.
        retry_after: Option<Duration>,
    },
    /// The sales channel is in maintenance mode.
    #[error("{call}: the sales channel is in maintenance mode. Try again when it is over.")]
    Maintenance {
        /// The call.
        call: Call,
        /// How long to wait, if the backend said so.
        retry_after: Option<Duration>,
    },
    /// The answer exceeds the size limit.
    #[error("{call} answered more than {limit} bytes, which is the limit")]
    TooLarge {
        /// The call.
        call: Call,
        /// The limit in bytes, after decompression.
        limit: u64,
    },
    /// The content type is not JSON.
    #[error("{call} answered {found:?} instead of JSON. Check that the endpoint is the API and not a web page.")]
    NotJson {
        /// The call.
        call: Call,
        /// The content type; empty if there was none.
        found: String,
    },
    /// The answer is not valid JSON, or not of the expected shape.
    #[error("{call} answered JSON that cannot be read, at line {line} column {column}: {reason}")]
    BadJson {
        /// The call.
        call: Call,
        /// 1-based line.
        line: usize,
        /// 1-based column.
        column: usize,
        /// What was expected.
        reason: String,
    },
    /// The answer is valid JSON, but its content is unusable.
    #[error("{call} answered something that cannot be used: {reason}")]
    BadAnswer {
        /// The call.
        call: Call,
        /// What is unusable, and why.
        reason: String,
    },
    /// GraphQL answered 200 with errors in the body, with or without data (R-BACK-02).
    #[error("{call} was answered with GraphQL errors\n{}", failed_request(errors))]
    GraphQl {
        /// The call.
        call: Call,
        /// For each error: its message, reason codes and path in the answer.
        errors: Vec<ApiError>,
    },
    /// A list changed while its pages were being read.
    #[error("{call}: {reason}")]
    Moved {
        /// The call.
        call: Call,
        /// What does not match.
        reason: String,
    },
    /// A list reports more records than the limit.
    #[error(
        "{call} says that it has {found}, more than the {limit} that are read of a list. If the list is as long as that, raise limits.list_records"
    )]
    TooMany {
        /// The call.
        call: Call,
        /// `999999 pages of 100 records`, `1000000000 records`
        found: String,
        /// The limit in records.
        limit: u64,
    },
}

impl BackendError {
    /// The call that failed; `None` if no call was made.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::Configuration { .. } => None,
            Self::Unreachable { call, .. }
            | Self::TimedOut { call, .. }
            | Self::Status { call, .. }
            | Self::Maintenance { call, .. }
            | Self::TooLarge { call, .. }
            | Self::NotJson { call, .. }
            | Self::BadJson { call, .. }
            | Self::BadAnswer { call, .. }
            | Self::GraphQl { call, .. }
            | Self::Moved { call, .. }
            | Self::TooMany { call, .. } => Some(call),
        }
    }

    /// The HTTP status, if the answer had an error status.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Status { status, .. } => Some(*status),
            Self::Maintenance { .. } => Some(503),
            _ => None,
        }
    }

    /// How long to wait before a retry, if the backend said so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } | Self::Maintenance { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// Whether the backend's errors contain this code.
    pub fn has_code(&self, code: &str) -> bool {
        matches!(self, Self::Status { errors, .. } if errors.iter().any(|e| e.code == code))
    }

    /// The text of R-BACK-04: `Failed request`, then one line per error (title, source pointer, detail).
    pub fn failed_request(&self) -> String {
        match self {
            Self::Status { errors, .. } | Self::GraphQl { errors, .. } => failed_request(errors),
            other => format!("Failed request\nUnknown error: {other}"),
        }
    }
}

fn failed_request(errors: &[ApiError]) -> String {
    let mut text = "Failed request".to_owned();
    if errors.is_empty() {
        text.push_str("\nUnknown error: the backend returned none.");
    }
    for error in errors {
        let title = if error.title.is_empty() {
            "Unknown error"
        } else {
            &error.title
        };
        let detail = error
            .detail
            .as_deref()
            .filter(|d| !d.is_empty())
            .unwrap_or("No error details provided.");
        text.push('\n');
        text.push_str(title);
        if let Some(pointer) = &error.pointer {
            text.push_str(": ");
            text.push_str(pointer);
        }
        text.push_str(": ");
        text.push_str(detail);
    }
    text
}
