//! Counters in the memory of one process.

use std::{
    collections::BTreeMap,
    fmt,
    hash::RandomState,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use governor::{
    RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::DashMapStateStore,
};

use crate::{
    clock_cache::ClockCache,
    counters::{CounterKey, Counters, Quota, Tally},
};

/// Number of counts between two removals of replenished counters.
const COUNTS_BETWEEN_LOOKS: u32 = 1_024;

/// The keys of one quota.
struct Limiter {
    limiter: RateLimiter<CounterKey, DashMapStateStore<CounterKey, RandomState>, DefaultClock>,
    counts: AtomicU32,
}

/// The counters of one process.
///
/// **Invariant:** at most `remembered` tallies; beyond `remembered` keys, a quota keeps only those that were counted
/// within its period.
pub struct MemoryCounters {
    limiters: RwLock<BTreeMap<Quota, Arc<Limiter>>>,
    tallies: ClockCache<CounterKey, Tally>,
    /// Held while tallies are read and written.
    turn: Mutex<()>,
    remembered: usize,
}

impl MemoryCounters {
    /// Keeps about this many keys.
    pub fn new(remembered: usize) -> Self {
        Self {
            limiters: RwLock::default(),
            tallies: ClockCache::new(remembered),
            turn: Mutex::new(()),
            remembered,
        }
    }

    fn limiter(&self, quota: Quota) -> Arc<Limiter> {
        if let Some(known) = self.limiters.read().unwrap_or_else(PoisonError::into_inner).get(&quota) {
            return Arc::clone(known);
        }
        let mut limiters = self.limiters.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(limiters.entry(quota).or_insert_with(|| Arc::new(Limiter::of(quota))))
    }
}

impl Limiter {
    fn of(quota: Quota) -> Self {
        let each = quota.period / quota.times.get();
        // A replenishing interval below a nanosecond counts as a nanosecond.
        let rate = governor::Quota::with_period(each.max(Duration::from_nanos(1)))
            .unwrap_or(governor::Quota::per_second(quota.times))
            .allow_burst(quota.times);
        Self {
            limiter: RateLimiter::dashmap(rate),
            counts: AtomicU32::new(0),
        }
    }
}

impl Counters for MemoryCounters {
    fn take(&self, quota: Quota, key: CounterKey) -> Result<(), Duration> {
        let known = self.limiter(quota);
        let limiter = &known.limiter;
        let look = known.counts.fetch_add(1, Ordering::Relaxed);
        if look.is_multiple_of(COUNTS_BETWEEN_LOOKS) && limiter.len() > self.remembered {
            limiter.retain_recent();
        }
        limiter
            .check_key(&key)
            .map_err(|refused| refused.wait_time_from(limiter.clock().now()))
    }

    fn change(&self, keys: &[CounterKey], change: &mut dyn FnMut(&mut [Option<Tally>])) {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let before: Vec<Option<Tally>> = keys.iter().map(|key| self.tallies.get(key)).collect();
        let mut after = before.clone();
        change(&mut after);
        for ((key, before), after) in keys.iter().zip(before).zip(after) {
            if let Some(tally) = after.filter(|_| after != before) {
                self.tallies.put(*key, tally, 1);
            }
        }
    }
}

impl fmt::Debug for MemoryCounters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryCounters")
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU32, time::Instant};

    use super::*;

    fn key(number: u32) -> CounterKey {
        *blake3::hash(&number.to_be_bytes()).as_bytes()
    }

    #[test]
    fn rule_16_a_quota_is_used_up_by_each_key_for_itself_and_refusals_are_not_counted() {
        let counters = MemoryCounters::new(100);
        let quota = Quota::per_minute(NonZeroU32::new(3).expect("three"));
        for _ in 0..3 {
            assert_eq!(counters.take(quota, key(1)), Ok(()));
        }
        for _ in 0..100 {
            let wait = counters.take(quota, key(1)).expect_err("used up");
            assert!(
                wait <= Duration::from_secs(20),
                "a third of a minute for the next: {wait:?}"
            );
        }
        assert_eq!(counters.take(quota, key(2)), Ok(()));
        let hourly = Quota::per_hour(quota.times);
        assert_eq!(counters.take(hourly, key(1)), Ok(()), "another quota");
        let highest = Quota::per_minute(NonZeroU32::MAX);
        assert_eq!(counters.take(highest, key(1)), Ok(()), "no quota is too high");
    }

    #[test]
    fn rule_13_tallies_change_together_and_are_bounded() {
        let (counters, now) = (MemoryCounters::new(100), Instant::now());
        for number in 0..10_000 {
            counters.change(&[key(number), key(number + 1)], &mut |tallies| {
                for tally in tallies {
                    let count = tally.map_or(0, |tally| tally.count) + 1;
                    *tally = Some(Tally { count, since: now });
                }
            });
        }
        assert_eq!(counters.tally(key(9_999)), Some(Tally { count: 2, since: now }));
        assert_eq!(counters.tally(key(10_000)).map(|tally| tally.count), Some(1));
        let kept = (0..=10_000).filter(|number| counters.tally(key(*number)).is_some());
        assert!(kept.count() <= 100);
    }
}
