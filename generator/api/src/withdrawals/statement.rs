//! What somebody states: who they are, which order, and what of it. Nothing more is asked (law §4a).

use serde::{Deserialize, Serialize};

/// A statement of withdrawal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// The name of the customer.
    pub name: String,
    /// The address that the acknowledgement is sent to.
    pub email: String,
    /// The number of the order, as it was typed.
    pub order_number: String,
    /// Which items and how many; `None` for the whole order.
    pub items: Option<String>,
    /// A remark.
    pub comment: Option<String>,
}
