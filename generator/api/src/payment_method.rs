//! Payment methods, used by several resources.

use serde::Serialize;
use utoipa::ToSchema;

/// A payment method.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct PaymentMethod {
    /// The id: 32 hex digits.
    pub(crate) id: String,
    /// The name, localized.
    pub(crate) name: String,
    /// A description for the customer, localized.
    #[schema(required)]
    pub(crate) description: Option<String>,
    /// Whether an unpaid order can be paid with this method.
    pub(crate) after_order: bool,
}
