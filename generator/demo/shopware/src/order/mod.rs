//! Orders (Shopware §11, Shopware §12): line items, customer, states, and mails. Kept in memory until a reset.

pub(crate) mod change;
pub(crate) mod control;
pub(crate) mod documents;
mod pdf;
pub(crate) mod place;
pub(crate) mod read;
pub(crate) mod seed;
mod view;

use rand::Rng;

pub(crate) use super::kept::{Buyer, Delivery, Order, OrderAddress, OrderLine, Orders, Transaction, document, states};

/// A new deep link code: 32 characters that need no escaping in a URL.
fn deep_link_code() -> String {
    const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut random = rand::rng();
    (0..32)
        .filter_map(|_| CHARACTERS.get(random.random_range(0..CHARACTERS.len())))
        .map(|byte| char::from(*byte))
        .collect()
}
