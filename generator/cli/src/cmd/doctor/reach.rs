//! What the failure of a first call to a backend means, and differences between clocks.

use std::time::Instant;

use jiff::{SignedDuration, Timestamp};
use vitrine_backends::{ASKS_FOR_PASSWORD, BackendError, REDIRECTED};

use super::{codes::Row, report::Report};
use crate::{cmd::remedy, config::Config};

/// A larger difference is a finding: signed events count for five minutes.
const CLOCKS_APART: SignedDuration = SignedDuration::from_secs(120);

/// Why a backend gave no usable answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unreached {
    /// There is no connection.
    Network,
    /// There is no answer in time.
    Silent,
    /// The answer is that of something else.
    Address,
    /// The key or token is refused.
    Refused,
    /// A web server before it asks for a password.
    Password,
    /// Something before it asks for a log-in.
    Redirect,
    Maintenance,
    TooMany,
    Failed,
}

impl Unreached {
    pub(super) fn by(error: &BackendError) -> Self {
        match error {
            BackendError::TimedOut { .. } => Self::Silent,
            BackendError::Unreachable { .. } => Self::Network,
            BackendError::Maintenance { .. } => Self::Maintenance,
            BackendError::NotJson { .. } => Self::Address,
            _ => match error.status() {
                Some(300..=399) if error.has_code(REDIRECTED) => Self::Redirect,
                Some(401) if error.has_code(ASKS_FOR_PASSWORD) => Self::Password,
                Some(401 | 403 | 412) => Self::Refused,
                Some(429) => Self::TooMany,
                Some(503) => Self::Maintenance,
                Some(300..=399 | 404 | 405) => Self::Address,
                _ => Self::Failed,
            },
        }
    }
}

/// An error as one line, and what to do about it, if the error is a known one.
pub(super) fn line(error: &BackendError) -> String {
    error.to_string().replace('\n', "; ")
}

/// Adds an error of a backend with its remedy, otherwise that of the row.
pub(super) fn add(report: &mut Report, config: &Config, row: &'static Row, message: String, error: &BackendError) {
    match remedy::of_backend(config, error) {
        Some(remedy) => report.add_with(row, message, remedy),
        None => report.add(row, message),
    }
}

/// This machine's time; tests begin at another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    began: Instant,
    began_at: Timestamp,
}

impl Clock {
    pub(super) fn at(began_at: Timestamp) -> Self {
        Self {
            began: Instant::now(),
            began_at,
        }
    }

    pub(super) fn now(self) -> Timestamp {
        self.began_at + self.began.elapsed()
    }
}

/// Adds a finding if a backend's clock differs from this machine's.
pub(super) fn clock(report: &mut Report, row: &'static Row, clock: Clock, at: Option<Timestamp>) {
    let Some(at) = at else { return };
    let apart = at.duration_since(clock.now());
    if apart.abs() > CLOCKS_APART {
        let ahead = if apart.is_positive() { "ahead of" } else { "behind" };
        report.add(
            row,
            format!("its clock is {} seconds {ahead} this machine's", apart.abs().as_secs()),
        );
    }
}
