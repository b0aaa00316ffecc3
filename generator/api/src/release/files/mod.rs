//! The files of a release: their table, their paths, and their bodies as they are sent.

pub(crate) mod bodies;
pub(crate) mod bodies_on_disk;
pub(crate) mod coding;
pub(crate) mod former;
pub(crate) mod hash;
pub(crate) mod headers;
pub(crate) mod path;
pub(crate) mod table;
