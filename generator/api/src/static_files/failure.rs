//! Error pages: 503 for screens that need the shop during maintenance, 500 for internal errors (R-SESS-03, R-HEAD-11,
//! R-ROUTE-14).
//!
//! **Invariant:** these responses are never cached.

use std::io;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderValue, Method, Response, StatusCode, header};
use tokio::time::timeout;
use vitrine_model::path::SitePath;

use super::{text::plain, visit::Visit};
use crate::{
    app_state::{AppState, messages},
    release::files::path::{FilePath, link_path},
    shop::readiness::BackendState,
};

/// An error that has a page.
pub(super) struct Failure {
    pub(super) status: StatusCode,
    /// The name in the log.
    pub(super) route: &'static str,
    /// The key of the text to send if the release has no page.
    pub(super) key: &'static str,
}

/// The shop is in maintenance.
const MAINTENANCE: Failure = Failure {
    status: StatusCode::SERVICE_UNAVAILABLE,
    route: "maintenance",
    key: "errors.maintenance_mode",
};

/// A file of the release is missing or not readable by this process: an operator can fix it.
pub(super) const UNREADABLE: Failure = Failure {
    status: StatusCode::SERVICE_UNAVAILABLE,
    route: "unreadable",
    key: "errors.internal_error",
};

/// An internal error.
pub(super) const FAULT: Failure = Failure {
    status: StatusCode::INTERNAL_SERVER_ERROR,
    route: "fault",
    key: "errors.internal_error",
};

/// Whether a file that the release lists is missing or not readable by this process.
pub(super) fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind as K;
    matches!(
        error.kind(),
        K::NotFound
            | K::NotADirectory
            | K::IsADirectory
            | K::InvalidFilename
            | K::PermissionDenied
            | K::StaleNetworkFileHandle
    )
}

impl Visit<'_> {
    /// The 503 page if the path belongs to a screen that needs the shop, and the shop is in maintenance.
    pub(super) async fn in_maintenance(&self, path: Option<&SitePath>) -> io::Result<Option<Response<Body>>> {
        let needs_shop = match path {
            Some(path) => self.release.needs_shop(path.as_str()),
            None => link_path(self.uri.path()).is_some_and(|path| self.release.needs_shop(path)),
        };
        if !needs_shop || !is_in_maintenance(self.state).await {
            return Ok(None);
        }
        let mut answer = self.failed(&MAINTENANCE).await?;
        let seconds = self.state.config.limits.maintenance_retry.as_secs().max(1);
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        Ok(Some(answer))
    }

    /// The error page in the locale of the path, otherwise in the default locale, otherwise a plain text.
    pub(super) async fn failed(&self, failure: &Failure) -> io::Result<Response<Body>> {
        let locales = &self.state.config.locales;
        let asked = self.state.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            let page = self.release.failure_page(failure.status, code);
            let Some(path) = page.and_then(FilePath::parse) else {
                continue;
            };
            if let Some(page) = self.whole(&path).await? {
                return Ok(answer(self.state, self.method, failure, page));
            }
        }
        let text = messages(Some(&self.release)).text(asked, failure.key, &[]);
        Ok(plain(failure.status, failure.route, &format!("{text}\n")))
    }
}

/// Whether the shop is in maintenance; the wait for that is limited by [`crate::ServerLimits::maintenance_wait`].
async fn is_in_maintenance(state: &AppState) -> bool {
    let wait = state.config.limits.maintenance_wait;
    let found = timeout(wait, state.readiness.of_shopware()).await;
    matches!(found, Ok(BackendState::Maintenance))
}

/// The response with an error page of the release.
fn answer(state: &AppState, method: &Method, failure: &Failure, page: Bytes) -> Response<Body> {
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
