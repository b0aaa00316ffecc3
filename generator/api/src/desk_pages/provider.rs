//! The login at the provider: leaving for it, and arriving with its answer.
//!
//! **Invariant:** an answer counts only in the browser that left, once, and only the cookie of that login is believed, which
//! comes with a link from the provider's site. The session's own cookie is strict: the page that sets it leads on, because
//! the browser would not send it with a redirect that another site began.

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};
use minijinja::context;
use secrecy::{ExposeSecret, SecretString};

use super::{
    forms::{login_page, secure, session_line, with_cookie},
    pages::page,
    visit::Visit,
};
use crate::{
    desk::{
        logins::{LoginSecrets, Logins},
        provider::{Provider, Refusal},
    },
    web::{code::Code, cookies::cookie, problem::Problem},
};

type Answer = Result<Response<Body>, Problem>;

/// Where the provider sends somebody back to.
const BACK: &str = "/desk/login/provider";

/// The name of the login's cookie.
const fn login_cookie(https: bool) -> &'static str {
    if https {
        "__Host-vitrine-desk-login"
    } else {
        "vitrine-desk-login"
    }
}

/// Begins a login, and leads to the provider.
pub(super) async fn leave(visit: &Visit<'_>) -> Answer {
    let (provider, logins) = door(visit)?;
    let token = logins.token().map_err(unwritten)?;
    let secrets = LoginSecrets::of(&token);
    let address = match provider.address(&secrets, &back(visit)?).await {
        Ok(address) => address,
        Err(refusal) => return refused(visit, &refusal),
    };
    logins.begin(&token).await.map_err(unwritten)?;
    let answer = lead(visit, provider, "to_provider", address.as_str())?;
    with_cookie(answer, &login_line(visit, token.expose_secret(), logins.lasts()))
}

/// Takes the provider's answer.
pub(super) async fn arrive(visit: &Visit<'_>) -> Answer {
    let (provider, logins) = door(visit)?;
    let token = cookie(visit.headers, login_cookie(visit.state.config.https)).map(SecretString::from);
    let known = token.map(|token| (LoginSecrets::of(&token), token));
    let state = visit.asked("state").unwrap_or_default();
    let Some((secrets, token)) = known.filter(|(secrets, _)| secrets.is_state(state)) else {
        return fault(visit, StatusCode::FORBIDDEN, "provider_begun");
    };
    let answer = match logins.end(&token).await.map_err(unwritten)? {
        true => answered(visit, provider, &secrets).await?,
        false => fault(visit, StatusCode::FORBIDDEN, "provider_begun")?,
    };
    with_cookie(answer, &login_line(visit, "", 0))
}

/// The provider of the configuration; without one there is no such door.
fn door<'v>(visit: &'v Visit<'_>) -> Result<(&'v Provider, &'v Logins), Problem> {
    let door = visit.state.desk.door.as_ref();
    door.map(|(provider, logins)| (provider, logins))
        .ok_or_else(|| Code::NotFound.into())
}

/// What the answer to a login that was begun here comes to.
async fn answered(visit: &Visit<'_>, provider: &Provider, secrets: &LoginSecrets) -> Answer {
    // The provider may name itself (RFC 9207): the answer of another one is none.
    let has = |name: &str| visit.query.iter().any(|(key, _)| key == name);
    if has("iss") && visit.asked("iss") != Some(&provider.settings.issuer) {
        return refused(visit, &Refusal::Unproven("the answer is of another issuer"));
    }
    if has("error") {
        return match visit.asked("error") {
            Some("access_denied") => fault(visit, StatusCode::FORBIDDEN, "provider_denied"),
            _ => refused(visit, &Refusal::Unproven("the provider answered with an error")),
        };
    }
    let Some(code) = visit.asked("code").filter(|code| !code.is_empty()) else {
        return refused(visit, &Refusal::Unproven("the answer has no code"));
    };
    let admitted = provider.admitted(code, secrets, &back(visit)?, visit.state.now()).await;
    let admitted = match admitted {
        Ok(admitted) => admitted,
        Err(refusal) => return refused(visit, &refusal),
    };
    tracing::info!(user = admitted.name, role = ?admitted.role, "somebody logged in to the desk at the provider");
    let session = visit.state.desk.sessions.admit(admitted).await.map_err(unwritten)?;
    with_cookie(
        lead(visit, provider, "to_desk", "/desk")?,
        &session_line(visit, &session),
    )
}

/// Tells that a login did not succeed; its cause is in the log alone.
fn refused(visit: &Visit<'_>, refusal: &Refusal) -> Answer {
    match refusal {
        Refusal::Unavailable(cause) => {
            tracing::error!(cause, "nobody can log in to the desk at the provider");
            fault(visit, StatusCode::SERVICE_UNAVAILABLE, "provider_unavailable")
        }
        Refusal::Unproven(cause) => {
            tracing::warn!(cause, "a login at the provider of the desk was refused");
            fault(visit, StatusCode::FORBIDDEN, "provider_unproven")
        }
        Refusal::NotListed => {
            tracing::warn!("somebody whom the provider of the desk knows is not let in by the configuration");
            fault(visit, StatusCode::FORBIDDEN, "provider_unknown")
        }
    }
}

fn fault(visit: &Visit<'_>, status: StatusCode, fault: &str) -> Answer {
    login_page(visit, status, fault, 0).map(without_referrer)
}

/// A page that leads on. A redirect would not do: a policy stops forms that lead away, and browsers strict cookies.
fn lead(visit: &Visit<'_>, provider: &Provider, words: &str, to: &str) -> Answer {
    let values = context! { to, provider => provider.settings.name.as_str(), where => words };
    page(visit, StatusCode::OK, "lead.html", values).map(without_referrer)
}

/// The address of such a page may have a code.
fn without_referrer(mut answer: Response<Body>) -> Response<Body> {
    let none = HeaderValue::from_static("no-referrer");
    answer.headers_mut().insert(header::REFERRER_POLICY, none);
    answer
}

/// The address of this server that the provider sends somebody back to: the one that the browser calls.
fn back(visit: &Visit<'_>) -> Result<String, Problem> {
    let host = visit
        .headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let origins = &visit.state.config.origins;
    let is_called = |origin: &&String| {
        origin
            .split_once("://")
            .is_some_and(|(_, named)| named.eq_ignore_ascii_case(host))
    };
    let origin = origins.iter().find(is_called).or(origins.first());
    let origin = origin.ok_or_else(|| Problem::from(Code::InternalError).because("server.origins names no address"))?;
    Ok(format!("{origin}{BACK}"))
}

/// The header of the login's cookie: lax, since a strict one is not sent with the provider's redirect.
fn login_line(visit: &Visit<'_>, token: &str, seconds: u64) -> String {
    format!(
        "{}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{}",
        login_cookie(visit.state.config.https),
        secure(visit)
    )
}

#[expect(clippy::needless_pass_by_value, reason = "it takes the error of a result")]
fn unwritten(error: std::io::Error) -> Problem {
    Problem::from(Code::NotRecorded).because(&format!("a login to the desk could not be written: {error}"))
}
