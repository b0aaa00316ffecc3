//! Errors of a request, and the response to each (rule 12).
//!
//! **Invariant:** each [`Code`] has one status, one title and one text per language; causes are only logged.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;
use vitrine_backends::{
    BackendError,
    shopware::session::{Failure, FieldError, FieldName, FieldProblem, Refusal},
};

use super::{code::Code, fields::FieldFault, messages::ErrorTexts};

/// Parts that few errors have.
#[derive(Debug, Default)]
struct More {
    /// The invalid fields, if there may be several.
    fields: Vec<FieldFault>,
    /// A field of the response besides `errors`, if the row has a type for it.
    beside: Option<(&'static str, Box<RawValue>)>,
    /// The backend's error, if there was a call.
    backend: Option<BackendSaid>,
}

/// An error of a request.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) code: Code,
    /// The parameters of the text.
    pub(crate) parameters: Vec<(&'static str, String)>,
    /// The JSON pointer to the invalid field.
    pub(crate) pointer: Option<&'static str>,
    /// Localized texts that replace the code's own text.
    pub(crate) details: Box<[String]>,
    /// Parts that few errors have.
    more: Option<Box<More>>,
    /// The value of `Retry-After`.
    pub(crate) retry_after: Option<Duration>,
    /// The value of `Allow`.
    pub(crate) allow: Option<Box<str>>,
    /// The cause, for the log.
    pub(crate) cause: Option<Box<str>>,
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self {
            code,
            parameters: Vec::new(),
            pointer: None,
            details: Box::default(),
            more: None,
            retry_after: None,
            allow: None,
            cause: None,
        }
    }
}

impl Problem {
    /// A request that does not match the OpenAPI document.
    pub(crate) fn invalid(cause: &str) -> Self {
        Self::from(Code::InvalidRequest).because(cause)
    }

    /// As [`Self::invalid`], for one field.
    pub(crate) fn field(pointer: &'static str, cause: &str) -> Self {
        Self {
            pointer: Some(pointer),
            ..Self::invalid(cause)
        }
    }

    /// The same error with another code.
    pub(crate) fn with_code(self, code: Code) -> Self {
        Self { code, ..self }
    }

    /// Fields that do not match the OpenAPI document.
    pub(crate) fn fields(faults: Vec<FieldFault>) -> Self {
        let pointers: Vec<&str> = faults.iter().map(|fault| &*fault.pointer).collect();
        let cause = format!("refused fields: {}", pointers.join(" "));
        let mut problem = Self::invalid(&cause);
        problem.more().fields = faults;
        problem
    }

    /// Fields of a form of the CMS that its rules refuse.
    pub(crate) fn form(faults: Vec<FieldFault>) -> Self {
        Self::fields(faults).with_code(Code::FormRefused)
    }

    /// One field, with its own text.
    pub(crate) fn choice(pointer: &'static str) -> Self {
        Self::fields(vec![FieldFault::new(pointer, "fields.choice")])
    }

    /// The same error with the pointers of this request: `pointer_of` maps fields that the request has elsewhere. A
    /// field that was refused twice is reported once.
    pub(crate) fn repointed(mut self, pointer_of: impl Fn(&str) -> Option<String>) -> Self {
        let Some(more) = &mut self.more else { return self };
        let mut told: Vec<FieldFault> = Vec::with_capacity(more.fields.len());
        for mut fault in more.fields.drain(..) {
            if let Some(pointer) = pointer_of(&fault.pointer) {
                fault.pointer = pointer.into();
            }
            if !told.contains(&fault) {
                told.push(fault);
            }
        }
        more.fields = told;
        self
    }

    /// The same error without its fields.
    pub(crate) fn without_fields(mut self) -> Self {
        if let Some(more) = &mut self.more {
            more.fields.clear();
        }
        self
    }

    /// Whether the visitor typed another password than the account's.
    pub(crate) fn is_wrong_password(&self) -> bool {
        self.refused_fields()
            .any(|field| field.problem == FieldProblem::WrongPassword)
    }

    /// Whether the secrets of a mail's link were refused.
    pub(crate) fn is_about_link(&self) -> bool {
        self.refusal() == Some(&Refusal::LinkNotUsable)
            || self.refused_fields().any(|field| field.field == FieldName::MailHash)
    }

    /// Whether the backend has no such call.
    pub(crate) fn is_unknown_call(&self) -> bool {
        self.backend().is_some_and(|said| said.unknown_call)
    }

    fn refused_fields(&self) -> impl Iterator<Item = &FieldError> {
        let fields = match self.refusal() {
            Some(Refusal::Invalid(fields)) => fields.as_slice(),
            _ => &[],
        };
        fields.iter()
    }

    /// Adds a field of the response besides `errors`.
    pub(crate) fn beside(mut self, name: &'static str, value: &impl Serialize) -> Self {
        self.more().beside = to_raw_value(value).ok().map(|json| (name, json));
        self
    }

    fn more(&mut self) -> &mut More {
        self.more.get_or_insert_default()
    }

    fn backend(&self) -> Option<&BackendSaid> {
        self.more.as_ref()?.backend.as_ref()
    }

    /// The reason of the backend's refusal.
    pub(crate) fn refusal(&self) -> Option<&Refusal> {
        self.backend().map(|said| &said.refusal)
    }

    /// Logs that a change was made but the new state could not be read (R-SESS-01).
    pub(crate) fn log_refresh(&self) {
        let cause = self.cause.as_deref().unwrap_or_default();
        tracing::warn!(
            code = self.code.as_str(),
            cause,
            "the session was changed and could not be read back"
        );
    }

    /// Logs that optional data of a request could not be read.
    pub(crate) fn log_unread(&self, what: &'static str) {
        let cause = self.cause.as_deref().unwrap_or_default();
        tracing::warn!(
            code = self.code.as_str(),
            cause,
            what,
            "could not be read and was left out"
        );
    }

    /// Whether a change that failed with this error may still have been made.
    pub(crate) fn may_have_been_done(&self) -> bool {
        self.backend().is_some_and(|said| said.may_have_been_done)
    }

    /// Adds a cause for the log.
    pub(crate) fn because(self, cause: &str) -> Self {
        Self {
            cause: Some(cause.into()),
            ..self
        }
    }

    /// Adds a time for `Retry-After`.
    pub(crate) fn after(self, wait: Duration) -> Self {
        let seconds = wait.as_secs().max(1) + u64::from(wait.as_secs() > 0 && wait.subsec_nanos() > 0);
        Self {
            retry_after: Some(Duration::from_secs(seconds)),
            parameters: vec![("seconds", seconds.to_string())],
            ..self
        }
    }

    /// The error for a failed call to the backend.
    pub(crate) fn of_backend(failure: &Failure, maintenance_retry: Duration) -> Self {
        let refusal = failure.refusal();
        let mut problem = match &refusal {
            Refusal::Maintenance(wait) => Self::from(Code::MaintenanceMode).after(wait.unwrap_or(maintenance_retry)),
            Refusal::Throttled(wait) => Self::from(Code::RateLimited).after(wait.unwrap_or(Duration::from_secs(10))),
            Refusal::Invalid(errors) => Self::fields(errors.iter().map(FieldFault::of_shopware).collect()),
            Refusal::PaymentMethodNotAvailable => Self::choice("/payment_method_id"),
            Refusal::ShippingMethodNotAvailable => Self::choice("/shipping_method_id"),
            Refusal::CountryNotFound(_) => Self::choice("/country_id"),
            other => Self::from(code_of(other, &failure.error)),
        };
        problem.cause = Some(cause_of(&failure.error).into());
        problem.more().backend = Some(BackendSaid {
            may_have_been_done: failure.may_have_been_done(),
            unknown_call: matches!(failure.error, BackendError::Status { status: 404, .. }),
            refusal,
        });
        problem
    }

    /// The error of a call without a response before the deadline; its change may have been made.
    pub(crate) fn too_late() -> Self {
        let mut problem = Self::from(Code::BackendTimeout).because("the call's deadline passed");
        problem.more().backend = Some(BackendSaid {
            refusal: Refusal::Other,
            unknown_call: false,
            may_have_been_done: true,
        });
        problem
    }
}

impl Problem {
    /// The errors of the response: one for each invalid field, otherwise one for each localized text, otherwise the
    /// code's own text.
    pub(crate) fn errors(&self, messages: &ErrorTexts, language: &str) -> Vec<ApiErrorDetail> {
        let entry = |detail: String, pointer: Option<&str>| ApiErrorDetail {
            code: self.code.as_str().to_owned(),
            title: self.code.title().to_owned(),
            detail,
            source: pointer.map(|pointer| ErrorSource {
                pointer: pointer.to_owned(),
            }),
        };
        let text = |key: &str, parameters: &[(&'static str, String)]| {
            let parameters: Vec<(&str, &str)> =
                parameters.iter().map(|(name, value)| (*name, value.as_str())).collect();
            messages.text(language, key, &parameters)
        };
        let faults = self.more.iter().flat_map(|more| &more.fields);
        if faults.clone().next().is_some() {
            let said = |fault: &FieldFault| fault.said.clone().unwrap_or_else(|| text(fault.key, &fault.parameters));
            return faults.map(|fault| entry(said(fault), Some(&fault.pointer))).collect();
        }
        if !self.details.is_empty() {
            let details = self.details.iter();
            return details.map(|detail| entry(detail.clone(), self.pointer)).collect();
        }
        vec![entry(text(self.code.key(), &self.parameters), self.pointer)]
    }

    /// The JSON of the response.
    pub(crate) fn body(&self, messages: &ErrorTexts, language: &str) -> Vec<u8> {
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            response: ErrorResponse,
            #[serde(flatten)]
            beside: BTreeMap<&'a str, &'a RawValue>,
        }
        let beside = self.more.iter().flat_map(|more| &more.beside);
        let whole = Whole {
            response: ErrorResponse {
                errors: self.errors(messages, language),
            },
            beside: beside.map(|(name, value)| (*name, &**value)).collect(),
        };
        serde_json::to_vec(&whole).unwrap_or_default()
    }
}

/// The meaning of a backend's error.
#[derive(Debug)]
pub(crate) struct BackendSaid {
    refusal: Refusal,
    unknown_call: bool,
    may_have_been_done: bool,
}

fn code_of(refusal: &Refusal, error: &BackendError) -> Code {
    match refusal {
        Refusal::NotLoggedIn => Code::LoginRequired,
        Refusal::CartEmpty | Refusal::CartBlocked(_) => Code::OrderRejected,
        Refusal::CartChanged => Code::CartChanged,
        Refusal::CartLocked | Refusal::LineItemNotStackable | Refusal::LineItemNotRemovable => Code::CartRejected,
        Refusal::LineItemNotFound => Code::LineItemNotFound,
        Refusal::OrderNotFound => Code::OrderNotFound,
        Refusal::GuestNotAuthenticated | Refusal::GuestWrongCredentials => Code::OrderLookupRefused,
        Refusal::PaymentNotChangeable => Code::OrderNotPayable,
        Refusal::OrderNotCancellable => Code::OrderNotCancellable,
        Refusal::FileNotFound => Code::DocumentNotFound,
        Refusal::AddressNotFound => Code::AddressNotFound,
        Refusal::AddressIsDefault | Refusal::AddressIsActive => Code::AddressInUse,
        Refusal::BadCredentials => Code::LoginRefused,
        Refusal::LinkNotUsable => Code::LinkNotUsable,
        Refusal::AlreadyConfirmed => Code::LinkNotUsable,
        _ => match error {
            BackendError::TimedOut { .. } => Code::BackendTimeout,
            BackendError::Status { status: 409, .. } => Code::CartRejected,
            BackendError::Status {
                status: 400 | 422,
                errors,
                ..
            } if errors.iter().any(|e| e.code.starts_with("CHECKOUT__CART_")) => Code::CartRejected,
            // The call was understood and refused, whatever the error is called.
            BackendError::Status { status: 400 | 422, .. } => Code::InvalidRequest,
            _ if *refusal == Refusal::Rejected => Code::InvalidRequest,
            _ => Code::BackendUnavailable,
        },
    }
}

/// A backend's error for the log: call, status and codes, never its message, which may contain a visitor's input.
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

/// The invalid field of a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorSource {
    /// A JSON pointer: `/quantity`.
    pub(crate) pointer: String,
}

/// One error.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ApiErrorDetail {
    /// The code: `ORDERING_NOT_ALLOWED`.
    pub(crate) code: String,
    /// A short title in English.
    pub(crate) title: String,
    /// The text for the visitor, localized.
    pub(crate) detail: String,
    /// The invalid field, if the error concerns one.
    #[schema(required)]
    pub(crate) source: Option<ErrorSource>,
}

/// Why a request failed.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ErrorResponse {
    /// At least one error.
    pub(crate) errors: Vec<ApiErrorDetail>,
}
