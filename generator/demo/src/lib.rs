//! The outside world of the shop, for `vitrine demo` and for tests: a Shopware Store API, a Statamic and an image CDN over HTTP, with state.
//! It shares no code with the crates that talk to it, so that a wrong idea of a protocol cannot cancel itself out.

pub mod control;
pub mod faults;

mod server;

pub use server::{Demo, DemoConfig, DemoError};
pub use vitrine_demo_shopware::Latency;
pub use vitrine_demo_statamic::StatamicProfile;
