//! Starts and resets a shop, with the customers and orders of the shop folder.

use std::sync::Arc;

use super::ctx::Addresses;
use super::order::seed;
use super::{Latency, ShopwareState};
use vitrine_demo_shop::catalogue::Catalogue;
use vitrine_demo_shop::clock::Clock;

impl ShopwareState {
    /// A shop that serves `catalogue` at `addresses`.
    #[must_use]
    pub fn new(original: Arc<Catalogue>, clock: Clock, latency: Latency, addresses: Addresses) -> Self {
        let state = Self::without_orders(original, clock, latency, addresses);
        state.set_orders(seed::orders(&state));
        state
    }

    /// Removes sessions, carts, orders and mails, and reverts every change of the control API.
    pub fn reset(&self) {
        self.revert();
        self.set_orders(seed::orders(self));
    }
}
