//! HTTP calls to a backend: deadlines, size limits, one retry for GET, typed errors.
//!
//! **Invariant:** no cookie is kept, no redirect followed, every wait has a deadline, and only [`Transport::get`] can
//! retry (rule 15).

mod answer;
mod budget;
mod observer;
mod trace;
mod transport;

use std::time::Duration;

pub(crate) use answer::Answered;
pub use observer::CallObserver;
pub use trace::{Trace, current as current_trace, traced};
pub(crate) use transport::{FormBody, Refused, Target, Transport, Write};

/// Limits of the calls to one backend (rules 13 and 14).
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Timeout for establishing a connection.
    pub connect_timeout: Duration,
    /// Timeout from the first byte sent to the last one read, for each try.
    pub read_timeout: Duration,
    /// The same for a call that waits for a third party, such as the start of a payment.
    pub slow_timeout: Duration,
    /// Maximum size of an answer in bytes, decompressed.
    pub max_body: u64,
    /// Maximum number of records of a list over all its pages; a list that reports more is an error.
    pub max_list: u64,
    /// Maximum number of concurrent calls; others wait within their deadline.
    pub max_in_flight: usize,
    /// Maximum number of answers above 64 KiB held at the same time; others wait within their deadline.
    pub max_large: usize,
    /// Pause before a GET is retried, if the backend gives none.
    pub retry_pause: Duration,
    /// The longest `Retry-After` that is waited for; a longer one is returned as an error at once.
    pub retry_after_at_most: Duration,
    /// Number of free retries; further ones are earned, one per ten calls (rule 15).
    pub free_retries: u32,
}

impl HttpConfig {
    /// Limits for the API, where a visitor is waiting.
    pub fn api() -> Self {
        Self {
            connect_timeout: Duration::from_secs(1),
            read_timeout: Duration::from_secs(8),
            slow_timeout: Duration::from_secs(30),
            max_body: 8 * 1024 * 1024,
            max_list: 1_000_000,
            max_in_flight: 128,
            max_large: 2,
            retry_pause: Duration::from_millis(100),
            retry_after_at_most: Duration::from_secs(1),
            free_retries: 10,
        }
    }

    /// Limits for builds: pages of 100 products, no visitor waiting.
    pub fn builder() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            read_timeout: Duration::from_secs(60),
            slow_timeout: Duration::from_secs(60),
            max_body: 64 * 1024 * 1024,
            max_list: 1_000_000,
            max_in_flight: 4,
            max_large: 4,
            retry_pause: Duration::from_millis(500),
            retry_after_at_most: Duration::from_secs(65),
            free_retries: 10,
        }
    }
}
