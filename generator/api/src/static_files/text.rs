//! Responses with a short text instead of a page.
//!
//! **Invariant:** they are never cached.

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};

use crate::web::observe::Noted;

/// A response with a short text.
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
