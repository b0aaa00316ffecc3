//! Catalog -> plan -> view -> render -> write -> release.
//!
//! **Invariant:** pure but for `load` and `output`: no clock, no network, no environment; the same Catalog, templates, texts and assets give the same bytes.
//! Start at [`page`], which says what a page is, and [`context`], which says what its view is built from.

pub mod assets;
pub mod context;
pub mod image;
pub mod messages;
pub mod page;
pub mod plan;
pub mod reader;
pub mod redirects;
pub mod routes;
