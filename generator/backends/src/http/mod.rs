//! The one way to a backend over HTTP: deadlines, size limits, one retry for GET, typed failures.
//!
//! **Invariant:** no cookie is kept, no redirect followed, nothing awaited without a deadline, and only [`Transport::get`] can be tried twice (rule 15).

mod answer;
mod budget;
mod transport;

use std::time::Duration;

pub(crate) use answer::Answered;
pub(crate) use transport::{Refused, Target, Transport, Write};

/// Limits of the calls to one backend (rules 13 and 14).
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Until a connection stands.
    pub connect_timeout: Duration,
    /// From the first byte sent to the last one read, for each try.
    pub read_timeout: Duration,
    /// Bytes of an answer, decompressed.
    pub max_body: u64,
    /// Records of a list over all its pages; one that says it is longer is not read.
    pub max_list: u64,
    /// Calls at the same time; further ones wait within their deadline.
    pub max_in_flight: usize,
    /// Answers of more than 64 KiB that are read and held at the same time; a further one waits within its deadline.
    pub max_large: usize,
    /// The pause before a GET is tried again, where the backend names none.
    pub retry_pause: Duration,
    /// The longest `Retry-After` that is waited for; beyond it the failure is told at once.
    pub retry_after_at_most: Duration,
    /// Retries that are free; beyond them one retry is earned by ten calls (rule 15).
    pub free_retries: u32,
}

impl HttpConfig {
    /// For the API: a visitor waits.
    pub fn api() -> Self {
        Self {
            connect_timeout: Duration::from_secs(1),
            read_timeout: Duration::from_secs(8),
            max_body: 8 * 1024 * 1024,
            max_list: 1_000_000,
            max_in_flight: 128,
            max_large: 2,
            retry_pause: Duration::from_millis(100),
            retry_after_at_most: Duration::from_secs(1),
            free_retries: 10,
        }
    }

    /// For builds: pages of 100 products, nobody waits.
    pub fn builder() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            read_timeout: Duration::from_secs(60),
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
