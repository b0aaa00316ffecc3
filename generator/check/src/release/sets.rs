//! Sets and maps of the release, with a hash that needs no secret: their keys come from our own build.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

pub(super) type Set<T> = HashSet<T, FixedState>;
pub(super) type Map<K, V> = HashMap<K, V, FixedState>;
