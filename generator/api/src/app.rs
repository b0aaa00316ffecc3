//! Handles a request: host and size checks, API or static file, panics, log.
//!
//! **Invariant:** [`App::answer`] is the outermost layer: every API response, errors and panics included, gets `no-store`
//! (rule 11) and is restricted to this origin; every response gets HSTS if the shop uses https; one event is logged per
//! request.

use std::{net::IpAddr, panic::AssertUnwindSafe, sync::Arc, time::Instant};

use axum::{
    Router,
    body::Body,
    extract::{RawPathParams, rejection::RawPathParamsRejection},
    routing::any,
};
use futures::FutureExt;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, header, request::Parts};
use ipnet::IpNet;
use tower::ServiceExt;
use vitrine_backends::http::{Trace, traced};
use vitrine_model::locale::LocaleIndex;

use crate::{
    app_state::{AppState, messages},
    desk_pages,
    overlay::PREFIX,
    rates::{client_address, is_listed},
    release::{Release, files::headers::HSTS},
    request::{
        RequestContext, guard,
        row::{Reply, Row},
    },
    routes::ROUTES,
    static_files,
    web::{
        code::Code,
        cookies::Jar,
        observe::{self, Noted, RequestId},
        one_header::only,
        policy::{Action, Caller},
        problem::Problem,
    },
};

/// The client of a request, stored in the request's extensions.
#[derive(Clone, Copy)]
struct Asking {
    id: RequestId,
    address: IpAddr,
}

/// The API and the static files.
pub(crate) struct App {
    pub(crate) state: Arc<AppState>,
    endpoints: Router,
}

impl App {
    /// Builds the router from the route table.
    pub(crate) fn new(state: Arc<AppState>) -> Self {
        let mut paths: Vec<&'static str> = ROUTES.iter().map(|row| row.path).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut endpoints = Router::new();
        for path in paths {
            let state = Arc::clone(&state);
            endpoints = endpoints.route(
                path,
                any(
                    move |parameters: Result<RawPathParams, RawPathParamsRejection>, request: Request<Body>| {
                        let state = Arc::clone(&state);
                        async move {
                            let parameters = parameters.map(|list| {
                                list.iter()
                                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                                    .collect()
                            });
                            endpoint(state, path, parameters.unwrap_or_default(), request).await
                        }
                    },
                ),
            );
        }
        let lost = Arc::clone(&state);
        endpoints = endpoints.fallback(move |request: Request<Body>| {
            let state = Arc::clone(&lost);
            async move {
                let (parts, _) = request.into_parts();
                unknown(&state, &parts).await
            }
        });
        Self { state, endpoints }
    }

    /// Handles one request and returns the response.
    pub(crate) async fn answer(&self, peer: IpAddr, mut request: Request<Body>) -> Response<Body> {
        let started = Instant::now();
        let asking = Asking {
            id: RequestId::next(),
            address: client_address(peer, request.headers(), &self.state.config.trusted_proxies),
        };
        let is_api = request.uri().path() == "/api" || request.uri().path().starts_with("/api/");
        let locale = guard::locale_of(&self.state, request.headers());
        let (method, uri) = (request.method().clone(), request.uri().clone());
        if is_api {
            request.extensions_mut().insert(asking);
        }
        let trace = trace_of(peer, request.headers(), &self.state.config.trusted_proxies);
        let answered = AssertUnwindSafe(traced(trace, self.route(is_api, asking.address, request)))
            .catch_unwind()
            .await;
        let mut response = match answered {
            Ok(response) => response,
            Err(_) if is_api => refuse(
                &self.state,
                None,
                locale,
                "api",
                Problem::from(Code::InternalError).because("panic"),
            ),
            Err(_) => static_files::fault(&self.state, &method, &uri, "panic").await,
        };
        let headers = response.headers_mut();
        if is_api {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
        }
        if self.state.config.https {
            headers.insert(header::STRICT_TRANSPORT_SECURITY, HSTS);
        }
        headers.extend(HeaderValue::from_str(&asking.id.to_string()).map(|id| (REQUEST_ID, id)));
        let noted = response
            .extensions_mut()
            .remove::<Noted>()
            .unwrap_or(Noted::route("unknown"));
        if let Some(counts) = &self.state.counts {
            counts.answered(noted.route, response.status().as_u16(), started.elapsed());
        }
        observe::log(asking.id, trace, &noted, response.status(), started.elapsed());
        response
    }

    async fn route(&self, is_api: bool, address: IpAddr, request: Request<Body>) -> Response<Body> {
        if let Err(problem) = self.acceptable(request.uri(), request.headers()) {
            if is_api {
                return refuse(&self.state, None, None, "api", problem);
            }
            return static_files::plain(problem.code.status(), "refused", &format!("{}\n", problem.code.title()));
        }
        if desk_pages::is_for(&self.state, request.uri().path()) {
            return desk_pages::serve(&self.state, request, address).await;
        }
        if is_api {
            return match self.endpoints.clone().oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
        }
        let path = request.uri().path();
        if let Some(overlay) = self.state.overlay.as_ref().filter(|_| path.starts_with(PREFIX)) {
            let lost = || static_files::plain(StatusCode::NOT_FOUND, "overlay", "Nothing here\n");
            return overlay.answer(path).unwrap_or_else(lost);
        }
        static_files::serve(&self.state, request.method(), request.uri(), request.headers(), address).await
    }

    /// Checks that the host is allowed and sent once, and that the URI is not too long (rules 7 and 13).
    fn acceptable(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let length = uri.path().len() + uri.query().map_or(0, str::len);
        if length > self.state.config.limits.uri {
            return Err(Problem::invalid("the URI is too long"));
        }
        let listed = |host: &str| {
            self.state
                .config
                .hosts
                .iter()
                .any(|known| known.eq_ignore_ascii_case(host))
        };
        let host =
            only(headers, "host").ok_or_else(|| Problem::invalid("Host was sent more than once, or not at all"))?;
        let absolute = uri.authority().is_none_or(|authority| listed(authority.as_str()));
        if absolute && listed(host) {
            return Ok(());
        }
        Err(Code::HostNotAllowed.into())
    }
}

/// The trace of a request, if a trusted proxy names one: a visitor's own would be in the log and at the backends.
fn trace_of(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> Option<Trace> {
    if !is_listed(peer, proxies) {
        return None;
    }
    Trace::parse(only(headers, "traceparent")?)
}

const RESOURCE_POLICY: http::HeaderName = http::HeaderName::from_static("cross-origin-resource-policy");
const REQUEST_ID: http::HeaderName = http::HeaderName::from_static("x-request-id");

/// Handles a path of the route table, for any method.
async fn endpoint(
    state: Arc<AppState>,
    path: &'static str,
    parameters: Vec<(String, String)>,
    request: Request<Body>,
) -> Response<Body> {
    let rows = || ROUTES.iter().filter(|row| row.path == path);
    let method = if request.method() == Method::HEAD {
        &Method::GET
    } else {
        request.method()
    };
    let Some(row) = rows().find(|row| row.method == *method) else {
        let allowed: Vec<&str> = rows().map(|row| row.method.as_str()).collect();
        let mut problem = Problem::from(Code::MethodNotAllowed);
        problem.allow = Some(allowed.join(", ").into());
        let locale = guard::locale_of(&state, request.headers());
        let release = state.releases.live().await;
        return refuse(&state, release.as_deref(), locale, "api", problem);
    };
    if !row.is_write() {
        return run(state, row, parameters, request).await;
    }
    // A change completes even if the client disconnects: the session's next change must not start before.
    let locale = guard::locale_of(&state, request.headers());
    match tokio::spawn(run(Arc::clone(&state), row, parameters, request)).await {
        Ok(response) => response,
        Err(_) => refuse(
            &state,
            None,
            locale,
            row.name,
            Problem::from(Code::InternalError).because("panic"),
        ),
    }
}

async fn run(
    state: Arc<AppState>,
    row: &'static Row,
    parameters: Vec<(String, String)>,
    request: Request<Body>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let by_script = row.policy.caller == Caller::PageOrForm && guard::is_by_script(&parts.headers);
    let locale = match row.policy.caller {
        Caller::Form | Caller::PageOrForm => guard::locale_of_form(&state, parts.uri.query()),
        Caller::Page | Caller::Signed(_) => guard::locale_of(&state, &parts.headers),
    };
    let Some(asking) = parts.extensions.get::<Asking>().copied() else {
        return refuse(
            &state,
            None,
            locale,
            row.name,
            Problem::from(Code::InternalError).because("no address"),
        );
    };
    // An event is answered within 50 ms (R-GEN-03), also before the first release is open.
    let release = match row.policy.action {
        Action::Hook if row.method == Method::POST => state.releases.opened(),
        _ => state.releases.live().await,
    };
    let mut context = RequestContext {
        jar: Jar::read(&parts.headers, state.config.https),
        locale: locale.unwrap_or(LocaleIndex(0)),
        address: asking.address,
        body: bytes::Bytes::new(),
        content_type: String::new(),
        by_script,
        room: None,
        delivery: None,
        admitted_at: tokio::time::Instant::now(),
        deadline: tokio::time::Instant::now() + state.config.limits.backend_timeout,
        customer: None,
        session: None,
        state,
        release,
        parameters,
        query: parts.uri.query().map(str::to_owned),
        expired: false,
    };
    context.follow_session();
    context.leave_ended_session();
    let outcome = match guard::admit(&mut context, row, &parts, body).await {
        Ok(()) => row.handle(&mut context).await,
        Err(problem) => Err(problem),
    };
    let outcome = outcome.map_err(|problem| match problem.code {
        Code::LoginRequired if context.expired => problem.with_code(Code::SessionExpired),
        _ => problem,
    });
    let mut response = match outcome {
        Ok(reply) => answer_with(&context.state, reply, row),
        Err(problem) => {
            let page = match by_script {
                true => None,
                false => row.page_of(&context, &problem).await,
            };
            match page {
                Some(page) => noted(answer_with(&context.state, page, row), row.name, problem),
                None => refuse(&context.state, context.release.as_deref(), locale, row.name, problem),
            }
        }
    };
    for line in context.jar.set_cookies() {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    response
}

fn answer_with(state: &AppState, reply: Reply, row: &Row) -> Response<Body> {
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    if matches!(row.policy.caller, Caller::Form | Caller::PageOrForm) {
        headers.extend(state.page_headers.clone());
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
    headers.extend(reply.file.map(|name| (header::CONTENT_DISPOSITION, name.disposition())));
    response.extensions_mut().insert(Noted::route(row.name));
    response
}

/// Adds the headers and the log entry of a failure.
fn noted(mut response: Response<Body>, route: &'static str, problem: Problem) -> Response<Body> {
    let headers = response.headers_mut();
    if let Some(wait) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, wait.as_secs().into());
    }
    headers.extend(
        problem
            .allow
            .and_then(|allow| HeaderValue::from_str(&allow).ok())
            .map(|a| (header::ALLOW, a)),
    );
    response.extensions_mut().insert(Noted {
        route,
        code: Some(problem.code.as_str()),
        cause: problem.cause,
    });
    response
}

async fn unknown(state: &AppState, parts: &Parts) -> Response<Body> {
    let locale = guard::locale_of(state, &parts.headers);
    let release = state.releases.live().await;
    let mut problem = Problem::from(Code::NotFound);
    problem.parameters = vec![("path", parts.uri.path().chars().take(200).collect())];
    refuse(state, release.as_deref(), locale, "api", problem)
}

/// Converts a failure to the response for the client (rule 12).
fn refuse(
    state: &AppState,
    release: Option<&Release>,
    locale: Option<LocaleIndex>,
    route: &'static str,
    problem: Problem,
) -> Response<Body> {
    let code = problem.code;
    let language = state.code(locale.unwrap_or(LocaleIndex(0)));
    let body = problem.body(messages(release), language);
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = code.status();
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    noted(response, route, problem)
}
