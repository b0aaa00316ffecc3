//! How long a delivery takes, as Shopware keeps it for a product and for a shipping method.

use serde::{Deserialize, Serialize};

/// The unit of a delivery time (Shopware's `delivery_time.unit`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// 24 of them are a working day.
    Hour,
    /// A working day.
    Day,
    /// Seven days of the calendar.
    Week,
    /// A month of the calendar.
    Month,
    /// A year of the calendar.
    Year,
}

/// From `min` to `max` of a unit; a shop that mixes them up means the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeliveryTime {
    /// The shortest time.
    pub min: u16,
    /// The longest time.
    pub max: u16,
    /// What both count.
    pub unit: Unit,
}

impl DeliveryTime {
    /// The shorter and the longer of both.
    pub(crate) fn bounds(self) -> [u16; 2] {
        [self.min.min(self.max), self.min.max(self.max)]
    }
}
