//! What goes wrong in a request, and the one table of what the client is told (rule 12).
//!
//! **Invariant:** each [`Code`] has one status, one title and one text in each language; causes go to the log only.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_backends::BackendError;

pub use crate::code::Code;

/// A failure on its way to the client.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) code: Code,
    /// Of the text.
    pub(crate) parameters: Vec<(&'static str, String)>,
    /// The field at fault.
    pub(crate) pointer: Option<&'static str>,
    /// Finished texts in the page's language, told in place of the code's own.
    pub(crate) details: Vec<String>,
    /// For `Retry-After`.
    pub(crate) retry_after: Option<Duration>,
    /// For `Allow`.
    pub(crate) allow: Option<Box<str>>,
    /// For the log.
    pub(crate) cause: Option<Box<str>>,
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self {
            code,
            parameters: Vec::new(),
            pointer: None,
            details: Vec::new(),
            retry_after: None,
            allow: None,
            cause: None,
        }
    }
}

impl Problem {
    /// A request that is not what the document asks for.
    pub(crate) fn invalid(cause: &str) -> Self {
        Self::from(Code::InvalidRequest).because(cause)
    }

    /// The same, of one field.
    pub(crate) fn field(pointer: &'static str, cause: &str) -> Self {
        Self {
            pointer: Some(pointer),
            ..Self::invalid(cause)
        }
    }

    /// With a cause for the log.
    pub(crate) fn because(self, cause: &str) -> Self {
        Self {
            cause: Some(cause.into()),
            ..self
        }
    }

    /// With a time to come back.
    pub(crate) fn after(self, wait: Duration) -> Self {
        let seconds = wait.as_secs().max(1) + u64::from(wait.as_secs() > 0 && wait.subsec_nanos() > 0);
        Self {
            retry_after: Some(Duration::from_secs(seconds)),
            parameters: vec![("seconds", seconds.to_string())],
            ..self
        }
    }

    /// What a failed call to the backend means here.
    pub(crate) fn of_backend(error: &BackendError, maintenance_retry: Duration) -> Self {
        let problem = match error {
            BackendError::Maintenance { retry_after, .. } => {
                Self::from(Code::MaintenanceMode).after(retry_after.unwrap_or(maintenance_retry))
            }
            BackendError::TimedOut { .. } => Code::BackendTimeout.into(),
            BackendError::Status {
                status: 429,
                retry_after,
                ..
            } => Self::from(Code::RateLimited).after(retry_after.unwrap_or(Duration::from_secs(10))),
            BackendError::Status { .. } if error.has_code("CHECKOUT__CART_LINE_ITEM_NOT_FOUND") => {
                Code::LineItemNotFound.into()
            }
            BackendError::Status { status: 409, .. } => Code::CartRejected.into(),
            BackendError::Status {
                status: 400 | 422,
                errors,
                ..
            } if errors.iter().any(|e| e.code.starts_with("CHECKOUT__CART_")) => Code::CartRejected.into(),
            _ => Code::BackendUnavailable.into(),
        };
        problem.because(&cause_of(error))
    }
}

/// A backend's failure for the log: call, status and codes, never its prose, which may hold what a visitor typed.
pub(crate) fn cause_of(error: &BackendError) -> String {
    match error {
        BackendError::Status {
            call, status, errors, ..
        } => {
            let codes: Vec<&str> = errors.iter().take(5).map(|e| e.code.as_str()).collect();
            format!("{call} was answered with status {status} {}", codes.join(" "))
        }
        other => other.to_string(),
    }
}

/// The field of a request that was refused.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorSource {
    /// A JSON pointer: `/quantity`.
    pub(crate) pointer: String,
}

/// One failure.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ApiErrorDetail {
    /// The code: `ORDERING_NOT_ALLOWED`.
    pub(crate) code: String,
    /// A short title in English.
    pub(crate) title: String,
    /// The text for the visitor, localized.
    pub(crate) detail: String,
    /// The field that was refused, if it was one.
    #[schema(required)]
    pub(crate) source: Option<ErrorSource>,
}

/// Why a request failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// At least one failure.
    pub(crate) errors: Vec<ApiErrorDetail>,
}
