//! The mailbox: mails that the shop would have sent.

use std::collections::VecDeque;

use jiff::Timestamp;
use serde::Serialize;

/// Maximum number of stored mails; the oldest are dropped first.
const MOST: usize = 1_000;

/// A mail that Shopware would have sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mail {
    /// The kind: `order_placed` and `downloads_ready`; `order_…`, `payment_…` or `delivery_…` with the technical name
    /// of a state, for each state change that sends a mail (`order_shipped` for a shipped delivery);
    /// `customer_registered`, `customer_opt_in`, `guest_opt_in`, `customer_recovery` or `customer_password_changed`;
    /// `newsletter_opt_in`; `revocation_request` of the withdrawal route; `smtp` if the shop itself sent it.
    pub kind: &'static str,
    /// Time, by the demo's clock.
    pub at: Timestamp,
    /// The recipient's address.
    pub to: String,
    /// ISO code of its language, such as `nl-NL`.
    pub language: String,
    /// Number of the order; empty if the mail is not about an order.
    pub order_number: String,
    /// Its subject.
    pub subject: String,
    /// Its text, lines ending with a line feed.
    pub text: String,
    /// The URLs in the text, in order.
    pub links: Vec<String>,
}

/// Mails, newest first.
#[derive(Debug, Default)]
pub(crate) struct Mailbox(VecDeque<Mail>);

impl Mailbox {
    pub(crate) fn send(&mut self, mail: Mail) {
        self.0.push_front(mail);
        self.0.truncate(MOST);
    }

    pub(crate) fn list(&self) -> Vec<Mail> {
        self.0.iter().cloned().collect()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
