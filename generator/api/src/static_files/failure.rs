//! Error pages: 503 for screens that need the shop during maintenance, 500 for internal errors (R-SESS-03, R-HEAD-11,
//! R-ROUTE-14).
//!
//! **Invariant:** these responses are never cached.

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderValue, Method, Response, StatusCode, header};
use tokio::time::timeout;

use super::text::plain;
use crate::{app_state::AppState, readiness::BackendState};

/// An error that has a page.
pub(super) struct Failure {
    pub(super) status: StatusCode,
    /// The name in the log.
    pub(super) route: &'static str,
    /// The key of the text to send if the release has no page.
    pub(super) key: &'static str,
}

/// The shop is in maintenance.
pub(super) const MAINTENANCE: Failure = Failure {
    status: StatusCode::SERVICE_UNAVAILABLE,
    route: "maintenance",
    key: "errors.maintenance_mode",
};

/// An internal error.
pub(super) const FAULT: Failure = Failure {
    status: StatusCode::INTERNAL_SERVER_ERROR,
    route: "fault",
    key: "errors.internal_error",
};

/// Whether the shop is in maintenance; the wait for that is limited by [`crate::ServerLimits::maintenance_wait`].
pub(super) async fn is_in_maintenance(state: &AppState) -> bool {
    let wait = state.config.limits.maintenance_wait;
    let found = timeout(wait, state.readiness.of_shopware()).await;
    matches!(found, Ok(BackendState::Maintenance))
}

/// The response with an error page of the release.
pub(super) fn answer(state: &AppState, method: &Method, failure: &Failure, page: Bytes) -> Response<Body> {
    let mut answer = plain(failure.status, failure.route, "");
    let headers = answer.headers_mut();
    headers.extend(state.page_headers.clone());
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CONTENT_LENGTH, page.len().into());
    if *method != Method::HEAD {
        *answer.body_mut() = Body::from(page);
    }
    answer
}
