//! Progress and report of a build.
//!
//! **Invariant:** the report contains no time and no path outside dist; the caller adds the duration.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use vitrine_model::{diagnostic::Diagnostic, review::ReleaseFinding};

/// The stages of a build, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Planning the pages.
    Plan,
    /// Rendering and writing pages.
    Render,
    /// Writing assets, sitemaps, redirects, search documents.
    Write,
    /// Diagnostics of all pages, and the manifest.
    Check,
    /// Syncing and switching to the new release.
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

/// Receives the progress of a build. Called from several threads.
pub trait Progress: Sync {
    /// `done` of `total` items of a stage (pages, files, diagnostics) are finished; called at least at its start (0)
    /// and end. `total` 0 = not yet known.
    fn step(&self, stage: Stage, done: usize, total: usize);
}

/// Ignores all progress.
impl Progress for () {
    fn step(&self, _: Stage, _: usize, _: usize) {}
}

/// Differences to the pages of the previously live release, by fingerprint.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Changes {
    /// Paths of new pages.
    pub added: Vec<String>,
    /// Paths of pages with changed inputs.
    pub changed: Vec<String>,
    /// Paths of removed pages.
    pub removed: Vec<String>,
    /// Number of unchanged pages.
    pub unchanged: usize,
}

/// Why a page was rendered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Why {
    /// Path of the page.
    pub path: String,
    /// What differs from the live release, each by its name; none if the page was taken over from there.
    pub reasons: Vec<String>,
}

/// The result of a build.
#[derive(Clone, Debug, Serialize)]
pub struct BuildReport {
    /// The release's id.
    pub release: String,
    /// Whether an identical release already existed.
    pub reused: bool,
    /// What failed after the release went live, and what to do about it; `None` = nothing.
    pub unfinished: Option<String>,
    /// Number of pages.
    pub pages: usize,
    /// Number of pages that were rendered; the others were taken over from the live release.
    pub rendered: usize,
    /// Why pages were rendered, for those that the caller asked about.
    pub why: Vec<Why>,
    /// Pages by kind and locale code.
    pub pages_by_kind: BTreeMap<String, BTreeMap<String, usize>>,
    /// Number of files, including those in `server/`.
    pub files: usize,
    /// Total size of the files in bytes.
    pub bytes: u64,
    /// Number of redirects.
    pub redirects: usize,
    /// Differences to the previously live release.
    pub changes: Changes,
    /// The findings of the review, sorted; errors among them were accepted.
    pub findings: Vec<ReleaseFinding>,
    /// Number of pages that the review looked at: those that are not as in the live release.
    pub reviewed: usize,
    /// All warnings, sorted.
    pub warnings: Vec<Diagnostic>,
}
