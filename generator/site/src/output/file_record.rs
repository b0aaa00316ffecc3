//! A file of a release: its hash and length, and the time that is set from its hash.

use std::time::{Duration, SystemTime};

use cap_std::fs::Dir;
use serde::{Deserialize, Serialize};

/// Metadata of a written file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    /// blake3, in hex.
    pub(crate) hash: String,
    pub(crate) bytes: u64,
}

impl FileRecord {
    /// Whether a file below `site/` is as it was written, by its length and the time that was set from its hash.
    pub(crate) fn is_at(&self, folder: &Dir, file: &str) -> bool {
        let first = self
            .hash
            .get(..8)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let about = folder.symlink_metadata(file).ok();
        about.zip(first).is_some_and(|(about, first)| {
            let modified = about.modified().map(cap_std::time::SystemTime::into_std);
            about.is_file() && about.len() == self.bytes && modified.is_ok_and(|time| time == time_of(first))
        })
    }
}

/// First second since 1970 of the range of file times, and its length: 2001 to 2020, so that none is in the future.
const FIRST_TIME: u64 = 1_000_000_000;
const TIMES: u32 = 600_000_000;

/// The time of a file whose hash begins with these four bytes.
pub(super) fn time_of(first: u32) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(FIRST_TIME + u64::from(first % TIMES))
}
