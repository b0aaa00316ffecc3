//! Stores shared values by type, locale and input.

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::HashMap,
    hash::Hash,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::fast::FixedState;
use vitrine_model::{diagnostic::Diagnostic, locale::LocaleIndex};

use crate::reader::Bundle;

/// Requirements of an input: it is the key of the stored value.
pub trait Input: Clone + Eq + Hash + Send + Sync + 'static {}

impl<T: Clone + Eq + Hash + Send + Sync + 'static> Input for T {}

/// How long a shared value is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// While the pages of a family are rendered in one locale; no other page shows it.
    Family,
    /// During the whole build, because any page may show it.
    Site,
}

/// Maximum number of stored values of [`Scope::Site`]: the cards of a shop with 10,000 products in three languages take 100 MB.
const MAX_HELD: usize = 65_536;

/// A value with the notes of the reads for it and what was found while it was made: both belong to every page that
/// shows it.
pub(crate) struct SharedValue<V> {
    pub(crate) value: Arc<V>,
    pub(crate) notes: Arc<[Arc<Bundle>]>,
    pub(crate) found: Arc<[Diagnostic]>,
}

impl<V> Clone for SharedValue<V> {
    fn clone(&self) -> Self {
        Self {
            value: Arc::clone(&self.value),
            notes: Arc::clone(&self.notes),
            found: Arc::clone(&self.found),
        }
    }
}

/// Inputs come from the shop's own records, so a fast hash without protection against collisions is sufficient.
type OfKind<K> = HashMap<<K as Held>::Input, SharedValue<<K as Held>::Value>, FixedState>;

/// A type of stored values.
pub(crate) trait Held: 'static {
    /// The input of a value.
    type Input: Input;
    /// The value.
    type Value: Send + Sync + 'static;
    /// How long it is kept.
    const SCOPE: Scope;
}

/// Values by type and locale, each type with a map by input.
#[derive(Default)]
pub(crate) struct ValueStore {
    kinds: HashMap<(TypeId, LocaleIndex), Box<dyn Any + Send + Sync>, FixedState>,
    held: usize,
}

impl ValueStore {
    fn get<K: Held>(&self, locale: LocaleIndex, input: &K::Input) -> Option<SharedValue<K::Value>> {
        let kind = self.kinds.get(&(TypeId::of::<K>(), locale))?;
        kind.downcast_ref::<OfKind<K>>()?.get(input).cloned()
    }

    fn put<K: Held>(&mut self, locale: LocaleIndex, input: K::Input, held: SharedValue<K::Value>) {
        let kind = self.kinds.entry((TypeId::of::<K>(), locale));
        let kind = kind.or_insert_with(|| Box::new(OfKind::<K>::default()));
        if let Some(kind) = kind.downcast_mut::<OfKind<K>>() {
            kind.insert(input, held);
            self.held += 1;
        }
    }
}

/// Values shared during a build.
pub(crate) struct SiteFragments {
    /// If false, nothing is stored and every page makes its own.
    sharing: bool,
    value_store: RwLock<ValueStore>,
}

impl SiteFragments {
    pub(crate) fn new(sharing: bool) -> Self {
        Self {
            sharing,
            value_store: RwLock::default(),
        }
    }

    /// When the map is full it is cleared; values in use are soon rebuilt.
    fn put<K: Held>(&self, locale: LocaleIndex, input: K::Input, held: SharedValue<K::Value>) {
        let mut value_store = self.value_store.write().unwrap_or_else(PoisonError::into_inner);
        let full = (value_store.held >= MAX_HELD).then(|| std::mem::take(&mut *value_store));
        value_store.put::<K>(locale, input, held);
        drop(value_store);
        // Dropped after the lock is released.
        drop(full);
    }
}

/// Values shared by the pages that are rendered together.
pub(crate) struct Fragments<'a> {
    site: &'a SiteFragments,
    family: RefCell<ValueStore>,
}

impl<'a> Fragments<'a> {
    /// Starts without stored values.
    pub(crate) fn new(site: &'a SiteFragments) -> Self {
        Self {
            site,
            family: RefCell::default(),
        }
    }

    pub(crate) fn get<K: Held>(&self, locale: LocaleIndex, input: &K::Input) -> Option<SharedValue<K::Value>> {
        match K::SCOPE {
            Scope::Family => self.family.borrow().get::<K>(locale, input),
            Scope::Site => {
                let value_store = self.site.value_store.read().unwrap_or_else(PoisonError::into_inner);
                value_store.get::<K>(locale, input)
            }
        }
    }

    pub(crate) fn put<K: Held>(&self, locale: LocaleIndex, input: &K::Input, held: SharedValue<K::Value>) {
        match K::SCOPE {
            _ if !self.site.sharing => {}
            Scope::Family => self.family.borrow_mut().put::<K>(locale, input.clone(), held),
            Scope::Site => self.site.put::<K>(locale, input.clone(), held),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Twice;

    impl Held for Twice {
        type Input = usize;
        type Value = usize;
        const SCOPE: Scope = Scope::Site;
    }

    #[test]
    fn a_full_store_is_cleared_and_locales_are_apart() {
        let (nl, en) = (LocaleIndex(0), LocaleIndex(1));
        let site = SiteFragments::new(true);
        let put = |locale, input: usize| {
            let held = SharedValue {
                value: Arc::new(input * 2),
                notes: Arc::default(),
                found: Arc::default(),
            };
            site.put::<Twice>(locale, input, held);
        };
        let get = |locale, input| {
            let value_store = site.value_store.read().unwrap();
            value_store.get::<Twice>(locale, &input).map(|held| *held.value)
        };
        (0..MAX_HELD).for_each(|input| put(nl, input));
        assert_eq!((get(nl, 0), get(nl, 21), get(en, 21)), (Some(0), Some(42), None));
        put(en, 21);
        assert_eq!((get(nl, 0), get(nl, 21), get(en, 21)), (None, None, Some(42)));
        assert_eq!(site.value_store.read().unwrap().held, 1);
    }
}
