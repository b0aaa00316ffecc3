//! Small records by name: keys of orders, notes of ended sessions, records that wait for their delivery.

use std::{
    fmt, io,
    time::{Duration, SystemTime},
};

/// A collection of records.
///
/// Promise: what a call has written is durable when it returns; a record has its old content or its new one, never a part
/// of either, whatever ends a process. Processes that share the state see each other's records at once.
pub trait Records: Send + Sync + fmt::Debug {
    /// Where the collection is, for messages to an operator: a path.
    fn place(&self) -> String;

    /// The content of a record; `None` if there is none. One that is longer than [`Bounds::bytes`] is an error.
    fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Whether there is a record of this name.
    fn has(&self, name: &str) -> io::Result<bool>;

    /// Writes a record, in the place of one that is there.
    fn put(&self, name: &str, content: &[u8]) -> io::Result<()>;

    /// Writes a record that is not there yet; `false` if it is, which leaves it as it is.
    fn put_if_absent(&self, name: &str, content: &[u8]) -> io::Result<bool>;

    /// Removes a record; one that is not there is no error.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// The names, in no order. A collection that keeps only hashes of names has those.
    fn names(&self) -> io::Result<Vec<String>>;

    /// Reads every record, the oldest first; one that cannot be read is an error that is handed over like a content.
    fn each(&self, see: &mut dyn FnMut(io::Result<Vec<u8>>)) -> io::Result<()>;
}

/// How much a collection holds (rule 13).
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Maximum number of records.
    pub most: usize,
    /// Maximum size of a record in bytes.
    pub bytes: u64,
    /// What happens beyond `most`.
    pub full: Full,
}

/// What happens when a collection is full.
#[derive(Clone, Copy, Debug)]
pub enum Full {
    /// The oldest records go, and those that are older than `age` by this clock.
    Forget {
        /// Maximum age of a record, since it was written last.
        age: Duration,
        /// Tells the time.
        clock: fn() -> SystemTime,
    },
    /// [`Records::put_if_absent`] refuses further records: none may be lost.
    Refuse,
}
