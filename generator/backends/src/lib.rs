//! The two backends of a shop: Shopware for commerce, Statamic for content; the pull, the snapshot, and the one edge where their JSON becomes model types.
//!
//! **Invariant:** outside this crate nobody sees a backend's JSON, and nothing here decides what a page looks like.
//! Every wait has a deadline, every answer a size limit, and no token or key is ever printed or written.
//! Start at [`shopware::ShopwareClient`] and [`statamic::StatamicClient`] for calls, [`pull::pull`] and [`convert::convert`] for builds.

pub mod convert;
mod error;
pub mod http;
mod json;
pub mod pull;
pub mod query;
pub mod shopware;
pub mod snapshot;
pub mod statamic;

pub use error::{ApiError, Backend, BackendError, Call};
