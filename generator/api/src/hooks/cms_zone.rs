//! The time zone that the CMS told with an event, for builds and for the next process.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::durable_file;

/// The longest name of a zone.
const LONGEST: usize = 64;

/// The time zone in which the CMS takes dates, or `browser` where it takes them in that of each editor's browser (Statamic
/// 6); `None` where no event told it.
pub fn cms_time_zone(state_dir: &Path) -> Option<String> {
    let bytes = durable_file::read(&file(state_dir), LONGEST as u64).ok()?;
    String::from_utf8(bytes).ok().filter(|name| is_zone(name))
}

/// Keeps it.
pub(super) fn keep(state_dir: &Path, name: &str) -> io::Result<()> {
    durable_file::replace(&file(state_dir), name.as_bytes())
}

/// Whether a text may be the name of a zone (rule 20).
pub(super) fn is_zone(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+');
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_plain)
}

fn file(state_dir: &Path) -> PathBuf {
    state_dir.join("hooks").join("cms-time-zone")
}
