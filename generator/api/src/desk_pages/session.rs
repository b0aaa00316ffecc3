//! The session of a request, by its cookie.

use http::HeaderMap;
use secrecy::SecretString;

use crate::{app_state::AppState, desk::sessions::Visitor, web::cookies::cookie};

/// The name of the session's cookie.
pub(super) const fn session_cookie(https: bool) -> &'static str {
    if https { "__Host-vitrine-desk" } else { "vitrine-desk" }
}

/// The token of the session's cookie.
pub(super) fn token(state: &AppState, headers: &HeaderMap) -> Option<SecretString> {
    let token = cookie(headers, session_cookie(state.config.https))?;
    Some(SecretString::from(token.to_owned()))
}

/// Who is logged in.
pub(super) async fn visitor(state: &AppState, headers: &HeaderMap) -> Option<Visitor> {
    let token = token(state, headers)?;
    state.desk.sessions.visitor(&token).await
}
