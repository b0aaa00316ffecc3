//! Makes the folders that the files are in.

use std::path::Path;

use crate::error::StateError;

/// Makes a folder with all above it, unless it is there.
pub(super) fn make_folder(path: &Path) -> Result<(), StateError> {
    std::fs::create_dir_all(path).map_err(|source| StateError {
        path: path.to_owned(),
        source,
    })
}
