//! A proxy between the binary and one backend of the demo that can modify answers.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::Value;
use tokio::{net::TcpListener, runtime::Runtime, sync::watch};

use super::rounds::Rounds;

/// A line of the configuration: pulls that met a change start again without a pause.
pub(crate) const AT_ONCE: (&str, &str) = ("pull_restart_pauses = ", "pull_restart_pauses = [0, 0, 0]");

/// Maximum size of a body.
const BODY: usize = 64 << 20;

/// Modifies the answer to a call; receives the path with its query, and the body.
pub(crate) type Change = Box<dyn FnMut(&str, &mut Value) + Send>;

struct Way {
    backend: String,
    http: reqwest::Client,
    change: Mutex<Option<Change>>,
    rounds: Mutex<Option<Arc<Rounds>>>,
    held: Mutex<Option<Held>>,
}

/// Calls that wait: those whose path and query contain each of these parts.
struct Held {
    parts: &'static [&'static str],
    /// Whether they are refused.
    refused: watch::Sender<bool>,
}

/// A running proxy; it ends with the runtime of its shop.
pub(crate) struct Between {
    /// Its URL, without a trailing slash.
    pub(crate) url: String,
    way: Arc<Way>,
}

impl Between {
    /// Listens on a free port and forwards everything to `backend`, a base URL without a trailing slash.
    pub(super) fn start(runtime: &Runtime, backend: String) -> Self {
        let way = Arc::new(Way {
            backend,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            change: Mutex::new(None),
            rounds: Mutex::new(None),
            held: Mutex::new(None),
        });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(pass).with_state(Arc::clone(&way));
        runtime.spawn(async move { axum::serve(listener, app).await });
        Self { url, way }
    }

    /// Modifies answers from now on.
    pub(crate) fn change(&self, change: impl FnMut(&str, &mut Value) + Send + 'static) {
        *self.way.change.lock().unwrap() = Some(Box::new(change));
    }

    /// Asserts that `act` makes these calls (`GET /context`) and no others, each round concurrently.
    #[track_caller]
    pub(crate) fn in_rounds<T>(&self, rounds: &[&[&str]], act: impl FnOnce() -> T) -> T {
        let held = Arc::new(Rounds::new(rounds));
        *self.way.rounds.lock().unwrap() = Some(Arc::clone(&held));
        let result = act();
        *self.way.rounds.lock().unwrap() = None;
        let (missing, unexpected) = held.left();
        assert!(
            missing.is_empty() && unexpected.is_empty(),
            "not called: {missing:?}, called besides: {unexpected:?}"
        );
        result
    }

    /// Lets calls wait whose path and query contain each of these parts. Those that wait already are answered with 403, which
    /// no client repeats.
    pub(crate) fn hold(&self, parts: &'static [&'static str]) {
        let (refused, _) = watch::channel(false);
        self.refuse(Some(Held { parts, refused }));
    }

    /// Answers the waiting calls with 403; later ones are forwarded.
    pub(crate) fn refuse_held(&self) {
        self.refuse(None);
    }

    fn refuse(&self, next: Option<Held>) {
        let before = std::mem::replace(&mut *self.way.held.lock().unwrap(), next);
        if let Some(before) = before {
            before.refused.send_replace(true);
        }
    }

    /// The number of calls that wait.
    pub(crate) fn waiting(&self) -> usize {
        let held = self.way.held.lock().unwrap();
        held.as_ref().map_or(0, |held| held.refused.receiver_count())
    }

    /// Forwards answers unchanged.
    pub(crate) fn leave(&self) {
        *self.way.change.lock().unwrap() = None;
    }
}

async fn pass(State(way): State<Arc<Way>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let asked = parts.uri.path_and_query().unwrap().as_str();
    let rounds = way.rounds.lock().unwrap().clone();
    if let Some(rounds) = rounds {
        let path = parts.uri.path().trim_start_matches("/store-api");
        rounds.arrived(format!("{} {path}", parts.method)).await;
    }
    let mut held = {
        let held = way.held.lock().unwrap();
        let held = held
            .as_ref()
            .filter(|held| held.parts.iter().all(|part| asked.contains(part)));
        held.map(|held| held.refused.subscribe())
    };
    if let Some(held) = &mut held
        && held.wait_for(|refused| *refused).await.is_ok()
    {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut headers = parts.headers;
    // Length and compression belong to this connection.
    for own in ["host", "content-length", "accept-encoding"] {
        headers.remove(own);
    }
    let sent = way.http.request(parts.method, format!("{}{asked}", way.backend));
    let body = to_bytes(body, BODY).await.unwrap();
    let answer = sent.headers(headers).body(body).send().await.unwrap();
    let mut response = Response::new(Body::empty());
    *response.status_mut() = answer.status();
    for name in [
        "content-type",
        "date",
        "sw-context-token",
        "retry-after",
        "permissions-policy",
        "x-statamic-live-preview",
    ] {
        if let Some(value) = answer.headers().get(name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    let mut bytes = answer.bytes().await.unwrap().to_vec();
    if let (Some(change), Ok(mut value)) = (&mut *way.change.lock().unwrap(), serde_json::from_slice(&bytes)) {
        change(asked, &mut value);
        bytes = value.to_string().into_bytes();
    }
    *response.body_mut() = Body::from(bytes);
    response
}
