//! Orders (Shopware §11, Shopware §12): what was bought, by whom, in which states, and the mails that tell of it. Kept in memory until a reset.

pub(crate) mod change;
pub(crate) mod control;
pub(crate) mod place;
pub(crate) mod read;
pub(crate) mod states;
mod stored;
mod throttle;
mod view;

use rand::Rng;

pub(crate) use self::stored::{Buyer, Delivery, Order, OrderAddress, OrderLine, Transaction};
use self::throttle::Throttle;

use super::mails::Mailbox;
use super::payment::Payments;

/// Number of the first order.
const FIRST: usize = 10_000;
/// The most orders that are kept; the oldest go first.
const MOST: usize = 10_000;

/// All orders, and what hangs on them.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// In the order they were placed.
    rows: Vec<Order>,
    /// How many are no longer kept.
    dropped: usize,
    /// Look-ups of guests by deep link.
    lookups: Throttle,
    pub(crate) payments: Payments,
    pub(crate) mails: Mailbox,
}

impl Orders {
    /// Stores the order that is made from the next number.
    fn add(&mut self, make: impl FnOnce(String) -> Order) -> Order {
        let order = make((FIRST + self.dropped + self.rows.len()).to_string());
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

    /// All orders with their places.
    fn all(&self) -> impl Iterator<Item = (usize, &Order)> {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, order)| (self.dropped + place, order))
    }
}

/// A new deep link code: 32 of the characters that stand in a URL as they are.
fn deep_link_code() -> String {
    const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut random = rand::rng();
    (0..32)
        .filter_map(|_| CHARACTERS.get(random.random_range(0..CHARACTERS.len())))
        .map(|byte| char::from(*byte))
        .collect()
}
