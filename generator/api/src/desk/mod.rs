//! The editors' desk (docs/contracts/desk.md): who may open it, what became of each save, and what the releases on disk
//! have in them. The pages are in `desk_pages`.
//!
//! **Invariant:** it shows what is on disk: after a restart it says the same.

pub(crate) mod archive;
pub(crate) mod difference;
pub(crate) mod logins;
pub(crate) mod page_parts;
pub(crate) mod provider;
pub(crate) mod report;
pub(crate) mod saves;
pub(crate) mod sessions;
mod tokens;

use std::{
    collections::HashMap,
    fmt,
    sync::{
        Arc, Mutex as StdMutex,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};
use vitrine_state::{StateError, StateFolder};

use self::{archive::Archive, logins::Logins, provider::Provider, report::DeskReport, sessions::DeskSessions};
use crate::desk_users::DeskSettings;

/// The state of the desk.
pub(crate) struct Desk {
    pub(crate) sessions: DeskSessions,
    /// Where somebody may log in without a password, and the logins that were begun there.
    pub(crate) door: Option<(Provider, Logins)>,
    pub(crate) archive: Arc<dyn Archive>,
    /// The last report, when it was read and after which change: several visitors share it.
    pub(crate) last: Mutex<Option<(Instant, u64, Arc<DeskReport>)>>,
    /// Number of changes that this process knows of.
    pub(crate) changes: AtomicU64,
    /// The streams of events that are open, by session.
    pub(crate) streams: Arc<StdMutex<HashMap<[u8; 32], usize>>>,
    /// Whether the server stops.
    pub(crate) stop: watch::Receiver<bool>,
}

impl Desk {
    pub(crate) fn open(
        settings: DeskSettings,
        provider: Option<Provider>,
        archive: Arc<dyn Archive>,
        state: &StateFolder,
        clock: fn() -> SystemTime,
        stop: watch::Receiver<bool>,
    ) -> Result<Self, StateError> {
        let logins = provider.map(|provider| Ok((provider, Logins::open(state, clock)?)));
        Ok(Self {
            door: logins.transpose()?,
            sessions: DeskSessions::open(settings, state, clock)?,
            archive,
            last: Mutex::default(),
            changes: AtomicU64::new(0),
            streams: Arc::default(),
            stop,
        })
    }

    /// Something was changed: the next report is read anew.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk")
            .field("archive", &self.archive)
            .finish_non_exhaustive()
    }
}
