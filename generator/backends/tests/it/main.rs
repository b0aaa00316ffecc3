//! End-to-end tests of the crate: clients against servers on loopback that serve recorded answers.
//!
//! No network beyond loopback, no order between tests, and every wait has a deadline.
#![allow(clippy::unwrap_used, reason = "helpers of tests panic with the place that is wrong")]

mod backends;
mod checkout;
mod common;
mod convert;
mod drafts;
mod kept_products;
mod pull;
mod shopware_reads;
mod shopware_session;
mod statamic_reads;
mod transport;
