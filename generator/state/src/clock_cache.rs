//! A bounded map that evicts entries that were not read recently.
//!
//! **Invariant:** the weight of all entries never exceeds the bound. To make room, entries are checked in order of
//! insertion: one that was read since its last check is kept until the next check, any other is removed. A hit is O(1);
//! a put is O(1) on average.

use std::{
    borrow::Borrow,
    collections::{HashMap, VecDeque},
    fmt,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

struct Entry<V> {
    value: V,
    weight: usize,
    asked: bool,
}

struct Entries<K, V> {
    known: HashMap<K, Entry<V>>,
    /// Every key of `known`, once; the front is checked next.
    order: VecDeque<K>,
    weight: usize,
}

/// The map (a CLOCK cache); `K` and `V` are cheap to clone.
pub struct ClockCache<K, V> {
    entries: Mutex<Entries<K, V>>,
    bound: usize,
}

impl<K, V> fmt::Debug for ClockCache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClockCache")
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

impl<K: Eq + Hash + Clone, V: Clone> ClockCache<K, V> {
    /// A map whose entries have a total weight of at most `bound`.
    pub fn new(bound: usize) -> Self {
        Self {
            entries: Mutex::new(Entries {
                known: HashMap::new(),
                order: VecDeque::new(),
                weight: 0,
            }),
            bound,
        }
    }

    /// The value of a key, if it is still in the map.
    pub fn get<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = entries.known.get_mut(key)?;
        entry.asked = true;
        Some(entry.value.clone())
    }

    /// The total weight of its entries.
    pub fn weight(&self) -> usize {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).weight
    }

    /// Inserts a value; one heavier than half the bound is not inserted.
    pub fn put(&self, key: K, value: V, weight: usize) {
        if weight <= self.bound / 2 {
            let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
            entries.put(key, value, weight, self.bound);
        }
    }
}

impl<K: Eq + Hash + Clone, V> Entries<K, V> {
    fn put(&mut self, key: K, value: V, weight: usize, bound: usize) {
        if let Some(before) = self.known.get_mut(&key) {
            // The key keeps its position in the order.
            self.weight -= before.weight;
            before.weight = 0;
            before.asked = true;
        }
        while self.weight + weight > bound && self.pass() {}
        let entry = Entry {
            value,
            weight,
            asked: false,
        };
        self.weight += weight;
        if self.known.insert(key.clone(), entry).is_none() {
            self.order.push_back(key);
        }
    }

    /// Checks the next entry; false if there is none.
    fn pass(&mut self) -> bool {
        let Some(key) = self.order.pop_front() else {
            return false;
        };
        match self.known.get_mut(&key) {
            Some(entry) if entry.asked => {
                entry.asked = false;
                self.order.push_back(key);
            }
            _ => self.weight -= self.known.remove(&key).map_or(0, |entry| entry.weight),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_bound_holds() {
        let map = ClockCache::<u32, u32>::new(20);
        for key in 0..1_000 {
            map.put(key, key, 1);
            assert_eq!(map.get(&0), Some(0), "asked for each time, at {key}");
        }
        let known = (0..1_000).filter(|key| map.get(key).is_some()).count();
        assert_eq!(known, 20, "all of the bound is used");
        map.put(5_000, 1, 11);
        assert_eq!(map.get(&5_000), None, "heavier than half the bound");
    }

    #[test]
    fn a_value_that_is_put_again_counts_once() {
        let map = ClockCache::<u32, u32>::new(10);
        for value in 0..100 {
            map.put(1, value, 5);
            map.put(2, value, 5);
            assert_eq!((map.get(&1), map.get(&2)), (Some(value), Some(value)));
        }
        let entries = map.entries.lock().expect("no panic");
        assert_eq!((entries.weight, entries.order.len()), (10, 2));
    }
}
