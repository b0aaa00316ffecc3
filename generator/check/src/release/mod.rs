//! A finished release: its own files, and what its links lead to.

mod assets;
mod manifest;
mod opened;
mod sets;
mod target;

pub use self::opened::CheckError;
pub(crate) use self::{
    assets::gzip_size,
    manifest::Locale,
    opened::{PageEntry, Release},
    target::Target,
};
