//! Counts of what visitors do: requests, mails to one address, tries of a password (rule 16).

use std::{
    fmt,
    num::NonZeroU32,
    time::{Duration, Instant},
};

/// What is counted, by whom: a hash, so that no address and no e-mail address is kept. Callers put the purpose into it.
pub type CounterKey = [u8; 32];

/// Counts by key.
///
/// Promise: bounded in number, and those that nobody asks for go first; a count that is lost starts over. Nothing is
/// durable: a count may end with its process.
pub trait Counters: Send + Sync + fmt::Debug {
    /// Counts one more. If the quota is used up nothing is counted, and the error is how long to wait.
    fn take(&self, quota: Quota, key: CounterKey) -> Result<(), Duration>;

    /// Hands over the tallies of some keys, each with the place of its key, and keeps what `change` makes of them. No
    /// other call comes between.
    fn change(&self, keys: &[CounterKey], change: &mut dyn FnMut(&mut [Option<Tally>]));

    /// The tally of a key.
    fn tally(&self, key: CounterKey) -> Option<Tally> {
        let mut found = None;
        self.change(&[key], &mut |tallies| found = tallies.first().copied().flatten());
        found
    }
}

/// How often something may happen: `times` at once, and as many again over `period`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Quota {
    /// How often.
    pub times: NonZeroU32,
    /// In what time.
    pub period: Duration,
}

impl Quota {
    /// So many at once, and as many in each minute.
    pub const fn per_minute(times: NonZeroU32) -> Self {
        Self {
            times,
            period: Duration::from_secs(60),
        }
    }

    /// So many at once, and as many in each hour.
    pub const fn per_hour(times: NonZeroU32) -> Self {
        Self {
            times,
            period: Duration::from_secs(60 * 60),
        }
    }
}

/// A count with a moment; what the moment means is the caller's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How many.
    pub count: u32,
    /// Since when, or when last.
    pub since: Instant,
}
