//! A message to the visitor about their session, in addition to a successful response.

use serde::Serialize;
use utoipa::ToSchema;

/// The reason of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NoticeCode {
    /// The session had expired; a new one was created, with an empty cart and without a customer.
    SessionExpired,
}

/// A message to the visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Notice {
    /// The reason.
    pub(crate) code: NoticeCode,
    /// The text for the visitor, localized.
    pub(crate) message: String,
}
