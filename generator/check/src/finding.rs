//! What a check finds: its kind, its place, and how equal findings of many pages become one.

use std::{collections::HashMap, hash::BuildHasher};

use foldhash::fast::FixedState;
use serde::Serialize;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A visitor meets a fault, or a duty of law is not met: the release should not go live like this.
    Error,
    /// Somebody should look at it.
    Warning,
    /// It works, and could be better.
    Hint,
}

/// A kind of finding. Each check defines its own.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    /// A stable name: `broken-link`.
    pub(crate) code: &'static str,
    /// How bad it is.
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

/// Where something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A page, by its number in the release.
    Page(u32),
    /// Something else: a path or file below `site/`, and what it comes from.
    Other { path: String, source: String },
}

/// One thing that a check noted.
#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) kind: &'static Kind,
    pub(crate) place: Place,
    pub(crate) message: String,
    /// Where to correct it, if that is another place than the page's own entry.
    pub(crate) edit_url: Option<String>,
}

/// What one run of a check noted.
#[derive(Debug, Default)]
pub(crate) struct Notes(pub(crate) Vec<Note>);

impl Notes {
    /// Notes something about a page.
    pub(crate) fn page(&mut self, page: u32, kind: &'static Kind, message: impl Into<String>) {
        self.push(Place::Page(page), kind, message.into(), None);
    }

    /// Notes something about a path or file that is no page.
    pub(crate) fn other(&mut self, path: &str, source: &str, kind: &'static Kind, message: impl Into<String>) {
        let place = Place::Other {
            path: path.to_owned(),
            source: source.to_owned(),
        };
        self.push(place, kind, message.into(), None);
    }

    /// Notes something with a place of its own to correct it.
    pub(crate) fn push(&mut self, place: Place, kind: &'static Kind, message: String, edit_url: Option<String>) {
        self.0.push(Note {
            kind,
            place,
            message,
            edit_url,
        });
    }
}

/// Different findings kept of one check; more are counted.
const MAX_FINDINGS: usize = 10_000;

/// Equal notes of one check in one locale: the first place, and the pages besides.
#[derive(Debug)]
pub(crate) struct Folded {
    pub(crate) note: Note,
    /// The pages with the same finding, unsorted; empty for a place that is no page.
    pub(crate) pages: Vec<u32>,
}

/// All notes of one check.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    places: HashMap<u64, usize, FixedState>,
    pub(crate) folded: Vec<Folded>,
    /// Findings that were not kept.
    pub(crate) left_out: usize,
}

impl Collected {
    /// Adds a note. Notes of pages of one locale with the same kind and message are one finding.
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
            self.folded.push(Folded {
                note,
                pages: page.into_iter().collect(),
            });
        }
    }
}
