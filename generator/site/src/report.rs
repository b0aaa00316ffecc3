//! What a build tells: progress while it runs, a report when it is done.
//!
//! **Invariant:** the report holds no clock and no path outside dist; who measures time adds it.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use vitrine_model::diagnostic::Diagnostic;

/// The stages of a build, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Which pages there are.
    Plan,
    /// Views to bytes to files.
    Render,
    /// Assets, sitemaps, redirects, search documents.
    Write,
    /// Findings of all pages, and what the release was made of.
    Check,
    /// Synced and live.
    Release,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plan => "plan",
            Self::Render => "render",
            Self::Write => "write",
            Self::Check => "check",
            Self::Release => "release",
        })
    }
}

/// Who shows how far a build is. Called from several threads.
pub trait Progress: Sync {
    /// `done` of `total` of a stage are through (pages, files, findings); called at least at its begin (0) and its end. `total` 0 = not known yet.
    fn step(&self, stage: Stage, done: usize, total: usize);
}

/// Shows nothing.
impl Progress for () {
    fn step(&self, _: Stage, _: usize, _: usize) {}
}

/// How the pages differ from those of the release that was live before, by fingerprint.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Changes {
    /// Paths that were not there.
    pub added: Vec<String>,
    /// Paths whose inputs changed.
    pub changed: Vec<String>,
    /// Paths that are gone.
    pub removed: Vec<String>,
    /// How many are as they were.
    pub unchanged: usize,
}

/// What a build made.
#[derive(Clone, Debug, Serialize)]
pub struct BuildReport {
    /// The release's id.
    pub release: String,
    /// Whether that release lay there already, byte for byte.
    pub reused: bool,
    /// What failed after the release went live, with what to do; `None` = nothing.
    pub unfinished: Option<String>,
    /// Pages in all.
    pub pages: usize,
    /// Pages by kind and locale code.
    pub pages_by_kind: BTreeMap<String, BTreeMap<String, usize>>,
    /// Files in all, those of `server/` too.
    pub files: usize,
    /// Their bytes.
    pub bytes: u64,
    /// Redirects that are applied.
    pub redirects: usize,
    /// Against the release that was live before.
    pub changes: Changes,
    /// Everything worth an editor's look, sorted.
    pub warnings: Vec<Diagnostic>,
}
