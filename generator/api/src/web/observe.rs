//! One log event per request, with a fixed set of fields (rule 5).
//!
//! **Invariant:** no path, query, header, body, token or address is logged; a failure's cause contains only names of
//! calls, statuses and codes. A trace is that of a trusted proxy.

use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use http::StatusCode;
use vitrine_backends::http::Trace;

static PROCESS: LazyLock<u32> =
    LazyLock::new(|| u32::try_from(RandomState::new().build_hasher().finish() >> 32).unwrap_or_default());
static COUNT: AtomicU32 = AtomicU32::new(0);

/// The id of a request in the log and in its response: eight digits of the process, eight of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RequestId(u32, u32);

impl RequestId {
    /// The next id of this process.
    pub(crate) fn next() -> Self {
        Self(*PROCESS, COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}{:08x}", self.0, self.1)
    }
}

/// The log fields of a response; stored in its extensions.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    /// The row's name, or the kind of file.
    pub(crate) route: &'static str,
    /// The public code of an error.
    pub(crate) code: Option<&'static str>,
    /// The cause of an error.
    pub(crate) cause: Option<Box<str>>,
}

impl Noted {
    pub(crate) const fn route(route: &'static str) -> Self {
        Self {
            route,
            code: None,
            cause: None,
        }
    }
}

/// Writes the event.
pub(crate) fn log(id: RequestId, trace: Option<Trace>, noted: &Noted, status: StatusCode, took: Duration) {
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let (route, code, cause) = (
        noted.route,
        noted.code.unwrap_or("-"),
        noted.cause.as_deref().unwrap_or("-"),
    );
    let trace = trace.map_or_else(|| "-".to_owned(), |trace| trace.to_string());
    if status.is_server_error() {
        tracing::warn!(target: "vitrine::request", %id, trace, route, status = status.as_u16(), ms, code, cause);
    } else {
        tracing::info!(target: "vitrine::request", %id, trace, route, status = status.as_u16(), ms, code, cause);
    }
}
