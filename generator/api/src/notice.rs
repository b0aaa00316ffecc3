//! A word to the visitor about their session, beside an answer that succeeded.

use serde::Serialize;
use utoipa::ToSchema;

/// What it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NoticeCode {
    /// The session had expired: a new one began, with an empty cart and without a customer.
    SessionExpired,
}

/// A word to the visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Notice {
    /// What it is about.
    pub(crate) code: NoticeCode,
    /// The text for the visitor, localized.
    pub(crate) message: String,
}
