//! JSON types of the hooks.

use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{events::report::BuilderReport, request::row::Answer};

/// Where a shop confirms its registration, below the shop window's own origin.
pub(super) const CONFIRMATION: &str = "/api/hooks/commerce/confirmation";

/// The answer to an event.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct HookResponse {
    /// What becomes of the event.
    pub(super) outcome: HookOutcome,
}

/// What becomes of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HookOutcome {
    /// The site is built again.
    Accepted,
    /// The same event came before; it counts once.
    Known,
    /// Events of this kind change no page.
    Ignored,
}

impl Answer for HookResponse {
    fn status(&self) -> StatusCode {
        StatusCode::ACCEPTED
    }
}

/// The answer to a registration.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct RegistrationResponse {
    /// The proof that this server knows the app's secret: a signature over the shop's id, its URL and the app's name.
    pub(super) proof: String,
    /// The secret with which the shop signs its events.
    pub(super) secret: String,
    /// Where the shop confirms it.
    pub(super) confirmation_url: String,
}

impl Answer for RegistrationResponse {}

/// The answer to a confirmation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ConfirmationResponse {
    /// Always true.
    pub(super) confirmed: bool,
}

impl Answer for ConfirmationResponse {}

impl Answer for BuilderReport {}
