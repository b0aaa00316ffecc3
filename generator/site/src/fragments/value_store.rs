//! Where shared values are held, by kind, locale and input.

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::HashMap,
    hash::Hash,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::fast::FixedState;
use vitrine_model::locale::LocaleIndex;

use crate::reader::Bundle;

/// What an input must be: it is the key that what is made from it is found by.
pub trait Input: Clone + Eq + Hash + Send + Sync + 'static {}

impl<T: Clone + Eq + Hash + Send + Sync + 'static> Input for T {}

/// For how long something shared is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// While the pages of a family of variants are rendered in one locale: no other page shows it.
    Family,
    /// During the whole build, as any page may show it.
    Site,
}

/// Values of [`Scope::Site`] that are held at once.
const MAX_HELD: usize = 4_096;

/// A value, and what was read for it.
pub(super) type SharedValue<V> = (Arc<V>, Arc<[Arc<Bundle>]>);

/// Inputs come from the shop's own records: a fast hash will do.
type OfKind<K> = HashMap<<K as Held>::Input, SharedValue<<K as Held>::Value>, FixedState>;

/// A kind of values that are held.
pub(crate) trait Held: 'static {
    /// What a value is made from.
    type Input: Input;
    /// What is made from it.
    type Value: Send + Sync + 'static;
    /// How long it is held.
    const SCOPE: Scope;
}

/// Values by kind and locale, each kind a map by its own input.
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

/// What is shared during a build.
pub(crate) struct SiteFragments {
    /// Without it nothing is held, and every page makes its own.
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

    /// When full, clear the map; hot entries are rebuilt quickly.
    fn put<K: Held>(&self, locale: LocaleIndex, input: K::Input, held: SharedValue<K::Value>) {
        let mut value_store = self.value_store.write().unwrap_or_else(PoisonError::into_inner);
        let full = (value_store.held >= MAX_HELD).then(|| std::mem::take(&mut *value_store));
        value_store.put::<K>(locale, input, held);
        drop(value_store);
        // Dropped only when nobody waits for the lock any more.
        drop(full);
    }
}

/// What the pages that are rendered together share.
pub(crate) struct Fragments<'a> {
    site: &'a SiteFragments,
    family: RefCell<ValueStore>,
}

impl<'a> Fragments<'a> {
    /// Nothing of their own yet.
    pub(crate) fn new(site: &'a SiteFragments) -> Self {
        Self {
            site,
            family: RefCell::default(),
        }
    }

    pub(super) fn get<K: Held>(&self, locale: LocaleIndex, input: &K::Input) -> Option<SharedValue<K::Value>> {
        match K::SCOPE {
            Scope::Family => self.family.borrow().get::<K>(locale, input),
            Scope::Site => {
                let value_store = self.site.value_store.read().unwrap_or_else(PoisonError::into_inner);
                value_store.get::<K>(locale, input)
            }
        }
    }

    pub(super) fn put<K: Held>(&self, locale: LocaleIndex, input: &K::Input, held: SharedValue<K::Value>) {
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
            site.put::<Twice>(locale, input, (Arc::new(input * 2), Arc::default()));
        };
        let get = |locale, input| {
            let value_store = site.value_store.read().unwrap();
            value_store.get::<Twice>(locale, &input).map(|(value, _)| *value)
        };
        (0..MAX_HELD).for_each(|input| put(nl, input));
        assert_eq!((get(nl, 0), get(nl, 21), get(en, 21)), (Some(0), Some(42), None));
        put(en, 21);
        assert_eq!((get(nl, 0), get(nl, 21), get(en, 21)), (None, None, Some(42)));
        assert_eq!(site.value_store.read().unwrap().held, 1);
    }
}
