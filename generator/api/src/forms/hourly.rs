//! Work that is done once an hour.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// The time of the last run.
#[derive(Debug, Default)]
pub(super) struct Hourly(AtomicI64);

impl Hourly {
    /// Whether an hour has passed since the last call that returned `true`.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        let now = now.as_second();
        let last = self.0.load(Ordering::Relaxed);
        let due = last == 0 || now - last >= 3_600;
        if due {
            self.0.store(now, Ordering::Relaxed);
        }
        due
    }
}
