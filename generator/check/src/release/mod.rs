//! A finished release: its files, and resolving of its links.

mod assets;
mod manifest;
mod opened;
mod sets;
mod target;

pub use self::opened::CheckError;
pub(crate) use self::{
    assets::gzip_size,
    manifest::{Locale, Warning},
    opened::{PageEntry, Release},
    target::Target,
};
