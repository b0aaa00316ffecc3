//! How much of what strangers state reaches one mailbox in an hour (rule 16, law §4a "Abuse").
//!
//! **Invariant:** nobody is refused here: what goes beyond a bound is on disk and is delivered later. Who floods an address
//! or an order delays its mails, and loses none of them.

use std::{hash::RandomState, num::NonZeroU32, time::Duration};

use governor::{
    Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    state::keyed::DashMapStateStore,
};

use super::{channels::Channel, record::Recorded};
use crate::email_spelling::canonical;

/// Mails to one address, and about one order, in an hour on each channel: so many at once, and then as many in each hour.
pub(super) const AN_HOUR: NonZeroU32 = NonZeroU32::new(6).unwrap();

type Key = [u8; 32];

/// What was delivered lately, by recipient and by order number, of which only hashes are kept.
pub(crate) struct DeliveryBounds {
    delivered: RateLimiter<Key, DashMapStateStore<Key, RandomState>, DefaultClock>,
    remembered: usize,
}

impl DeliveryBounds {
    /// Forgets what was long ago when it knows more than `remembered`.
    pub(crate) fn new(remembered: usize) -> Self {
        Self {
            delivered: RateLimiter::dashmap(Quota::per_hour(AN_HOUR)),
            remembered,
        }
    }

    /// Counts a delivery; the error is how long it has to wait. Shopware mails the customer too.
    pub(super) fn admit(&self, channel: Channel, recorded: &Recorded) -> Result<(), Duration> {
        if self.delivered.len() > self.remembered {
            self.delivered.retain_recent();
        }
        let statement = &recorded.statement;
        if channel != Channel::Shop {
            self.count(channel, "recipient", &canonical(&statement.email))?;
        }
        let order: String = statement.order_number.split_whitespace().collect();
        self.count(channel, "order", &order.to_lowercase())
    }

    fn count(&self, channel: Channel, kind: &str, name: &str) -> Result<(), Duration> {
        let key = blake3::hash(format!("{channel:?} {kind} {name}").as_bytes());
        self.delivered
            .check_key(key.as_bytes())
            .map_err(|refused| refused.wait_time_from(self.delivered.clock().now()))
    }
}
