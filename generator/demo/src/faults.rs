//! Faults that a test injects between a client and one of the three backends, and a log of calls. The control API
//! itself is not affected.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use futures::{StreamExt, stream};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use indexmap::IndexMap;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::watch;

use vitrine_demo_shop::clock::Clock;

/// Maximum number of logged calls.
const MAX_CALLS: usize = 20_000;
/// Maximum size of an answer that is cut or truncated.
const MAX_ANSWER: usize = 64 * 1024 * 1024;
/// Time for the first half of a cut answer to reach the client.
const FLUSH: Duration = Duration::from_millis(30);
/// Request headers that are recorded.
const RECORDED_HEADERS: [&str; 15] = [
    "accept",
    "accept-encoding",
    "authorization",
    "content-type",
    "cookie",
    "if-none-match",
    "sw-access-key",
    "sw-context-token",
    "sw-currency-id",
    "sw-include-seo-urls",
    "sw-language-id",
    "traceparent",
    "x-forwarded-for",
    "user-agent",
    "x-statamic-token",
];

/// One of the three backends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// The Store API.
    Shopware,
    /// The CMS.
    Statamic,
    /// The image CDN.
    Images,
}

/// A fault: the calls it applies to, its effect, and how often.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The backend.
    pub backend: Backend,
    /// Only this method.
    #[serde(default)]
    pub method: Option<String>,
    /// Only paths with this prefix.
    #[serde(default)]
    pub path: Option<String>,
    /// Only query strings that contain this.
    #[serde(default)]
    pub query: Option<String>,
    /// The effect.
    pub kind: FaultKind,
    /// Status of `status`; 500 by default.
    #[serde(default)]
    pub status: Option<u16>,
    /// Milliseconds of `delay` and `late`.
    #[serde(default)]
    pub delay_ms: Option<u64>,
    /// Number of calls it applies to; absent = all.
    #[serde(default)]
    pub times: Option<u64>,
    /// `Retry-After` of `status`, in seconds.
    #[serde(default)]
    pub retry_after: Option<u64>,
}

/// The effect of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Another status, with an error body.
    Status,
    /// The call is processed after the delay. If the client disconnects before, it is not processed.
    Delay,
    /// The call is processed at once and answered after the delay: a client that disconnects does not know the result.
    Late,
    /// The call is processed, and the connection is closed without an answer.
    Lost,
    /// No answer at all.
    Hang,
    /// Half of the correct body, then the connection is closed.
    Cut,
    /// 200 with the first half of the correct body, as a complete answer.
    BrokenJson,
    /// The first answer to a URL is sent for all later requests of any client, like a cache in front of the backend
    /// that ignores `Cache-Control`. Only answers to GET are kept.
    Replay,
    /// 200 with an error in the body, as GraphQL does when a field fails (Statamic §12).
    GraphqlError,
}

/// A call that reached a backend.
#[derive(Debug, Clone, Serialize)]
pub struct Call {
    /// The backend.
    pub backend: Backend,
    /// Method.
    pub method: String,
    /// Path.
    pub path: String,
    /// Query string as sent, empty if there is none.
    pub query: String,
    /// The recorded headers.
    pub headers: IndexMap<String, String>,
    /// Time, by the demo's clock.
    pub at: Timestamp,
    /// The fault that was applied.
    pub fault: Option<FaultKind>,
}

/// A stored answer of `replay`.
type Kept = (StatusCode, HeaderMap, Bytes);

/// All faults and calls of a demo.
#[derive(Debug)]
pub struct Faults {
    clock: Clock,
    active: Mutex<Vec<Fault>>,
    calls: Mutex<VecDeque<Call>>,
    /// Stored answers of `replay`, by URL.
    kept: Mutex<HashMap<String, Kept>>,
    stopping: watch::Receiver<bool>,
}

impl Faults {
    /// Starts empty. Hanging calls end when `stopping` becomes true.
    #[must_use]
    pub fn new(clock: Clock, stopping: watch::Receiver<bool>) -> Self {
        Self {
            clock,
            active: Mutex::default(),
            calls: Mutex::default(),
            kept: Mutex::default(),
            stopping,
        }
    }

    /// Adds a fault; the first matching fault is applied to a call.
    pub fn add(&self, fault: Fault) {
        lock(&self.active).push(fault);
    }

    /// The faults that are still active.
    #[must_use]
    pub fn list(&self) -> Vec<Fault> {
        lock(&self.active).clone()
    }

    /// Removes all faults and their stored answers.
    pub fn clear(&self) {
        lock(&self.kept).clear();
        lock(&self.active).clear();
    }

    /// The calls, oldest first.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.calls).iter().cloned().collect()
    }

    /// Clears the log of calls.
    pub fn forget_calls(&self) {
        lock(&self.calls).clear();
    }

    fn hit(&self, backend: Backend, request: &Request) -> Option<Fault> {
        let mut active = lock(&self.active);
        let place = active.iter().position(|fault| fault.matches(backend, request))?;
        let fault = active.get_mut(place)?;
        let hit = fault.clone();
        if let Some(times) = &mut fault.times {
            *times = times.saturating_sub(1);
        }
        active.retain(|fault| fault.times != Some(0));
        Some(hit)
    }

    fn record(&self, backend: Backend, request: &Request, fault: Option<FaultKind>) {
        let mut calls = lock(&self.calls);
        if calls.len() >= MAX_CALLS {
            calls.pop_front();
        }
        calls.push_back(Call {
            backend,
            method: request.method().to_string(),
            path: request.uri().path().to_owned(),
            query: request.uri().query().unwrap_or_default().to_owned(),
            headers: recorded(request.headers()),
            at: self.clock.now(),
            fault,
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn recorded(headers: &HeaderMap) -> IndexMap<String, String> {
    let known = RECORDED_HEADERS
        .iter()
        .filter_map(|name| Some((*name, headers.get(*name)?)));
    known
        .map(|(name, value)| (name.to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect()
}

impl Fault {
    fn matches(&self, backend: Backend, request: &Request) -> bool {
        self.backend == backend
            && self.times != Some(0)
            && self
                .method
                .as_ref()
                .is_none_or(|method| request.method() == method.as_str())
            && self
                .path
                .as_ref()
                .is_none_or(|path| request.uri().path().starts_with(path.as_str()))
            && self
                .query
                .as_ref()
                .is_none_or(|part| request.uri().query().unwrap_or_default().contains(part.as_str()))
    }
}

/// The middleware of a backend: logs the call, then applies a fault.
pub async fn layer(State((faults, backend)): State<(Arc<Faults>, Backend)>, request: Request, next: Next) -> Response {
    let fault = faults.hit(backend, &request);
    faults.record(backend, &request, fault.as_ref().map(|fault| fault.kind));
    let Some(fault) = fault else {
        return next.run(request).await;
    };
    let head = request.method() == Method::HEAD;
    match fault.kind {
        FaultKind::Status => failure(backend, &fault),
        FaultKind::Delay => {
            tokio::time::sleep(Duration::from_millis(fault.delay_ms.unwrap_or(0))).await;
            next.run(request).await
        }
        FaultKind::Late => {
            let answer = next.run(request).await;
            tokio::time::sleep(Duration::from_millis(fault.delay_ms.unwrap_or(0))).await;
            answer
        }
        FaultKind::Lost => {
            let answer = next.run(request).await;
            nothing(answer)
        }
        FaultKind::Hang => {
            let mut stopping = faults.stopping.clone();
            // Completes when the demo stops, or when its sender was dropped.
            let _ended = stopping.wait_for(|stopping| *stopping).await.is_ok();
            failure(backend, &fault)
        }
        FaultKind::Replay if request.method() == Method::GET => replayed(&faults, request, next).await,
        FaultKind::Replay => next.run(request).await,
        FaultKind::Cut | FaultKind::BrokenJson if head => next.run(request).await,
        FaultKind::Cut => half(next.run(request).await, true).await,
        FaultKind::BrokenJson => half(next.run(request).await, false).await,
        FaultKind::GraphqlError => graphql_error(),
    }
}

/// The stored answer for this URL, otherwise the backend's own, which is then stored.
async fn replayed(faults: &Faults, request: Request, next: Next) -> Response {
    let url = request.uri().to_string();
    let kept = lock(&faults.kept).get(&url).cloned();
    let (status, headers, bytes) = match kept {
        Some(kept) => kept,
        None => {
            let (parts, body) = next.run(request).await.into_parts();
            let bytes = to_bytes(body, MAX_ANSWER).await.unwrap_or_default();
            let fresh = (parts.status, parts.headers, bytes);
            lock(&faults.kept).insert(url, fresh.clone());
            fresh
        }
    };
    let mut response = Response::new(Body::from(bytes));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

fn graphql_error() -> Response {
    let error = json!({
        "message": "Internal server error",
        "path": ["entries", "data", 0, "dealer_type"],
        "locations": [{"line": 1, "column": 3}],
    });
    let body =
        json!({"errors": [error], "data": {"entries": {"total": 0, "current_page": 1, "last_page": 1, "data": []}}});
    let mut answer = Response::new(Body::from(body.to_string()));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer
}

fn failure(backend: Backend, fault: &Fault) -> Response {
    let status = fault
        .status
        .and_then(|status| StatusCode::from_u16(status).ok())
        .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let title = status.canonical_reason().unwrap_or("Error");
    let (kind, body) = match backend {
        Backend::Shopware => {
            let item =
                json!({"code": "0", "status": status.as_str(), "title": title, "detail": "A fault of the demo."});
            ("application/json", json!({"errors": [item]}).to_string())
        }
        Backend::Statamic | Backend::Images => (
            "text/html; charset=utf-8",
            format!("<!DOCTYPE html><title>{title}</title><h1>{title}</h1>"),
        ),
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Some(seconds) = fault.retry_after {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// An answer whose body fails before the head was written, so that nothing is sent.
fn nothing(response: Response) -> Response {
    let (mut parts, _) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let end: Result<Bytes, std::io::Error> = Err(std::io::Error::other("lost by a fault of the demo"));
    Response::from_parts(parts, Body::from_stream(stream::iter([end])))
}

/// The first half of an answer, as a complete answer or followed by the end of the connection.
async fn half(response: Response, cut: bool) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_ANSWER).await.unwrap_or_default();
    let first = bytes.slice(..bytes.len() / 2);
    parts.headers.remove(CONTENT_LENGTH);
    if cut {
        let first: Result<Bytes, std::io::Error> = Ok(first);
        let end = async {
            // The first half must be sent before the connection is closed.
            tokio::time::sleep(FLUSH).await;
            Err(std::io::Error::other("cut by a fault of the demo"))
        };
        let pieces = stream::once(async { first }).chain(stream::once(end));
        return Response::from_parts(parts, Body::from_stream(pieces));
    }
    parts.status = StatusCode::OK;
    Response::from_parts(parts, Body::from(first))
}
