//! Pages of a customer who may have own prices: they come with the mark that the loader would set after the first paint,
//! so that the style sheet reserves the prices' places from the beginning (law §3, `islands/src/own-prices`).
//!
//! **Invariant:** the mark repeats what the request's cookie says, and asks nobody; a marked page is kept by no shared
//! cache. Every other request is answered with the files as they are.

use std::io;

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};
use vitrine_model::path::SitePath;

use super::visit::Visit;
use crate::{release::files::path::FilePath, web::cookies::Jar};

/// Before the other attributes of the document's element; the value is that of the cookie (`CustomerHint`).
const ELEMENT: &str = "<html ";
const MARKED: &str = "<html data-customer=\"2\" ";

/// The browser may keep the page for going back, and asks again whenever it is opened: after the logout it gets another.
const CACHED: HeaderValue = HeaderValue::from_static("private, no-cache");

impl Visit<'_> {
    /// A page of the release with the mark; `None` for other visitors, and for paths that are no page.
    pub(super) async fn marked(&self, path: &SitePath) -> io::Result<Option<Response<Body>>> {
        let file = FilePath::of_page(path);
        let is_page = self.uri.path() == path.href()
            && !self.release.redirects.contains_key(path.as_str())
            && !self.release.is_error_page(file.as_str());
        if !self.may_have_own_prices() || !is_page {
            return Ok(None);
        }
        let Some(page) = self.whole(&file).await? else {
            return Ok(None);
        };
        let mut answer = self.made(StatusCode::OK, mark(page.to_vec())).await;
        answer.headers_mut().insert(header::CACHE_CONTROL, CACHED);
        Ok(Some(answer))
    }

    fn may_have_own_prices(&self) -> bool {
        self.asked.contains_key(header::COOKIE) && Jar::read(self.asked, self.state.config.https).may_have_own_prices()
    }
}

/// Marks a page; what is no page of ours stays as it is.
pub(super) fn mark(page: Vec<u8>) -> Vec<u8> {
    match std::str::from_utf8(&page) {
        Ok(text) => text.replacen(ELEMENT, MARKED, 1).into_bytes(),
        Err(_) => page,
    }
}
