//! Delivery times as Shopware stores them for products and shipping methods.

use serde::{Deserialize, Serialize};

/// The unit of a delivery time (Shopware's `delivery_time.unit`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// 24 hours count as one working day.
    Hour,
    /// A working day.
    Day,
    /// Seven calendar days.
    Week,
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
}

/// A range from `min` to `max` units; if a shop has swapped them, the smaller one is the minimum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeliveryTime {
    /// The shortest time.
    pub min: u16,
    /// The longest time.
    pub max: u16,
    /// The unit of both.
    pub unit: Unit,
}

impl DeliveryTime {
    /// Both values, smaller first.
    pub(crate) fn bounds(self) -> [u16; 2] {
        [self.min.min(self.max), self.min.max(self.max)]
    }
}
