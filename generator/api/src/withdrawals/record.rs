//! The records of withdrawals (law §4a): what was received, which never changes; what was delivered where; and the same
//! once nothing is left to deliver.
//!
//! **Invariant:** a record is on disk, synced, before anything else is done with it, and is written once: the id is the
//! hash of the sender's key and the statement, so the same request sent again finds its record.

use std::{io, sync::Arc};

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use vitrine_state::{Bounds, Collection, Full, Held, Lease, Records, StateError, StateFolder, Taken};

use super::{channels::Delivery, statement::Statement};

/// Maximum size of a record in bytes; a longer one is not read.
const MAX_RECORD: u64 = 64 * 1024;

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

/// The records of a state.
#[derive(Debug)]
pub struct Withdrawals {
    received: Arc<dyn Records>,
    pending: Arc<dyn Records>,
    done: Arc<dyn Records>,
    leases: Arc<dyn Lease>,
}

impl Withdrawals {
    /// The records of a state. At most `most` are kept.
    pub fn open(state: &StateFolder, most: usize) -> Result<Self, StateError> {
        let bounds = |most| Bounds {
            most,
            bytes: MAX_RECORD,
            full: Full::Refuse,
        };
        Ok(Self {
            received: state.records(Collection::WITHDRAWALS, bounds(most))?,
            pending: state.records(Collection::WITHDRAWALS_PENDING, bounds(usize::MAX))?,
            done: state.records(Collection::WITHDRAWALS_DONE, bounds(usize::MAX))?,
            leases: state.record_leases(Collection::WITHDRAWALS),
        })
    }

    /// Where the records are, for messages.
    pub fn place(&self) -> String {
        self.received.place()
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
        if self.received.has(&id)? {
            return Ok((self.read(&id)?, false));
        }
        let recorded = Recorded {
            format: 1,
            received_at: now,
            received_local: now.to_zoned(zone.clone()).to_string(),
            locale: locale.to_owned(),
            statement: statement.clone(),
            id,
        };
        if !self.received.put_if_absent(&recorded.id, &json(&recorded)?)? {
            return Ok((self.read(&recorded.id)?, false));
        }
        Ok((recorded, true))
    }

    /// Every record, the oldest first, each with its deliveries.
    pub fn list(&self) -> io::Result<Vec<(Recorded, Delivery)>> {
        let mut list = Vec::new();
        for id in self.received.names()? {
            list.push((self.read(&id)?, self.delivery(&id)?));
        }
        list.sort_by(|(a, _), (b, _)| (a.received_at, &a.id).cmp(&(b.received_at, &b.id)));
        Ok(list)
    }

    /// The ids of records that are not delivered everywhere.
    pub(super) fn pending(&self) -> io::Result<Vec<String>> {
        let mut ids = self.received.names()?;
        ids.retain(|id| !self.done.has(id).unwrap_or_default());
        Ok(ids)
    }

    /// A record by its id.
    pub(super) fn read(&self, id: &str) -> io::Result<Recorded> {
        read(&*self.received, id)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// What was delivered of a record so far.
    pub(super) fn delivery(&self, id: &str) -> io::Result<Delivery> {
        for records in [&self.done, &self.pending] {
            if let Some(delivery) = read(&**records, id)? {
                return Ok(delivery);
            }
        }
        Ok(Delivery::default())
    }

    /// Notes what was delivered; a delivery that is complete is not looked at again.
    pub(super) fn note(&self, id: &str, delivery: &Delivery) -> io::Result<()> {
        if delivery.is_complete() {
            self.done.put(id, &json(delivery)?)?;
            return self.pending.remove(id);
        }
        self.pending.put(id, &json(delivery)?)
    }

    /// The right to deliver a record; `None` if another process, or another task, delivers it.
    pub(super) fn lease(&self, id: &str) -> io::Result<Option<Held>> {
        match self.leases.try_take(id, "")? {
            Taken::Held(lease) => Ok(Some(lease)),
            Taken::Busy(_) => Ok(None),
        }
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

fn read<T: DeserializeOwned>(records: &dyn Records, id: &str) -> io::Result<Option<T>> {
    let said = |error: serde_json::Error| io::Error::other(format!("{id} in {}: {error}", records.place()));
    let content = records.get(id)?;
    content
        .map(|content| serde_json::from_slice(&content).map_err(said))
        .transpose()
}
