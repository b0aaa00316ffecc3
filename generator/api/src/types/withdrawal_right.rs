//! Whether a consumer can withdraw from the purchase of a line item (law §4).

use serde::Serialize;
use utoipa::ToSchema;

/// The right of withdrawal of a line item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WithdrawalRight {
    /// A consumer has it.
    Granted,
    /// The product is excluded from it.
    Excluded,
    /// Not known: the product is not in the release.
    Unknown,
}
