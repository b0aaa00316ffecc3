//! The records of withdrawals in `state_dir/withdrawals` (law §4a): `<id>.json` is what was received, and never changes;
//! `<id>.pending.json` says what was delivered where, and becomes `<id>.done.json` when nothing is left to deliver.
//!
//! **Invariant:** a record is on disk, synced, before anything else is done with it, and is written once: the id is the
//! hash of the sender's key and the statement, so the same request sent again finds its record.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::{channels::Delivery, statement::Statement};
use crate::durable_file;

/// Maximum size of a file in bytes; a longer one is not read.
const MAX_FILE: u64 = 64 * 1024;

/// What was received.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The format of this file.
    pub format: u8,
    /// The id: 32 hex digits.
    pub id: String,
    /// When it was received.
    pub received_at: Timestamp,
    /// The same in the shop's time zone: `2026-11-23T19:40:12+01:00[Europe/Amsterdam]`.
    pub received_local: String,
    /// The code of the locale.
    pub locale: String,
    /// What was stated.
    #[serde(flatten)]
    pub statement: Statement,
}

impl Recorded {
    /// The reference for people: `4F2A-91BC-03DE`.
    pub fn reference(&self) -> String {
        let digits = self.id.get(..12).unwrap_or(&self.id).to_uppercase();
        let groups: Vec<&str> = (0..3).filter_map(|at| digits.get(at * 4..at * 4 + 4)).collect();
        groups.join("-")
    }
}

/// The records of the folder.
#[derive(Debug)]
pub struct Withdrawals {
    folder: PathBuf,
    most: usize,
    count: AtomicUsize,
}

/// The lock of a record while it is delivered; the kernel releases it when the process ends.
pub(super) struct RecordLock(#[expect(dead_code, reason = "it is held, not read")] File);

impl Withdrawals {
    /// Opens the folder `state_dir/withdrawals` and creates it if necessary. At most `most` records are kept.
    pub fn open(state_dir: &Path, most: usize) -> io::Result<Self> {
        let folder = state_dir.join("withdrawals");
        fs::create_dir_all(&folder)?;
        let opened = Self {
            folder,
            most,
            count: AtomicUsize::new(0),
        };
        opened.count.store(opened.ids()?.len(), Ordering::Relaxed);
        Ok(opened)
    }

    /// Records a statement, synced to disk on return; `false` if it was recorded before.
    pub(super) fn record(
        &self,
        key: &str,
        statement: &Statement,
        locale: &str,
        now: Timestamp,
        zone: &TimeZone,
    ) -> io::Result<(Recorded, bool)> {
        let id = id_of(key, statement)?;
        let path = self.path(&id, "");
        if path.exists() {
            return Ok((self.read(&id)?, false));
        }
        if self.count.load(Ordering::Relaxed) >= self.most {
            return Err(io::Error::other(format!("there are {} records already", self.most)));
        }
        let recorded = Recorded {
            format: 1,
            received_at: now,
            received_local: now.to_zoned(zone.clone()).to_string(),
            locale: locale.to_owned(),
            statement: statement.clone(),
            id,
        };
        if !durable_file::write_once(&path, &json(&recorded)?)? {
            return Ok((self.read(&recorded.id)?, false));
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        Ok((recorded, true))
    }

    /// Every record, the oldest first, each with its deliveries.
    pub fn list(&self) -> io::Result<Vec<(Recorded, Delivery)>> {
        let mut list = Vec::new();
        for id in self.ids()? {
            list.push((self.read(&id)?, self.delivery(&id)?));
        }
        list.sort_by(|(a, _), (b, _)| (a.received_at, &a.id).cmp(&(b.received_at, &b.id)));
        Ok(list)
    }

    /// The ids of records that are not delivered everywhere.
    pub(super) fn pending(&self) -> io::Result<Vec<String>> {
        let mut ids = self.ids()?;
        ids.retain(|id| !self.path(id, ".done").exists());
        Ok(ids)
    }

    /// A record by its id.
    pub(super) fn read(&self, id: &str) -> io::Result<Recorded> {
        read(&self.path(id, ""))
    }

    /// What was delivered of a record so far.
    pub(super) fn delivery(&self, id: &str) -> io::Result<Delivery> {
        for kind in [".done", ".pending"] {
            match read(&self.path(id, kind)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => return other,
            }
        }
        Ok(Delivery::default())
    }

    /// Notes what was delivered; a delivery that is complete is not looked at again.
    pub(super) fn note(&self, id: &str, delivery: &Delivery) -> io::Result<()> {
        let pending = self.path(id, ".pending");
        durable_file::replace(&pending, &json(delivery)?)?;
        if delivery.is_complete() {
            durable_file::rename(&pending, &self.path(id, ".done"))?;
        }
        Ok(())
    }

    /// Locks a record; `None` if another process, or another task, delivers it.
    pub(super) fn lock(&self, id: &str) -> io::Result<Option<RecordLock>> {
        let file = File::open(self.path(id, ""))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(RecordLock(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".json"));
            ids.extend(id.filter(|id| !id.contains('.')).map(str::to_owned));
        }
        Ok(ids)
    }

    fn path(&self, id: &str, kind: &str) -> PathBuf {
        self.folder.join(format!("{id}{kind}.json"))
    }
}

fn id_of(key: &str, statement: &Statement) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key.as_bytes());
    hasher.update(&serde_json::to_vec(statement).map_err(io::Error::other)?);
    Ok(hasher.finalize().to_hex().as_str().chars().take(32).collect())
}

fn json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    serde_json::to_vec_pretty(value).map_err(io::Error::other)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> io::Result<T> {
    let said = |error: serde_json::Error| io::Error::other(format!("{}: {error}", path.display()));
    serde_json::from_slice(&durable_file::read(path, MAX_FILE)?).map_err(said)
}
