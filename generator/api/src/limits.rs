//! Every bound on size, number and time, in one place (rules 13 and 14).
//!
//! **Invariant:** whatever grows or waits in this crate is bounded by a field of [`ServerLimits`]; the whole of it is logged at start.

use std::{fmt, thread, time::Duration};

/// Each thread that compresses holds some 10 MiB, and the whole process may hold 128 (rule 13).
const MAX_COMPRESSIONS: usize = 2;

/// The bounds of the API and the static server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of a request's head.
    pub header_bytes: usize,
    /// Header lines of a request.
    pub headers: usize,
    /// Bytes of path and query.
    pub uri: usize,
    /// Bytes of a JSON body.
    pub body: usize,
    /// Connections at once. When there are so many, one that waits for its client is closed for the next; while all are being answered, the next one waits.
    pub connections: usize,
    /// Connections of one address (for IPv6: of one /64) that is no listed proxy.
    pub connections_per_address: usize,
    /// Bytes of answers that the kernel holds for a connection beyond what is on its way.
    pub unsent: u32,
    /// A client must take so many bytes a second, or it gets into arrears, which [`Self::write_timeout`] bounds.
    pub write_rate: u32,
    /// Bytes of files kept in memory: compressed ones, and small ones that compressing does not help.
    pub compressed_cache: usize,
    /// A file larger than this is neither kept nor compressed.
    pub file_in_memory: usize,
    /// Files compressed at once.
    pub compressions: usize,
    /// Files that may wait to be compressed; who asks for a further one gets it as it is.
    pub compressions_waiting: usize,
    /// A visitor waits so long for a file to be compressed, then gets it as it is.
    pub compression_wait: Duration,
    /// Changes of one session that may wait for each other in one process.
    pub waiting_per_session: usize,
    /// Sessions whose language is remembered, and addresses whose calls are counted.
    pub remembered: usize,
    /// The request's head must be there within.
    pub header_timeout: Duration,
    /// The whole body must be there within.
    pub body_timeout: Duration,
    /// A client that takes no byte of its answer is cut off after.
    pub write_timeout: Duration,
    /// A call of the API must be answered within, from the moment it is admitted: its wait in the session's queue and all requests to
    /// the backend, retries included. (How many of those run at once is the client's own limit.)
    pub backend_timeout: Duration,
    /// What `/api/ready` says of a backend is at most so old.
    pub ready_age: Duration,
    /// `/api/ready` waits so long for a backend.
    pub ready_timeout: Duration,
    /// After so many calls in a row without an answer of a backend, further ones fail at once.
    pub breaker_failures: u32,
    /// So long, then one call finds out whether it answers again.
    pub breaker_pause: Duration,
    /// Orders whose idempotency keys are kept.
    pub order_keys: usize,
    /// So long they are kept.
    pub order_key_age: Duration,
    /// While an order whose answer is lost is younger than this, it is not sent again: the backend may still be working on it.
    pub order_settles: Duration,
    /// A page waits so long to learn that the backend is in maintenance, then is served as it is.
    pub maintenance_wait: Duration,
    /// At a stop, running answers get this long.
    pub drain: Duration,
    /// What `Retry-After` says in maintenance, where the backend names no time.
    pub maintenance_retry: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            header_bytes: 16 * 1024,
            headers: 64,
            uri: 8 * 1024,
            body: 64 * 1024,
            connections: 4_096,
            connections_per_address: 256,
            unsent: 32 * 1024,
            write_rate: 1_024,
            compressed_cache: 32 * 1024 * 1024,
            file_in_memory: 1024 * 1024,
            compressions: thread::available_parallelism()
                .map_or(1, usize::from)
                .min(MAX_COMPRESSIONS),
            compressions_waiting: 256,
            compression_wait: Duration::from_millis(100),
            waiting_per_session: 16,
            remembered: 100_000,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(15),
            write_timeout: Duration::from_secs(10),
            backend_timeout: Duration::from_secs(8),
            ready_age: Duration::from_secs(5),
            ready_timeout: Duration::from_secs(2),
            breaker_failures: 5,
            breaker_pause: Duration::from_secs(5),
            order_keys: 100_000,
            order_key_age: Duration::from_secs(7 * 24 * 60 * 60),
            order_settles: Duration::from_secs(30),
            maintenance_wait: Duration::from_millis(250),
            drain: Duration::from_secs(15),
            maintenance_retry: Duration::from_secs(120),
        }
    }
}

impl fmt::Display for ServerLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "head {} bytes and {} lines in {:?}, URI {} bytes, body {} bytes in {:?}, {} connections, {} of one address, \
             writes {:?} at {} bytes a second and {} bytes unsent, backend {:?} a call, {} changes of a session, \
             ready {:?} every {:?}, cache {} bytes (files to {} bytes), compressions {} at once and {} waiting for {:?}, \
             {} remembered, breaker after {} failures for {:?}, {} order keys for {:?} (sent again after {:?}), maintenance asked for {:?}, \
             drain {:?}",
            self.header_bytes,
            self.headers,
            self.header_timeout,
            self.uri,
            self.body,
            self.body_timeout,
            self.connections,
            self.connections_per_address,
            self.write_timeout,
            self.write_rate,
            self.unsent,
            self.backend_timeout,
            self.waiting_per_session,
            self.ready_timeout,
            self.ready_age,
            self.compressed_cache,
            self.file_in_memory,
            self.compressions,
            self.compressions_waiting,
            self.compression_wait,
            self.remembered,
            self.breaker_failures,
            self.breaker_pause,
            self.order_keys,
            self.order_key_age,
            self.order_settles,
            self.maintenance_wait,
            self.drain,
        )
    }
}
