//! The backends and the image CDN of the shop, for `vitrine demo` and for tests: a Shopware Store API, a Statamic and
//! an image CDN over HTTP, with state. It shares no code with its clients, so that a misunderstood protocol does not go
//! unnoticed because both sides share the error.

mod apps;
pub mod control;
pub mod faults;
pub mod hooks;

mod desk;
mod server;
mod smtp;
mod target;

pub use server::{Demo, DemoConfig, DemoError};
pub use vitrine_demo_shopware::Latency;
pub use vitrine_demo_statamic::{StatamicProfile, StatamicVersion};
