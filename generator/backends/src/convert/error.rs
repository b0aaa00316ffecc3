//! Errors of the conversion.

use crate::snapshot::SnapshotError;

/// Why a snapshot cannot be converted to a Catalog.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// The snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The snapshot was pulled for a different set of locales.
    #[error("the snapshot has no products for the locale {0:?}: build once without --offline")]
    Locale(String),
}
