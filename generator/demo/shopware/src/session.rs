//! Sessions by context token (Shopware §3): what a visitor chose, and the cart. Nothing is stored until something is written.
//! A session whose context row is older than a day has expired: it is never found again under its token.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use rand::Rng;
use rand::distr::Alphanumeric;

use super::ctx::Choices;
use super::customer::Customer;
use super::stored_cart::Cart;

/// `shopware.api.store.context_lifetime`.
const LIFETIME: SignedDuration = SignedDuration::from_hours(24);

/// One session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Session {
    pub(crate) choices: Choices,
    /// When the context row was last written; a session that only has a cart has none and does not expire this way.
    pub(crate) written: Option<Timestamp>,
    /// Ended by the control API.
    pub(crate) expired: bool,
    pub(crate) cart: Option<Cart>,
    /// Id of the customer who is logged in.
    pub(crate) customer: Option<String>,
}

/// Number of the first customer.
const FIRST_CUSTOMER: usize = 10_000;

/// All sessions and their customers.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    rows: HashMap<String, Session>,
    /// By id.
    customers: HashMap<String, Customer>,
}

impl Sessions {
    /// The token this call goes on with: the one that was sent, or a new one when there is none or its session has expired.
    pub(crate) fn resolve(&self, sent: Option<&str>, now: Timestamp) -> String {
        match sent {
            Some(token) if !token.is_empty() && !self.has_expired(token, now) => token.to_owned(),
            _ => mint(),
        }
    }

    fn has_expired(&self, token: &str, now: Timestamp) -> bool {
        self.rows.get(token).is_some_and(|session| {
            session.expired
                || session
                    .written
                    .is_some_and(|written| now.duration_since(written) > LIFETIME)
        })
    }

    /// What is stored under a token; an unknown token is an anonymous session.
    pub(crate) fn get(&self, token: &str) -> Session {
        self.rows.get(token).cloned().unwrap_or_default()
    }

    /// The session to write to.
    pub(crate) fn entry(&mut self, token: &str) -> &mut Session {
        self.rows.entry(token.to_owned()).or_default()
    }

    /// The customer of a session.
    pub(crate) fn customer(&self, token: &str) -> Option<&Customer> {
        self.customers.get(self.rows.get(token)?.customer.as_ref()?)
    }

    /// A customer to write to, by id.
    pub(crate) fn customer_entry(&mut self, id: &str) -> Option<&mut Customer> {
        self.customers.get_mut(id)
    }

    /// Stores a new customer under the next number and logs it in: choices and cart of the session move to a new token, which is answered.
    /// The old token is an anonymous session from then on.
    pub(crate) fn log_in(&mut self, token: &str, mut customer: Customer, now: Timestamp) -> (String, Customer) {
        customer.number = (FIRST_CUSTOMER + self.customers.len()).to_string();
        let mut session = self.rows.remove(token).unwrap_or_default();
        session.customer = Some(customer.id.clone());
        session.choices.billing_address = None;
        session.choices.shipping_address = None;
        session.written = Some(now);
        let token = mint();
        self.rows.insert(token.clone(), session);
        self.customers.insert(customer.id.clone(), customer.clone());
        (token, customer)
    }

    /// Ends a session. Tells whether there was one.
    pub(crate) fn expire(&mut self, token: &str) -> bool {
        let known = self.rows.contains_key(token);
        let session = self.entry(token);
        session.expired = true;
        session.cart = None;
        session.customer = None;
        known
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.customers.clear();
    }
}

/// A new context token: 32 alphanumeric characters.
fn mint() -> String {
    rand::rng().sample_iter(Alphanumeric).take(32).map(char::from).collect()
}
