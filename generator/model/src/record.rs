//! Records: converted values with the hash of their content, from which a page's fingerprint is computed.
//!
//! **Invariant:** two records have the same hash if and only if their values serialise to the same bytes.

use std::{
    cmp::Ordering,
    fmt,
    io::{self, Write as _},
};

use serde::Serialize;

/// A blake3 hash of a value's canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecordHash([u8; 32]);

impl Ord for RecordHash {
    /// The order of the bytes. The first eight decide it nearly always, and are one number: every page sorts a hundred.
    fn cmp(&self, other: &Self) -> Ordering {
        let first = |hash: &Self| hash.0.first_chunk().copied().map(u64::from_be_bytes);
        first(self).cmp(&first(other)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for RecordHash {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Buffers the writes of the serialiser, which are a few bytes each: every update of a hash has a fixed cost.
struct Sink<'a> {
    hasher: &'a mut blake3::Hasher,
    piece: Vec<u8>,
}

impl<'a> Sink<'a> {
    const PIECE: usize = 4_096;

    fn new(hasher: &'a mut blake3::Hasher) -> Self {
        Self {
            hasher,
            piece: Vec::with_capacity(Self::PIECE),
        }
    }
}

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.len() + bytes.len() > Self::PIECE {
            self.flush()?;
        }
        if bytes.len() > Self::PIECE {
            self.hasher.update(bytes);
        } else {
            self.piece.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.hasher.update(&self.piece);
        self.piece.clear();
        Ok(())
    }
}

impl RecordHash {
    /// The hash of any serialisable value. Model types contain no unordered map, so equal values give equal bytes.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut sink = Sink::new(&mut hasher);
        // Serialising fails only if the writer fails or a map key is not a string; the types rule out both.
        let written =
            serde_json::to_writer(&mut sink, value).and_then(|()| sink.flush().map_err(serde_json::Error::io));
        if written.is_err() {
            hasher.update(b"\0unserialisable");
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The hash of raw bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// The hash of a sequence of hashes; the order matters.
    pub fn of_all<'a>(hashes: impl IntoIterator<Item = &'a RecordHash>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for hash in hashes {
            hasher.update(&hash.0);
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// 64 hex digits.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// The raw bytes, for input to another hash.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for RecordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex()[..16])
    }
}

impl Serialize for RecordHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

/// A value with its hash.
#[derive(Clone, Debug)]
pub struct Record<T> {
    hash: RecordHash,
    value: T,
}

impl<T: Serialize> Record<T> {
    /// Stores the value with its hash.
    pub fn new(value: T) -> Self {
        Self {
            hash: RecordHash::of(&value),
            value,
        }
    }
}

impl<T> Record<T> {
    /// The hash of the value.
    pub fn hash(&self) -> RecordHash {
        self.hash
    }

    /// The value.
    pub fn value(&self) -> &T {
        &self.value
    }
}
