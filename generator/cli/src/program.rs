//! This program, to be run once more.
//!
//! **Invariant:** it is the one that runs, also after another version was put in its place or its file was removed.

use std::{env, io, path::PathBuf};

/// What the kernel opens for the program of the process that asks, whatever became of its file.
const RUNNING: &str = "/proc/self/exe";

/// The path to run; other systems than Linux know only where the file was.
pub(crate) fn running() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from(RUNNING))
    } else {
        env::current_exe()
    }
}

/// The name under which this program was called, for lists of processes.
pub(crate) fn name() -> std::ffi::OsString {
    env::args_os().next().unwrap_or_else(|| "vitrine".into())
}
