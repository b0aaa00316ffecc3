//! The content of `/api/builder`, and the interface to the builder, which is outside of this crate.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Builds the site after changes; implemented by the command that serves.
pub trait Builder: Send + Sync + fmt::Debug {
    /// New events are on disk.
    fn events_came(&self);

    /// The current build and the outcomes of the last ones. The caller adds events and the live release.
    fn report(&self) -> BuilderReport;

    /// Builds as soon as no other build is running, without an event; `false` if this process does not build.
    fn build_now(&self) -> bool {
        false
    }
}

/// The builder of a process that only serves: another process may build.
#[derive(Debug, Clone, Copy)]
pub struct NoBuilder;

impl Builder for NoBuilder {
    fn events_came(&self) {}

    fn report(&self) -> BuilderReport {
        BuilderReport::default()
    }
}

/// Events, builds and the live release.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct BuilderReport {
    /// The state of the builder.
    pub state: BuilderState,
    /// The stage of the running build: `pull`, `convert`, `plan`, `render`, `write`, `check`, `release`.
    #[schema(required)]
    pub stage: Option<String>,
    /// The running build; null if there is none.
    #[schema(required)]
    pub running: Option<RunningBuild>,
    /// The number of the last event that was accepted.
    pub accepted: u64,
    /// The number of the last event that a build has seen.
    pub built: u64,
    /// The live release.
    #[schema(required)]
    pub release: Option<String>,
    /// The next time at which the site changes without an event: an entry appears, or one ends (RFC 3339).
    #[schema(required)]
    pub next_change: Option<String>,
    /// The last events, newest first.
    pub events: Vec<Event>,
    /// The last builds, newest first, those of former processes too.
    pub builds: Vec<BuildRun>,
    /// Events that were refused, the newest reason first: a secret that is not the same on both sides shows here.
    pub refused: Vec<Refusal>,
    /// The last time that Shopware was polled for changes; null if polling is disabled.
    #[schema(required)]
    pub look: Option<Look>,
    /// The memory of the process that waits for the next build, after its last one; null if there is none.
    #[schema(required)]
    pub memory_bytes: Option<u64>,
}

/// Events that were refused for the same reason, since this process began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refusal {
    /// The door: `content`, `commerce` or `registration`.
    pub from: String,
    /// The reason.
    pub why: String,
    /// How many there were.
    pub times: u64,
    /// When the last one came, in seconds since 1970.
    pub last_at: u64,
}

/// One look at what changed in Shopware.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Look {
    /// When it was (RFC 3339).
    pub at: String,
    /// Why polling Shopware failed.
    #[schema(required)]
    pub error: Option<String>,
}

/// The state of the builder.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BuilderState {
    /// This process does not build.
    #[default]
    None,
    /// Nothing is to be done.
    Idle,
    /// Events are gathered for the next build, or a failed build is tried again soon.
    Waiting,
    /// A build is running.
    Building,
    /// A release was rolled back; only an event starts the next build.
    RolledBack,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Event {
    /// Events are numbered in the order in which they were accepted.
    #[serde(rename = "n")]
    pub number: u64,
    /// When it was accepted, in seconds since 1970.
    pub at: u64,
    /// `content` or `commerce`.
    pub from: String,
    /// Its kind: `entry.saved`, `product.written`.
    pub kind: String,
}

impl From<vitrine_state::Event> for Event {
    fn from(event: vitrine_state::Event) -> Self {
        let vitrine_state::Event {
            number, at, from, kind, ..
        } = event;
        Self { number, at, from, kind }
    }
}

/// The build that is running.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RunningBuild {
    /// Why it began, as of [`BuildRun`].
    pub reason: String,
    /// The last event that was accepted when it began.
    pub events: u64,
    /// When it began (RFC 3339).
    pub began_at: String,
    /// How much of its stage is done, from 0 to 1; null if that is not known.
    #[schema(required)]
    pub share: Option<f64>,
}

/// One build.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BuildRun {
    /// Why it began: `event`, `change` (found by a look), `schedule`, `reconciliation`, `retry`, `first`, `asked` (at the desk).
    pub reason: String,
    /// The last event that was accepted when it began.
    pub events: u64,
    /// When it began (RFC 3339).
    pub began_at: String,
    /// How long it took.
    pub seconds: f64,
    /// What became of it.
    pub outcome: BuildOutcome,
    /// The release that it made.
    #[schema(required)]
    pub release: Option<String>,
    /// The release that was live before.
    #[serde(default)]
    #[schema(required)]
    pub before: Option<String>,
    /// Number of pages that the two have otherwise; null if there is no release, or none before.
    #[serde(default)]
    #[schema(required)]
    pub pages: Option<PageCounts>,
    /// Why it failed, or what failed after its release was live.
    #[schema(required)]
    pub error: Option<String>,
    /// The errors for which its release was refused.
    pub refused: Vec<RefusedFinding>,
}

/// How many pages differ between two releases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
pub struct PageCounts {
    /// New pages.
    pub added: u64,
    /// Pages that are otherwise.
    pub changed: u64,
    /// Pages that are gone.
    pub removed: u64,
}

impl PageCounts {
    /// All of them.
    pub fn total(self) -> u64 {
        self.added + self.changed + self.removed
    }
}

/// An error for which a release was refused. Equal errors of a locale are one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
pub struct RefusedFinding {
    /// A stable name, by which it can be accepted: `law-terms-link`.
    pub code: String,
    /// Code of the locale; null if it is about the whole shop.
    #[schema(required)]
    pub locale: Option<String>,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub hint: String,
    /// The path of the first page; null if it is not about a page.
    #[schema(required)]
    pub page: Option<String>,
    /// Number of pages.
    pub page_count: u64,
    /// Where an editor can change it.
    #[schema(required)]
    pub edit_url: Option<String>,
}

/// What became of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BuildOutcome {
    /// Its release is live.
    Live,
    /// Nothing had changed: the same release was live before.
    Unchanged,
    /// The release that was live stayed so.
    Failed,
    /// Its release has errors that are not accepted; the release that was live stayed so.
    Refused,
}
