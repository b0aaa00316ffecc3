//! State as files in one folder, for all processes of one machine.
//!
//! **Invariant:** every path below the folder is defined here and nowhere else; other crates get traits. The snapshot
//! of a pull and the folder of `vitrine dev` are the exceptions: their owners write whole trees there.

mod collection;
mod durable_file;
mod event_file;
mod folder;
mod ledger_file;
mod lock_files;
mod record_files;
mod version_file;

use std::{
    fmt,
    fs::File,
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

pub use self::{
    collection::Collection,
    version_file::{STATE_FORMAT, StateVersionError},
};
use self::{
    event_file::EventFile,
    ledger_file::LedgerFile,
    lock_files::{BuilderLock, RecordLocks, SessionLocks},
    record_files::RecordFiles,
};
use crate::{
    error::StateError,
    lease::Lease,
    ledger::Ledger,
    log::Log,
    records::{Bounds, Full, Records},
};

/// Larger than a record of an order or a withdrawal.
static TRIED: [u8; 64 * 1024] = [0; 64 * 1024];

/// The folder that all processes of a shop on one machine share. Shown as its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFolder(PathBuf);

impl StateFolder {
    /// The state in this folder; nothing is read or created before it is needed.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// An error if a newer program wrote the state; nothing is written.
    pub fn check_version(&self) -> Result<(), StateVersionError> {
        version_file::read(&self.0).map(drop)
    }

    /// Brings the state of an older program to the format of this one, whose version is noted.
    pub fn bring_to_this_format(&self, program: &str) -> Result<(), StateVersionError> {
        version_file::bring(&self.0, program)
    }

    /// Leases of sessions, by token. Only hashes of the tokens are stored.
    pub fn session_leases(&self) -> Result<Arc<dyn Lease>, StateError> {
        let locks = SessionLocks::open(self.0.join("locks"))?;
        Ok(Arc::new(locks))
    }

    /// The lease to pull, to replace the snapshot and to publish; its name is ignored.
    pub fn builder_lease(&self) -> Result<Arc<dyn Lease>, StateError> {
        let lock = BuilderLock::open(&self.0)?;
        Ok(Arc::new(lock))
    }

    /// Leases of records of a collection; the record must exist.
    pub fn record_leases(&self, of: Collection) -> Arc<dyn Lease> {
        Arc::new(RecordLocks::of(of.files_in(&self.0)))
    }

    /// The records of a collection, whose folder is created if necessary.
    pub fn records(&self, of: Collection, bounds: Bounds) -> Result<Arc<dyn Records>, StateError> {
        let records = RecordFiles::open(of.files_in(&self.0), bounds)?;
        Ok(Arc::new(records))
    }

    /// A small collection next to the event log: its folder is not created, and records are written only where the log
    /// was prepared.
    pub fn records_beside_events(&self, of: Collection, bytes: u64) -> Arc<dyn Records> {
        let bounds = Bounds {
            most: usize::MAX,
            bytes,
            full: Full::Refuse,
        };
        Arc::new(RecordFiles::of(of.files_in(&self.0), bounds))
    }

    /// The log of accepted events.
    pub fn log(&self) -> Arc<dyn Log> {
        Arc::new(EventFile::in_folder(self.0.join("hooks")))
    }

    /// The ledger of published prices.
    pub fn ledger(&self) -> Arc<dyn Ledger> {
        Arc::new(LedgerFile::at(self.0.join("prices")))
    }

    /// An unnamed temporary file, which is deleted with its last handle.
    pub fn unnamed_file(&self) -> io::Result<File> {
        tempfile::tempfile_in(&self.0)
    }

    /// Checks whether the folder is writable; leaves nothing behind.
    pub fn try_writing(&self) -> io::Result<()> {
        let mut file = self.unnamed_file()?;
        file.write_all(&TRIED)?;
        file.sync_data()
    }

    /// The path of the last complete snapshot, which the crate `backends` reads and writes.
    pub fn snapshot(&self) -> PathBuf {
        self.0.join("snapshot")
    }

    /// The folder of `vitrine doctor`, with the records that each run reads.
    pub fn of_doctor(&self) -> PathBuf {
        self.0.join("doctor")
    }

    /// The folder of `vitrine dev`, with its own release, assets and state.
    pub fn of_dev(&self) -> PathBuf {
        self.0.join("dev")
    }
}

impl fmt::Display for StateFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.display().fmt(f)
    }
}
