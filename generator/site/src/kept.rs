//! What many pages show alike or are made from, such as a maker's cards on every page of its products: made and rendered once a locale, not once a page.
//!
//! **Invariant:** what is kept depends on its key and locale alone. It is made by a context that knows no page and rendered by a template that sees nothing
//! but it, so it is the same whoever asks first; and what was read for it is noted for every page that shows it.

use std::{
    any::Any,
    collections::HashMap,
    fmt,
    sync::{
        Arc, OnceLock, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use foldhash::fast::FixedState;
use minijinja::value::{Enumerator, Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};
use vitrine_model::locale::LocaleIndex;

use crate::{
    context::{Origin, ViewContext},
    reader::{Bundle, Reader},
    slots::Slotted,
    templates::from_serde,
};

/// Parts that any page may show and that are held at once.
const MOST: usize = 4_096;
/// The same of parts of one family, whose pages are built one after another.
const MOST_OF_FAMILIES: usize = 256;
/// Heading levels, and 0.
const LEVELS: usize = 7;

/// Which part of a page it is, for keys: the same id may stand for a card and for a row of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The way to buy, until its island comes.
    Buy,
    /// A product as a card.
    Card,
    /// What a family's variants are chosen by.
    Choices,
    /// What a product shows alike with its sisters.
    Common,
    /// What the shop shows with a product.
    CrossSelling,
    /// The words about delivery.
    Delivery,
    /// Who drew a product.
    Designer,
    /// The options of a group, with what choosing them leads to.
    Options,
    /// What it looks like.
    Pictures,
    /// What it costs.
    Price,
    /// The projects that a product stands in.
    Projects,
    /// More of a product's maker.
    Related,
    /// Where a maker's things can be seen.
    Showrooms,
    /// How big it is.
    Size,
    /// Whether it is there, and when it comes.
    State,
}

impl Part {
    /// Only the pages of a family show it.
    fn is_of_family(self) -> bool {
        use Part::{Choices, Common, CrossSelling, Options, Pictures, Projects, Related};
        matches!(
            self,
            Choices | Common | CrossSelling | Options | Pictures | Projects | Related
        )
    }
}

/// A view and, by heading level, its HTML.
pub struct Kept {
    number: usize,
    view: Value,
    html: [OnceLock<Arc<Printed>>; LEVELS],
}

/// HTML that a template printed from a kept view.
#[derive(Debug)]
pub struct Printed {
    /// Of view and level: what is fine below a heading may hold a second main heading above it.
    pub(crate) number: usize,
    template: String,
    pub(crate) slotted: Slotted,
    /// It was looked at and holds no fault and no main heading, so that a page that shows it has none of them from it.
    fine: AtomicBool,
}

impl Printed {
    #[cfg(test)]
    pub(crate) fn new(number: usize, html: &str, parts: &[Arc<Self>]) -> Result<Arc<Self>, String> {
        Ok(Arc::new(Self {
            number,
            template: String::new(),
            slotted: Slotted::new(html.to_owned(), parts)?,
            fine: AtomicBool::default(),
        }))
    }

    pub(crate) fn is_fine(&self) -> bool {
        self.fine.load(Ordering::Relaxed)
    }

    pub(crate) fn found_fine(&self) {
        self.fine.store(true, Ordering::Relaxed);
    }
}

impl Kept {
    /// Its HTML by a template at a heading level: rendered the first time, the same ever after. Nothing, where it is kept by another template.
    pub(crate) fn printed<E>(
        &self,
        template: &str,
        level: usize,
        render: impl Fn() -> Result<Slotted, E>,
    ) -> Result<Option<&Arc<Printed>>, E> {
        let Some(place) = self.html.get(level) else {
            return Ok(None);
        };
        if place.get().is_none() {
            let printed = Printed {
                number: self.number * LEVELS + level,
                template: template.to_owned(),
                slotted: render()?,
                fine: AtomicBool::default(),
            };
            // Another thread may have been faster; it wrote the same.
            let _ = place.set(Arc::new(printed));
        }
        Ok(place.get().filter(|printed| printed.template == template))
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

/// A template sees the view.
impl Object for Kept {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        self.view.as_object().map_or(ObjectRepr::Plain, |view| view.repr())
    }

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

/// A kept view as a field of other views; templates print it with `kept(template, view, level)`.
#[derive(Clone, Debug)]
pub struct KeptView(Arc<Kept>);

impl KeptView {
    /// Nothing, where the view is none.
    pub fn some(self) -> Option<Self> {
        (!self.0.view.is_none()).then_some(self)
    }
}

impl From<KeptView> for Value {
    fn from(view: KeptView) -> Self {
        Self::from_dyn_object(view.0)
    }
}

impl Serialize for KeptView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(self.clone()).serialize(serializer)
    }
}

/// Keys come from the shop's own records: a fast hash will do.
type Key = (LocaleIndex, Part, String);

/// Something that is kept, and what was read for it.
#[derive(Clone, Debug)]
struct Held {
    value: Arc<dyn Any + Send + Sync>,
    notes: Arc<Bundle>,
}

type Shelf = RwLock<HashMap<Key, Held, FixedState>>;

/// What is kept, by locale, part and key.
#[derive(Debug)]
pub struct Store {
    sharing: bool,
    anyones: Shelf,
    families: Shelf,
    numbers: AtomicUsize,
}

impl Store {
    /// Without sharing nothing is kept, and every page makes its own.
    pub(crate) fn new(sharing: bool) -> Self {
        Self {
            sharing,
            anyones: Shelf::default(),
            families: Shelf::default(),
            numbers: AtomicUsize::default(),
        }
    }

    fn get<T: Send + Sync + 'static>(&self, key: &Key) -> Option<(Arc<T>, Arc<Bundle>)> {
        let (shelf, _) = self.shelf(key.1);
        let held = shelf.read().unwrap_or_else(PoisonError::into_inner);
        let Held { value, notes } = held.get(key)?.clone();
        Some((value.downcast().ok()?, notes))
    }

    /// A full shelf is emptied: what is asked for again and again is soon back on it.
    fn put(&self, key: Key, value: Held) {
        let (shelf, most) = self.shelf(key.1);
        let mut held = shelf.write().unwrap_or_else(PoisonError::into_inner);
        let old = if held.len() >= most {
            std::mem::take(&mut *held)
        } else {
            HashMap::default()
        };
        held.insert(key, value);
        drop(held);
        // What was on it is let go of when nobody waits for the shelf any more.
        drop(old);
    }

    fn shelf(&self, part: Part) -> (&Shelf, usize) {
        if part.is_of_family() {
            (&self.families, MOST_OF_FAMILIES)
        } else {
            (&self.anyones, MOST)
        }
    }
}

impl ViewContext<'_> {
    /// The view of a part that does not depend on the page; `make` gets a context without one. `key` names everything that `make` uses beside the locale.
    pub fn kept<T: Serialize>(&self, part: Part, key: String, make: impl FnOnce(&ViewContext<'_>) -> T) -> KeptView {
        KeptView(self.shared(part, key, |cx| cx.kept_of(make(cx))))
    }

    /// The view of a part of something that is kept itself, and with it.
    pub fn part<T: Serialize>(&self, view: T) -> KeptView {
        KeptView(Arc::new(self.kept_of(view)))
    }

    fn kept_of<T: Serialize>(&self, view: T) -> Kept {
        Kept {
            number: self.store.numbers.fetch_add(1, Ordering::Relaxed),
            view: from_serde(view),
            html: Default::default(),
        }
    }

    /// As [`Self::kept`], for what views are made from. A text that is missing fails the page, and then nothing is kept.
    pub fn shared<T: Send + Sync + 'static>(
        &self,
        part: Part,
        key: String,
        make: impl FnOnce(&ViewContext<'_>) -> T,
    ) -> Arc<T> {
        self.shared_of(Origin::Part, part, key, make)
    }

    /// As [`Self::shared`], where findings can say whose it is.
    pub fn shared_of<T: Send + Sync + 'static>(
        &self,
        origin: Origin,
        part: Part,
        key: String,
        make: impl FnOnce(&ViewContext<'_>) -> T,
    ) -> Arc<T> {
        let key = (self.locale, part, key);
        if let Some((value, notes)) = self.store.get(&key) {
            self.reader.repeat(&notes);
            return value;
        }
        let reader = Reader::new(self.reader.catalog());
        let cx = self.without_page(&reader, origin);
        let value = Arc::new(make(&cx));
        let failures = cx.failures.into_inner();
        let notes = Arc::new(reader.into_notes().bundle());
        self.reader.repeat(&notes);
        if failures.is_empty() && self.store.sharing {
            let value = Arc::clone(&value) as Arc<dyn Any + Send + Sync>;
            self.store.put(key, Held { value, notes });
        }
        self.failures.borrow_mut().extend(failures);
        value
    }

    fn without_page<'s>(&'s self, reader: &'s Reader<'s>, origin: Origin) -> ViewContext<'s> {
        ViewContext {
            reader,
            page: None,
            origin,
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
