//! Limits on password attempts and recovery mails (rule 16): per account and network as a pair, and per account. The
//! limit per network is that of the row's [`crate::web::policy::Action`].
//!
//! **Invariant:** e-mail addresses are only stored as hashes of their canonical spelling, and unknown ones are counted
//! like known ones. Attempts by strangers never block a network from which the account was logged in to, or one that
//! has just set a new password by a mail's link.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use vitrine_state::{CounterKey, Counters, Tally};

use super::{email_spelling::canonical, network};

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

/// The kind of attempt; each is counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A login, or another proof of the password.
    Password,
    /// A mail with a link to a new password.
    Recovery,
    /// A login to the editors' desk, by the name of its user.
    Desk,
}

/// The attempts that were counted.
pub(crate) struct Attempts {
    /// Attempts of pairs, since the last one, and of accounts, since the first.
    counts: Arc<dyn Counters>,
    /// Pairs that logged in, and networks that set a new password: strangers cannot make these be forgotten by attempts.
    known: Arc<dyn Counters>,
}

/// An attempt that was counted; its outcome is reported to it.
pub(crate) struct Attempt<'a> {
    all: &'a Attempts,
    pair: CounterKey,
    account: CounterKey,
    /// Whether none was counted before, by this network on this account.
    pub(crate) is_first: bool,
}

impl Attempts {
    /// Counts attempts in `counts`, and stores known networks in `known`: two stores, or two parts of one.
    pub(crate) fn new(counts: Arc<dyn Counters>, known: Arc<dyn Counters>) -> Self {
        Self { counts, known }
    }

    /// Counts an attempt before it is made, so that parallel attempts are counted too; or returns how long to wait.
    pub(crate) fn begin(
        &self,
        purpose: Purpose,
        email: &str,
        address: IpAddr,
        now: Instant,
    ) -> Result<Attempt<'_>, Duration> {
        let email = canonical(email);
        let (pair_key, account_key) = (key(purpose, &email, Some(address)), key(purpose, &email, None));
        let mut counted = Ok(false);
        self.counts.change(&[pair_key, account_key], &mut |tallies| {
            let [pair, account] = tallies else { return };
            let (of_pair, of_account) = (recent(*pair, now), recent(*account, now));
            let wait = wait_of(of_pair.count).saturating_sub(now.duration_since(of_pair.since));
            if !wait.is_zero() {
                counted = Err(wait);
            } else if of_account.count >= FROM_ANYWHERE && !self.knows(pair_key, address, now) {
                counted = Err(FORGOTTEN_AFTER.saturating_sub(now.duration_since(of_account.since)));
            } else {
                counted = Ok(of_pair.count == 0);
                *pair = Some(one_more(of_pair, now));
                *account = Some(one_more(of_account, of_account.since));
            }
        });
        counted.map(|is_first| Attempt {
            all: self,
            pair: pair_key,
            account: account_key,
            is_first,
        })
    }

    /// This network has set a new password by a mail's link: whose it was is not known, so it may try any account.
    pub(crate) fn forgive(&self, address: IpAddr, now: Instant) {
        put(&*self.known, network_key(address), 1, now);
    }

    fn knows(&self, pair: CounterKey, address: IpAddr, now: Instant) -> bool {
        let is_recent = |tally: Tally| now.duration_since(tally.since) < FORGOTTEN_AFTER;
        self.known.tally(pair).is_some() || self.known.tally(network_key(address)).is_some_and(is_recent)
    }
}

impl Attempt<'_> {
    /// The password was right.
    pub(crate) fn succeeded(self, now: Instant) {
        put(&*self.all.counts, self.pair, 0, now);
        put(&*self.all.known, self.pair, 1, now);
        self.uncount(self.account);
    }

    /// Nothing was learned: the backend did not answer.
    pub(crate) fn was_none(self) {
        self.uncount(self.pair);
        self.uncount(self.account);
    }

    fn uncount(&self, key: CounterKey) {
        self.all.counts.change(&[key], &mut |tallies| {
            for tally in tallies.iter_mut().flatten() {
                tally.count = tally.count.saturating_sub(1);
            }
        });
    }
}

fn put(counters: &dyn Counters, key: CounterKey, count: u32, since: Instant) {
    counters.change(&[key], &mut |tallies| tallies.fill(Some(Tally { count, since })));
}

/// The part of a tally that counts now.
fn recent(tally: Option<Tally>, now: Instant) -> Tally {
    let none = Tally { count: 0, since: now };
    tally
        .filter(|tally| now.duration_since(tally.since) < FORGOTTEN_AFTER)
        .unwrap_or(none)
}

fn one_more(tally: Tally, since: Instant) -> Tally {
    Tally {
        count: tally.count.saturating_add(1),
        since,
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

fn key(purpose: Purpose, email: &str, address: Option<IpAddr>) -> CounterKey {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[purpose as u8, u8::from(address.is_some())]);
    if let Some(address) = address {
        hasher.update(network(address).to_string().as_bytes());
        hasher.update(&[0]);
    }
    hasher.update(email.as_bytes());
    *hasher.finalize().as_bytes()
}

fn network_key(address: IpAddr) -> CounterKey {
    *blake3::hash(network(address).to_string().as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use vitrine_state::MemoryCounters;

    use super::*;

    const OWNER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    fn stranger(number: u8) -> IpAddr {
        IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, number))
    }

    fn attempts(remembered: usize) -> Attempts {
        let counters = || Arc::new(MemoryCounters::new(remembered));
        Attempts::new(counters(), counters())
    }

    fn fails(all: &Attempts, email: &str, from: IpAddr, now: Instant) -> Result<(), Duration> {
        all.begin(Purpose::Password, email, from, now).map(drop)
    }

    #[test]
    fn rule_16_waits_of_a_pair_double_and_a_success_ends_them() {
        let (all, start) = (attempts(1_000), Instant::now());
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
        let (all, now) = (attempts(10_000), Instant::now());
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
        let (all, now) = (attempts(100), Instant::now());
        for _ in 0..3 * FREE {
            let attempt = all.begin(Purpose::Recovery, "noor@example.test", OWNER, now);
            attempt.expect("free").was_none();
        }
    }
}
