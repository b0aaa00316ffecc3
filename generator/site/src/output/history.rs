//! The releases of a dist in the order they went live, oldest first: the file `releases/history`, with one id per line.
//!
//! **Invariant:** an unreadable file is an error and never an empty list, because unlisted releases are removed.

use std::io;

use cap_std::fs::Dir;

use super::dist::write_error;
use crate::error::SiteError;

const HISTORY: &str = "history";
/// Suffix of the id of a release that was rolled back from.
const ROLLED_BACK: &str = " rolled-back";

/// One release of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) id: String,
    /// Whether it was rolled back to another release.
    pub(super) rolled_back: bool,
}

/// The list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct History(Vec<Line>);

impl History {
    /// Reads the list below `releases/`; a missing file is an empty list.
    pub(super) fn read(releases: &Dir) -> Result<Self, SiteError> {
        let text = match releases.read_to_string(HISTORY) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(write_error("the list of releases", HISTORY))?,
        };
        let lines = text.lines().filter(|line| !line.is_empty());
        Ok(Self(lines.map(line).collect()))
    }

    /// Replaces the file atomically.
    pub(super) fn write(&self, releases: &Dir) -> Result<(), SiteError> {
        let fail = write_error("the list of releases", HISTORY);
        let text: String = self.0.iter().map(text).collect();
        let fresh = format!("{HISTORY}.tmp");
        releases.write(&fresh, text).map_err(&fail)?;
        releases.rename(&fresh, releases, HISTORY).map_err(&fail)
    }

    /// Appends a release.
    pub(super) fn went_live(&mut self, id: &str) {
        self.0.retain(|line| line.id != id);
        self.0.push(Line {
            id: id.to_owned(),
            rolled_back: false,
        });
    }

    /// Sets or clears the rollback mark of a release.
    pub(super) fn mark(&mut self, id: &str, rolled_back: bool) {
        for line in self.0.iter_mut().filter(|line| line.id == id) {
            line.rolled_back = rolled_back;
        }
    }

    /// Drops all but the last `count` releases.
    pub(super) fn keep_last(&mut self, count: usize) {
        self.0.drain(..self.0.len().saturating_sub(count));
    }

    pub(super) fn contains(&self, id: &str) -> bool {
        self.0.iter().any(|line| line.id == id)
    }

    /// Whether the first of two releases went live later than the second.
    pub(super) fn is_after(&self, one: &str, other: &str) -> bool {
        let place = |id: &str| self.0.iter().position(|line| line.id == id);
        place(one) > place(other)
    }

    /// Oldest first.
    pub(super) fn lines(&self) -> &[Line] {
        &self.0
    }
}

fn line(text: &str) -> Line {
    match text.strip_suffix(ROLLED_BACK) {
        Some(id) => Line {
            id: id.to_owned(),
            rolled_back: true,
        },
        None => Line {
            id: text.to_owned(),
            rolled_back: false,
        },
    }
}

fn text(line: &Line) -> String {
    let mark = if line.rolled_back { ROLLED_BACK } else { "" };
    format!("{}{mark}\n", line.id)
}
