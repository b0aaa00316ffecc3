//! Where shared values are held, by kind, locale and input.

use std::{
    any::{Any, TypeId},
    cell::RefCell,
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use foldhash::fast::FixedState;
use vitrine_model::locale::LocaleIndex;

use super::{Scope, Shared};
use crate::{
    context::{Origin, ViewContext},
    reader::Bundle,
};

/// Values of [`Scope::Site`] that are held at once.
const MAX_HELD: usize = 4_096;

/// A value, and what was read for it.
type SharedValue<V> = (Arc<V>, Arc<[Arc<Bundle>]>);

/// Inputs come from the shop's own records: a fast hash will do.
type OfKind<S> = HashMap<<S as Shared>::Input, SharedValue<<S as Shared>::Value>, FixedState>;

/// Values by kind and locale, each kind a map by its own input.
#[derive(Default)]
pub(crate) struct ValueStore {
    kinds: HashMap<(TypeId, LocaleIndex), Box<dyn Any + Send + Sync>, FixedState>,
    held: usize,
}

impl ValueStore {
    fn get<S: Shared>(&self, locale: LocaleIndex, input: &S::Input) -> Option<SharedValue<S::Value>> {
        let kind = self.kinds.get(&(TypeId::of::<S>(), locale))?;
        kind.downcast_ref::<OfKind<S>>()?.get(input).cloned()
    }

    fn put<S: Shared>(&mut self, locale: LocaleIndex, input: S::Input, held: SharedValue<S::Value>) {
        let kind = self.kinds.entry((TypeId::of::<S>(), locale));
        let kind = kind.or_insert_with(|| Box::new(OfKind::<S>::default()));
        if let Some(kind) = kind.downcast_mut::<OfKind<S>>() {
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
    fn put<S: Shared>(&self, locale: LocaleIndex, input: S::Input, held: SharedValue<S::Value>) {
        let mut value_store = self.value_store.write().unwrap_or_else(PoisonError::into_inner);
        let full = (value_store.held >= MAX_HELD).then(|| std::mem::take(&mut *value_store));
        value_store.put::<S>(locale, input, held);
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

    fn get<S: Shared>(&self, locale: LocaleIndex, input: &S::Input) -> Option<SharedValue<S::Value>> {
        match S::SCOPE {
            Scope::Family => self.family.borrow().get::<S>(locale, input),
            Scope::Site => {
                let value_store = self.site.value_store.read().unwrap_or_else(PoisonError::into_inner);
                value_store.get::<S>(locale, input)
            }
        }
    }

    fn put<S: Shared>(&self, locale: LocaleIndex, input: &S::Input, held: SharedValue<S::Value>) {
        match S::SCOPE {
            _ if !self.site.sharing => {}
            Scope::Family => self.family.borrow_mut().put::<S>(locale, input.clone(), held),
            Scope::Site => self.site.put::<S>(locale, input.clone(), held),
        }
    }
}

impl ViewContext<'_> {
    /// Data that pages share. A text that is missing fails the page, and then nothing is held.
    pub fn shared<S: Shared>(&self, input: &S::Input) -> Arc<S::Value> {
        if let Some((value, notes)) = self.fragments.get::<S>(self.locale, input) {
            self.reader.repeat(&notes);
            return value;
        }
        let reader = self.reader.fresh();
        let mut cx = self.of_fragment(&reader, Origin::of_many("a part that product pages share"));
        cx.origin = S::origin(input, &cx).unwrap_or(cx.origin);
        let value = Arc::new(S::value(input, &cx));
        let failures = cx.failures.into_inner();
        let notes: Arc<[_]> = reader.into_notes().into_bundles().into();
        self.reader.repeat(&notes);
        if failures.is_empty() {
            let value = Arc::clone(&value);
            self.fragments.put::<S>(self.locale, input, (value, notes));
        }
        self.failures.borrow_mut().extend(failures);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Twice;

    impl Shared for Twice {
        type Input = usize;
        type Value = usize;
        const SCOPE: Scope = Scope::Site;

        fn value(input: &usize, _: &ViewContext<'_>) -> usize {
            input * 2
        }
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
