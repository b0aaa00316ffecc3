//! Generates the site: Catalog -> plan -> view -> render -> write -> release.
//!
//! **Invariant:** pure except for `load` and `output`: no clock, no network, no environment; the same Catalog,
//! templates, texts and assets give the same bytes. Start at [`build::build`]; [`page`] describes a page, [`context`]
//! what its view is built from.

pub mod assets;
mod base;
pub mod blocks;
pub mod build;
mod checks;
pub mod commerce_event;
mod common_files;
pub mod config;
pub mod context;
pub mod diagnostics;
pub mod draft;
pub mod error;
pub mod form_words;
pub mod fragments;
mod gazetteer;
pub mod guarantee_notice;
pub mod header_footer;
mod heading_ids;
mod icons;
pub mod image;
mod island_props;
mod json_line;
mod leftovers;
mod legal_texts;
mod lists;
pub mod load;
mod locale_sources;
mod markdown;
pub mod message_check;
pub mod messages;
pub mod offer_terms;
mod output;
mod own_texts;
pub mod page;
pub mod page_view;
pub mod pages;
pub mod plan;
pub mod query;
pub mod reader;
mod render;
mod render_pages;
pub mod report;
mod reuse;
pub mod review;
pub mod routes;
pub mod search_document;
mod search_labels;
pub mod sources;
pub mod styleguide;
pub mod tag_manager;
pub mod templates;
pub mod theme;
pub mod traces;
mod units;
pub mod view;

pub use base::GENERATOR;
pub use build::{BuildOptions, build};
pub use error::SiteError;
pub use island_props::island_props;
pub use load::{OwnFiles, Site, SitePaths};
pub use message_check::{CheckSources, check};
pub use output::{
    FileChanges, KeptRelease, KnownRelease, Retention, RolledBack, file_changes, live_snapshot, releases, roll_back,
    rolled_back,
};
pub use report::{BuildReport, Progress, Stage};
pub use reuse::page_inputs;
pub use review::{Gate, Present};
