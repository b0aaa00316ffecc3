//! A cache of rendered pictures: at most 512 pictures and 256 MiB; the least recently used one is evicted first.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use indexmap::IndexMap;

use super::request::Variant;

const MAX_ENTRIES: usize = 512;
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// Bytes with their entity tag.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) bytes: Bytes,
    /// Quoted, ready for a header.
    pub(crate) etag: String,
}

impl Stored {
    /// Hashes the bytes.
    pub(crate) fn new(bytes: Bytes) -> Self {
        let hash: String = blake3::hash(&bytes).to_hex().chars().take(32).collect();
        Self {
            bytes,
            etag: format!("\"{hash}\""),
        }
    }
}

/// The cache; the map is ordered by use.
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    entries: IndexMap<(String, Variant), Stored>,
    bytes: usize,
}

impl Cache {
    /// A cached variant; this counts as a use.
    pub(crate) fn get(&self, name: &str, variant: &Variant) -> Option<Stored> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = inner.entries.get_index_of(&(name.to_owned(), *variant))?;
        let last = inner.entries.len().checked_sub(1)?;
        inner.entries.move_index(index, last);
        inner.entries.last().map(|(_, stored)| stored.clone())
    }

    /// Stores a variant and evicts the oldest ones beyond the limits.
    pub(crate) fn put(&self, name: &str, variant: Variant, bytes: Bytes) -> Stored {
        let stored = Stored::new(bytes);
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.bytes += stored.bytes.len();
        if let Some(old) = inner.entries.insert((name.to_owned(), variant), stored.clone()) {
            inner.bytes = inner.bytes.saturating_sub(old.bytes.len());
        }
        while inner.entries.len() > MAX_ENTRIES || inner.bytes > MAX_BYTES {
            let Some((_, old)) = inner.entries.shift_remove_index(0) else {
                break;
            };
            inner.bytes = inner.bytes.saturating_sub(old.bytes.len());
        }
        stored
    }
}
