//! Tokens whose session was ended on purpose: by a logout, a new password, or the end of the account (rule 10).
//!
//! **Invariant:** a token of the list is never sent to the backend again, in any process that shares the folder, and
//! after a restart. Tokens are stored only as hashes; number and age of the notes are bounded.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime},
};

use vitrine_backends::shopware::session::ContextToken;

use crate::limits::ServerLimits;

/// Number of notes between two removals of old ones.
const NOTES_BETWEEN_LOOKS: u32 = 64;

/// The list: an empty file for each token.
pub(crate) struct LoggedOut {
    /// The clock for the age of notes.
    clock: fn() -> SystemTime,
    folder: PathBuf,
    most: usize,
    age: Duration,
    notes: AtomicU32,
}

impl LoggedOut {
    /// Opens the folder `state_dir/logged-out` and creates it if necessary.
    pub(crate) fn open(state_dir: &Path, limits: &ServerLimits, clock: fn() -> SystemTime) -> io::Result<Self> {
        let folder = state_dir.join("logged-out");
        fs::create_dir_all(&folder)?;
        Ok(Self {
            clock,
            folder,
            most: limits.logged_out_tokens,
            age: limits.logged_out_age,
            notes: AtomicU32::new(0),
        })
    }

    /// Whether a session was ended.
    pub(crate) fn has(&self, token: &ContextToken) -> bool {
        self.path(token).exists()
    }

    /// Notes that a session was ended; synced to disk on return.
    pub(crate) fn add(&self, token: &ContextToken) -> io::Result<()> {
        let notes = self.notes.fetch_add(1, Ordering::Relaxed);
        if notes.is_multiple_of(NOTES_BETWEEN_LOOKS) {
            self.make_room((self.clock)())?;
        }
        File::create(self.path(token))?.sync_all()?;
        File::open(&self.folder)?.sync_all()
    }

    /// Removes old notes, and the oldest of too many.
    fn make_room(&self, now: SystemTime) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            match entry.metadata().and_then(|about| about.modified()) {
                Ok(modified) => files.push((modified, entry.path())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        files.sort_unstable();
        let room = NOTES_BETWEEN_LOOKS as usize;
        let too_many = (files.len() + room).saturating_sub(self.most.max(room));
        let old = |modified: SystemTime| now.duration_since(modified).is_ok_and(|age| age > self.age);
        for (place, (modified, path)) in files.iter().enumerate() {
            if place < too_many || old(*modified) {
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn path(&self, token: &ContextToken) -> PathBuf {
        let hash = blake3::hash(token.expose().as_bytes()).to_hex();
        self.folder.join(hash.as_str())
    }
}

#[cfg(test)]
mod tests {
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
        let later = clock() + limits.logged_out_age + Duration::from_secs(60);
        again.make_room(later).expect("room");
        assert!(!again.has(&token(399)), "old notes go");
    }
}
