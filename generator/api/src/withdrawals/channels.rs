//! The channels of a withdrawal, and what became of each.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where a withdrawal is delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// The acknowledgement of receipt, by mail to the customer.
    Customer,
    /// A mail to the shop.
    Shop,
    /// `POST /revocation-request-form` of Shopware.
    Shopware,
}

/// What became of a delivery.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum DeliveryState {
    /// Not tried yet.
    #[default]
    Waiting,
    /// It failed and is tried again.
    Failed {
        /// Number of tries.
        tries: u32,
        /// When it is tried again.
        again_at: Timestamp,
        /// Why it failed.
        cause: String,
    },
    /// Delivered.
    Delivered {
        /// When.
        at: Timestamp,
    },
    /// There is no such channel: mail is not configured, or this Shopware has no such route.
    Absent,
    /// Given up: refused for good, or tried for too long.
    GivenUp {
        /// When.
        at: Timestamp,
        /// Why.
        cause: String,
    },
}

impl DeliveryState {
    /// Whether nothing is left to do.
    pub fn is_settled(&self) -> bool {
        !matches!(self, Self::Waiting | Self::Failed { .. })
    }

    /// Whether it was delivered or still will be, given whether there is such a channel now.
    pub(super) fn is_on_its_way(&self, there: bool) -> bool {
        match self {
            Self::Delivered { .. } => true,
            Self::Waiting | Self::Failed { .. } => there,
            Self::Absent | Self::GivenUp { .. } => false,
        }
    }

    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        match self {
            Self::Waiting => true,
            Self::Failed { again_at, .. } => *again_at <= now,
            _ => false,
        }
    }

    pub(super) fn tries(&self) -> u32 {
        match self {
            Self::Failed { tries, .. } => *tries,
            _ => 0,
        }
    }
}

/// The deliveries of a withdrawal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Delivery {
    /// The acknowledgement of receipt, by mail to the customer.
    pub customer: DeliveryState,
    /// The mail to the shop.
    pub shop: DeliveryState,
    /// Shopware.
    pub shopware: DeliveryState,
}

impl Delivery {
    /// The channels with their states, in the order in which they are tried.
    pub fn channels(&self) -> [(Channel, &DeliveryState); 3] {
        [
            (Channel::Customer, &self.customer),
            (Channel::Shop, &self.shop),
            (Channel::Shopware, &self.shopware),
        ]
    }

    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.channels().iter().all(|(_, state)| state.is_settled())
    }

    pub(super) fn state(&mut self, channel: Channel) -> &mut DeliveryState {
        match channel {
            Channel::Customer => &mut self.customer,
            Channel::Shop => &mut self.shop,
            Channel::Shopware => &mut self.shopware,
        }
    }
}
