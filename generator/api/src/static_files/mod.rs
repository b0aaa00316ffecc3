//! Serves the files of the live release: pages, assets, redirects, rewrites, 404 pages by locale.
//!
//! **Invariant:** only `GET` and `HEAD`; a `Location` is built from parsed paths, never from raw request text (rule 4);
//! one URL has one content type.

pub(crate) mod answer_page;
mod contents;
mod failure;
mod layout_guard;
mod marked;
mod missing;
mod no_release;
mod pieces;
mod previewed;
mod resolve;
mod searched;
mod text;
mod visit;

use std::{io, net::IpAddr, sync::Arc};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use vitrine_model::path::SitePath;

pub(crate) use text::plain;

use self::{
    failure::Failure,
    layout_guard::{Asked, Verdict, verdict},
    no_release::no_release,
    visit::Visit,
};
use crate::{app_state::AppState, preview, release::files::path::FilePath, web::observe::Noted};

/// Handles a request that is not for the API.
pub(crate) async fn serve(
    state: &AppState,
    method: &Method,
    uri: &Uri,
    asked: &HeaderMap,
    address: IpAddr,
) -> Response<Body> {
    if !matches!(*method, Method::GET | Method::HEAD) {
        let mut answer = plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "method-not-allowed",
            "Method not allowed\n",
        );
        answer
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    let Some(release) = state.releases.live().await else {
        return no_release(state, uri.path()).await;
    };
    let visit = |release| Visit {
        state,
        release,
        method,
        uri,
        asked,
    };
    let mut answered = visit(Arc::clone(&release)).answered(address).await;
    if answered.is_err()
        && let Some(anew) = state.releases.written_again(&release).await
    {
        answered = visit(anew).answered(address).await;
    }
    match answered {
        Ok(answer) => answer,
        Err(error) => {
            let cause = format!("a file of the release could not be read: {error}");
            if !failure::is_missing(&error) {
                return fault(state, method, uri, &cause).await;
            }
            let mut answer = told(state, method, uri, &failure::UNREADABLE, &cause).await;
            let seconds = state.config.limits.maintenance_retry.as_secs().max(1);
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            answer
        }
    }
}

/// The 500 page for an internal error; the cause is only logged.
pub(crate) async fn fault(state: &AppState, method: &Method, uri: &Uri, cause: &str) -> Response<Body> {
    told(state, method, uri, &failure::FAULT, cause).await
}

/// The page of a failure, or its text; the cause is only logged.
async fn told(state: &AppState, method: &Method, uri: &Uri, failure: &Failure, cause: &str) -> Response<Body> {
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
            visit.failed(failure).await.ok()
        }
        None => None,
    };
    let mut answer = page.unwrap_or_else(|| plain(failure.status, failure.route, "This page cannot be shown\n"));
    answer.extensions_mut().insert(Noted {
        cause: Some(cause.into()),
        ..Noted::route(failure.route)
    });
    answer
}

/// A page of the live release that the API fills, by its file below `site/`.
pub(crate) async fn page_to_fill(state: &AppState, file: &str) -> io::Result<Option<Bytes>> {
    match FilePath::parse(file) {
        Some(path) => whole(state, &path).await,
        None => Ok(None),
    }
}

/// As [`page_to_fill`], by the path of a screen.
pub(crate) async fn screen_to_fill(state: &AppState, path: &str) -> io::Result<Option<Bytes>> {
    match SitePath::parse(path) {
        Ok(path) => whole(state, &FilePath::of_page(&path)).await,
        Err(_) => Ok(None),
    }
}

async fn whole(state: &AppState, path: &FilePath) -> io::Result<Option<Bytes>> {
    let Some(release) = state.releases.live().await else {
        return Ok(None);
    };
    let (uri, asked) = (Uri::default(), HeaderMap::new());
    let visit = Visit {
        state,
        release,
        method: &Method::GET,
        uri: &uri,
        asked: &asked,
    };
    visit.whole(path).await
}

impl Visit<'_> {
    async fn answered(&self, address: IpAddr) -> io::Result<Response<Body>> {
        match preview::asked(self.uri.query()).filter(|_| self.state.overlay.is_none()) {
            Some(asked) => self.previewed(address, &asked).await,
            None => self.guarded(address).await,
        }
    }

    /// R-ROUTE-11: an answer that depends on a cookie is stored nowhere.
    async fn guarded(&self, address: IpAddr) -> io::Result<Response<Body>> {
        let mut answer = self.judged(address).await?;
        let parsed = SitePath::parse(self.uri.path());
        let path = parsed.as_ref().map_or(self.uri.path(), SitePath::as_str);
        if self.release.is_private(path) {
            let no_store = HeaderValue::from_static("no-store");
            answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
        }
        Ok(answer)
    }

    async fn judged(&self, address: IpAddr) -> io::Result<Response<Body>> {
        let path = SitePath::parse(self.uri.path()).ok();
        if let Some(answer) = self.in_maintenance(path.as_ref()).await? {
            return Ok(answer);
        }
        let Some(path) = path else {
            return self.answer().await;
        };
        if let Some(answer) = self.searched(address).await? {
            return Ok(answer);
        }
        let asked = Asked {
            path: &path,
            query: self.uri.query(),
            headers: self.asked,
            address,
        };
        let mut answer = match verdict(&self.release.guarded, self.state, &asked).await {
            Verdict::Served { personal: false } => {
                return match self.marked(&path).await? {
                    Some(page) => Ok(page),
                    None => self.answer().await,
                };
            }
            Verdict::Served { personal: true } => self.answer().await?,
            Verdict::Led(to) => self.redirect(&to, 303),
            Verdict::NoOrder => self.shell_without_order(&path).await?,
        };
        let no_store = HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
        Ok(answer)
    }
}
