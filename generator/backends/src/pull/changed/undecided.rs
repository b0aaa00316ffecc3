//! Why a pull of what changed ends without a snapshot.

use crate::{error::BackendError, pull::error::PullError, snapshot::SnapshotError};

/// Why there is no snapshot.
#[derive(Debug)]
pub(super) enum Stopped {
    /// What changed cannot be decided, for this reason: everything is pulled.
    Undecided(String),
    /// A backend failed, as it would in a whole pull.
    Failed(PullError),
}

/// What changed cannot be decided.
pub(super) fn undecided(reason: impl Into<String>) -> Stopped {
    Stopped::Undecided(reason.into())
}

impl From<PullError> for Stopped {
    fn from(error: PullError) -> Self {
        match &error {
            // A whole pull asks again what is missing or moves.
            PullError::Backend { source, .. }
                if source.status() != Some(404) && !matches!(source, BackendError::Moved { .. }) =>
            {
                Self::Failed(error)
            }
            _ => Self::Undecided(error.to_string()),
        }
    }
}

impl From<SnapshotError> for Stopped {
    fn from(error: SnapshotError) -> Self {
        Self::Undecided(error.to_string())
    }
}
