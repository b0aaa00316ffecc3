//! Tokens whose session was ended on purpose: by a logout, a new password, or the deletion of the account (rule 10).
//!
//! **Invariant:** a listed token is never sent to the backend again, in any process that shares the state, and after a
//! restart. Tokens are only stored as hashes; number and age of the records are bounded.

use std::{io, sync::Arc, time::SystemTime};

use vitrine_backends::shopware::session::ContextToken;
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

use crate::limits::ServerLimits;

/// The list: an empty record for each token.
pub(crate) struct LoggedOut(Arc<dyn Records>);

impl LoggedOut {
    /// The list in a state folder. `clock` returns the time for the age of records.
    pub(crate) fn open(
        state: &StateFolder,
        limits: &ServerLimits,
        clock: fn() -> SystemTime,
    ) -> Result<Self, StateError> {
        let age = limits.logged_out_age;
        let bounds = Bounds {
            most: limits.logged_out_tokens,
            bytes: 0,
            full: Full::Forget { age, clock },
        };
        state.records(Collection::ENDED_SESSIONS, bounds).map(Self)
    }

    /// Whether a session was ended.
    pub(crate) fn has(&self, token: &ContextToken) -> bool {
        self.0.has(token.expose()).unwrap_or_default()
    }

    /// Records that a session was ended; synced to disk on return.
    pub(crate) fn add(&self, token: &ContextToken) -> io::Result<()> {
        self.0.put(token.expose(), b"")
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use super::*;

    fn token(number: usize) -> ContextToken {
        ContextToken::parse(&format!("{number:032}")).expect("a token")
    }

    #[test]
    fn rule_10_the_list_outlives_a_restart_and_stays_small() {
        let clock: fn() -> SystemTime = || SystemTime::UNIX_EPOCH + Duration::from_secs(4_000_000_000);
        let folder = tempfile::tempdir().expect("a folder");
        let limits = ServerLimits {
            logged_out_tokens: 100,
            ..ServerLimits::default()
        };
        let list = LoggedOut::open(&StateFolder::at(folder.path()), &limits, clock).expect("opened");
        for number in 0..400 {
            list.add(&token(number)).expect("noted");
        }
        let again = LoggedOut::open(&StateFolder::at(folder.path()), &limits, clock).expect("opened");
        assert!(again.has(&token(399)), "after a restart");
        assert!(!again.has(&token(400)), "never ended");
        let count = fs::read_dir(folder.path().join("logged-out"))
            .expect("a folder")
            .count();
        assert!(count <= 100, "{count}");
        let names = fs::read_dir(folder.path().join("logged-out")).expect("a folder");
        for name in names {
            assert_eq!(name.expect("a file").file_name().len(), 64, "a hash, no token");
        }
        let later: fn() -> SystemTime = || SystemTime::UNIX_EPOCH + Duration::from_secs(8_000_000_000);
        let much_later = LoggedOut::open(&StateFolder::at(folder.path()), &limits, later).expect("opened");
        much_later.add(&token(401)).expect("noted");
        assert!(!again.has(&token(399)), "old notes go");
    }
}
