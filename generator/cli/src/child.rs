//! Processes of this program that work for a server.

use std::{env, ffi::OsString, io, path::Path, process::Stdio};

use tokio::process::Command;

use crate::{allocator::FOR_SERVING, program};

/// A command of this program that works for a server over pipes, and is killed with what starts it. It gets this process's
/// environment, but for the names in `without` and for the allocator settings for serving.
pub(crate) fn command(config: &Path, subcommand: &str, without: &[&str]) -> io::Result<Command> {
    let mut command = Command::new(program::running()?);
    command
        .arg0(program::name())
        .arg("--config")
        .arg(config)
        .arg(subcommand)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    for name in without {
        command.env_remove(name);
    }
    // The operator's own allocator settings are kept.
    for (name, value) in FOR_SERVING {
        if env::var_os(name) == Some(OsString::from(value)) {
            command.env_remove(name);
        }
    }
    Ok(command)
}
