//! Records of one kind by their id.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use crate::{ids::ProductId, record::Record};

/// Product ids in a fixed order, with the hash of the list.
pub type ProductList = Record<Vec<ProductId>>;

/// Records by id, in the order of their ids. A hash map, because a page looks up about a hundred records and a tree
/// would compare a dozen ids for each.
pub(super) type Table<K, V> = IndexMap<K, Record<V>, FixedState>;

/// An index of records. Its keys come from the shop's own records, so a fast hash without protection against collisions
/// is sufficient.
pub(super) type Index<K, V> = HashMap<K, V, FixedState>;

pub(super) fn table_get<'t, K: std::hash::Hash + Eq, V>(table: &'t Table<K, V>, key: &K) -> Option<&'t V> {
    table.get(key).map(Record::value)
}

pub(super) fn table<K: Ord + std::hash::Hash, V: serde::Serialize>(
    values: Vec<V>,
    key: impl Fn(&V) -> K,
) -> Table<K, V> {
    by_key(values.into_iter().map(Record::new), key)
}

/// As [`table`]. Values that an earlier table has alike are shared with it instead of being hashed again.
pub(super) fn table_after<K: Ord + std::hash::Hash, V: serde::Serialize + Eq>(
    earlier: Option<&Table<K, V>>,
    values: Vec<V>,
    key: impl Fn(&V) -> K,
) -> Table<K, V> {
    let record = |value: V| {
        let known = earlier.and_then(|table| table.get(&key(&value)));
        let known = known.filter(|known| *known.value() == value);
        known.cloned().unwrap_or_else(|| Record::new(value))
    };
    by_key(values.into_iter().map(record), &key)
}

fn by_key<K: Ord + std::hash::Hash, V>(records: impl Iterator<Item = Record<V>>, key: impl Fn(&V) -> K) -> Table<K, V> {
    let mut table: Table<K, V> = records.map(|record| (key(record.value()), record)).collect();
    table.sort_unstable_keys();
    table
}
