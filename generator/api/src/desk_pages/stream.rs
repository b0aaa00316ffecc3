//! The stream of events: tells a page of the desk that there is something new to show.
//!
//! **Invariant:** bounded in number; ends with the session, with the server, and after [`LASTS`].

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http::{HeaderValue, Response, header};
use tokio::time::{Instant, sleep};

use super::{report::report, session, visit::Visit};
use crate::{
    app_state::AppState,
    desk::sessions::Visitor,
    web::{code::Code, problem::Problem},
};

/// Streams of this process, and of one session.
const MOST: usize = 64;
const MOST_OF_SESSION: usize = 6;
/// How long a stream lasts; a browser opens the next one by itself.
const LASTS: Duration = Duration::from_secs(30 * 60);
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(400);
/// Time after which something is sent, so that it is noticed when nobody reads any more, and after which the session is
/// looked at again.
const BEAT: Duration = Duration::from_secs(5);

/// The open streams, by session.
pub(crate) type Streams = Arc<Mutex<HashMap<[u8; 32], usize>>>;

/// A place among the streams, until it is dropped.
struct Seat {
    streams: Streams,
    session: [u8; 32],
}

impl Seat {
    fn take(streams: &Streams, session: [u8; 32]) -> Option<Self> {
        let mut open = streams.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        let own = open.get(&session).copied().unwrap_or(0);
        if all >= MOST || own >= MOST_OF_SESSION {
            return None;
        }
        open.insert(session, own + 1);
        Some(Self {
            streams: Arc::clone(streams),
            session,
        })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.session) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.session);
            }
        }
    }
}

/// What a stream knows.
struct Listening {
    state: Arc<AppState>,
    visitor: Visitor,
    headers: http::HeaderMap,
    told: Option<[u8; 32]>,
    since: Instant,
    beat: Instant,
    has_ended: bool,
    _seat: Seat,
}

pub(super) fn events(visit: &Visit<'_>) -> Result<Response<Body>, Problem> {
    let Some(visitor) = visit.visitor.clone() else {
        return Err(Code::LoginRequired.into());
    };
    let seat = Seat::take(&visit.state.desk.streams, visitor.session);
    let seat = seat.ok_or_else(|| {
        Problem::from(Code::RateLimited)
            .after(BEAT)
            .because("too many streams are open")
    })?;
    let listening = Listening {
        state: Arc::clone(visit.state),
        visitor,
        headers: visit.headers.clone(),
        told: None,
        since: Instant::now(),
        beat: Instant::now(),
        has_ended: false,
        _seat: seat,
    };
    let events = stream::unfold(listening, |mut listening| async move {
        let next = listening.next().await?;
        Some((Ok::<_, Infallible>(next), listening))
    });
    let mut response = Response::new(Body::from_stream(events));
    let kind = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    // A proxy that gathers answers would keep the events to itself.
    let at_once = HeaderValue::from_static("no");
    response.headers_mut().insert("x-accel-buffering", at_once);
    Ok(response)
}

impl Listening {
    /// The next event; `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        if self.has_ended {
            return None;
        }
        loop {
            if *self.state.desk.stop.borrow() || self.since.elapsed() >= LASTS {
                return None;
            }
            if self.beat.elapsed() >= BEAT {
                self.beat = Instant::now();
                let visitor = session::visitor(&self.state, &self.headers).await;
                if visitor.as_ref() != Some(&self.visitor) {
                    self.has_ended = true;
                    return Some(Bytes::from_static(b"event: end\ndata: {}\n\n"));
                }
                return Some(Bytes::from_static(b":\n\n"));
            }
            if let Some(version) = self.version().await
                && self.told != Some(version)
            {
                self.told = Some(version);
                let data = serde_json::json!({ "version": hex::encode(version) });
                return Some(format!("event: state\ndata: {data}\n\n").into());
            }
            let mut stop = self.state.desk.stop.clone();
            tokio::select! {
                () = sleep(LOOK) => {}
                _ = stop.wait_for(|stops| *stops) => return None,
            }
        }
    }

    /// A name of what is shown; `None` if it cannot be read now.
    async fn version(&self) -> Option<[u8; 32]> {
        let report = report(&self.state).await.ok()?;
        let text = serde_json::to_vec(&*report).ok()?;
        Some(*blake3::hash(&text).as_bytes())
    }
}
