//! Sessions by context token (Shopware §3): context changes and the cart. Nothing is stored before a write. A session
//! whose context row is older than a day has expired and is not found by its token.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use rand::distr::Alphanumeric;

use super::ctx::Choices;
use super::customer::Customer;
use super::stored_cart::Cart;

/// `shopware.api.store.context_lifetime`.
const LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// `cart.expire_days`.
const CART_LIFETIME: SignedDuration = SignedDuration::from_hours(120 * 24);

/// One session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Session {
    pub(crate) choices: Choices,
    /// When the context row was last written; a session with only a cart has none and does not expire this way.
    pub(crate) written: Option<Timestamp>,
    /// Expired by the control API.
    pub(crate) expired: bool,
    pub(crate) cart: Option<Cart>,
    /// When the cart was last written.
    pub(crate) cart_written: Option<Timestamp>,
    /// Id of the logged-in customer.
    pub(crate) customer: Option<String>,
}

/// Number of the first customer.
const FIRST_CUSTOMER: usize = 10_000;

/// A pending password recovery: at most one for each customer.
#[derive(Debug, Clone)]
pub(crate) struct Recovery {
    pub(crate) customer: String,
    pub(crate) hash: String,
    pub(crate) begun: Timestamp,
}

/// All sessions and their customers.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    rows: HashMap<String, Session>,
    /// By id.
    customers: HashMap<String, Customer>,
    /// Number of customers so far.
    numbered: usize,
    pub(crate) recoveries: Vec<Recovery>,
}

impl Sessions {
    /// The token of this call: the one that was sent, or a new one if it is missing or its session has expired.
    pub(crate) fn resolve(&self, sent: Option<&str>, now: Timestamp) -> String {
        match sent {
            Some(token) if !token.is_empty() && !self.has_expired(token, now) => token.to_owned(),
            _ => mint(),
        }
    }

    pub(crate) fn has_expired(&self, token: &str, now: Timestamp) -> bool {
        self.rows.get(token).is_some_and(|session| {
            session.expired
                || session
                    .written
                    .is_some_and(|written| now.duration_since(written) > LIFETIME)
        })
    }

    /// Removes the cart of a token if it was not written for its lifetime; the session stays.
    pub(crate) fn drop_old_cart(&mut self, token: &str, now: Timestamp) {
        let Some(session) = self.rows.get_mut(token) else {
            return;
        };
        let written = session.cart_written;
        if written.is_some_and(|written| now.duration_since(written) > CART_LIFETIME) {
            session.cart = None;
        }
    }

    /// The session of a token; an unknown token is an anonymous session.
    pub(crate) fn get(&self, token: &str) -> Session {
        self.rows.get(token).cloned().unwrap_or_default()
    }

    /// The session, for writing.
    pub(crate) fn entry(&mut self, token: &str) -> &mut Session {
        self.rows.entry(token.to_owned()).or_default()
    }

    /// The customer of a session.
    pub(crate) fn customer(&self, token: &str) -> Option<&Customer> {
        self.customers.get(self.rows.get(token)?.customer.as_ref()?)
    }

    /// A customer by id, for writing.
    pub(crate) fn customer_entry(&mut self, id: &str) -> Option<&mut Customer> {
        self.customers.get_mut(id)
    }

    /// The customers with an e-mail address, for writing.
    pub(crate) fn customers_of(&mut self, email: &str) -> impl Iterator<Item = &mut Customer> {
        let all = self.customers.values_mut();
        all.filter(move |customer| customer.email.eq_ignore_ascii_case(email))
    }

    /// All customers, guests included.
    pub(crate) fn customers(&self) -> impl Iterator<Item = &Customer> {
        self.customers.values()
    }

    /// Stores a new customer under the next number.
    pub(crate) fn add(&mut self, mut customer: Customer) -> Customer {
        customer.number = (FIRST_CUSTOMER + self.numbered).to_string();
        self.numbered += 1;
        self.customers.insert(customer.id.clone(), customer.clone());
        customer
    }

    /// The token of a customer's session.
    pub(crate) fn token_of(&self, customer: &str) -> Option<String> {
        let mut rows = self.rows.iter();
        let row = rows.find(|(_, session)| !session.expired && session.customer.as_deref() == Some(customer));
        row.map(|(token, _)| token.clone())
    }

    /// The sessions of a customer, for writing.
    pub(crate) fn sessions_of(&mut self, customer: &str) -> impl Iterator<Item = &mut Session> {
        let rows = self.rows.values_mut();
        rows.filter(move |session| session.customer.as_deref() == Some(customer))
    }

    /// Removes a session.
    pub(crate) fn remove(&mut self, token: &str) -> Option<Session> {
        self.rows.remove(token)
    }

    /// Removes a customer.
    pub(crate) fn remove_customer(&mut self, id: &str) {
        self.customers.remove(id);
    }

    /// Expires a session. Returns whether it existed.
    pub(crate) fn expire(&mut self, token: &str) -> bool {
        let known = self.rows.contains_key(token);
        let session = self.entry(token);
        session.expired = true;
        session.cart = None;
        session.customer = None;
        known
    }

    /// The sessions of a newly started shop with these customers.
    pub(crate) fn with(customers: Vec<Customer>) -> Self {
        let mut sessions = Self::default();
        for customer in customers {
            sessions.add(customer);
        }
        sessions
    }
}

/// A new context token: 32 alphanumeric characters.
pub(crate) fn mint() -> String {
    rand::rng().sample_iter(Alphanumeric).take(32).map(char::from).collect()
}
