//! One builder at a time (rule 19).
//!
//! **Invariant:** held from before the pull until the release is live; it ends with the process, for any reason.

use std::time::Duration;

use anyhow::{Result, bail};
use vitrine_state::{Held, StateFolder, Taken};

use crate::{build_info::VERSION, progress};

/// The exclusive right to pull, to replace the snapshot and to publish; released when dropped.
#[derive(Debug)]
pub(crate) struct BuilderLock(#[expect(dead_code, reason = "it is held, not read")] Held);

impl BuilderLock {
    /// Takes the lock of a state. If another process holds it, reports that and waits up to `wait`. `command` is shown to
    /// other waiting processes.
    pub(crate) fn take(state: &StateFolder, command: &str, wait: Duration) -> Result<Self> {
        let lease = state.builder_lease().map_err(|error| {
            let what = format!("the folder {} could not be made", error.path.display());
            anyhow::Error::from(error.source).context(what)
        })?;
        let own = format!("vitrine {command} (process {})", std::process::id());
        let description = match lease.try_take("", &own)? {
            Taken::Held(held) => return Self::of_this_format(state, held),
            Taken::Busy(description) => description,
        };
        let holder = description.as_deref().unwrap_or("another process");
        let seconds = wait.as_secs();
        progress::say(&format!(
            "{holder} is building in {state}; waiting up to {seconds} s until it has ended"
        ));
        match lease.take_within("", &own, wait)? {
            Some(held) => Self::of_this_format(state, held),
            None => bail!(
                "{holder} is building in {state} and did not end within {seconds} s, so nothing was built. Build again when it has ended, or raise timeouts.lock"
            ),
        }
    }

    fn of_this_format(state: &StateFolder, held: Held) -> Result<Self> {
        state.bring_to_this_format(VERSION)?;
        Ok(Self(held))
    }
}
