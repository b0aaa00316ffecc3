//! Every bound on size, number and time, in one place (rules 13 and 14).
//!
//! **Invariant:** whatever grows or waits in this crate is bounded by a field of [`Limits`]; the whole of it is logged at start.

use std::{fmt, time::Duration};

/// The bounds of the API and the static server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request's head.
    pub header_bytes: usize,
    /// Header lines of a request.
    pub headers: usize,
    /// Bytes of path and query.
    pub uri: usize,
    /// Bytes of a JSON body.
    pub body: usize,
    /// Connections at once; further ones wait to be accepted.
    pub connections: usize,
    /// Bytes of compressed files kept in memory.
    pub compressed_cache: usize,
    /// Bytes of plain files kept in memory.
    pub file_cache: usize,
    /// A file larger than this is streamed from disk, neither kept nor compressed.
    pub file_in_memory: usize,
    /// Changes of one session that may wait for each other in one process.
    pub waiting_per_session: usize,
    /// Sessions whose language is remembered, and addresses whose calls are counted.
    pub remembered: usize,
    /// The request's head must be there within.
    pub header_timeout: Duration,
    /// The whole body must be there within.
    pub body_timeout: Duration,
    /// A call to the backend must be answered within, its retry included. (How many run at once is the client's own limit.)
    pub backend_timeout: Duration,
    /// A change waits for the earlier ones of its session at most.
    pub queue_timeout: Duration,
    /// At a stop, running answers get this long.
    pub drain: Duration,
    /// What `Retry-After` says in maintenance, where the backend names no time.
    pub maintenance_retry: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            header_bytes: 16 * 1024,
            headers: 64,
            uri: 8 * 1024,
            body: 64 * 1024,
            connections: 4_096,
            compressed_cache: 32 * 1024 * 1024,
            file_cache: 32 * 1024 * 1024,
            file_in_memory: 1024 * 1024,
            waiting_per_session: 16,
            remembered: 100_000,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(15),
            backend_timeout: Duration::from_secs(8),
            queue_timeout: Duration::from_secs(8),
            drain: Duration::from_secs(15),
            maintenance_retry: Duration::from_secs(120),
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "head {} bytes and {} lines in {:?}, URI {} bytes, body {} bytes in {:?}, {} connections, backend {:?} a call, \
             queue of a session {} and {:?}, caches {} + {} bytes (files to {} bytes), {} remembered, drain {:?}",
            self.header_bytes,
            self.headers,
            self.header_timeout,
            self.uri,
            self.body,
            self.body_timeout,
            self.connections,
            self.backend_timeout,
            self.waiting_per_session,
            self.queue_timeout,
            self.file_cache,
            self.compressed_cache,
            self.file_in_memory,
            self.remembered,
            self.drain,
        )
    }
}
