//! A retry budget, so that a failing backend does not get twice the number of calls (rule 15).
//!
//! **Invariant:** besides the free retries, at most one retry for every ten calls.

use std::sync::atomic::{AtomicU32, Ordering};

/// Each call earns a tenth of a retry.
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

    /// Counts a call.
    pub(crate) fn earn(&self) {
        let _ = self
            .tenths
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |t| Some((t + 1).min(self.most)));
    }

    /// Takes a retry from the budget; false if there is none left.
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
