//! The idempotency keys of orders, stored on disk with the outcome of each order (R-CHK-08, rule 15).
//!
//! **Invariant:** a key is on disk, synced, before its order is sent. A key belongs to one session, whose lock is held
//! while the key is read and written. The key of an order that was certainly not placed is removed, so only orders use
//! space. Keys and tokens are stored only as hashes.

use std::{
    collections::HashSet,
    io,
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use vitrine_backends::shopware::session::ContextToken;

use crate::{
    durable_file::{self, BoundedFolder},
    limits::ServerLimits,
};

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
        /// The page of the payment that was begun with the order; given again to who lost the response.
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

/// All keys of the folder.
pub(crate) struct OrderKeys {
    /// The clock for the age of records.
    clock: fn() -> SystemTime,
    records: BoundedFolder,
}

impl OrderKeys {
    /// Opens the folder `state_dir/orders` and creates it if necessary.
    pub(crate) fn open(state_dir: &Path, limits: &ServerLimits, clock: fn() -> SystemTime) -> io::Result<Self> {
        let records = BoundedFolder::open(state_dir.join("orders"), limits.order_keys, limits.order_key_age)?;
        Ok(Self { clock, records })
    }

    /// Looks up a key for a session.
    pub(crate) fn find(&self, key: &str, token: &ContextToken) -> io::Result<Known> {
        let record = match read(&self.records.path(key)) {
            Ok(record) => record,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Known::Unknown),
            Err(error) => return Err(error),
        };
        Ok(if record.session == session(token) {
            Known::Own(record)
        } else {
            Known::Foreign
        })
    }

    /// Records that an order is about to be sent; synced to disk on return.
    pub(crate) fn begin(&self, key: &str, token: &ContextToken) -> io::Result<()> {
        let now = (self.clock)();
        self.records.before_write(now)?;
        self.write(
            key,
            &Record {
                session: session(token),
                begun_at: now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
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
        let record = read(&self.records.path(key))?;
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
        let mut record = read(&self.records.path(key))?;
        if let Progress::Placed { page, .. } = &mut record.progress {
            *page = Some(payment_page.to_owned());
            self.write(key, &record)?;
        }
        Ok(())
    }

    /// Removes the key of an order that was certainly not placed.
    pub(crate) fn failed(&self, key: &str) -> io::Result<()> {
        durable_file::remove(&self.records.path(key))
    }

    /// The ids of the orders that were placed with any key: a session's token changes with a login, its orders do not.
    pub(crate) fn placed_orders(&self) -> io::Result<HashSet<String>> {
        let mut found = HashSet::new();
        for (_, path) in self.records.files()? {
            if let Ok(Record {
                progress: Progress::Placed { order_id, .. },
                ..
            }) = read(&path)
            {
                found.insert(order_id);
            }
        }
        Ok(found)
    }

    fn write(&self, key: &str, record: &Record) -> io::Result<()> {
        let bytes = serde_json::to_vec(record).map_err(io::Error::other)?;
        durable_file::replace(&self.records.path(key), &bytes)
    }
}

fn read(path: &Path) -> io::Result<Record> {
    serde_json::from_slice(&durable_file::read(path, MAX_RECORD)?).map_err(io::Error::other)
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
    fn r_chk_08_a_key_outlives_the_process_and_is_its_sessions_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || OrderKeys::open(folder.path(), &ServerLimits::default(), clock).expect("keys");
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
        let keys = OrderKeys::open(folder.path(), &limits, clock).expect("keys");
        for number in 0..300 {
            let key = format!("../../{number}");
            keys.begin(&key, &token("a")).expect("written");
            assert!(keys.records.files().expect("read").len() <= 100, "after {number}");
        }
        let files = keys.records.files().expect("read");
        let (last, _) = files.last().expect("a key");
        keys.records.make_room(*last + limits.order_key_age).expect("room");
        assert!(
            !keys.records.files().expect("read").is_empty(),
            "the last one is not too old"
        );
        let later = *last + limits.order_key_age + Duration::from_secs(1);
        keys.records.make_room(later).expect("room");
        assert!(keys.records.files().expect("read").is_empty());
    }
}
