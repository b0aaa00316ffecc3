//! The forms of the desk: logging in and out, the language, building, and going back to a release.
//!
//! **Invariant:** what a user changes is logged with the user's name, as a warning, so that no setting hides it; nothing is
//! changed by a form without the proof of its session.

use std::time::Instant;

use axum::body::Body;
use http::{HeaderValue, Response, StatusCode, header};
use minijinja::context;
use secrecy::{ExposeSecret, SecretString};

use super::{
    language::{COOKIE, Language},
    pages::{self, page},
    session::{session_cookie, token},
    view::data,
    visit::Visit,
};
use crate::{
    desk::archive::WentWrong,
    rates::attempts::Purpose,
    web::{code::Code, problem::Problem},
};

/// How long the choice of a language is kept, in seconds.
const YEAR: u64 = 365 * 24 * 60 * 60;

type Answer = Result<Response<Body>, Problem>;

/// Leads to a page of the desk.
pub(super) fn led(to: &str) -> Answer {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let to = HeaderValue::from_str(to).map_err(|_| Problem::from(Code::NotFound))?;
    response.headers_mut().insert(header::LOCATION, to);
    Ok(response)
}

pub(super) fn with_cookie(mut answer: Response<Body>, line: &str) -> Answer {
    let line = HeaderValue::from_str(line).map_err(|_| Problem::from(Code::InternalError))?;
    answer.headers_mut().append(header::SET_COOKIE, line);
    Ok(answer)
}

pub(super) fn secure(visit: &Visit<'_>) -> &'static str {
    if visit.state.config.https { "; Secure" } else { "" }
}

pub(super) fn login(visit: &Visit<'_>) -> Answer {
    match visit.visitor {
        Some(_) => led("/desk"),
        None => login_page(visit, StatusCode::OK, "", 0),
    }
}

pub(super) fn login_page(visit: &Visit<'_>, status: StatusCode, fault: &str, seconds: u64) -> Answer {
    let name = visit.sent("name").unwrap_or_default();
    let desk = &visit.state.desk;
    let provider = desk.door.as_ref().map(|(provider, _)| provider.settings.name.as_str());
    let has_passwords = desk.sessions.has_passwords();
    let values = context! { fault, seconds, name, provider, has_passwords };
    page(visit, status, "login.html", values)
}

/// A refused login says nothing but that; unknown names are counted and checked like known ones.
pub(super) async fn log_in(visit: &Visit<'_>) -> Answer {
    let name = visit.sent("name").unwrap_or_default();
    let password = SecretString::from(visit.sent("password").unwrap_or_default().to_owned());
    let state = visit.state;
    let attempt = match state.attempts.begin(Purpose::Desk, name, visit.address, Instant::now()) {
        Ok(attempt) => attempt,
        Err(wait) => {
            let seconds = wait.as_secs().max(1);
            let mut answer = login_page(visit, StatusCode::TOO_MANY_REQUESTS, "too_many", seconds)?;
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            return Ok(answer);
        }
    };
    match state.desk.sessions.log_in(name, password).await {
        Ok(Some(token)) => {
            attempt.succeeded(Instant::now());
            tracing::info!(user = name, "somebody logged in to the desk");
            begun(visit, &token)
        }
        Ok(None) => login_page(visit, StatusCode::FORBIDDEN, "refused", 0),
        Err(error) => {
            attempt.was_none();
            tracing::error!(%error, "nobody can log in to the desk: a session could not be written");
            login_page(visit, StatusCode::SERVICE_UNAVAILABLE, "unavailable", 0)
        }
    }
}

fn begun(visit: &Visit<'_>, token: &SecretString) -> Answer {
    with_cookie(led("/desk")?, &session_line(visit, token))
}

/// The header that gives a browser its session.
pub(super) fn session_line(visit: &Visit<'_>, token: &SecretString) -> String {
    format!(
        "{}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}",
        session_cookie(visit.state.config.https),
        token.expose_secret(),
        visit.state.desk.sessions.lasts(),
        secure(visit)
    )
}

pub(super) async fn log_out(visit: &Visit<'_>) -> Answer {
    if let Some(token) = token(visit.state, visit.headers) {
        let ended = visit.state.desk.sessions.log_out(&token).await;
        ended.map_err(|error| {
            Problem::from(Code::NotRecorded).because(&format!("a session of the desk could not be removed: {error}"))
        })?;
    }
    let name = session_cookie(visit.state.config.https);
    let line = format!("{name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0{}", secure(visit));
    with_cookie(led("/desk/login")?, &line)
}

pub(super) fn language(visit: &Visit<'_>) -> Answer {
    let to = visit.sent("to").and_then(Language::of_code);
    let to = to.ok_or_else(|| Problem::invalid("the desk has no such language"))?;
    let line = format!(
        "{COOKIE}={}; Path=/desk; HttpOnly; SameSite=Strict; Max-Age={YEAR}{}",
        to.code(),
        secure(visit)
    );
    with_cookie(led(&visit.sent_back())?, &line)
}

/// Who is logged in, for the log.
fn user<'v>(visit: &'v Visit<'_>) -> &'v str {
    visit.visitor.as_ref().map_or("", |visitor| &visitor.name)
}

pub(super) async fn build(visit: &Visit<'_>) -> Answer {
    let is_asked = visit.state.builder.build_now();
    tracing::warn!(user = user(visit), is_asked, "a build was asked for at the desk");
    visit.state.desk.changed();
    led(if is_asked {
        "/desk?told=asked"
    } else {
        "/desk?told=no_builder"
    })
}

/// What going back to a release would change, to be confirmed.
pub(super) async fn back(visit: &Visit<'_>) -> Answer {
    back_page(visit, StatusCode::OK, "").await
}

async fn back_page(visit: &Visit<'_>, status: StatusCode, fault: &str) -> Answer {
    let (release, releases) = pages::named(visit).await?;
    let live = releases.iter().find(|release| release.live).map(|live| live.id.clone());
    let (from, to) = (live.clone().unwrap_or_default(), release.id.clone());
    let changes = match live.filter(|_| !release.live) {
        Some(live) => {
            let to = to.clone();
            Some(pages::read(visit, move |archive| archive.changes(&live, &to)).await?)
        }
        None => None,
    };
    let values = context! {
        fault, from, to, is_live => release.live, rolled_back => release.rolled_back, changes => data(&changes)
    };
    page(visit, status, "back.html", values)
}

/// Goes back, if what is live is still what the user was shown.
pub(super) async fn go_back(visit: &Visit<'_>) -> Answer {
    let (release, releases) = pages::named(visit).await?;
    let live = releases
        .iter()
        .find(|release| release.live)
        .map(|live| live.id.as_str());
    if visit.sent("from") != live {
        return back_page(visit, StatusCode::CONFLICT, "moved").await;
    }
    let done = visit.state.desk.archive.go_back(&release.id).await;
    visit.state.desk.changed();
    match done {
        Ok(()) => {
            tracing::warn!(
                user = user(visit),
                release = release.id,
                "a release was gone back to at the desk"
            );
            led("/desk?told=back")
        }
        Err(WentWrong::Busy) => back_page(visit, StatusCode::CONFLICT, "busy").await,
        Err(WentWrong::Gone) => Err(Code::NotFound.into()),
        Err(WentWrong::Failed(error)) => {
            tracing::error!(
                user = user(visit),
                release = release.id,
                error,
                "a release could not be gone back to"
            );
            back_page(visit, StatusCode::SERVICE_UNAVAILABLE, "failed").await
        }
    }
}
