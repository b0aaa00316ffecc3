//! The records of withdrawals (law §4a), the first kind of the outbox.
//!
//! **Invariant:** the id of a record is the hash of the sender's key and the statement, so the same request sent again
//! finds its record.

use std::{io, sync::Arc};

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use vitrine_state::{StateError, StateFolder};

use super::statement::Statement;
use crate::outbox::{Delivery, Outbox, WITHDRAWALS, reference};

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
        reference(&self.id)
    }
}

/// The records of a state.
#[derive(Debug)]
pub struct Withdrawals(Arc<Outbox>);

impl Withdrawals {
    /// The records of a state. At most `most` are kept.
    pub fn open(state: &StateFolder, most: usize) -> Result<Self, StateError> {
        let outbox = Outbox::open(state, &WITHDRAWALS, most)?;
        Ok(Self(Arc::new(outbox)))
    }

    /// The outbox of the records.
    pub(super) fn outbox(&self) -> &Arc<Outbox> {
        &self.0
    }

    /// Where the records are, for messages.
    pub fn place(&self) -> String {
        self.0.place()
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
        if self.0.has(&id)? {
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
        if !self.0.put(&recorded.id, &recorded)? {
            return Ok((self.read(&recorded.id)?, false));
        }
        Ok((recorded, true))
    }

    /// Every record, the oldest first, each with its deliveries.
    pub fn list(&self) -> io::Result<Vec<(Recorded, Delivery)>> {
        let mut list = Vec::new();
        for id in self.0.ids()? {
            list.push((self.read(&id)?, self.0.delivery(&id)?));
        }
        list.sort_by(|(a, _), (b, _)| (a.received_at, &a.id).cmp(&(b.received_at, &b.id)));
        Ok(list)
    }

    /// A record by its id.
    pub(super) fn read(&self, id: &str) -> io::Result<Recorded> {
        self.0.read(id)
    }

    /// What was delivered of a record so far.
    pub(super) fn delivery(&self, id: &str) -> io::Result<Delivery> {
        self.0.delivery(id)
    }
}

fn id_of(key: &str, statement: &Statement) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key.as_bytes());
    hasher.update(&serde_json::to_vec(statement).map_err(io::Error::other)?);
    Ok(hasher.finalize().to_hex().as_str().chars().take(32).collect())
}
