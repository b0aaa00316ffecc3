//! JSON types and form fields of withdrawals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::request::row::{Answer, Body};

/// A statement of withdrawal from a contract.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "key": "5a1f0c9e7b3d4826a0e4c1d2b3f4a596", "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
    "items": null, "comment": null
}))]
pub(super) struct WithdrawRequest {
    /// A random key of the sender: the same statement sent again with it is recorded once.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    pub(super) key: String,
    /// The name of the customer.
    #[schema(max_length = 200)]
    pub(super) name: String,
    /// The address that the acknowledgement of receipt is sent to.
    #[schema(max_length = 254)]
    pub(super) email: String,
    /// The number of the order.
    #[schema(max_length = 64)]
    pub(super) order_number: String,
    /// Which items and how many; `null` for the whole order.
    #[schema(max_length = 2000)]
    pub(super) items: Option<String>,
    /// A remark.
    #[schema(max_length = 1000)]
    pub(super) comment: Option<String>,
}

impl Body for WithdrawRequest {}

/// The acknowledgement of receipt.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct WithdrawResponse {
    /// The reference of the withdrawal: `4F2A-91BC-03DE`.
    pub(super) reference: String,
    /// When it was received, as RFC 3339 in UTC.
    pub(super) received_at: String,
    /// When it was received, in the shop's time and the page's language.
    pub(super) received_on: String,
    /// Whether the acknowledgement is also mailed to the customer: it was sent, or is queued.
    pub(super) mailed: bool,
}

impl Answer for WithdrawResponse {}

/// The fields of the form; the first step has no key.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "key": "5a1f0c9e7b3d4826a0e4c1d2b3f4a596", "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
    "items": "", "comment": ""
}))]
pub(super) struct WithdrawalForm {
    /// A random key: the same statement sent again with it is recorded once.
    pub(super) key: String,
    /// The name of the customer.
    #[schema(max_length = 200)]
    pub(super) name: String,
    /// The address that the acknowledgement of receipt is sent to.
    #[schema(max_length = 254)]
    pub(super) email: String,
    /// The number of the order.
    #[schema(max_length = 64)]
    pub(super) order_number: String,
    /// Which items and how many; empty for the whole order.
    #[schema(max_length = 2000)]
    pub(super) items: String,
    /// A remark.
    #[schema(max_length = 1000)]
    pub(super) comment: String,
}

impl Body for WithdrawalForm {}
