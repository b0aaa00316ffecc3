//! The stand-in Statamic over HTTP: its answers against recordings of a real one, and every rule of the contract it promises.
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

mod conditions;
mod editing;
mod endpoints;
mod forms;
mod graphql;
mod installation;
mod previews;
mod recorded;
mod support;
