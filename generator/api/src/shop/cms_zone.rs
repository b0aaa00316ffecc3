//! The time zone that the CMS sent with an event, for builds and for the next process.

use std::{io, sync::Arc};

use vitrine_state::{Collection, Records, StateFolder};

/// The longest name of a zone.
const LONGEST: usize = 64;
/// The record that holds it.
const RECORD: &str = "cms-time-zone";

/// The time zone in which the CMS interprets dates, or `browser` if it interprets them in that of each editor's browser
/// (Statamic 6); `None` if no event contained it.
pub fn cms_time_zone(state: &StateFolder) -> Option<String> {
    let content = records(state).get(RECORD).ok()??;
    String::from_utf8(content).ok().filter(|name| is_zone(name))
}

/// Stores it.
pub(crate) fn keep(state: &StateFolder, name: &str) -> io::Result<()> {
    records(state).put(RECORD, name.as_bytes())
}

/// Whether a text may be the name of a zone (rule 20).
pub(crate) fn is_zone(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+');
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_plain)
}

fn records(state: &StateFolder) -> Arc<dyn Records> {
    state.records_beside_events(Collection::CMS, LONGEST as u64)
}
