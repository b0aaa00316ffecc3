//! Findings of the checks: kind, location, and deduplication across pages.

use std::{collections::HashMap, hash::BuildHasher};

use foldhash::fast::FixedState;
use serde::Serialize;

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A fault that visitors notice, or a violation of the law: the release should not go live.
    Error,
    /// Someone should look at it.
    Warning,
    /// Works, but could be improved.
    Hint,
}

/// A kind of finding; each check defines its own.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    /// A stable name: `broken-link`.
    pub(crate) code: &'static str,
    /// Severity.
    pub(crate) level: Level,
    /// What to do, as one sentence.
    pub(crate) hint: &'static str,
}

impl Kind {
    pub(crate) const fn error(code: &'static str, hint: &'static str) -> Self {
        Self {
            code,
            level: Level::Error,
            hint,
        }
    }

    pub(crate) const fn warning(code: &'static str, hint: &'static str) -> Self {
        Self {
            code,
            level: Level::Warning,
            hint,
        }
    }

    pub(crate) const fn hint(code: &'static str, hint: &'static str) -> Self {
        Self {
            code,
            level: Level::Hint,
            hint,
        }
    }
}

/// Location of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// Index of a page in the release.
    Page(u32),
    /// A path or file below `site/`, and what it was generated from.
    Other { path: String, source: String },
}

/// A single observation of a check.
#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) kind: &'static Kind,
    pub(crate) place: Place,
    pub(crate) message: String,
    /// Where to fix it, if not in the page's own entry.
    pub(crate) edit_url: Option<String>,
}

/// The notes of one run of a check.
#[derive(Debug, Default)]
pub(crate) struct Notes(pub(crate) Vec<Note>);

impl Notes {
    /// Adds a note about a page.
    pub(crate) fn page(&mut self, page: u32, kind: &'static Kind, message: impl Into<String>) {
        self.push(Place::Page(page), kind, message.into(), None);
    }

    /// Adds a note about a path or file that is not a page.
    pub(crate) fn other(&mut self, path: &str, source: &str, kind: &'static Kind, message: impl Into<String>) {
        let place = Place::Other {
            path: path.to_owned(),
            source: source.to_owned(),
        };
        self.push(place, kind, message.into(), None);
    }

    /// Adds a note with its own edit URL.
    pub(crate) fn push(&mut self, place: Place, kind: &'static Kind, message: String, edit_url: Option<String>) {
        self.0.push(Note {
            kind,
            place,
            message,
            edit_url,
        });
    }
}

/// Maximum number of distinct findings per check; further ones are only counted.
const MAX_FINDINGS: usize = 10_000;

/// Equal notes of one check in one locale: the first location, and the pages.
#[derive(Debug)]
pub(crate) struct MergedFinding {
    pub(crate) note: Note,
    /// All pages with the same finding, unsorted; empty if the location is not a page.
    pub(crate) pages: Vec<u32>,
}

/// All notes of one check.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    places: HashMap<u64, usize, FixedState>,
    pub(crate) folded: Vec<MergedFinding>,
    /// Number of findings beyond the maximum.
    pub(crate) left_out: usize,
}

impl Collected {
    /// Adds a note. Notes with the same kind and message on pages of one locale become one finding.
    pub(crate) fn add(&mut self, locale: usize, note: Note) {
        let own = match &note.place {
            Place::Page(_) => None,
            Place::Other { path, .. } => Some(path.as_str()),
        };
        let key = self
            .places
            .hasher()
            .hash_one((note.kind.code, locale, own, &note.message));
        let page = match &note.place {
            Place::Page(page) => Some(*page),
            Place::Other { .. } => None,
        };
        let kept = self.folded.len();
        if let Some(folded) = self.places.get(&key).and_then(|at| self.folded.get_mut(*at)) {
            folded.pages.extend(page);
        } else if kept >= MAX_FINDINGS {
            self.left_out += 1;
        } else {
            self.places.insert(key, kept);
            self.folded.push(MergedFinding {
                note,
                pages: page.into_iter().collect(),
            });
        }
    }
}
