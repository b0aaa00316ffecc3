//! What the desk shows of saves, builds and releases, as JSON.

use serde::Serialize;
use vitrine_state::Planned;

use super::{archive::ArchivedRelease, saves::Save};
use crate::events::report::{BuildRun, BuilderState, Refusal, RunningBuild};

/// Saves, builds and releases.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DeskReport {
    /// The state of the builder.
    pub(crate) state: BuilderState,
    pub(crate) stage: Option<String>,
    pub(crate) running: Option<RunningBuild>,
    /// The live release.
    pub(crate) release: Option<String>,
    /// Whether a former release was gone back to, so that saves since are not live.
    pub(crate) rolled_back: bool,
    /// The next time at which the site changes without an event (RFC 3339).
    pub(crate) next_change: Option<String>,
    /// The entries that appear and end by themselves, the next one first.
    pub(crate) planned: Vec<Planned>,
    /// The last saves, newest first.
    pub(crate) saves: Vec<Save>,
    /// The last builds, newest first.
    pub(crate) builds: Vec<BuildRun>,
    /// The releases on disk, newest first.
    pub(crate) releases: Vec<ArchivedRelease>,
    /// Events that were refused.
    pub(crate) refused: Vec<Refusal>,
}
