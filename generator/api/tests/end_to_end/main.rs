//! The API and the static server end to end: real sockets, the real Shopware client, and a Shopware that answers as the recorded one did.

#![allow(
    clippy::expect_used,
    unreachable_pub,
    missing_docs,
    reason = "helpers of tests fail as tests do"
)]

mod account;
mod account_orders;
mod account_sessions;
mod addresses;
mod cart;
mod changes;
mod checkout;
mod client;
mod customers;
mod deadline;
mod failure;
mod guard;
mod hooks;
mod mailbox;
mod offers;
mod orders;
mod outage;
mod overlay;
mod policy;
mod promotions;
mod ready;
mod search;
mod search_documents;
mod server;
mod session;
mod shop;
mod shopware;
mod site;
mod slow;
mod withdrawals;
