//! Progress reports of a running pull.

use std::time::Duration;

use super::error::PullError;

/// Receives the progress of a pull.
pub trait Progress: Sync {
    /// `done` of `total` records of a stage (`products nl`, `entries pages nl`); `total` is 0 while it is unknown.
    fn step(&self, stage: &str, done: u64, total: u64);

    /// Whether only what changed is pulled, or why everything is, in one line.
    fn takes(&self, line: &str);

    /// The data changed during the pull, so it restarts after a pause; `restart` of `most`, 1-based.
    fn restarts(&self, reason: &PullError, restart: usize, most: usize, pause: Duration);
}

/// Ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn takes(&self, _: &str) {}
    fn restarts(&self, _: &PullError, _: usize, _: usize, _: Duration) {}
}
