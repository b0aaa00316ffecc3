//! Whether the state folder can store what must not be lost: orders, withdrawals, events.
//!
//! **Invariant:** checked at most once per [`crate::ServerLimits::ready_age`]; the check leaves no files.

use std::{io, time::Duration};

use tokio::{sync::Mutex, task::spawn_blocking, time::Instant};
use vitrine_state::StateFolder;

use crate::{limits::ServerLimits, shop::setup::SetupFinding};

/// The folder and the last result.
pub(crate) struct StateProbe {
    folder: StateFolder,
    max_age: Duration,
    last: Mutex<Option<(Instant, Option<SetupFinding>)>>,
}

impl StateProbe {
    pub(crate) fn new(folder: &StateFolder, limits: &ServerLimits) -> Self {
        Self {
            folder: folder.clone(),
            max_age: limits.ready_age,
            last: Mutex::default(),
        }
    }

    /// The reason why it cannot be written to.
    pub(crate) async fn trouble(&self) -> Option<SetupFinding> {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < self.max_age
        {
            return found.clone();
        }
        let folder = self.folder.clone();
        let tried = spawn_blocking(move || folder.try_writing()).await;
        let found = tried.map_err(io::Error::other).flatten().err();
        let found = found.map(|error| {
            tracing::error!(%error, "the state folder cannot be written to");
            // The error's text can contain the path.
            SetupFinding::of_state_folder(error.kind())
        });
        *last = Some((Instant::now(), found.clone()));
        found
    }
}
