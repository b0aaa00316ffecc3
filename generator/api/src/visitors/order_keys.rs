//! The idempotency keys of orders, stored on disk with the outcome of each order (R-CHK-08, rule 15).
//!
//! **Invariant:** a key is on disk, synced, before its order is sent. A key belongs to one session, whose lock is held
//! while the key is read and written. The key of an order that was certainly not placed is removed, so only orders use
//! space. Keys and tokens are stored only as hashes.

use std::{
    collections::HashSet,
    io,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use vitrine_backends::shopware::session::ContextToken;
use vitrine_state::{Bounds, Collection, Full, Records, StateError, StateFolder};

use crate::limits::ServerLimits;

/// Maximum size of a record in bytes; a longer file is not read.
const MAX_RECORD: u64 = 4 * 1024;

/// The state of an order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub(crate) enum Progress {
    /// The order was sent or about to be sent; the outcome is unknown.
    Begun,
    /// The order was placed.
    Placed {
        order_id: String,
        order_number: String,
        /// The page of the payment started with the order; returned again if the response was lost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<String>,
    },
}

/// The stored record of a key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The hash of the context token of the order's session.
    session: String,
    /// When the order was sent, in seconds since 1970.
    pub(crate) begun_at: u64,
    #[serde(flatten)]
    pub(crate) progress: Progress,
}

/// The result of a lookup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// There is no record of the key.
    Unknown,
    /// The key belongs to another session.
    Foreign,
    /// The key belongs to this session.
    Own(Record),
}

/// All keys of the state.
pub(crate) struct OrderKeys {
    /// The clock for the age of records.
    clock: fn() -> SystemTime,
    records: Arc<dyn Records>,
}

impl OrderKeys {
    /// The keys of a state.
    pub(crate) fn open(
        state: &StateFolder,
        limits: &ServerLimits,
        clock: fn() -> SystemTime,
    ) -> Result<Self, StateError> {
        let age = limits.order_key_age;
        let bounds = Bounds {
            most: limits.order_keys,
            bytes: MAX_RECORD,
            full: Full::Forget { age, clock },
        };
        let records = state.records(Collection::ORDER_KEYS, bounds)?;
        Ok(Self { clock, records })
    }

    /// Looks up a key for a session.
    pub(crate) fn find(&self, key: &str, token: &ContextToken) -> io::Result<Known> {
        let Some(record) = self.read(key)? else {
            return Ok(Known::Unknown);
        };
        Ok(if record.session == session(token) {
            Known::Own(record)
        } else {
            Known::Foreign
        })
    }

    /// Records that an order is about to be sent; synced to disk on return.
    pub(crate) fn begin(&self, key: &str, token: &ContextToken) -> io::Result<()> {
        self.write(
            key,
            &Record {
                session: session(token),
                begun_at: (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
                progress: Progress::Begun,
            },
        )
    }

    /// Time since the order of a record was sent.
    pub(crate) fn age(&self, record: &Record) -> Duration {
        let now = (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.saturating_sub(Duration::from_secs(record.begun_at))
    }

    /// Records the order that was placed; synced to disk on return.
    pub(crate) fn placed(&self, key: &str, order_id: &str, order_number: &str) -> io::Result<()> {
        let record = self.known(key)?;
        self.write(
            key,
            &Record {
                progress: Progress::Placed {
                    order_id: order_id.to_owned(),
                    order_number: order_number.to_owned(),
                    page: None,
                },
                ..record
            },
        )
    }

    /// Records the page on which the payment of a placed order was begun.
    pub(crate) fn paying(&self, key: &str, payment_page: &str) -> io::Result<()> {
        let mut record = self.known(key)?;
        if let Progress::Placed { page, .. } = &mut record.progress {
            *page = Some(payment_page.to_owned());
            self.write(key, &record)?;
        }
        Ok(())
    }

    /// Removes the key of an order that was certainly not placed.
    pub(crate) fn failed(&self, key: &str) -> io::Result<()> {
        self.records.remove(key)
    }

    /// The ids of the orders that were placed with any key: a session's token changes with a login, its orders do not.
    pub(crate) fn placed_orders(&self) -> io::Result<HashSet<String>> {
        let mut found = HashSet::new();
        self.records.each(&mut |content| {
            if let Ok(Record {
                progress: Progress::Placed { order_id, .. },
                ..
            }) = content.and_then(|content| parse(&content))
            {
                found.insert(order_id);
            }
        })?;
        Ok(found)
    }

    fn write(&self, key: &str, record: &Record) -> io::Result<()> {
        let bytes = serde_json::to_vec(record).map_err(io::Error::other)?;
        self.records.put(key, &bytes)
    }

    fn read(&self, key: &str) -> io::Result<Option<Record>> {
        self.records.get(key)?.map(|content| parse(&content)).transpose()
    }

    /// The record of a key that was begun.
    fn known(&self, key: &str) -> io::Result<Record> {
        self.read(key)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn parse(content: &[u8]) -> io::Result<Record> {
    serde_json::from_slice(content).map_err(io::Error::other)
}

fn session(token: &ContextToken) -> String {
    blake3::hash(token.expose().as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10";

    fn token(letter: &str) -> ContextToken {
        ContextToken::parse(&letter.repeat(32)).expect("a token")
    }

    fn clock() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_000)
    }

    #[test]
    fn r_chk_08_a_key_outlives_the_process_and_belongs_to_its_session() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || OrderKeys::open(&StateFolder::at(folder.path()), &ServerLimits::default(), clock).expect("keys");
        assert_eq!(open().find(KEY, &token("a")).expect("read"), Known::Unknown);
        open().begin(KEY, &token("a")).expect("written");
        let Known::Own(record) = open().find(KEY, &token("a")).expect("read") else {
            panic!("it is the session's own");
        };
        assert_eq!((record.begun_at, record.progress), (1_000, Progress::Begun));
        assert_eq!(open().find(KEY, &token("b")).expect("read"), Known::Foreign);
        open().placed(KEY, "f2", "10004").expect("written");
        let Known::Own(record) = open().find(KEY, &token("a")).expect("read") else {
            panic!("it is the session's own");
        };
        let placed = Progress::Placed {
            order_id: "f2".into(),
            order_number: "10004".into(),
            page: None,
        };
        assert_eq!((record.begun_at, record.progress), (1_000, placed));
        assert_eq!(open().placed_orders().expect("read"), HashSet::from(["f2".to_owned()]));
        open().failed(KEY).expect("removed");
        assert_eq!(open().find(KEY, &token("a")).expect("read"), Known::Unknown);
        let names: Vec<_> = std::fs::read_dir(folder.path().join("orders"))
            .expect("the folder")
            .collect();
        assert!(names.is_empty(), "nothing is left aside");
    }

    #[test]
    fn r_chk_08_no_more_than_the_limit_is_kept_and_nothing_for_ever() {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = ServerLimits {
            order_keys: 100,
            ..ServerLimits::default()
        };
        let open = |clock| OrderKeys::open(&StateFolder::at(folder.path()), &limits, clock).expect("keys");
        let keys = open(clock);
        for number in 0..300 {
            let key = format!("../../{number}");
            keys.begin(&key, &token("a")).expect("written");
            assert!(keys.records.names().expect("read").len() <= 100, "after {number}");
        }
        assert_ne!(keys.find("../../299", &token("a")).expect("read"), Known::Unknown);
        let later = open(|| UNIX_EPOCH + Duration::from_secs(100 * 366 * 24 * 60 * 60));
        later.begin(KEY, &token("a")).expect("written");
        assert_eq!(later.records.names().expect("read").len(), 1, "the old ones are gone");
    }
}
