//! Answers that are a short text, without a page.
//!
//! **Invariant:** nobody keeps them.

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};

use crate::observe::Noted;

/// A short text without a page of its own.
pub(crate) fn plain(status: StatusCode, route: &'static str, text: &str) -> Response<Body> {
    let mut answer = Response::new(Body::from(text.to_owned()));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer.extensions_mut().insert(Noted::route(route));
    answer
}
