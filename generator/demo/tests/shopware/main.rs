//! The stand-in Shopware over HTTP, compared with recordings of a real 6.6.7.1, its schema, and the rules of the
//! contract.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod accounts;
mod cart;
mod catalogue;
mod changes;
mod checkout;
mod control;
mod cross_selling;
mod errors;
mod fields;
mod folder;
mod guests;
mod lifetimes;
mod lindhoven;
mod listing;
mod methods;
mod order_control;
mod orders;
mod past_orders;
mod payment;
mod promotions;
mod replay;
mod revocation;
mod rules;
mod scale;
mod schema;
mod support;
mod transport;
mod values;
