//! The file that says which format the state has.
//!
//! **Invariant:** a state of a newer format is never read or written; an older one is brought to this format before it
//! is used.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::durable_file::{SHARED, replace};

/// The format of the state. Grows when a program that reads the former one could not read a state any more, or would
/// lose something of it.
pub const STATE_FORMAT: u32 = 1;

/// Name of the file in the folder.
const FILE: &str = "version.json";

/// Larger than any such file.
const MOST: u64 = 64 * 1024;

/// There is no file, or none that this process may read.
const NO_FILE: [io::ErrorKind; 3] = [
    io::ErrorKind::NotFound,
    io::ErrorKind::NotADirectory,
    io::ErrorKind::PermissionDenied,
];

/// Steps from a format to the next one, by the format that they begin at. A step may run twice, also in two processes at
/// once, and leaves nothing half done.
const STEPS: [fn(&Path) -> io::Result<()>; STATE_FORMAT as usize] = [
    // Before 1, no file said the format; everything else was as it is in 1.
    |_| Ok(()),
];

/// Why a state cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StateVersionError {
    /// A newer program wrote it.
    #[error(
        "the state in {} has format {found}, written by vitrine {program}, and this vitrine reads up to {STATE_FORMAT}: run that version, or put back the copy of the folder that was made before the upgrade",
        folder.display()
    )]
    Newer {
        /// The folder.
        folder: PathBuf,
        /// Its format.
        found: u32,
        /// The version of the program that wrote it.
        program: String,
    },
    /// The file is damaged.
    #[error(
        "the format of the state could not be read from {}: {reason}. Put the file of the last backup there; if the state was never used by another version of vitrine, remove the file",
        path.display()
    )]
    Unreadable {
        /// `version.json`
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A step to this format failed.
    #[error(
        "the state in {} could not be brought from format {from} to {STATE_FORMAT}: {source}. Nothing was removed; mend that and start again",
        folder.display()
    )]
    Step {
        /// The folder.
        folder: PathBuf,
        /// The format that it has.
        from: u32,
        /// Why.
        source: io::Error,
    },
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct Version {
    format: u32,
    /// The version of the program that wrote it.
    #[serde(default)]
    program: String,
}

/// The format of the state in a folder; 0 without the file. An error if this program cannot read it.
pub(super) fn read(folder: &Path) -> Result<u32, StateVersionError> {
    let path = folder.join(FILE);
    let unreadable = |reason: String| StateVersionError::Unreadable {
        path: path.clone(),
        reason,
    };
    let bytes = match super::durable_file::read(&path, MOST) {
        Ok(bytes) => bytes,
        // Whoever may not read the folder learns it from what they read there next.
        Err(error) if NO_FILE.contains(&error.kind()) => return Ok(0),
        Err(error) => return Err(unreadable(error.to_string())),
    };
    let version: Version = serde_json::from_slice(&bytes).map_err(|error| unreadable(error.to_string()))?;
    if version.format > STATE_FORMAT {
        return Err(StateVersionError::Newer {
            folder: folder.to_owned(),
            found: version.format,
            program: version.program,
        });
    }
    Ok(version.format)
}

/// Brings the state to this format, and says so in the file. The folder is created if necessary.
pub(super) fn bring(folder: &Path, program: &str) -> Result<(), StateVersionError> {
    let from = read(folder)?;
    let begin = usize::try_from(from).unwrap_or(STEPS.len());
    let steps = STEPS.get(begin..).unwrap_or_default();
    if steps.is_empty() {
        return Ok(());
    }
    let all = || {
        fs::create_dir_all(folder)?;
        steps.iter().try_for_each(|step| step(folder))?;
        let version = Version {
            format: STATE_FORMAT,
            program: program.to_owned(),
        };
        replace(&folder.join(FILE), &serde_json::to_vec(&version)?, SHARED)
    };
    all().map_err(|source| StateVersionError::Step {
        folder: folder.to_owned(),
        from,
        source,
    })
}
