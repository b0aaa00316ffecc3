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
    started: Instant,
}

impl Clock {
    /// A clock that starts at `start`.
    #[must_use]
    pub fn new(start: Timestamp) -> Self {
        let now = Instant::now();
        Self(Arc::new(Mutex::new(Set {
            to: start,
            at: now,
            start,
            started: now,
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

    /// Undoes every [`Clock::set`] but keeps the time that has passed since the start, so that records made before the
    /// reset are not later than those made after it.
    pub fn reset(&self) {
        let mut set = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        set.to = set.start;
        set.at = set.started;
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::Clock;

    #[test]
    fn records_made_before_a_reset_are_not_later_than_those_after_it() {
        let start: Timestamp = "2026-11-21T06:27:00Z".parse().expect("a timestamp");
        let clock = Clock::new(start);
        let before = clock.now();
        for hours in [-30, 30] {
            clock.set(start + SignedDuration::from_hours(hours));
            clock.reset();
            let after = clock.now();
            assert!(
                after >= before && after < start + SignedDuration::from_hours(1),
                "{hours}: {before} {after}"
            );
        }
    }
}
