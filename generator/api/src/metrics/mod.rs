//! Numbers about this process on a port of their own, in the text format of Prometheus (docs/contracts/metrics.md).
//!
//! **Invariant:** nothing but `GET /metrics` is answered there, and no answer contains anything of a visitor.

mod page;

use std::{convert::Infallible, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::Full;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    time::{sleep, timeout},
};

use crate::app_state::AppState;

/// Connections at once: a few servers ask for the numbers, each every few seconds.
const CONNECTIONS: usize = 16;
/// A connection is closed after this time, whatever it waits for.
const LONGEST: Duration = Duration::from_secs(60);
/// Deadline for the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// Shows the numbers until the server stops.
pub(crate) async fn show(listener: TcpListener, state: Arc<AppState>, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|stopping| *stopping) => return,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection to the metrics could not be accepted");
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Without a place the connection is closed.
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            let state = Arc::clone(&state);
            tokio::spawn(async move {
                let _over = timeout(LONGEST, serve(stream, state)).await.is_err();
                drop(place);
            });
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<AppState>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let state = Arc::clone(&state);
        async move { Ok::<_, Infallible>(answer(&state, &request).await) }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .await;
    if let Err(error) = served {
        tracing::debug!(%error, "a connection to the metrics ended early");
    }
}

async fn answer(state: &Arc<AppState>, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let (status, kind, text) = match (request.uri().path(), request.method()) {
        ("/metrics", &Method::GET) => (
            StatusCode::OK,
            "text/plain; version=0.0.4; charset=utf-8",
            page::of(state).await,
        ),
        ("/metrics", _) => (StatusCode::METHOD_NOT_ALLOWED, "text/plain", "GET alone\n".to_owned()),
        _ => (
            StatusCode::NOT_FOUND,
            "text/plain",
            "Only /metrics is here\n".to_owned(),
        ),
    };
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, http::HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, http::HeaderValue::from_static("no-store"));
    response
}
