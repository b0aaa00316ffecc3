//! The pages of a shop in maintenance and of a fault: 503 for the screens that cannot work without the shop, 500 for what broke (R-SESS-03, R-HEAD-11, R-ROUTE-14).
//!
//! **Invariant:** pages of the release in the locale of the path, never kept by anybody; a release without them is answered for with a sentence.

use std::io;

use axum::body::Body;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use tokio::time::timeout;
use vitrine_model::path::SitePath;

use super::{FilePath, Visit, plain};
use crate::{
    app_state::{AppState, messages},
    observe::Noted,
    readiness::BackendState,
};

/// A page for a failure, by its status.
struct Failure {
    status: StatusCode,
    route: &'static str,
    /// Of the sentence where the release has no page.
    key: &'static str,
}

impl Visit<'_> {
    /// The 503 page, where the path is that of a screen that cannot work without the shop and the shop is in maintenance.
    pub(super) async fn in_maintenance(&self) -> io::Result<Option<Response<Body>>> {
        let screen = SitePath::parse(self.uri.path()).is_ok_and(|path| self.release.needs_shop(path.as_str()));
        if !screen {
            return Ok(None);
        }
        let wait = self.state.config.limits.maintenance_wait;
        let found = timeout(wait, self.state.readiness.of_shopware()).await;
        if !matches!(found, Ok(BackendState::Maintenance)) {
            return Ok(None);
        }
        let failure = Failure {
            status: StatusCode::SERVICE_UNAVAILABLE,
            route: "maintenance",
            key: "errors.maintenance_mode",
        };
        let mut answer = self.failed(&failure).await?;
        let seconds = self.state.config.limits.maintenance_retry.as_secs().max(1);
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        Ok(Some(answer))
    }

    async fn failed(&self, failure: &Failure) -> io::Result<Response<Body>> {
        let locales = &self.state.config.locales;
        let asked = self.state.code(locales.of_path(self.uri.path()));
        for code in [asked, locales.default_locale().code.as_str()] {
            let page = self.release.failure_page(failure.status, code);
            let Some(path) = page.and_then(FilePath::parse) else {
                continue;
            };
            if let Some(bytes) = self.whole(&path).await? {
                let mut answer = plain(failure.status, failure.route, "");
                answer.headers_mut().extend(self.state.page_headers.clone());
                let html = HeaderValue::from_static("text/html; charset=utf-8");
                answer.headers_mut().insert(header::CONTENT_TYPE, html);
                answer.headers_mut().insert(header::CONTENT_LENGTH, bytes.len().into());
                if *self.method != Method::HEAD {
                    *answer.body_mut() = Body::from(bytes);
                }
                return Ok(answer);
            }
        }
        let text = messages(Some(&self.release)).text(asked, failure.key, &[]);
        Ok(plain(failure.status, failure.route, &format!("{text}\n")))
    }
}

/// The 500 page of what broke, with why for the log alone.
pub(crate) async fn fault(state: &AppState, method: &Method, uri: &Uri, cause: &str) -> Response<Body> {
    let failure = Failure {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        route: "fault",
        key: "errors.internal_error",
    };
    let page = match state.releases.live().await {
        Some(release) => {
            let asked = HeaderMap::new();
            let visit = Visit {
                state,
                release,
                method,
                uri,
                asked: &asked,
            };
            visit.failed(&failure).await.ok()
        }
        None => None,
    };
    let mut answer = page.unwrap_or_else(|| plain(failure.status, failure.route, "Internal error\n"));
    answer.extensions_mut().insert(Noted {
        cause: Some(cause.into()),
        ..Noted::route(failure.route)
    });
    answer
}
