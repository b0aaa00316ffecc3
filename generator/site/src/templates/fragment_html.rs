//! The HTML of fragments: rendered for the first page of a locale that shows it, then reused. A template that prints a
//! fragment leaves a placeholder, which is replaced by the HTML when the page is written.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use minijinja::{
    Error, State, Value, context,
    value::{Object, ObjectRepr},
};
use serde::{Serialize, Serializer};

use super::{
    marks::{MARK_END, mark},
    slots::{Html, SLOTS},
    value::{failed, from_serde},
};

/// Heading levels 1 to 6, and 0.
const LEVELS: usize = 7;

/// A fragment's view and its HTML by heading level.
pub struct Content {
    template: &'static str,
    view: Value,
    html: [OnceLock<Arc<Html>>; LEVELS],
}

impl Content {
    pub(crate) fn new<T: Serialize>(template: &'static str, view: T) -> Self {
        Self {
            template,
            view: from_serde(view),
            html: Default::default(),
        }
    }

    fn html(&self, level: usize, state: &State<'_, '_>) -> Result<Arc<Html>, Error> {
        let Some(place) = self.html.get(level) else {
            return Err(failed(format!("there is no heading level {level}")));
        };
        if let Some(html) = place.get() {
            return Ok(Arc::clone(html));
        }
        let values = context! { view => self.view.clone(), level => level };
        let mut rendered = state.env().get_template(self.template)?.render_captured(values)?;
        let fragments = rendered.with_state_mut(printed_fragments);
        let html = Html::new(rendered.into_output(), &fragments).map_err(failed)?;
        // Another thread may have been faster; its HTML is the same.
        Ok(Arc::clone(place.get_or_init(|| Arc::new(html))))
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {:?}", self.template, self.view)
    }
}

/// Lets other templates print fields of the view.
impl Object for Content {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        self.view.as_object().map_or(ObjectRepr::Plain, |view| view.repr())
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.view.as_object()?.get_value(key)
    }
}

/// A fragment as a field of another view; templates print it with `fragment(view, level)`.
#[derive(Clone, Debug)]
pub struct FragmentView(Arc<Content>);

impl FragmentView {
    /// A fragment that other views share.
    pub(crate) fn of(content: Arc<Content>) -> Self {
        Self(content)
    }

    /// A view with its template, as a part of something shared. It is rendered once and kept as long as the value that
    /// contains it.
    pub(crate) fn new<T: Serialize>(template: &'static str, view: T) -> Self {
        Self(Arc::new(Content::new(template, view)))
    }
}

impl Serialize for FragmentView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from_dyn_object(Arc::clone(&self.0)).serialize(serializer)
    }
}

/// The fragments that a template printed; a mark contains an index into this list.
#[derive(Default)]
struct Printed(Vec<Arc<Html>>);

pub(crate) fn printed_fragments(state: &mut State<'_, '_>) -> Vec<Arc<Html>> {
    state
        .get_extension_mut::<Printed>()
        .map_or_else(Vec::new, |printed| std::mem::take(&mut printed.0))
}

/// Prints a fragment at a heading level.
pub(crate) fn fragment(state: &mut State<'_, '_>, view: &Value, level: Option<usize>) -> Result<Value, Error> {
    let content = view.downcast_object_ref::<Content>();
    let content = content.ok_or_else(|| failed("this view is no fragment: include its template"))?;
    let html = content.html(level.unwrap_or_default(), state)?;
    let printed = &mut state.get_or_insert_extension_with(Printed::default).0;
    printed.push(html);
    Ok(mark(&format!("fragment {}", printed.len() - 1)))
}

/// A slot in shared HTML (header, footer, fragments), filled separately for each page.
pub(crate) fn slot(name: &str, value: &str) -> Result<Value, Error> {
    if !SLOTS.contains(&name) {
        return Err(failed(format!(
            "there is no slot {name:?}: the slots are {}",
            SLOTS.join(", ")
        )));
    }
    if value.is_empty() || value.contains(MARK_END) {
        return Err(failed(format!("the slot {name:?} cannot be filled by {value:?}")));
    }
    Ok(mark(&format!("{name} {value}")))
}
