//! JSON types of monitoring.

use http::StatusCode;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{
    release::search::indexes::SearchState,
    request::row::Answer,
    shop::{readiness::BackendState, setup::SetupFinding},
};

/// The state of the process.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct StatusResponse {
    /// Always `ok`.
    pub(super) status: String,
}

impl Answer for StatusResponse {}

/// Whether visitors can be served.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct ReadyResponse {
    /// The state of the server.
    pub(super) status: ReadyStatus,
    /// The state of the backends that visitors' requests need.
    pub(super) backends: BackendStates,
    /// Whether search answers; it needs no backend.
    pub(super) search: SearchState,
    /// Technical names of the sales channel's hidden payment methods, which are unsupported; omitted if there are none,
    /// or no checkout was read yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) hidden_payment_methods: Vec<String>,
    /// Mismatched settings of Shopware; omitted if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(super) setup: Vec<SetupFinding>,
}

impl Answer for ReadyResponse {
    const UNAVAILABLE: Option<&'static str> = Some("No release is live.");

    fn status(&self) -> StatusCode {
        match self.status {
            ReadyStatus::NoRelease => StatusCode::SERVICE_UNAVAILABLE,
            ReadyStatus::Ok | ReadyStatus::Degraded => StatusCode::OK,
        }
    }
}

/// Whether visitors can be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReadyStatus {
    /// Pages and API requests are served.
    Ok,
    /// Pages are served; API requests fail because a backend does not respond, search cannot read its files, or mails
    /// lead elsewhere or a language is missing.
    Degraded,
    /// No release is live, so there are no pages.
    NoRelease,
}

/// The state of each backend, at most some seconds old.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(super) struct BackendStates {
    /// The state of Shopware.
    pub(super) shopware: BackendState,
}

/// The OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub(super) struct OpenApiDocument(pub(super) Box<RawValue>);

impl Answer for OpenApiDocument {}
