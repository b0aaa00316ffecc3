//! Small records by name: idempotency keys of orders, ended sessions, records to be delivered.

use std::{
    fmt, io,
    time::{Duration, SystemTime},
};

/// A collection of records.
///
/// Promise: a write is durable when the call returns; a record has its old content or its new one, never a part of
/// either, even after a crash. Processes that share the state see each other's records immediately.
pub trait Records: Send + Sync + fmt::Debug {
    /// The location of the collection, for messages to an operator: a path.
    fn place(&self) -> String;

    /// The content of a record; `None` if there is none. Content longer than [`Bounds::bytes`] is an error.
    fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Whether a record exists.
    fn has(&self, name: &str) -> io::Result<bool>;

    /// Writes a record, replacing an existing one.
    fn put(&self, name: &str, content: &[u8]) -> io::Result<()>;

    /// Creates a record; returns `false` and changes nothing if it exists.
    fn put_if_absent(&self, name: &str, content: &[u8]) -> io::Result<bool>;

    /// Removes a record; a missing one is not an error.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Removes what killed processes left of their writes an hour ago or earlier: it may contain personal data.
    fn remove_abandoned(&self, now: SystemTime) -> io::Result<()>;

    /// The names in any order. A collection that stores only hashes of names returns those.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Calls `see` with the content of every record, oldest first, or with the error of reading it.
    fn each(&self, see: &mut dyn FnMut(io::Result<Vec<u8>>)) -> io::Result<()>;
}

/// Bounds of a collection (rule 13).
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum number of records.
    pub most: usize,
    /// Maximum size of a record in bytes.
    pub bytes: u64,
    /// What happens when `most` is reached.
    pub full: Full,
}

/// What happens when a collection is full.
#[derive(Clone, Copy, Debug)]
pub enum Full {
    /// Removes the oldest records, and those older than `age` by this clock.
    Forget {
        /// Maximum age of a record since its last write.
        age: Duration,
        /// Returns the current time.
        clock: fn() -> SystemTime,
    },
    /// [`Records::put_if_absent`] refuses further records: none may be lost.
    Refuse,
}
