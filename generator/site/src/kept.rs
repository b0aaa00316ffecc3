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
        atomic::{AtomicUsize, Ordering},
    },
};

use foldhash::fast::FixedState;
use minijinja::value::{Enumerator, Object, ObjectRepr, Value};
use serde::{Serialize, Serializer};
use vitrine_model::locale::LocaleIndex;

use crate::{
    context::{Origin, ViewContext},
    reader::{Bundle, Reader},
    templates::{MARK, MARK_END, from_serde},
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
    html: [OnceLock<Printed>; LEVELS],
}

/// HTML and the template that made it.
struct Printed {
    template: String,
    html: Value,
}

impl Kept {
    /// Its HTML by a template at a heading level: rendered the first time, the same string ever after.
    pub(crate) fn html<E>(
        &self,
        template: &str,
        level: usize,
        render: impl Fn() -> Result<String, E>,
    ) -> Result<Value, E> {
        let Some(place) = self.html.get(level) else {
            return render().map(Value::from_safe_string);
        };
        if place.get().is_none() {
            let html = render()?;
            // A number for each level: what is fine below a heading may hold a second main heading above it.
            let number = self.number * LEVELS + level;
            let html = format!("{MARK}{KEPT}{number} {}{MARK_END}{html}", html.len());
            let template = template.to_owned();
            // Another thread may have been faster; it wrote the same.
            let _ = place.set(Printed {
                template,
                html: Value::from_safe_string(html),
            });
        }
        match place.get() {
            Some(printed) if printed.template == template => Ok(printed.html.clone()),
            _ => render().map(Value::from_safe_string),
        }
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

/// Begins the mark before kept HTML: `kept 12 3456`, its number and its length in bytes.
const KEPT: &str = "kept ";

/// Kept HTML in a page, found by its mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeptHtml<'a> {
    pub(crate) number: usize,
    pub(crate) html: &'a str,
    /// What stands behind it.
    pub(crate) rest: &'a str,
}

impl<'a> KeptHtml<'a> {
    /// Of a mark's words and what stands behind the mark.
    pub(crate) fn of(mark: &str, behind: &'a str) -> Option<Self> {
        let (number, length) = mark.strip_prefix(KEPT)?.split_once(' ')?;
        let (html, rest) = behind.split_at_checked(length.parse().ok()?)?;
        let number = number.parse().ok()?;
        Some(Self { number, html, rest })
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
#[derive(Debug, Default)]
pub struct Store {
    anyones: Shelf,
    families: Shelf,
    numbers: AtomicUsize,
}

impl Store {
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
        if failures.is_empty() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_html_is_found_by_its_mark() {
        let found = KeptHtml::of("kept 7 4", "<p/>rest");
        let expected = KeptHtml {
            number: 7,
            html: "<p/>",
            rest: "rest",
        };
        assert_eq!(found, Some(expected));
        for bad in ["kept 7", "kept x 4", "kept 7 99", "header", "kept 7 -1"] {
            assert_eq!(KeptHtml::of(bad, "<p/>rest"), None, "{bad}");
        }
    }
}
