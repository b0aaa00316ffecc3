//! View values that many pages show, such as a maker's cards on every page of its products: made and rendered once a locale, not once a page.
//!
//! **Invariant:** what is kept depends on its product and locale alone. It is made by a context that knows no page and rendered by a template that sees
//! nothing but it, so it is the same whoever asks first; and what was read for it is noted for every page that shows it.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, OnceLock, PoisonError, RwLock},
};

use minijinja::value::{Enumerator, Object, Value};
use serde::Serialize;
use vitrine_model::{ids::ProductId, locale::LocaleIndex};

use crate::{
    context::ViewContext,
    reader::{Note, Reader},
    templates::from_serde,
};

/// Cards that are held at once, some 30 MB; a shop's rows ask for the same few thousand again and again.
const MOST: usize = 4_096;
/// Heading levels, and 0.
const LEVELS: usize = 7;

/// A view with what was read for it and, by heading level, its HTML.
pub struct Kept {
    view: Value,
    notes: Vec<Note>,
    html: [OnceLock<Value>; LEVELS],
}

impl Kept {
    /// Its HTML at a heading level: rendered the first time, the same string ever after.
    pub(crate) fn html<E>(&self, level: usize, render: impl FnOnce() -> Result<Value, E>) -> Result<Value, E> {
        let Some(place) = self.html.get(level) else {
            return render();
        };
        if let Some(html) = place.get() {
            return Ok(html.clone());
        }
        let html = render()?;
        Ok(place.get_or_init(|| html).clone())
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

/// A template sees the view.
impl Object for Kept {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.view.as_object()?.get_value(key)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        self.view.as_object()?.get_value_by_str(key)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        self.view
            .as_object()
            .map_or(Enumerator::NonEnumerable, |view| view.enumerate())
    }
}

/// What is kept, by locale and product.
#[derive(Debug, Default)]
pub struct Store(RwLock<HashMap<(LocaleIndex, ProductId), Arc<Kept>>>);

impl Store {
    fn get(&self, key: &(LocaleIndex, ProductId)) -> Option<Arc<Kept>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// A full store is emptied: what is asked for again and again is soon back in it.
    fn put(&self, key: (LocaleIndex, ProductId), kept: &Arc<Kept>) {
        let mut store = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if store.len() >= MOST {
            store.clear();
        }
        store.insert(key, Arc::clone(kept));
    }
}

impl ViewContext<'_> {
    /// The view of a product that does not depend on the page; `make` gets a context without one. A text that is missing fails the page, and then nothing is kept.
    pub fn kept<T: Serialize>(&self, product: &ProductId, make: impl FnOnce(&ViewContext<'_>) -> T) -> Arc<Kept> {
        let key = (self.locale, product.clone());
        if let Some(kept) = self.store.get(&key) {
            self.reader.repeat(&kept.notes);
            return kept;
        }
        let reader = Reader::new(self.reader.catalog());
        let cx = self.without_page(&reader);
        let view = from_serde(make(&cx));
        let failures = cx.failures.into_inner();
        let kept = Arc::new(Kept {
            view,
            notes: reader.into_notes(),
            html: Default::default(),
        });
        self.reader.repeat(&kept.notes);
        if failures.is_empty() {
            self.store.put(key, &kept);
        }
        self.failures.borrow_mut().extend(failures);
        kept
    }

    fn without_page<'s>(&'s self, reader: &'s Reader<'s>) -> ViewContext<'s> {
        ViewContext {
            reader,
            page: None,
            failures: Vec::new().into(),
            locale: self.locale,
            config: self.config,
            routes: self.routes,
            messages: self.messages,
            format: self.format,
            plan: self.plan,
            assets: self.assets,
            diagnostics: self.diagnostics,
            store: self.store,
        }
    }
}
