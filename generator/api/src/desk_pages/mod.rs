//! The doors of the editors' desk (docs/contracts/desk.md): pages, forms, JSON and the stream of events.
//!
//! **Invariant:** a door exists only as a row of [`rows::ROWS`], which says who may use it; whatever is answered is stored
//! and indexed nowhere, and is framed by nobody. No answer depends on JavaScript but the stream.

mod door;
mod forms;
mod language;
mod machine;
mod pages;
mod provider;
mod report;
mod rows;
mod session;
mod stream;
mod view;
mod visit;

pub(crate) use door::{is_for, serve};
