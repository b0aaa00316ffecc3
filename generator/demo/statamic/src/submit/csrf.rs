//! `POST /!/csrf` of version 6: the CSRF token of the visitor's session, which forms send in `X-CSRF-TOKEN`. A visitor
//! without a session gets one by cookie.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::Response;
use rand::distr::{Alphanumeric, SampleString};
use serde_json::json;

use super::super::answer::Reply;
use super::super::options::StatamicVersion;
use super::super::state::StatamicState;

const COOKIE: &str = "statamic-session=";
/// Length of tokens and session ids.
const LENGTH: usize = 40;

/// Returns the token of the session.
pub(crate) async fn csrf_token(
    State(state): State<Arc<StatamicState>>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    if state.version() == StatamicVersion::Five || method != Method::POST {
        return Reply::PageNotFound.into_response(&headers);
    }
    let known = session(&headers).map(str::to_owned);
    let session = known.unwrap_or_else(|| Alphanumeric.sample_string(&mut rand::rng(), LENGTH));
    let mut response = Reply::Ok(json!({"csrf": token_of(&session)})).into_response(&headers);
    let cookie = format!("{COOKIE}{session}; path=/; httponly; samesite=lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Whether a form is sent with the token of its session.
pub(super) fn passes(headers: &HeaderMap, version: StatamicVersion) -> bool {
    let sent = headers.get("x-csrf-token").and_then(|value| value.to_str().ok());
    let own = session(headers).map(token_of);
    version == StatamicVersion::Six && own.is_some() && sent == own.as_deref()
}

fn session(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get(header::COOKIE)?.to_str().ok()?;
    let found = cookies.split("; ").find_map(|cookie| cookie.strip_prefix(COOKIE))?;
    Some(found).filter(|session| !session.is_empty())
}

fn token_of(session: &str) -> String {
    let hash = blake3::hash(format!("csrf:{session}").as_bytes()).to_hex();
    hash.chars().take(LENGTH).collect()
}
