//! A circuit breaker in front of a backend (rule 15): after several failures in a row calls fail at once; after a pause
//! one call at a time tests whether the backend responds again.
//!
//! **Invariant:** only failures of the backend to respond are counted, so no visitor's input can open the breaker for
//! others.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use vitrine_backends::BackendError;

use crate::{
    limits::ServerLimits,
    web::{code::Code, problem::Problem},
};

/// The outcome of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// The backend responded, whatever the response.
    Answered,
    /// There was no response.
    Nothing,
    /// The call reveals nothing about the backend: it waited too short a time, or the outcomes of its parts are
    /// recorded separately.
    Unknown,
}

impl Found {
    /// The outcome of a call that timed out after this wait. A timeout shortened by earlier steps of its request
    /// reveals nothing about the backend.
    pub(crate) fn given_up(waited: Duration, limits: &ServerLimits) -> Self {
        if waited >= limits.backend_timeout / 2 {
            Self::Nothing
        } else {
            Self::Unknown
        }
    }

    /// The outcome for an error. A status 500 counts as a response, because some inputs cause it.
    pub(crate) fn of(error: &BackendError) -> Self {
        match error {
            BackendError::Unreachable { .. }
            | BackendError::TimedOut { .. }
            | BackendError::Status { status: 502..=504, .. } => Self::Nothing,
            _ => Self::Answered,
        }
    }
}

#[derive(Default)]
struct State {
    failures: u32,
    /// Calls fail until this time; `None` while the breaker is closed.
    open_until: Option<Instant>,
    /// A test call is in progress.
    probing: bool,
}

/// The breaker of one backend.
pub(crate) struct Breaker {
    state: Mutex<State>,
    failures: u32,
    pause: Duration,
}

impl fmt::Debug for Permit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

/// Permission to make one call. If dropped without [`Permit::found`], no outcome is recorded.
pub(crate) struct Permit<'a> {
    breaker: &'a Breaker,
    probe: bool,
    told: bool,
}

impl Breaker {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        Self {
            state: Mutex::default(),
            failures: limits.breaker_failures,
            pause: limits.breaker_pause,
        }
    }

    /// Permits a call, or returns an error with the time until the next attempt.
    pub(crate) fn pass(&self) -> Result<Permit<'_>, Problem> {
        self.pass_at(Instant::now()).map_err(|wait| {
            Problem::from(Code::BackendUnavailable)
                .after(wait)
                .because("the backend failed several times in a row; it is asked again in a moment")
        })
    }

    /// Whether calls currently fail at once.
    pub(crate) fn is_open(&self) -> bool {
        self.lock().open_until.is_some_and(|until| Instant::now() < until)
    }

    /// Records the outcome of one of several calls made with one permit.
    pub(crate) fn note(&self, found: Found) {
        self.note_at(found, Instant::now());
    }

    fn note_at(&self, found: Found, now: Instant) {
        let mut state = self.lock();
        match found {
            Found::Unknown => return,
            Found::Answered => {
                *state = State {
                    probing: state.probing,
                    ..State::default()
                };
                return;
            }
            Found::Nothing => {}
        }
        state.failures = state.failures.saturating_add(1);
        if state.failures >= self.failures {
            if state.open_until.is_none() {
                tracing::warn!(failures = state.failures, pause = ?self.pause, "the breaker is open: calls to Shopware fail at once");
            }
            state.open_until = Some(now + self.pause);
        }
    }

    fn pass_at(&self, now: Instant) -> Result<Permit<'_>, Duration> {
        let mut state = self.lock();
        let probe = match state.open_until {
            None => false,
            Some(until) if now < until => return Err(until - now),
            Some(_) if state.probing => return Err(Duration::from_secs(1)),
            Some(_) => true,
        };
        state.probing |= probe;
        Ok(Permit {
            breaker: self,
            probe,
            told: false,
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Records the outcome of the call.
    pub(crate) fn found(self, found: Found) {
        self.found_at(found, Instant::now());
    }

    fn found_at(mut self, found: Found, now: Instant) {
        self.told = true;
        if self.probe {
            self.breaker.lock().probing = false;
        }
        self.breaker.note_at(found, now);
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.probe && !self.told {
            self.breaker.lock().probing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breaker() -> Breaker {
        Breaker::new(&ServerLimits {
            breaker_failures: 3,
            breaker_pause: Duration::from_secs(5),
            ..ServerLimits::default()
        })
    }

    fn fail(breaker: &Breaker, now: Instant) {
        let permit = breaker.pass_at(now).expect("it passes");
        permit.found_at(Found::Nothing, now);
    }

    #[test]
    fn rule_15_failures_in_a_row_open_it_and_one_probe_closes_it() {
        let (breaker, now) = (breaker(), Instant::now());
        fail(&breaker, now);
        fail(&breaker, now);
        breaker.pass_at(now).expect("it passes").found_at(Found::Answered, now);
        fail(&breaker, now);
        fail(&breaker, now);
        assert!(!breaker.is_open(), "an answer in between starts the count again");
        fail(&breaker, now);
        assert!(breaker.is_open());
        assert_eq!(breaker.pass_at(now).err(), Some(Duration::from_secs(5)));

        let later = now + Duration::from_secs(5);
        let probe = breaker.pass_at(later).expect("one finds out");
        assert!(breaker.pass_at(later).is_err(), "the others wait for it");
        probe.found_at(Found::Nothing, later);
        assert_eq!(
            breaker.pass_at(later).err(),
            Some(Duration::from_secs(5)),
            "it is still down"
        );

        let even_later = later + Duration::from_secs(5);
        drop(breaker.pass_at(even_later).expect("a probe that is given up"));
        let probe = breaker.pass_at(even_later).expect("one that finds nothing out");
        probe.found_at(Found::Unknown, even_later);
        let probe = breaker.pass_at(even_later).expect("the next one finds out");
        probe.found_at(Found::Answered, even_later);
        assert!(!breaker.is_open());
    }
}
