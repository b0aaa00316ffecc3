//! Ways to pay, as several resources answer them.

use serde::Serialize;
use utoipa::ToSchema;

/// A way to pay.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PaymentMethod {
    /// The id: 32 hex digits.
    pub(crate) id: String,
    /// The name, localized.
    pub(crate) name: String,
    /// What it means for the customer, localized.
    #[schema(required)]
    pub(crate) description: Option<String>,
    /// Whether an order that is not paid yet can be paid this way.
    pub(crate) after_order: bool,
}
