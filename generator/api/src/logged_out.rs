//! Tokens whose session was ended on purpose: by a logout, a new password, or the end of the account (rule 10).
//!
//! **Invariant:** a token of the list is never sent to the backend again, in any process that shares the folder, and
//! after a restart. Tokens are stored only as hashes; number and age of the notes are bounded.

use std::{io, path::Path, time::SystemTime};

use vitrine_backends::shopware::session::ContextToken;

use crate::{
    durable_file::{self, BoundedFolder},
    limits::ServerLimits,
};

/// The list: an empty file for each token.
pub(crate) struct LoggedOut {
    /// The clock for the age of notes.
    clock: fn() -> SystemTime,
    notes: BoundedFolder,
}

impl LoggedOut {
    /// Opens the folder `state_dir/logged-out` and creates it if necessary.
    pub(crate) fn open(state_dir: &Path, limits: &ServerLimits, clock: fn() -> SystemTime) -> io::Result<Self> {
        let folder = state_dir.join("logged-out");
        let notes = BoundedFolder::open(folder, limits.logged_out_tokens, limits.logged_out_age)?;
        Ok(Self { clock, notes })
    }

    /// Whether a session was ended.
    pub(crate) fn has(&self, token: &ContextToken) -> bool {
        self.notes.path(token.expose()).exists()
    }

    /// Notes that a session was ended; synced to disk on return.
    pub(crate) fn add(&self, token: &ContextToken) -> io::Result<()> {
        self.notes.before_write((self.clock)())?;
        durable_file::mark(&self.notes.path(token.expose()))
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
        let list = LoggedOut::open(folder.path(), &limits, clock).expect("opened");
        for number in 0..400 {
            list.add(&token(number)).expect("noted");
        }
        let again = LoggedOut::open(folder.path(), &limits, clock).expect("opened");
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
        let much_later = LoggedOut::open(folder.path(), &limits, later).expect("opened");
        much_later.add(&token(401)).expect("noted");
        assert!(!again.has(&token(399)), "old notes go");
    }
}
