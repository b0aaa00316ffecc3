//! Limits how many mails per hour strangers can cause to one mailbox (rule 16, law §4a "Abuse").
//!
//! **Invariant:** nobody is refused here: what exceeds a limit is on disk and is delivered later. Flooding an address
//! or an order delays its mails but loses none.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use vitrine_state::{Counters, Quota};

use super::{channel::Channel, record::Recorded};
use crate::rates::email_spelling::canonical;

/// Mails per hour to one address, and about one order, on each channel: so many at once, and then as many in each hour.
pub(crate) const AN_HOUR: NonZeroU32 = NonZeroU32::new(6).unwrap();

/// Recent deliveries by recipient and by order number; only hashes of these are kept.
pub(crate) struct DeliveryBounds(Arc<dyn Counters>);

impl DeliveryBounds {
    pub(crate) fn new(delivered: Arc<dyn Counters>) -> Self {
        Self(delivered)
    }

    /// Counts a delivery; the error is how long it has to wait. Shopware mails the customer too.
    pub(crate) fn admit(&self, channel: Channel, recorded: &Recorded) -> Result<(), Duration> {
        let statement = &recorded.statement;
        if channel != Channel::Shop {
            self.count(channel, "recipient", &canonical(&statement.email))?;
        }
        let order: String = statement.order_number.split_whitespace().collect();
        self.count(channel, "order", &order.to_lowercase())
    }

    fn count(&self, channel: Channel, kind: &str, name: &str) -> Result<(), Duration> {
        let key = blake3::hash(format!("{channel:?} {kind} {name}").as_bytes());
        self.0.take(Quota::per_hour(AN_HOUR), *key.as_bytes())
    }
}
