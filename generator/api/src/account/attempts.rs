//! How often a password may be guessed, and a recovery mail asked for (rule 16): per account and network as a pair, and
//! per account. The limit per network is that of the row's [`crate::policy::Action`].
//!
//! **Invariant:** e-mail addresses are kept only as hashes of their canonical spelling, and unknown ones are counted like known ones. What
//! strangers do never refuses a network from which the account was logged in to, or one that has just set a new
//! password by a mail's link.

use std::{
    net::IpAddr,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use crate::{email_spelling::canonical, generations::Generations, rate::network};

type Key = [u8; 32];

/// Attempts of a pair without a wait.
const FREE: u32 = 5;
/// The wait after the first attempt that is not free; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_secs(30);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(15 * 60);
/// Time without an attempt after which a count starts over.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60 * 60);
/// Attempts on one account, from all networks, in [`FORGOTTEN_AFTER`]; further ones are refused to networks that the
/// account does not know.
const FROM_ANYWHERE: u32 = 50;

/// What is attempted; each is counted by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A login, or another proof of the password.
    Password,
    /// A mail with a link to a new password.
    Recovery,
}

#[derive(Clone, Copy)]
struct Count {
    attempts: u32,
    /// Of a pair: the last attempt. Of an account: the first.
    since: Instant,
}

/// The attempts that this process has seen.
pub(crate) struct Attempts {
    /// Held while a count is read and written.
    turn: Mutex<()>,
    counts: Generations<Key, Count>,
    /// Pairs that logged in, and networks that set a new password.
    known: Generations<Key, Instant>,
}

/// An attempt that was counted; its outcome is told to it.
pub(crate) struct Attempt<'a> {
    all: &'a Attempts,
    pair: Key,
    account: Key,
    /// Whether this process has counted none before, by this network on this account.
    pub(crate) is_first: bool,
}

impl Attempts {
    /// Remembers at most this many accounts and networks.
    pub(crate) fn new(remembered: usize) -> Self {
        Self {
            turn: Mutex::new(()),
            counts: Generations::new(remembered),
            known: Generations::new(remembered),
        }
    }

    /// Counts an attempt before it is made, so that attempts side by side are counted too; or how long to wait.
    pub(crate) fn begin(
        &self,
        purpose: Purpose,
        email: &str,
        address: IpAddr,
        now: Instant,
    ) -> Result<Attempt<'_>, Duration> {
        let email = canonical(email);
        let attempt = Attempt {
            all: self,
            pair: key(purpose, &email, Some(address)),
            account: key(purpose, &email, None),
            is_first: false,
        };
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = self.count(&attempt.pair, now);
        let account = self.count(&attempt.account, now);
        let wait = wait_of(pair.attempts).saturating_sub(now.duration_since(pair.since));
        if !wait.is_zero() {
            return Err(wait);
        }
        if account.attempts >= FROM_ANYWHERE && !self.knows(&attempt.pair, address, now) {
            return Err(FORGOTTEN_AFTER.saturating_sub(now.duration_since(account.since)));
        }
        let one_more = |count: Count, since| Count {
            attempts: count.attempts.saturating_add(1),
            since,
        };
        self.counts.put(attempt.pair, one_more(pair, now), 1);
        self.counts.put(attempt.account, one_more(account, account.since), 1);
        Ok(Attempt {
            is_first: pair.attempts == 0,
            ..attempt
        })
    }

    /// This network has set a new password by a mail's link: whose it was is not known, so it may try any account.
    pub(crate) fn forgive(&self, address: IpAddr, now: Instant) {
        self.known.put(network_key(address), now, 1);
    }

    fn knows(&self, pair: &Key, address: IpAddr, now: Instant) -> bool {
        self.known.get(pair).is_some()
            || self
                .known
                .get(&network_key(address))
                .is_some_and(|since| now.duration_since(since) < FORGOTTEN_AFTER)
    }

    fn count(&self, key: &Key, now: Instant) -> Count {
        let none = Count {
            attempts: 0,
            since: now,
        };
        let known = self.counts.get(key);
        known
            .filter(|known| now.duration_since(known.since) < FORGOTTEN_AFTER)
            .unwrap_or(none)
    }
}

impl Attempt<'_> {
    /// The password was right.
    pub(crate) fn succeeded(self, now: Instant) {
        let none = Count {
            attempts: 0,
            since: now,
        };
        self.all.counts.put(self.pair, none, 1);
        self.all.known.put(self.pair, now, 1);
        self.uncount(&self.account);
    }

    /// Nothing was learned: the backend did not answer.
    pub(crate) fn was_none(self) {
        self.uncount(&self.pair);
        self.uncount(&self.account);
    }

    fn uncount(&self, key: &Key) {
        let _turn = self.all.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = self.all.counts.get(key) {
            let attempts = count.attempts.saturating_sub(1);
            self.all.counts.put(*key, Count { attempts, ..count }, 1);
        }
    }
}

/// The wait after this many attempts.
fn wait_of(attempts: u32) -> Duration {
    match attempts.checked_sub(FREE) {
        None => Duration::ZERO,
        Some(more) => FIRST_WAIT
            .saturating_mul(1_u32.checked_shl(more).unwrap_or(u32::MAX))
            .min(LONGEST_WAIT),
    }
}

fn key(purpose: Purpose, email: &str, address: Option<IpAddr>) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[purpose as u8, u8::from(address.is_some())]);
    if let Some(address) = address {
        hasher.update(network(address).to_string().as_bytes());
        hasher.update(&[0]);
    }
    hasher.update(email.as_bytes());
    *hasher.finalize().as_bytes()
}

fn network_key(address: IpAddr) -> Key {
    *blake3::hash(network(address).to_string().as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWNER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn stranger(number: u8) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, number))
    }

    fn fails(all: &Attempts, email: &str, from: IpAddr, now: Instant) -> Result<(), Duration> {
        all.begin(Purpose::Password, email, from, now).map(drop)
    }

    #[test]
    fn rule_16_waits_of_a_pair_double_and_a_success_ends_them() {
        let (all, start) = (Attempts::new(1_000), Instant::now());
        for _ in 0..FREE {
            assert_eq!(fails(&all, "noor@example.test", OWNER, start), Ok(()));
        }
        let half_a_minute = Duration::from_secs(30);
        assert_eq!(fails(&all, "Noor@Example.test ", OWNER, start), Err(half_a_minute));
        assert_eq!(
            fails(&all, "noor@example.test", OWNER, start + Duration::from_secs(10)),
            Err(Duration::from_secs(20)),
            "a refused attempt does not restart the wait"
        );
        assert_eq!(
            fails(&all, "other@example.test", OWNER, start),
            Ok(()),
            "another account"
        );
        assert_eq!(
            fails(&all, "noor@example.test", stranger(1), start),
            Ok(()),
            "another network"
        );
        let later = start + half_a_minute;
        let attempt = all.begin(Purpose::Password, "noor@example.test", OWNER, later);
        let _failed = attempt.expect("the wait is over");
        assert_eq!(fails(&all, "noor@example.test", OWNER, later), Err(2 * half_a_minute));
        let attempt = all.begin(Purpose::Password, "noor@example.test", OWNER, later + 2 * half_a_minute);
        attempt.expect("the wait is over").succeeded(later);
        for _ in 0..FREE {
            assert_eq!(fails(&all, "noor@example.test", OWNER, later), Ok(()));
        }
    }

    #[test]
    fn rule_16_a_throttled_stranger_never_blocks_the_owner() {
        let (all, now) = (Attempts::new(10_000), Instant::now());
        let login = all.begin(Purpose::Password, "noor@example.test", OWNER, now);
        login.expect("free").succeeded(now);
        let guesses = (0..=200).filter(|number| fails(&all, "noor@example.test", stranger(*number), now).is_ok());
        assert_eq!(guesses.count(), FROM_ANYWHERE as usize, "from however many networks");
        assert_eq!(
            fails(&all, "noor@example.test", OWNER, now),
            Ok(()),
            "a network that is known"
        );
        let travelling = stranger(250);
        assert!(fails(&all, "noor@example.test", travelling, now).is_err());
        all.forgive(travelling, now);
        assert_eq!(
            fails(&all, "noor@example.test", travelling, now),
            Ok(()),
            "after a new password by mail"
        );
    }

    #[test]
    fn an_attempt_that_taught_nothing_is_not_counted() {
        let (all, now) = (Attempts::new(100), Instant::now());
        for _ in 0..3 * FREE {
            let attempt = all.begin(Purpose::Recovery, "noor@example.test", OWNER, now);
            attempt.expect("free").was_none();
        }
    }
}
