//! Data that the stand-in keeps until a reset: orders with their documents, payments and mails.
//!
//! **Invariant:** nothing here answers a call; the handlers above read and change it through
//! [`ShopwareState`](super::ShopwareState).

pub(crate) mod document;
mod mail;
mod order;
mod orders;
mod payments;
pub(crate) mod states;

pub use self::mail::Mail;
pub(crate) use self::mail::Mailbox;
pub(crate) use self::order::{Buyer, Delivery, Order, OrderAddress, OrderLine, Transaction};
pub(crate) use self::orders::Orders;
pub(crate) use self::payments::{Outcome, Payment, Payments};
