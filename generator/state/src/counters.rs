//! Rate limit counters: requests, mails to an address, password attempts (rule 16).

use std::{
    fmt,
    num::NonZeroU32,
    time::{Duration, Instant},
};

/// Key of a counter: a hash of the purpose and the visitor or address, so that neither is stored. The caller includes
/// the purpose.
pub type CounterKey = [u8; 32];

/// Counters by key.
///
/// Promise: bounded in number; idle ones are evicted first, and an evicted counter starts at zero. Nothing is durable:
/// counters may be lost with the process.
pub trait Counters: Send + Sync + fmt::Debug {
    /// Counts one use. If the quota is exhausted nothing is counted, and the error is the time to wait.
    fn take(&self, quota: Quota, key: CounterKey) -> Result<(), Duration>;

    /// Passes the tallies of some keys to `change`, in the order of the keys, and stores the result atomically.
    fn change(&self, keys: &[CounterKey], change: &mut dyn FnMut(&mut [Option<Tally>]));

    /// The tally of a key.
    fn tally(&self, key: CounterKey) -> Option<Tally> {
        let mut found = None;
        self.change(&[key], &mut |tallies| found = tallies.first().copied().flatten());
        found
    }
}

/// A quota: a burst of `times`, replenished over `period`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Quota {
    /// Burst size.
    pub times: NonZeroU32,
    /// Time in which the whole burst is replenished.
    pub period: Duration,
}

impl Quota {
    /// A burst of `times`, replenished each minute.
    pub const fn per_minute(times: NonZeroU32) -> Self {
        Self {
            times,
            period: Duration::from_secs(60),
        }
    }

    /// A burst of `times`, replenished each hour.
    pub const fn per_hour(times: NonZeroU32) -> Self {
        Self {
            times,
            period: Duration::from_secs(60 * 60),
        }
    }
}

/// A count with a time, whose meaning is up to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The count.
    pub count: u32,
    /// Start time or last time, as the caller defines it.
    pub since: Instant,
}
