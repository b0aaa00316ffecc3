//! Serves the files of the live release: pages, assets, redirects, rewrites, 404 pages by locale.
//!
//! **Invariant:** only `GET` and `HEAD`; a `Location` is built from parsed paths, never from raw request text (rule 4);
//! one URL has one content type.

mod bodies;
mod bodies_on_disk;
mod coding;
mod contents;
mod failure;
mod former;
mod guarded;
mod hash;
mod headers;
mod layout_guard;
mod missing;
mod no_release;
mod path;
mod pieces;
mod resolve;
mod searched;
mod table;
mod text;
mod visit;

use std::{io, net::IpAddr};

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, Uri, header};
use vitrine_model::path::SitePath;

pub(crate) use bodies::Bodies;
pub(crate) use former::{ASSETS, FormerAssets};
pub(crate) use guarded::{Guarded, Layouts};
pub(crate) use headers::{HSTS, of_pages};
pub(crate) use table::{FileTable, Listed};
pub(crate) use text::plain;

use self::{
    layout_guard::{Asked, Verdict, verdict},
    no_release::no_release,
    path::FilePath,
    visit::Visit,
};
use crate::{app_state::AppState, observe::Noted};

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
    let visit = Visit {
        state,
        release,
        method,
        uri,
        asked,
    };
    match visit.guarded(address).await {
        Ok(answer) => answer,
        Err(error) => {
            let cause = format!("a file of the release could not be read: {error}");
            fault(state, method, uri, &cause).await
        }
    }
}

/// The 500 page for an internal error; the cause is only logged.
pub(crate) async fn fault(state: &AppState, method: &Method, uri: &Uri, cause: &str) -> Response<Body> {
    let failure = failure::FAULT;
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
    /// R-ROUTE-11: an answer that depends on a cookie is stored nowhere.
    async fn guarded(&self, address: IpAddr) -> io::Result<Response<Body>> {
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
            Verdict::Served { personal: false } => return self.answer().await,
            Verdict::Served { personal: true } => self.answer().await?,
            Verdict::Led(to) => self.redirect(&to, 303),
        };
        let no_store = HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, no_store);
        Ok(answer)
    }
}
