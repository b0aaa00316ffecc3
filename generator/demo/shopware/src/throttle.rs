//! Shopware's rate limiter with the policy `time_backoff` (Shopware §19), by the steps of each limiter.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

/// Number of attempts, and the minimum number of seconds since the last accepted one from then on.
pub(crate) type Steps = [(u32, i64); 3];
/// `login` and `guest_login`.
pub(crate) const LOGIN: Steps = [(20, 60), (15, 30), (10, 10)];
/// `reset_password`.
pub(crate) const RECOVERY: Steps = [(10, 90), (5, 60), (3, 30)];
/// Without an accepted attempt for this long, the count is reset.
const RESET: SignedDuration = SignedDuration::from_hours(24);

/// Attempts by key.
#[derive(Debug, Default)]
pub(crate) struct Throttle(HashMap<String, Attempts>);

#[derive(Debug, Clone, Copy)]
struct Attempts {
    count: u32,
    last: Timestamp,
}

impl Throttle {
    /// Counts an attempt, or returns how many seconds to wait. A refused attempt neither counts nor restarts the wait.
    pub(crate) fn attempt(&mut self, steps: &Steps, key: &str, now: Timestamp) -> Result<(), i64> {
        let known = self.0.get(key).copied();
        let known = known.filter(|known| now.duration_since(known.last) < RESET);
        let count = known.map_or(0, |known| known.count);
        if let Some(known) = known {
            let passed = now.duration_since(known.last);
            let wait = steps
                .iter()
                .find(|(from, _)| count >= *from)
                .map_or(0, |(_, wait)| *wait);
            let left = SignedDuration::from_secs(wait) - passed;
            if left > SignedDuration::ZERO {
                return Err(left.as_secs() + i64::from(left.subsec_nanos() > 0));
            }
        }
        let attempts = Attempts {
            count: count + 1,
            last: now,
        };
        self.0.insert(key.to_owned(), attempts);
        Ok(())
    }

    /// Forgets the attempts of a key.
    pub(crate) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn ten_attempts_are_free_and_the_waits_grow() {
        let mut throttle = Throttle::default();
        for _ in 0..10 {
            assert_eq!(throttle.attempt(&LOGIN, "a", at(0)), Ok(()));
        }
        assert_eq!(throttle.attempt(&LOGIN, "a", at(0)), Err(10));
        assert_eq!(
            throttle.attempt(&LOGIN, "a", at(4)),
            Err(6),
            "a refused attempt does not restart the wait"
        );
        assert_eq!(
            throttle.attempt(&LOGIN, "b", at(4)),
            Ok(()),
            "another key is not affected"
        );
        for step in 1..=5 {
            assert_eq!(throttle.attempt(&LOGIN, "a", at(10 * step)), Ok(()));
            let wait = if step == 5 { 30 } else { 10 };
            assert_eq!(throttle.attempt(&LOGIN, "a", at(10 * step)), Err(wait));
        }
        throttle.forget("a");
        assert_eq!(throttle.attempt(&LOGIN, "a", at(50)), Ok(()));
    }

    #[test]
    fn a_day_without_an_attempt_starts_over() {
        let mut throttle = Throttle::default();
        for _ in 0..10 {
            assert_eq!(throttle.attempt(&LOGIN, "a", at(0)), Ok(()));
        }
        assert_eq!(throttle.attempt(&LOGIN, "a", at(86_400)), Ok(()));
        assert_eq!(throttle.attempt(&LOGIN, "a", at(86_400)), Ok(()));
    }
}
