//! Delays answers whose duration must not reveal whether an account exists (rule 12).
//!
//! **Invariant:** Shopware needs longer for a known address, because it hashes the password or sends a mail. A refused
//! login is answered at a multiple of a fixed duration; a recovery after a fixed one, whatever Shopware does.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// Waits for the next multiple of `step` since `start`; not at all for a step of zero.
pub(super) async fn until_next(start: Instant, step: Duration) {
    if step.is_zero() {
        return;
    }
    let passed = start.elapsed().as_nanos() / step.as_nanos();
    let steps = u32::try_from(passed + 1).unwrap_or(u32::MAX);
    sleep_until(start + step.saturating_mul(steps)).await;
}
