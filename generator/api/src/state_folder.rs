//! Whether the state folder takes what must not be lost: orders, withdrawals, events.
//!
//! **Invariant:** it is tried at most once per [`crate::ServerLimits::ready_age`], and nothing stays of what was tried.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::{sync::Mutex, task::spawn_blocking, time::Instant};

use crate::{limits::ServerLimits, shop_setup::SetupFinding};

/// More than a record of an order or a withdrawal.
static TRIED: [u8; 64 * 1024] = [0; 64 * 1024];

/// The folder, and what was found last.
pub(crate) struct StateFolder {
    folder: PathBuf,
    max_age: Duration,
    last: Mutex<Option<(Instant, Option<SetupFinding>)>>,
}

impl StateFolder {
    pub(crate) fn new(folder: &Path, limits: &ServerLimits) -> Self {
        Self {
            folder: folder.to_owned(),
            max_age: limits.ready_age,
            last: Mutex::default(),
        }
    }

    /// What keeps it from being written to.
    pub(crate) async fn trouble(&self) -> Option<SetupFinding> {
        let mut last = self.last.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < self.max_age
        {
            return found.clone();
        }
        let folder = self.folder.clone();
        let tried = spawn_blocking(move || write_to(&folder)).await;
        let found = tried.map_err(io::Error::other).flatten().err();
        let found = found.map(|error| {
            tracing::error!(%error, "the state folder cannot be written to");
            // Its text can hold the path.
            SetupFinding::of_state_folder(error.kind())
        });
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

/// A file without a name, which ends with this function.
fn write_to(folder: &Path) -> io::Result<()> {
    let mut file = tempfile::tempfile_in(folder)?;
    file.write_all(&TRIED)?;
    file.sync_data()
}
