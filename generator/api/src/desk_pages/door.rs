//! The checks before a door of the desk, and the headers of its answers.
//!
//! **Invariant:** a door opens only after all checks of its row; a stranger learns of none but the login.

use std::{net::IpAddr, sync::Arc, time::UNIX_EPOCH};

use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Request, Response, header, request::Parts};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

use super::{
    forms,
    language::Language,
    machine, pages, provider,
    rows::{DeskRow, ROWS, Who, Work},
    session::visitor,
    stream,
    view::render,
    visit::{Visit, fields},
};
use crate::{
    app_state::{AppState, messages},
    events::proof::{Proof, verify},
    request::guard::{own_form, plain_content},
    web::{
        code::Code,
        observe::Noted,
        policy::{Action, Caller, Sender},
        problem::Problem,
    },
};

/// Maximum size of a form in bytes.
const LONGEST_FORM: usize = 4 * 1024;

/// Headers of every answer of the desk.
const HEADERS: [(&str, &str); 9] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    ("x-frame-options", "DENY"),
    ("x-robots-tag", "noindex, nofollow"),
    ("x-content-type-options", "nosniff"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "same-origin"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
    ("cache-control", "no-store"),
];

/// Whether a path is one of the desk's, if there is a desk.
pub(crate) fn is_for(state: &AppState, path: &str) -> bool {
    let below = |root: &str| {
        path.strip_prefix(root)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    below("/api/desk") || state.desk.sessions.is_open() && below("/desk")
}

/// Handles a request to the desk.
pub(crate) async fn serve(state: &Arc<AppState>, request: Request<Body>, address: IpAddr) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path();
    let method = match &parts.method {
        head if *head == Method::HEAD => &Method::GET,
        method => method,
    };
    let rows: Vec<&DeskRow> = ROWS.iter().filter(|row| row.parameters(path).is_some()).collect();
    let row = rows.iter().copied().find(|row| row.method == *method);
    let name = row.map_or("desk", |row| row.name);
    let answered = match row {
        Some(row) => admitted(state, row, &parts, body, address).await,
        None => Err(unknown(state, address, &rows)),
    };
    let mut response = answered.unwrap_or_else(|problem| refused(state, &parts, name, problem));
    if response.extensions().get::<Noted>().is_none() {
        response.extensions_mut().insert(Noted::route(name));
    }
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}

/// A path or a method that no door has; guessing is counted.
fn unknown(state: &AppState, address: IpAddr, rows: &[&DeskRow]) -> Problem {
    if let Err(problem) = state.rates.check(address, Action::Read) {
        return problem;
    }
    if rows.is_empty() {
        return Code::NotFound.into();
    }
    let allowed: Vec<&str> = rows.iter().map(|row| row.method.as_str()).collect();
    let mut problem = Problem::from(Code::MethodNotAllowed);
    problem.allow = Some(allowed.join(", ").into());
    problem
}

async fn admitted(
    state: &Arc<AppState>,
    row: &DeskRow,
    parts: &Parts,
    body: Body,
    address: IpAddr,
) -> Result<Response<Body>, Problem> {
    let visitor = visitor(state, &parts.headers).await;
    match (row.who, &visitor) {
        (Who::Anyone, _) => {
            let action = match row.work {
                Work::LogIn | Work::Leave | Work::Arrive => Action::Account,
                _ => Action::Read,
            };
            state.rates.check(address, action)?;
        }
        (Who::User(role), Some(visitor)) if visitor.role >= role => {}
        (Who::UserOrBackend, Some(_)) => {}
        (Who::UserOrBackend, None) => of_backend(state, parts, address)?,
        (Who::User(_), Some(_)) => return Err(Problem::from(Code::LoginRefused).because("the role is too small")),
        (Who::User(_), None) => {
            state.rates.check(address, Action::Read)?;
            let is_page = row.method == Method::GET && parts.uri.path().starts_with("/desk");
            return if is_page {
                forms::led("/desk/login")
            } else {
                Err(Code::LoginRequired.into())
            };
        }
    }
    let form = match row.method == Method::POST {
        true => form(state, parts, body).await?,
        false => Vec::new(),
    };
    let visit = Visit {
        state,
        headers: &parts.headers,
        address,
        path: parts.uri.path(),
        parameters: row.parameters(parts.uri.path()).unwrap_or_default(),
        query: fields(parts.uri.query().unwrap_or_default().as_bytes())?,
        form,
        visitor,
    };
    if row.method == Method::POST {
        proven(&visit)?;
    }
    work(row.work, &visit).await
}

async fn work(work: Work, visit: &Visit<'_>) -> Result<Response<Body>, Problem> {
    match work {
        Work::Style => pages::style(),
        Work::Script => pages::script(),
        Work::Login => forms::login(visit),
        Work::LogIn => forms::log_in(visit).await,
        Work::Leave => provider::leave(visit).await,
        Work::Arrive => provider::arrive(visit).await,
        Work::LogOut => forms::log_out(visit).await,
        Work::Language => forms::language(visit),
        Work::Saves => pages::saves(visit).await,
        Work::Save => pages::save(visit).await,
        Work::Releases => pages::releases(visit).await,
        Work::Release => pages::release(visit).await,
        Work::Compare => pages::compare(visit).await,
        Work::Findings => pages::findings(visit).await,
        Work::State => pages::state(visit).await,
        Work::Build => forms::build(visit).await,
        Work::Back => forms::back(visit).await,
        Work::GoBack => forms::go_back(visit).await,
        Work::Json => machine::everything(visit).await,
        Work::Receipt => machine::receipt(visit).await,
        Work::Events => stream::events(visit),
    }
}

/// The fields of a form that a page of this origin sent (rule 9).
async fn form(state: &AppState, parts: &Parts, body: Body) -> Result<Vec<(String, String)>, Problem> {
    own_form(&state.config.origins, &parts.headers)?;
    plain_content(&parts.headers, Caller::Form)?;
    let limits = &state.config.limits;
    let read = timeout(limits.body_timeout, Limited::new(body, LONGEST_FORM).collect()).await;
    match read.map_err(|_| Problem::from(Code::RequestTimeout))? {
        Ok(collected) => fields(&collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Code::PayloadTooLarge.into()),
        Err(_) => Err(Problem::invalid("the body broke off")),
    }
}

/// A form of somebody who is logged in has the proof of the session. Hashes take the same time whatever differs.
fn proven(visit: &Visit<'_>) -> Result<(), Problem> {
    let Some(visitor) = &visit.visitor else {
        return Ok(());
    };
    let is_free = ["/desk/language", "/desk/login", "/desk/login/provider"].contains(&visit.path);
    let sent = visit.sent("proof").unwrap_or_default();
    match is_free || blake3::hash(sent.as_bytes()) == blake3::hash(visitor.proof.as_bytes()) {
        true => Ok(()),
        false => Err(Problem::from(Code::OriginNotAllowed).because("the form has no proof of its session")),
    }
}

/// A backend proves itself by the secret of its hook.
fn of_backend(state: &AppState, parts: &Parts, address: IpAddr) -> Result<(), Problem> {
    state.rates.check(address, Action::Hook)?;
    let now = (state.clock)();
    let proof = Proof {
        headers: &parts.headers,
        query: parts.uri.query().unwrap_or_default(),
        body: &[],
    };
    let proven = verify(&state.config.hooks, &state.shop_app, Sender::Any, &proof, now);
    proven.map(drop).map_err(|cause| {
        let at = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        state.refused_events.note(Sender::Any, cause, at);
        Problem::from(Code::HookRefused).because(cause)
    })
}

/// The answer to a refused request: a page, or JSON for machines.
fn refused(state: &AppState, parts: &Parts, name: &'static str, problem: Problem) -> Response<Body> {
    let is_page = parts.uri.path().starts_with("/desk");
    let page = is_page.then(|| problem_page(state, parts, &problem)).flatten();
    let (kind, body) = match page {
        Some(html) => ("text/html; charset=utf-8", html.into_bytes()),
        None => {
            let release = state.releases.opened();
            ("application/json", problem.body(messages(release.as_deref()), "en"))
        }
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = problem.code.status();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Some(wait) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, wait.as_secs().max(1).into());
    }
    let allow = problem
        .allow
        .as_deref()
        .and_then(|allow| HeaderValue::from_str(allow).ok());
    headers.extend(allow.map(|allow| (header::ALLOW, allow)));
    response.extensions_mut().insert(Noted {
        route: name,
        code: Some(problem.code.as_str()),
        cause: problem.cause,
    });
    response
}

/// A page for a stranger as for everybody: it has nothing of a session.
fn problem_page(state: &AppState, parts: &Parts, problem: &Problem) -> Option<String> {
    let words = match problem.code {
        Code::NotFound | Code::MethodNotAllowed => "not_found",
        Code::LoginRefused => "forbidden",
        Code::LoginRequired => "login",
        Code::RateLimited => "too_many",
        Code::BackendUnavailable | Code::InternalError | Code::NotRecorded => "unavailable",
        _ => "form",
    };
    let values = minijinja::context! { problem => words, user => (), proof => (), back => "/desk", here => "" };
    let clock = (&state.config.time_zone, state.now());
    let html = render("problem.html", Language::of(&parts.headers), clock, values);
    html.inspect_err(|error| tracing::error!(error, "a page of the desk cannot be rendered"))
        .ok()
}
