//! One HTTP/1.1 connection with its limits, until its client, a stop or the pool ends it.

use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http::{Request, Response};
use hyper::{
    body::{Frame, Incoming, SizeHint},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{net::TcpStream, sync::watch};

use super::{
    pool::{Answering, Place, Seat},
    socket::Socket,
    stop::stopped,
};
use crate::app::App;

/// Serves a connection until it ends.
pub(super) async fn serve(
    stream: TcpStream,
    peer: IpAddr,
    place: Place,
    app: Arc<App>,
    mut stop: watch::Receiver<bool>,
) {
    let limits = &app.state.config.limits;
    let seat = &place.seat;
    let its_turn = tokio::select! {
        its_turn = place.turn() => its_turn,
        () = seat.must_leave() => false,
        () = stopped(&mut stop) => false,
    };
    if !its_turn {
        return;
    }
    let service = service_fn(|request: Request<Incoming>| {
        let (app, seat) = (Arc::clone(&app), Arc::clone(seat));
        // On the heap, so that a connection that waits for its client has no room for an answer in the making.
        Box::pin(async move { Ok::<_, std::convert::Infallible>(answer(&app, &seat, peer, request).await) })
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_headers(limits.headers)
        .max_buf_size(limits.header_bytes)
        .serve_connection(TokioIo::new(Socket::new(stream, Arc::clone(seat), limits)), service);
    tokio::pin!(serving);
    let ended = tokio::select! {
        ended = serving.as_mut() => Some(ended),
        () = seat.must_leave() => return,
        () = stopped(&mut stop) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            serving.as_mut().graceful_shutdown();
            tokio::select! {
                ended = serving => ended,
                () = seat.must_leave() => return,
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

async fn answer(app: &App, seat: &Arc<Seat>, peer: IpAddr, request: Request<Incoming>) -> Response<Answer> {
    let answering = seat.answering();
    let its_seat = Arc::clone(seat);
    let request = request.map(|body| {
        if body.is_end_stream() {
            return Body::empty();
        }
        Body::new(Upload {
            body,
            seat: Arc::clone(seat),
        })
    });
    app.answer(peer, request).await.map(|body| Answer {
        body,
        seat: its_seat,
        _answering: answering,
    })
}

/// A request's body; marks the connection as idle while it waits for data.
struct Upload {
    body: Incoming,
    seat: Arc<Seat>,
}

impl HttpBody for Upload {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.seat.waits_for_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.seat.waits_for_body(false);
    }
}

/// A response's body; when it is sent, the connection is idle again. Each chunk is passed on when the previous one is
/// written: otherwise hyper would take chunks until its buffer is full, even if the client reads none of them.
struct Answer {
    body: Body,
    seat: Arc<Seat>,
    _answering: Answering,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        ready!(self.seat.written(cx));
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(Some(Ok(_)))) {
            self.seat.hands_over();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
