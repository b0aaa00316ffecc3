//! Orders (Shopware §11, Shopware §12): line items, customer, states, and mails. Kept in memory until a reset.

pub(crate) mod change;
pub(crate) mod control;
pub(crate) mod documents;
mod pdf;
pub(crate) mod place;
pub(crate) mod read;
pub(crate) mod seed;
pub(crate) mod states;
mod stored;
mod view;

use rand::Rng;

pub(crate) use self::stored::{Buyer, Delivery, Order, OrderAddress, OrderLine, Transaction};

use super::mails::Mailbox;
use super::payment::Payments;
use super::throttle::Throttle;

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
    /// Number of orders that were there at start, with numbers of their own.
    seeded: usize,
    /// Rate limit for guests' look-ups by deep link.
    lookups: Throttle,
    pub(crate) payments: Payments,
    pub(crate) mails: Mailbox,
}

impl Orders {
    /// Those of a shop that has just started.
    pub(crate) fn with(rows: Vec<Order>) -> Self {
        Self {
            seeded: rows.len(),
            rows,
            ..Self::default()
        }
    }

    /// Stores an order made from the next number.
    fn add(&mut self, make: impl FnOnce(String) -> Order) -> Order {
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
    fn numbered_mut(&mut self, number: &str) -> Option<&mut Order> {
        self.rows.iter_mut().find(|order| order.number == number)
    }

    /// All orders with their indexes.
    fn all(&self) -> impl Iterator<Item = (usize, &Order)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, order)| (self.dropped + place, order))
    }
}

/// A new deep link code: 32 characters that need no escaping in a URL.
fn deep_link_code() -> String {
    const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut random = rand::rng();
    (0..32)
        .filter_map(|_| CHARACTERS.get(random.random_range(0..CHARACTERS.len())))
        .map(|byte| char::from(*byte))
        .collect()
}
