//! End-to-end tests of the API and the static server: real sockets, the real Shopware client, and a Shopware that
//! answers as recorded.

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
mod calls;
mod cart;
mod cart_lines;
mod changes;
mod checkout;
mod client;
mod currency;
mod customers;
mod deadline;
mod delivery_dates;
mod desk;
mod duties;
mod failure;
mod fields;
mod forms;
mod guard;
mod hooks;
mod languages;
mod mail_links;
mod mailbox;
mod offers;
mod orders;
mod outage;
mod overlay;
mod payment_methods;
mod policy;
mod previews;
mod promotions;
mod ready;
mod search;
mod search_documents;
mod sequences;
mod server;
mod session;
mod session_ends;
mod shop;
mod shop_setup;
mod shopware;
mod site;
mod slow;
mod switching;
mod withdrawals;
