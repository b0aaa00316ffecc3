//! Generates ids, as Shopware does.

use rand::Rng;

/// A new id: 32 hex.
pub(crate) fn random_id() -> String {
    format!("{:032x}", rand::rng().random::<u128>())
}
