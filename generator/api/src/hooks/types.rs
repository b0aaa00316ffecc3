//! JSON types of the hooks.

use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::report::BuilderReport;
use crate::row::Answer;

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

impl Answer for BuilderReport {}
