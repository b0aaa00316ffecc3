//! The state of a record's delivery on each of its channels.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::kinds::Kind;

/// The state of a delivery.
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
    /// There is no such channel here: mail is not configured, or this Shopware has no such route.
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

    /// Whether somebody has to look at it: it is not delivered yet, or was given up.
    pub fn is_undelivered(&self) -> bool {
        !self.is_settled() || matches!(self, Self::GivenUp { .. })
    }

    /// Whether it was delivered or still will be, given whether the channel exists now.
    pub(crate) fn is_on_its_way(&self, there: bool) -> bool {
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

/// The deliveries of a record, by channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Delivery(BTreeMap<String, DeliveryState>);

impl Delivery {
    /// Nothing was tried.
    pub(super) fn new(kind: &Kind) -> Self {
        Self(BTreeMap::new()).of(kind)
    }

    /// With every channel of a kind: a file of another version may lack some.
    pub(super) fn of(mut self, kind: &Kind) -> Self {
        for channel in kind.channels {
            self.0.entry((*channel).to_owned()).or_default();
        }
        self
    }

    /// The channels with their states.
    pub fn channels(&self) -> impl Iterator<Item = (&str, &DeliveryState)> {
        self.0.iter().map(|(channel, state)| (channel.as_str(), state))
    }

    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.0.values().all(DeliveryState::is_settled)
    }

    /// Whether somebody has to look at one of the channels.
    pub fn is_undelivered(&self) -> bool {
        self.0.values().any(DeliveryState::is_undelivered)
    }

    /// The state of the record on a channel.
    pub(crate) fn state(&self, channel: &str) -> DeliveryState {
        self.0.get(channel).cloned().unwrap_or_default()
    }

    pub(super) fn set(&mut self, channel: &str, state: DeliveryState) {
        self.0.insert(channel.to_owned(), state);
    }
}
