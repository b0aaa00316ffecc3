//! Why a snapshot makes no catalogue.

use crate::snapshot::SnapshotError;

/// Why a snapshot makes no catalogue.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// The snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The snapshot was pulled for other locales.
    #[error("the snapshot has no products for the locale {0:?}: build once without --offline")]
    Locale(String),
}
