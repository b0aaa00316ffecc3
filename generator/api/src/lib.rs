//! The thin API and the static server: session, cart, health, OpenAPI, and the files of the live release.
//!
//! **Invariant:** nothing a client sends and nothing a backend answers is passed on as it came: every answer is built here, and every endpoint stands in the one
//! table of [`routes`]. The API keeps no session; any number of processes can serve any shopper. Start at [`serve`].

mod bounds;
mod call;
mod commerce;
mod config;
mod cookies;
mod dispatch;
mod error;
mod generations;
mod guard;
mod handlers;
mod limits;
mod messages;
mod observe;
mod openapi;
mod problem;
mod queue;
mod rate;
mod readiness;
mod release;
pub mod routes;
pub mod schema;
mod server;
mod static_files;
mod view;
mod workbench;

pub use bounds::{OutOfRange, out_of_range};
pub use commerce::{Commerce, CommerceFuture};
pub use config::{ApiConfig, Ordering, Rates};
pub use error::{ApiError, NoRelease};
pub use limits::Limits;
pub use openapi::openapi;
pub use problem::Code;
pub use server::{Running, serve, serve_workbench};
pub use workbench::{PREFIX as WORKBENCH_PREFIX, Workbench};
