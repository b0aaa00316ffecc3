//! Which of the delivery times that a shop has applies to a line.

use crate::DeliveryTime;

/// The delivery times and the stock of a product, or of a line of a cart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineFacts {
    /// Whether pieces are missing: none in stock, or fewer than the line's quantity.
    pub missing: bool,
    /// Calendar days until missing pieces are there; `None` if the shop does not know.
    pub restock_days: Option<u32>,
    /// The product's own delivery time.
    pub own: Option<DeliveryTime>,
    /// The delivery time of the shipping method, if one is chosen.
    pub method: Option<DeliveryTime>,
}

/// What is waited for before a line is delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Calendar days until the pieces are there; 0 if they are.
    pub restock_days: u16,
    /// The delivery time that begins then.
    pub time: DeliveryTime,
}

impl LineFacts {
    /// Calendar days until missing pieces are there. They replace the product's own delivery time (shopware-fields.md).
    pub fn awaited_days(self) -> Option<u32> {
        self.restock_days.filter(|days| self.missing && *days > 0)
    }

    /// The one rule of all screens: what is missing waits for its restock time, and a parcel is under way from then;
    /// otherwise the product's own delivery time counts, else that of the shipping method (Shopware §7.2). `None` if the
    /// shop names none of them.
    pub fn wait(self, after_restock: DeliveryTime) -> Option<Wait> {
        match self.awaited_days() {
            Some(days) => Some(Wait {
                restock_days: u16::try_from(days).unwrap_or(u16::MAX),
                time: after_restock,
            }),
            None => self.own.or(self.method).map(|time| Wait { restock_days: 0, time }),
        }
    }
}
