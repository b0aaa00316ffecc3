//! The stand-in Statamic over HTTP: compares its answers with recordings of a real one, and checks every rule of the
//! contract.
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod conditions;
mod editing;
mod endpoints;
mod forms;
mod front_matter;
mod graphql;
mod installation;
mod previews;
mod recorded;
mod recorded_shop;
mod support;
mod versions;
