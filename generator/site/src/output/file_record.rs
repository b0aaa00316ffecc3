//! A file of a release: its hash and length, and the time that is set from its hash.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::{Duration, SystemTime},
};

use cap_std::fs::Dir;
use foldhash::fast::FixedState;
use rustix::fs::{AtFlags, FileType, statat};
use serde::{Deserialize, Serialize};
use vitrine_model::record::RecordHash;

/// Metadata of a written file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    /// blake3, in hex.
    pub(crate) hash: RecordHash,
    pub(crate) bytes: u64,
}

/// Files by name, to be looked up. Releases that a process keeps share their names.
pub(crate) type Files = HashMap<Arc<str>, FileRecord, FixedState>;

/// Files by name, in order.
pub(crate) type SortedFiles = BTreeMap<Arc<str>, FileRecord>;

impl FileRecord {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self {
            hash: RecordHash::of_bytes(bytes),
            bytes: u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        }
    }

    /// Whether a file below `site/` is as it was written, by its length and the time that was set from its hash. A build
    /// asks this of every file, so it is one call of the system, which resolves no link at the end of the path.
    pub(crate) fn is_at(&self, folder: &Dir, file: &str) -> bool {
        let Ok(about) = statat(folder, file, AtFlags::SYMLINK_NOFOLLOW) else {
            return false;
        };
        FileType::from_raw_mode(about.st_mode).is_file()
            && u64::try_from(about.st_size) == Ok(self.bytes)
            && (about.st_mtime, about.st_mtime_nsec) == (i64::try_from(self.seconds()).unwrap_or_default(), 0)
    }

    /// The time of the file.
    pub(super) fn time(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.seconds())
    }

    /// The seconds since 1970 of its time.
    fn seconds(&self) -> u64 {
        // The first four bytes of the hash.
        FIRST_TIME + (self.hash.first_bytes() >> 32) % TIMES
    }
}

/// First second since 1970 of the range of file times, and its length: 2001 to 2020, so that none is in the future.
const FIRST_TIME: u64 = 1_000_000_000;
const TIMES: u64 = 600_000_000;
