//! What could not be made at start.

use std::{io, path::PathBuf};

/// A folder or file of the state that could not be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot create {}: {source}", path.display())]
pub struct StateError {
    /// The folder or file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}
