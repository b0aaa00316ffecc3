//! Writes a release: staging, files, sitemaps, files for the API, and the rename that makes it live.
//!
//! **Invariant:** the only module that writes; everything goes through one directory handle of dist, into
//! `releases/<name>.tmp`, and live files are never opened for writing (rules 1 and 17).

pub(crate) mod cdn;
pub(crate) mod dist;
pub(crate) mod duties;
pub(crate) mod feed;
mod file_changes;
pub(crate) mod file_record;
mod former;
mod history;
pub(crate) mod hosts;
pub(crate) mod kept;
pub(crate) mod known_files;
pub(crate) mod llms;
pub(crate) mod manifest;
pub(crate) mod moved;
pub(crate) mod page_records;
pub(crate) mod publish;
mod releases;
mod retired;
pub(crate) mod robots;
pub(crate) mod search_file;
pub(crate) mod server;
pub(crate) mod sitemap;
pub(crate) mod staging;

pub use file_changes::{FileChanges, file_changes};
pub use kept::KeptRelease;
pub use manifest::live_snapshot;
pub use publish::Retention;
pub use releases::{KnownRelease, RolledBack, releases, roll_back, rolled_back};
