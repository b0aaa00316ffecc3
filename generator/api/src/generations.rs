//! A bounded map that forgets what was not asked for lately.
//!
//! **Invariant:** the weight of all entries never exceeds the bound. Two halves: a young one is filled, and when it is full it becomes the old one and the old one is
//! dropped; a hit in the old half moves to the young one. Everything is O(1).

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::Hash,
    mem,
    sync::{Mutex, PoisonError},
};

struct Halves<K, V> {
    young: HashMap<K, (V, usize)>,
    old: HashMap<K, (V, usize)>,
    weight: usize,
}

/// The map; `V` is cheap to clone.
pub(crate) struct Generations<K, V> {
    halves: Mutex<Halves<K, V>>,
    half: usize,
}

impl<K: Eq + Hash, V: Clone> Generations<K, V> {
    /// A map whose entries weigh at most `bound` together.
    pub(crate) fn new(bound: usize) -> Self {
        Self {
            halves: Mutex::new(Halves {
                young: HashMap::new(),
                old: HashMap::new(),
                weight: 0,
            }),
            half: bound / 2,
        }
    }

    /// The value of a key, if it is still known.
    pub(crate) fn get<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((value, _)) = halves.young.get(key) {
            return Some(value.clone());
        }
        let (key, (value, weight)) = halves.old.remove_entry(key)?;
        let found = value.clone();
        halves.put(key, value, weight, self.half);
        Some(found)
    }

    /// Keeps a value; one heavier than half the bound is not kept.
    pub(crate) fn put(&self, key: K, value: V, weight: usize) {
        if weight <= self.half {
            let mut halves = self.halves.lock().unwrap_or_else(PoisonError::into_inner);
            halves.put(key, value, weight, self.half);
        }
    }
}

impl<K: Eq + Hash, V> Halves<K, V> {
    fn put(&mut self, key: K, value: V, weight: usize, half: usize) {
        self.old.remove(&key);
        if let Some((_, before)) = self.young.remove(&key) {
            self.weight -= before;
        }
        if self.weight + weight > half {
            self.old = mem::take(&mut self.young);
            self.weight = 0;
        }
        self.weight += weight;
        self.young.insert(key, (value, weight));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_bound_holds() {
        let map = Generations::<u32, u32>::new(20);
        for key in 0..1_000 {
            map.put(key, key, 1);
            assert_eq!(map.get(&0), Some(0), "asked for each time, at {key}");
        }
        let known = (0..1_000).filter(|key| map.get(key).is_some()).count();
        assert!(known <= 20, "{known}");
        map.put(5_000, 1, 11);
        assert_eq!(map.get(&5_000), None, "heavier than half the bound");
    }
}
