//! Errors of creating the state.

use std::{io, path::PathBuf};

/// A folder or file of the state could not be created.
#[derive(Debug, thiserror::Error)]
#[error("cannot create {}: {source}", path.display())]
pub struct StateError {
    /// The folder or file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}
