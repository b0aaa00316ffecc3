//! Allocator settings for serving and for building.
//!
//! **Invariant:** the operator's settings take precedence.

use std::{env, os::unix::process::CommandExt, process::Command};

use crate::program;

/// For a server: return freed memory immediately, and do not use 2 MiB pages. By default it keeps memory for a second,
/// in which hundreds of files may be compressed, so a server would hold several times what it uses.
pub(crate) const FOR_SERVING: [(&str, &str); 2] = [("MIMALLOC_PURGE_DELAY", "0"), ("MIMALLOC_ALLOW_THP", "0")];

/// For a build, which ends soon: keep freed memory for later allocations.
pub(crate) const FOR_BUILDING: [(&str, &str); 1] = [("MIMALLOC_PURGE_DELAY", "-1")];

/// Restarts the process with these settings, because the allocator reads them before `main`. The operator's settings
/// take precedence.
pub(crate) fn begin_with(settings: &[(&str, &str)]) {
    if settings.iter().any(|(name, _)| env::var_os(name).is_some()) {
        return;
    }
    let Ok(running) = program::running() else {
        return;
    };
    // `exec` returns only if it failed; then this process continues with the default settings.
    let mut command = Command::new(running);
    command
        .arg0(program::name())
        .args(env::args_os().skip(1))
        .envs(settings.iter().copied());
    let error = command.exec();
    tracing::warn!(%error, "the allocator's settings could not be changed; more memory or time is taken");
}
