//! What goes wrong between us and a backend, one variant a kind of failure.
//!
//! **Invariant:** an error names backend, method and path, never a query value, header, token or key.

use std::{fmt, time::Duration};

/// Which backend was asked.
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

/// The call that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Which backend was asked.
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

/// One error as a backend tells it (Shopware §2; Statamic's `message` is the detail). English, for developers, never for visitors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ApiError {
    /// HTTP status as text.
    pub status: String,
    /// `CHECKOUT__CART_LINE_ITEM_NOT_FOUND`; `0` or empty where the backend has none.
    pub code: String,
    /// Title.
    pub title: String,
    /// What happened, where it was told.
    pub detail: Option<String>,
    /// The request's field, as a JSON pointer (`/items`).
    pub pointer: Option<String>,
    /// Those of `meta.parameters` that calls act on: `entity`, `errors`, `seconds`. The others repeat what a visitor typed, or their token.
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
    /// Endpoint or access token is missing or cannot be one (R-BACK-05).
    #[error("Make sure that endpoint and accessToken are settled in the configuration ({backend}: {reason})")]
    Configuration {
        /// Whose configuration.
        backend: Backend,
        /// What is wrong with it.
        reason: String,
    },
    /// No connection, or it broke before the answer was whole.
    #[error("{call} could not be reached: {reason}. Check that the backend runs and that the endpoint is right.")]
    Unreachable {
        /// The call.
        call: Call,
        /// What the network said.
        reason: String,
    },
    /// The answer was not there in time.
    #[error("{call} did not answer within {} ms", after.as_millis())]
    TimedOut {
        /// The call.
        call: Call,
        /// The deadline that passed.
        after: Duration,
    },
    /// An answer with a status that is no success (R-BACK-03, R-BACK-04).
    #[error("{call} was answered with status {status}\n{}", failed_request(errors))]
    Status {
        /// The call.
        call: Call,
        /// HTTP status.
        status: u16,
        /// The errors of the body; empty when it had none.
        errors: Vec<ApiError>,
        /// How long to wait, where the backend said so.
        retry_after: Option<Duration>,
    },
    /// The sales channel is in maintenance mode.
    #[error("{call}: the sales channel is in maintenance mode. Try again when it is over.")]
    Maintenance {
        /// The call.
        call: Call,
        /// How long to wait, where the backend said so.
        retry_after: Option<Duration>,
    },
    /// The answer is larger than is read.
    #[error("{call} answered more than {limit} bytes, which is the limit")]
    TooLarge {
        /// The call.
        call: Call,
        /// The limit in bytes, after decompression.
        limit: u64,
    },
    /// The answer is no JSON by its content type.
    #[error("{call} answered {found:?} instead of JSON. Check that the endpoint is the API and not a web page.")]
    NotJson {
        /// The call.
        call: Call,
        /// The content type; empty when there was none.
        found: String,
    },
    /// The answer is not the JSON it should be.
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
    /// The answer is JSON, but something in it cannot be used.
    #[error("{call} answered something that cannot be used: {reason}")]
    BadAnswer {
        /// The call.
        call: Call,
        /// What, and why.
        reason: String,
    },
    /// GraphQL answered 200 with errors in the body, with or without data (R-BACK-02).
    #[error("{call} was answered with GraphQL errors\n{}", failed_request(errors))]
    GraphQl {
        /// The call.
        call: Call,
        /// Each error's message, its reasons, and where in the answer it belongs.
        errors: Vec<ApiError>,
    },
    /// A list changed while its pages were read.
    #[error("{call}: {reason}")]
    Moved {
        /// The call.
        call: Call,
        /// What no longer fits.
        reason: String,
    },
    /// A list says that it is longer than any list that is read.
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
    /// The call that failed; `None` before any call was made.
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

    /// The HTTP status of the answer, where there was one that says failure.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Status { status, .. } => Some(*status),
            Self::Maintenance { .. } => Some(503),
            _ => None,
        }
    }

    /// Whether the backend's errors hold this code.
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
