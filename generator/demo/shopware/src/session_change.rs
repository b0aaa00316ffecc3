//! Effects of login, logout and new passwords on sessions (Shopware §3.2, §3.4).

use jiff::Timestamp;

use super::customer::Customer;
use super::session::{Sessions, mint};
use super::stored_cart::Cart;

impl Sessions {
    /// The customer with an account under this e-mail address, ignoring case.
    pub(crate) fn account(&self, email: &str) -> Option<&Customer> {
        let email = email.to_lowercase();
        self.customers()
            .find(|customer| !customer.guest && customer.email.to_lowercase() == email)
    }

    /// Logs a customer in from the session of `token`, and returns the new token: that of the customer's live session,
    /// into which the cart is merged; a newly generated one if there is none, or if it is the session of this call.
    pub(crate) fn enter(&mut self, token: &str, customer: &str, now: Timestamp) -> String {
        if let Some(row) = self.customer_entry(customer) {
            row.last_login = Some(now);
        }
        let live = self.token_of(customer).filter(|live| live != token);
        let Some(live) = live else {
            return self.renew(token, customer, now);
        };
        let anonymous = self.customer(token).is_none_or(|current| current.guest);
        let cart = if anonymous {
            self.remove(token).and_then(|session| session.cart)
        } else {
            self.get(token).cart
        };
        let has_expired = self.has_expired(&live, now);
        let session = self.entry(&live);
        session.cart = merged(session.cart.take(), cart);
        session.written = Some(now);
        match has_expired {
            true => self.renew(&live, customer, now),
            false => live,
        }
    }

    /// Moves a session to a new token as a customer's session. The old token becomes an anonymous session.
    pub(crate) fn renew(&mut self, token: &str, customer: &str, now: Timestamp) -> String {
        let mut session = self.remove(token).unwrap_or_default();
        if session.customer.as_deref() != Some(customer) {
            session.choices.billing_address = None;
            session.choices.shipping_address = None;
        }
        session.customer = Some(customer.to_owned());
        session.written = Some(now);
        session.expired = false;
        let token = mint();
        *self.entry(&token) = session;
        token
    }

    /// Logs out, and returns the token of a new anonymous session. A customer's session continues under a secret token,
    /// so that its cart is restored at the next login; a guest's is deleted.
    pub(crate) fn leave(&mut self, token: &str, guest: bool) -> String {
        let session = self.remove(token);
        if let Some(session) = session.filter(|_| !guest) {
            *self.entry(&mint()) = session;
        }
        mint()
    }

    /// Logs a customer out of all sessions; the carts are kept.
    pub(crate) fn revoke(&mut self, customer: &str) {
        for session in self.sessions_of(customer) {
            session.customer = None;
            session.choices.billing_address = None;
            session.choices.shipping_address = None;
        }
    }

    /// Deletes a customer.
    pub(crate) fn forget_customer(&mut self, customer: &str) {
        self.revoke(customer);
        self.remove_customer(customer);
    }
}

/// The lines of both carts; quantities of lines with the same id are added.
fn merged(own: Option<Cart>, other: Option<Cart>) -> Option<Cart> {
    let Some(other) = other else { return own };
    let Some(mut own) = own else { return Some(other) };
    for line in other.lines {
        match own.lines.iter_mut().find(|known| known.id == line.id) {
            Some(known) if known.stackable => known.quantity += line.quantity,
            Some(_) => {}
            None => own.lines.push(line),
        }
    }
    for code in other.codes {
        if !own
            .codes
            .iter()
            .any(|known| known.typed.eq_ignore_ascii_case(&code.typed))
        {
            own.codes.push(code);
        }
    }
    Some(own)
}
