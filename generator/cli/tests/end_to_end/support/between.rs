//! A server between the binary and one backend of the demo, which changes answers on their way.

use std::sync::{Arc, Mutex};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    response::Response,
};
use serde_json::Value;
use tokio::{net::TcpListener, runtime::Runtime};

use super::rounds::Rounds;

/// The most of a body that is passed on.
const BODY: usize = 64 << 20;

/// Changes the answer to a call: path with its query, and the body.
pub(crate) type Change = Box<dyn FnMut(&str, &mut Value) + Send>;

struct Way {
    backend: String,
    http: reqwest::Client,
    change: Mutex<Option<Change>>,
    rounds: Mutex<Option<Arc<Rounds>>>,
}

/// What stands between; it ends with the runtime of its shop.
pub(crate) struct Between {
    /// Where it listens, without a trailing slash.
    pub(crate) url: String,
    way: Arc<Way>,
}

impl Between {
    /// Listens on a free port and passes everything on to `backend`, a base URL without a trailing slash.
    pub(super) fn start(runtime: &Runtime, backend: String) -> Self {
        let way = Arc::new(Way {
            backend,
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            change: Mutex::new(None),
            rounds: Mutex::new(None),
        });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(pass).with_state(Arc::clone(&way));
        runtime.spawn(async move { axum::serve(listener, app).await });
        Self { url, way }
    }

    /// Changes answers from now on.
    pub(crate) fn change(&self, change: impl FnMut(&str, &mut Value) + Send + 'static) {
        *self.way.change.lock().unwrap() = Some(Box::new(change));
    }

    /// What is done now makes these calls (`GET /context`), each round of them side by side, and none besides.
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

    /// Passes answers on as they are.
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
    let mut headers = parts.headers;
    // The length and the compression are those of this connection.
    for own in ["host", "content-length", "accept-encoding"] {
        headers.remove(own);
    }
    let sent = way.http.request(parts.method, format!("{}{asked}", way.backend));
    let body = to_bytes(body, BODY).await.unwrap();
    let answer = sent.headers(headers).body(body).send().await.unwrap();
    let mut response = Response::new(Body::empty());
    *response.status_mut() = answer.status();
    for name in ["content-type", "sw-context-token", "retry-after"] {
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
