//! The days of delivery that a customer was told when an order was placed, by the order's id.
//!
//! **Invariant:** a record holds days and no personal data.

use std::{
    io,
    sync::Arc,
    time::{Duration, SystemTime},
};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

use crate::limits::ServerLimits;

/// Maximum size of a record in bytes.
const MAX_RECORD: u64 = 1024;
/// How long a record is kept: longer than any delivery takes.
const AGE: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// The record of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Promise {
    /// The shop's date of the order.
    pub(crate) ordered: Date,
    /// The first day of delivery.
    pub(crate) earliest: Date,
    /// The last day of delivery.
    pub(crate) latest: Date,
}

/// The records of the state.
#[derive(Debug)]
pub(crate) struct PromisedDays(Arc<dyn Records>);

impl PromisedDays {
    pub(crate) fn open(
        state: &StateFolder,
        limits: &ServerLimits,
        clock: fn() -> SystemTime,
    ) -> Result<Self, StateError> {
        let bounds = Bounds {
            most: limits.order_keys,
            bytes: MAX_RECORD,
            full: Full::Forget { age: AGE, clock },
        };
        Ok(Self(state.records(Collection::PROMISED_DAYS, bounds)?))
    }

    /// Records what was promised with an order.
    pub(crate) fn keep(&self, order: &str, promise: Promise) -> io::Result<()> {
        let bytes = serde_json::to_vec(&promise).map_err(io::Error::other)?;
        self.0.put(order, &bytes)
    }

    /// The record of an order; `None` if there is none.
    pub(crate) fn find(&self, order: &str) -> io::Result<Option<Promise>> {
        let found = self.0.get(order)?;
        found
            .map(|content| serde_json::from_slice(&content).map_err(io::Error::other))
            .transpose()
    }
}
