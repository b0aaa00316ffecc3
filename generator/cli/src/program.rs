//! Finds the executable of this process, to start it again.
//!
//! **Invariant:** it is the version that is running, even if its file was replaced or removed.

use std::{env, io, path::PathBuf};

/// A link to the executable of the process that opens it, whatever happened to its file.
const RUNNING: &str = "/proc/self/exe";

/// The path to execute; systems other than Linux only know the original path.
pub(crate) fn running() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from(RUNNING))
    } else {
        env::current_exe()
    }
}

/// The name under which this program was started, for process lists.
pub(crate) fn name() -> std::ffi::OsString {
    env::args_os().next().unwrap_or_else(|| "vitrine".into())
}
