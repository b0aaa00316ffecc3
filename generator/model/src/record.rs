//! Records: converted values with the hash of their content, from which a page's fingerprint is computed.
//!
//! **Invariant:** two records have the same hash if and only if their values serialise to the same bytes.

use std::{cmp::Ordering, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

/// A blake3 hash of a value's canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecordHash([u8; 32]);

impl Ord for RecordHash {
    /// The order of the bytes. The first eight decide it nearly always, and are one number: every page sorts a hundred.
    fn cmp(&self, other: &Self) -> Ordering {
        let first = self.first_bytes().cmp(&other.first_bytes());
        first.then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for RecordHash {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl RecordHash {
    /// The hash of any serialisable value. Model types contain no unordered map, so equal values give equal bytes.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let mut bytes = Vec::with_capacity(512);
        // Serialising fails only if a map key is not a string; the types rule that out.
        if serde_json::to_writer(&mut bytes, value).is_err() {
            bytes.extend_from_slice(b"\0unserialisable");
        }
        Self::of_bytes(&bytes)
    }

    /// The hash of raw bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// The hash of what was given to a hasher.
    pub fn of_hasher(hasher: &blake3::Hasher) -> Self {
        Self(*hasher.finalize().as_bytes())
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

    /// The first eight bytes, as the number that orders them.
    pub fn first_bytes(&self) -> u64 {
        self.0.first_chunk().copied().map_or(0, u64::from_be_bytes)
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

/// Hex digits in formats that people read, the raw bytes in others.
impl Serialize for RecordHash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.serialize_str(&blake3::Hash::from_bytes(self.0).to_hex());
        }
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RecordHash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return <[u8; 32]>::deserialize(deserializer).map(Self);
        }
        deserializer.deserialize_str(HexDigits)
    }
}

/// Reads a hash from its hex digits, without a copy of them.
struct HexDigits;

impl serde::de::Visitor<'_> for HexDigits {
    type Value = RecordHash;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("64 hex digits")
    }

    fn visit_str<E: serde::de::Error>(self, hex: &str) -> Result<RecordHash, E> {
        let hash = blake3::Hash::from_hex(hex.as_bytes()).map_err(E::custom)?;
        Ok(RecordHash(*hash.as_bytes()))
    }
}

/// A value with its hash. A clone shares the value, so that a Catalog with one other entry costs no copy of the rest.
#[derive(Debug)]
pub struct Record<T> {
    hash: RecordHash,
    value: Arc<T>,
}

impl<T> Clone for Record<T> {
    fn clone(&self) -> Self {
        Self {
            hash: self.hash,
            value: Arc::clone(&self.value),
        }
    }
}

impl<T: Serialize> Record<T> {
    /// Stores the value with its hash.
    pub fn new(value: T) -> Self {
        Self {
            hash: RecordHash::of(&value),
            value: Arc::new(value),
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
