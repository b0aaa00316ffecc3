//! All orders, with their payments and the mails about them.

use super::super::throttle::Throttle;
use super::{Mailbox, Order, Payments};

/// Number of the first order.
const FIRST: usize = 10_000;
/// Maximum number of stored orders; the oldest are dropped first.
const MOST: usize = 10_000;

/// All orders, with related data.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// In order of placement.
    rows: Vec<Order>,
    /// Number of dropped orders.
    dropped: usize,
    /// Number of orders at start, which have their own numbers.
    seeded: usize,
    /// Rate limit for guests' look-ups by deep link.
    pub(crate) lookups: Throttle,
    pub(crate) payments: Payments,
    pub(crate) mails: Mailbox,
}

impl Orders {
    /// The orders of a newly started shop.
    pub(crate) fn with(rows: Vec<Order>) -> Self {
        Self {
            seeded: rows.len(),
            rows,
            ..Self::default()
        }
    }

    /// Stores an order made from the next number.
    pub(crate) fn add(&mut self, make: impl FnOnce(String) -> Order) -> Order {
        let order = make((FIRST + self.dropped + self.rows.len() - self.seeded).to_string());
        self.rows.push(order.clone());
        if self.rows.len() > MOST {
            self.rows.remove(0);
            self.dropped += 1;
        }
        order
    }

    /// The order with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&Order> {
        self.rows.iter().find(|order| order.id == id)
    }

    /// The order with this id, to change it.
    pub(crate) fn find_mut(&mut self, id: &str) -> Option<&mut Order> {
        self.rows.iter_mut().find(|order| order.id == id)
    }

    /// The order with this number, to change it.
    pub(crate) fn numbered_mut(&mut self, number: &str) -> Option<&mut Order> {
        self.rows.iter_mut().find(|order| order.number == number)
    }

    /// All orders with their indexes.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Order)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, order)| (self.dropped + place, order))
    }
}
