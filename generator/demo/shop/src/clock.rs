//! The demo's only source of time: a clock that starts at a given time, keeps running, and can be set by the control
//! API. Clones share one clock. Nothing else in the crate may read the system's time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

/// A settable clock: the timestamp it was last set to, plus the elapsed time.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Mutex<Set>>);

#[derive(Debug, Clone, Copy)]
struct Set {
    to: Timestamp,
    at: Instant,
    start: Timestamp,
}

impl Clock {
    /// A clock that starts at `start`.
    #[must_use]
    pub fn new(start: Timestamp) -> Self {
        Self(Arc::new(Mutex::new(Set {
            to: start,
            at: Instant::now(),
            start,
        })))
    }

    /// The current time of the clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let set = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let passed = SignedDuration::try_from(set.at.elapsed()).unwrap_or(SignedDuration::ZERO);
        set.to.checked_add(passed).unwrap_or(set.to)
    }

    /// Sets the clock; it runs on from there.
    pub fn set(&self, to: Timestamp) {
        let mut set = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        set.to = to;
        set.at = Instant::now();
    }

    /// Sets the clock back to its original timestamp.
    pub fn reset(&self) {
        let start = self.0.lock().unwrap_or_else(PoisonError::into_inner).start;
        self.set(start);
    }
}
