//! How many retries there may be, so that a backend in trouble is not asked twice as much (rule 15).
//!
//! **Invariant:** beyond the free ones at most one retry for ten calls.

use std::sync::atomic::{AtomicU32, Ordering};

/// Tenths of a retry that one call earns; ten make one retry.
const PER_RETRY: u32 = 10;

#[derive(Debug)]
pub(crate) struct RetryBudget {
    tenths: AtomicU32,
    most: u32,
}

impl RetryBudget {
    pub(crate) fn new(free: u32) -> Self {
        let most = free.saturating_mul(PER_RETRY);
        Self {
            tenths: AtomicU32::new(most),
            most,
        }
    }

    /// A call was made.
    pub(crate) fn earn(&self) {
        let _ = self
            .tenths
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |t| Some((t + 1).min(self.most)));
    }

    /// Whether there may be a retry, which is then spent.
    pub(crate) fn spend(&self) -> bool {
        self.tenths
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |t| t.checked_sub(PER_RETRY))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_calls_earn_one_retry() {
        let budget = RetryBudget::new(1);
        assert!(budget.spend());
        assert!(!budget.spend());
        for _ in 0..9 {
            budget.earn();
        }
        assert!(!budget.spend());
        budget.earn();
        assert!(budget.spend());
    }
}
