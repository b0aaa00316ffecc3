//! Statamic's content API (`generator/docs/statamic.md`): the client, both profiles (stock and extended).
//!
//! **Invariant:** every extra key is optional and every reference tolerated in both shapes; 404 on an entry, tree or redirects means absent.
//! Start at [`StatamicClient`].

mod client;
mod envelope;
mod graphql;
mod reads;
pub(crate) mod wire;

pub use client::{StatamicClient, StatamicConfig};
