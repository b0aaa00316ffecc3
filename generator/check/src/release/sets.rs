//! Hash sets and maps with a fast, non-cryptographic hash: their keys come from our own build.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

pub(super) type Set<T> = HashSet<T, FixedState>;
pub(super) type Map<K, V> = HashMap<K, V, FixedState>;
