//! Catalog -> plan -> view -> render -> write -> release.
//!
//! **Invariant:** pure but for `output`: no clock, no network, no environment; the same Catalog, templates, texts and assets give the same bytes.
//! Start at [`build::build`]; what a page kind is stands in [`page`].

pub mod page;
pub mod reader;
