//! The answer to every path while there is no release.
//!
//! **Invariant:** it needs no file of a release.

use std::sync::Arc;

use axum::body::Body;
use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use tokio::task::spawn_blocking;

use super::text::plain;
use crate::app_state::{AppState, messages};

/// 503 until there is a first release.
pub(super) async fn no_release(state: &AppState, path: &str) -> Response<Body> {
    let code = state.code(state.config.locales.of_path(path));
    let text = messages(None).text(code, "errors.no_release", &[]);
    let mut answer = plain(StatusCode::SERVICE_UNAVAILABLE, "no-release", "");
    let page = Bytes::from(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"robots\" content=\"noindex\">\n<title>503</title>\n</head>\n\
         <body>\n<p>{text}</p>\n</body>\n</html>\n"
    ));
    let overlaid = match &state.overlay {
        Some(overlay) => {
            let (overlay, page) = (Arc::clone(overlay), page.clone());
            let made = spawn_blocking(move || overlay.file("503.html", Some(page))).await;
            made.ok().flatten()
        }
        None => None,
    };
    *answer.body_mut() = Body::from(overlaid.unwrap_or(page));
    let headers = answer.headers_mut();
    headers.extend(state.page_headers.clone());
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}
