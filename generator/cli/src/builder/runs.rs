//! The outcomes of the last builds on disk, so that after a restart it is still known what became of a save.
//!
//! **Invariant:** they only inform people: a file that is missing or unreadable costs that information and nothing else.

use std::{collections::VecDeque, sync::Arc};

use vitrine_api::BuildRun;
use vitrine_state::{Collection, Records, StateFolder};

/// Number of builds that are kept.
pub(super) const REMEMBERED: usize = 20;
/// Maximum size of the file: the errors of a refused release are most of it.
const LONGEST: u64 = 1024 * 1024;
/// Errors of a refused release that are kept.
const FINDINGS: usize = 20;
const BUILDS: &str = "builds";

/// The file.
#[derive(Debug)]
pub(crate) struct Runs(Arc<dyn Records>);

impl Runs {
    pub(crate) fn of(state: &StateFolder) -> Self {
        Self(state.records_beside_events(Collection::BUILDS, LONGEST))
    }

    /// The last builds, newest first.
    pub(super) fn read(&self) -> VecDeque<BuildRun> {
        let read = self.0.get(BUILDS).and_then(|content| {
            let content = content.as_deref().map(serde_json::from_slice);
            Ok(content.transpose()?.unwrap_or_default())
        });
        read.unwrap_or_else(|error| {
            tracing::warn!(%error, place = self.0.place(), "the outcomes of former builds cannot be read");
            VecDeque::new()
        })
    }

    pub(super) fn write(&self, builds: &VecDeque<BuildRun>) {
        let short = |build: &BuildRun| BuildRun {
            refused: build.refused.iter().take(FINDINGS).cloned().collect(),
            ..build.clone()
        };
        let kept: Vec<BuildRun> = builds.iter().map(short).collect();
        let written = serde_json::to_vec(&kept).map_err(std::io::Error::other);
        if let Err(error) = written.and_then(|content| self.0.put(BUILDS, &content)) {
            tracing::warn!(%error, place = self.0.place(), "the outcome of a build could not be written down");
        }
    }
}
