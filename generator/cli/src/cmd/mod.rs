//! The commands, one module each.

pub(crate) mod bench_floor;
pub(crate) mod build;
pub(crate) mod changes;
pub(crate) mod check;
mod configured_names;
pub(crate) mod consents;
mod delivery_words;
#[cfg(feature = "demo")]
pub(crate) mod demo;
pub(crate) mod desk;
#[cfg(feature = "dev")]
pub(crate) mod dev;
pub(crate) mod doctor;
mod folded;
mod format;
mod front_end;
mod gate;
pub(crate) mod init;
pub(crate) mod island_props;
mod island_types;
pub(crate) mod licenses;
pub(crate) mod limits;
pub(crate) mod manual;
pub(crate) mod openapi;
pub(crate) mod outbox;
mod own_islands;
pub(crate) mod pack;
mod present;
pub(crate) mod prices;
mod release_archive;
pub(crate) mod releases;
mod remedy;
pub(crate) mod resident_build;
pub(crate) mod resident_preview;
pub(crate) mod rollback;
mod seen;
pub(crate) mod serve;
mod setup;
pub(crate) mod theme;
pub(crate) mod version;
mod wire;
pub(crate) mod withdrawals;
