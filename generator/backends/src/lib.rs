//! The two backends of a shop, Shopware for commerce and Statamic for content: clients, the pull, the snapshot, and the
//! conversion of their JSON to model types.
//!
//! **Invariant:** a backend's JSON never leaves this crate, every wait has a deadline, every answer a size limit, and
//! no token or key is printed or written.
//! Start at [`shopware::ShopwareClient`] and [`statamic::StatamicClient`] for calls, [`pull::pull`] and
//! [`convert::convert`] for builds.

pub mod convert;
mod error;
pub mod http;
mod json;
pub mod live_products;
pub mod pull;
pub mod query;
pub mod seen_names;
pub mod shopware;
pub mod snapshot;
pub mod statamic;

pub use error::{ASKS_FOR_PASSWORD, ApiError, Backend, BackendError, Call, NO_SITE, REDIRECTED};
