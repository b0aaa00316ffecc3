//! A message to the visitor about their session, in addition to a successful response.

use serde::Serialize;
use utoipa::ToSchema;

/// The reason of a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NoticeCode {
    /// The session had expired; a new one was created, with an empty cart and without a customer.
    SessionExpired,
    /// The cart is empty, although it was not emptied in this browser and its products are still sold.
    CartEnded,
}

/// A link of a notice.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NoticeLink {
    /// The page's path.
    pub(crate) path: String,
    /// The text of the link, localized.
    pub(crate) label: String,
}

/// A message to the visitor.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Notice {
    /// The reason.
    pub(crate) code: NoticeCode,
    /// The text for the visitor, localized.
    pub(crate) message: String,
    /// The login, which restores a customer's cart; missing for a visitor who was not logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) login: Option<NoticeLink>,
}
