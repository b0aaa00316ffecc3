//! Creates folders.

use std::path::Path;

use crate::error::StateError;

/// Creates a folder with its parents, if missing.
pub(super) fn make_folder(path: &Path) -> Result<(), StateError> {
    std::fs::create_dir_all(path).map_err(|source| StateError {
        path: path.to_owned(),
        source,
    })
}
