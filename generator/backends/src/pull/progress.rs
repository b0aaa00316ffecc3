//! What a pull tells while it runs.

use std::time::Duration;

use super::error::PullError;

/// Told how far the pull is.
pub trait Progress: Sync {
    /// `done` of `total` records of a stage (`products nl`, `entries pages nl`); `total` is 0 while it is unknown.
    fn step(&self, stage: &str, done: u64, total: u64);

    /// The shop was changed while it was read, so the pull starts again after a pause; `restart` of `most`, 1-based.
    fn restarts(&self, reason: &PullError, restart: usize, most: usize, pause: Duration);
}

/// Says nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn restarts(&self, _: &PullError, _: usize, _: usize, _: Duration) {}
}
