//! Why there is no new snapshot.

use super::loss::{self, Loss};
use crate::{error::BackendError, snapshot::SnapshotError};

/// Why there is no new snapshot. The old one is as it was.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    /// A backend failed.
    #[error("the pull failed at {what}: {source}")]
    Backend {
        /// What was read (`products nl`).
        what: String,
        /// How it failed.
        source: BackendError,
    },
    /// A locale has no language at the commerce backend.
    #[error(
        "the sales channel has no language {iso} for the locale {locale:?}; it has {known}. Add the language to the channel, or set commerce_language."
    )]
    Language {
        /// The locale's code.
        locale: String,
        /// What was looked for.
        iso: String,
        /// What there is.
        known: String,
    },
    /// A list changed while it was read.
    #[error("the pull failed at {what}: its total moved from {expected} to {found} between two pages")]
    Moved {
        /// What was read.
        what: String,
        /// The total of the first page.
        expected: u64,
        /// The total, or the number of records, that came.
        found: u64,
    },
    /// The shop was changed under every pull that was tried.
    #[error(
        "the shop was changed while it was read, in each of {pulls} pulls; build again when less is changed. The last one: {source}"
    )]
    Unsettled {
        /// How many were tried.
        pulls: usize,
        /// Why the last one failed.
        source: Box<PullError>,
    },
    /// What the configuration names is not there.
    #[error(
        "the pull failed at {what}: Statamic answered with 404, as it does for what it does not have and for what its REST API does not show. Check {key} in the configuration, and that the CMS has it in the REST API (config/statamic/api.php)"
    )]
    Absent {
        /// What was read (`assets assets`).
        what: String,
        /// The key that names it.
        key: &'static str,
    },
    /// Sets that the last pull had are empty or gone (rule 18).
    #[error("the pull lost what the last one had: {}", loss::list(.0))]
    Lost(Vec<Loss>),
    /// The snapshot could not be written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

impl PullError {
    /// Whether the shop was changed while it was read, so that another pull can go well.
    pub(super) fn is_of_the_moment(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::Backend {
                    source: BackendError::Moved { .. },
                    ..
                }
        )
    }
}
