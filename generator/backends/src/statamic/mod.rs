//! Statamic's content API (`generator/docs/statamic.md`): the client, both profiles (stock and extended).
//!
//! **Invariant:** every key of the extended profile is optional and references are accepted in both forms; 404 for an
//! entry, tree or redirects means absent. Start at [`StatamicClient`].

mod client;
mod envelope;
mod graphql;
mod reads;
pub(crate) mod wire;

pub use client::{StatamicClient, StatamicConfig};
