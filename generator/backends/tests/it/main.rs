//! The crate end to end: servers on loopback that give recorded answers, clients that read them.
//!
//! **Invariant:** no network beyond loopback, no order between tests, nothing waits longer than a deadline of its own.
#![allow(clippy::unwrap_used, reason = "helpers of tests panic with the place that is wrong")]

mod backends;
mod checkout;
mod common;
mod convert;
mod pull;
mod shopware_reads;
mod shopware_session;
mod statamic_reads;
mod transport;
