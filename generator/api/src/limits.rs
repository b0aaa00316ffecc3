//! All limits of size, number and time (rules 13 and 14).
//!
//! **Invariant:** everything that grows or waits in this crate is bounded by a field of [`ServerLimits`]; all values
//! are logged at start.

use std::{fmt, thread, time::Duration};

/// Compressing a page takes 3 MiB and the largest file 10, and the whole process may use 128 (rule 13).
const MAX_COMPRESSIONS: usize = 4;

/// The limits of the API and the static server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Maximum size of a request's head in bytes.
    pub header_bytes: usize,
    /// Maximum number of header lines of a request.
    pub headers: usize,
    /// Maximum length of path and query in bytes.
    pub uri: usize,
    /// Maximum size of a JSON body in bytes.
    pub body: usize,
    /// Maximum size of an event of a backend in bytes.
    pub hook_body: usize,
    /// Maximum number of open connections. If it is reached, a connection that waits for its client is closed for a new
    /// one; if all are being answered, the new one waits.
    pub connections: usize,
    /// Maximum number of connections of one address (for IPv6: one /64), except listed proxies.
    pub connections_per_address: usize,
    /// Maximum number of response bytes that the kernel buffers for a connection, besides those in transit.
    pub unsent: u32,
    /// Minimum rate in bytes per second at which a client must read; the time that a slower client falls behind is
    /// limited by [`Self::write_timeout`].
    pub write_rate: u32,
    /// Maximum bytes of cached files: compressed files, and small files that compression does not make smaller.
    pub compressed_cache: usize,
    /// Maximum bytes of compressed files on disk, for those that the cache has no room for; 0 for none.
    pub compressed_on_disk: u64,
    /// Maximum size in bytes of a file that is cached or compressed.
    pub file_in_memory: usize,
    /// Maximum number of files compressed at the same time.
    pub compressions: usize,
    /// Maximum number of files waiting for compression; further ones are sent uncompressed.
    pub compressions_waiting: usize,
    /// Longest time a request waits for compression; then the file is sent uncompressed.
    pub compression_wait: Duration,
    /// Maximum number of waiting changes of one session in one process.
    pub waiting_per_session: usize,
    /// Maximum number of sessions whose language is stored, and of addresses whose requests are counted.
    pub remembered: usize,
    /// Deadline for the complete head of a request.
    pub header_timeout: Duration,
    /// Deadline for the complete body of a request.
    pub body_timeout: Duration,
    /// Longest time that a client may fall behind the minimum rate before the connection is closed; what it has read
    /// before bears as long again.
    pub write_timeout: Duration,
    /// Deadline of an API request from its admission: the wait in the session's queue and all backend calls, retries
    /// included. (The number of parallel backend calls is limited by the backend client.)
    pub backend_timeout: Duration,
    /// Deadline of the start of a payment, in which Shopware waits for the provider (rule 14).
    pub payment_timeout: Duration,
    /// Maximum age of a backend's state in `/api/ready`.
    pub ready_age: Duration,
    /// Longest time `/api/ready` waits for a backend.
    pub ready_timeout: Duration,
    /// Number of calls in a row without a response after which further calls to the backend fail at once.
    pub breaker_failures: u32,
    /// Time until one call tests whether the backend responds again.
    pub breaker_pause: Duration,
    /// Maximum number of stored idempotency keys of orders.
    pub order_keys: usize,
    /// Maximum age of a stored idempotency key.
    pub order_key_age: Duration,
    /// Minimum age of an order with a lost response before it is sent again: until then the backend may still be
    /// processing it.
    pub order_settles: Duration,
    /// Maximum number of recorded withdrawals; further ones are refused, so that nobody can fill the disk.
    pub withdrawals: usize,
    /// Pause before a withdrawal that could not be delivered is delivered again; it grows to an hour.
    pub withdrawal_retry: Duration,
    /// Time after which a withdrawal that could not be delivered is left to the operator.
    pub withdrawal_patience: Duration,
    /// Maximum number of files of orders (invoices, downloads) in memory, each as large as a backend's answer may be.
    pub order_files: usize,
    /// Maximum number of stored tokens whose session was ended.
    pub logged_out_tokens: usize,
    /// Maximum age of such a token; Shopware keeps a session for a day.
    pub logged_out_age: Duration,
    /// A refused login is answered at a multiple of this time, so that its duration tells nothing.
    pub refusal_step: Duration,
    /// Time after which a request for a recovery mail is answered, whatever the backend does.
    pub recovery_answer: Duration,
    /// Longest time a page waits to learn whether the backend is in maintenance; then it is served normally.
    pub maintenance_wait: Duration,
    /// Time that running responses have to finish when the server stops.
    pub drain: Duration,
    /// `Retry-After` during maintenance if the backend sends none.
    pub maintenance_retry: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            header_bytes: 16 * 1024,
            headers: 64,
            uri: 8 * 1024,
            body: 64 * 1024,
            hook_body: 1024 * 1024,
            connections: 4_096,
            connections_per_address: 256,
            unsent: 32 * 1024,
            write_rate: 1_024,
            compressed_cache: 32 * 1024 * 1024,
            compressed_on_disk: 512 * 1024 * 1024,
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
            payment_timeout: Duration::from_secs(30),
            ready_age: Duration::from_secs(5),
            ready_timeout: Duration::from_secs(2),
            breaker_failures: 5,
            breaker_pause: Duration::from_secs(5),
            order_keys: 100_000,
            order_key_age: Duration::from_secs(7 * 24 * 60 * 60),
            order_settles: Duration::from_secs(30),
            withdrawals: 1_000_000,
            withdrawal_retry: Duration::from_secs(30),
            withdrawal_patience: Duration::from_secs(14 * 24 * 60 * 60),
            order_files: 4,
            logged_out_tokens: 100_000,
            logged_out_age: Duration::from_secs(2 * 24 * 60 * 60),
            refusal_step: Duration::from_millis(400),
            recovery_answer: Duration::from_secs(1),
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
            "head {} bytes and {} lines in {:?}, URI {} bytes, body {} bytes in {:?} (hooks {} bytes), {} connections, {} of one address, \
             writes {:?} at {} bytes a second and {} bytes unsent, backend {:?} a call (payments {:?}), {} changes of a session, \
             ready {:?} every {:?}, cache {} bytes and {} on disk (files to {} bytes), compressions {} at once and {} waiting for {:?}, \
             {} remembered, breaker after {} failures for {:?}, {} order keys for {:?} (sent again after {:?}), \
             {} withdrawals (delivered again after {:?}, for {:?}), {} files of orders, {} ended tokens for {:?}, logins refused every {:?}, recovery answered after {:?}, \
             maintenance asked for {:?}, \
             drain {:?}",
            self.header_bytes,
            self.headers,
            self.header_timeout,
            self.uri,
            self.body,
            self.body_timeout,
            self.hook_body,
            self.connections,
            self.connections_per_address,
            self.write_timeout,
            self.write_rate,
            self.unsent,
            self.backend_timeout,
            self.payment_timeout,
            self.waiting_per_session,
            self.ready_timeout,
            self.ready_age,
            self.compressed_cache,
            self.compressed_on_disk,
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
            self.withdrawals,
            self.withdrawal_retry,
            self.withdrawal_patience,
            self.order_files,
            self.logged_out_tokens,
            self.logged_out_age,
            self.refusal_step,
            self.recovery_answer,
            self.maintenance_wait,
            self.drain,
        )
    }
}
