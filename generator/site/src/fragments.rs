//! Parts that several pages share: built once for each input and locale, rendered once, and inserted into every page
//! that shows them.
//!
//! **Invariant:** a shared part depends only on its input, the locale, and what its context reads, which is recorded
//! for every page that shows it. The context has no page, and `view` is a function without captures, so nothing else
//! can be read: the result does not depend on which page needs it first.

use std::sync::Arc;

use serde::Serialize;

pub use crate::{
    context::value_store::{Input, Scope},
    templates::FragmentView,
};
use crate::{
    context::{
        Origin, ViewContext,
        value_store::{Held, SharedValue},
    },
    diagnostics::Diagnostics,
    templates::Content,
};

/// A part of a page that several pages show identically.
///
/// ```
/// use vitrine_model::ids::ProductId;
/// use vitrine_site::{context::ViewContext, fragments::Fragment};
///
/// struct Story;
///
/// impl Fragment for Story {
///     type Input = ProductId;
///     type View = Option<String>;
///     const TEMPLATE: &'static str = "components/story.html";
///
///     fn view(family: &ProductId, cx: &ViewContext<'_>) -> Self::View {
///         cx.reader.family(family).map(|family| family.number.to_string())
///     }
/// }
/// ```
///
/// Anything outside the input cannot be read, such as the number of the variant whose page is built:
///
/// ```compile_fail
/// use vitrine_model::{ids::ProductId, product::Product};
/// use vitrine_site::{context::ViewContext, fragments::{Fragment, FragmentView}};
///
/// fn story(cx: &ViewContext<'_>, product: &Product) -> FragmentView {
///     struct Story;
///
///     impl Fragment for Story {
///         type Input = ProductId;
///         type View = String;
///         const TEMPLATE: &'static str = "components/story.html";
///
///         fn view(family: &ProductId, cx: &ViewContext<'_>) -> Self::View {
///             product.number.to_string()
///         }
///     }
///     cx.fragment::<Story>(&product.id)
/// }
/// ```
///
/// The context has no page either:
///
/// ```compile_fail
/// use vitrine_site::context::ViewContext;
///
/// fn path(cx: &ViewContext<'_>) -> String {
///     cx.page.path.to_string()
/// }
/// ```
pub trait Fragment: 'static {
    /// Everything the view is built from, except for the locale and the records looked up by the input.
    type Input: Input;
    /// The template's `view`.
    type View: Serialize;
    /// How long it is kept.
    const SCOPE: Scope = Scope::Family;
    /// The template. It receives `view`, `level` and the texts of the locale, but nothing of a page; parts that differ
    /// by page are slots.
    const TEMPLATE: &'static str;

    /// Builds the view.
    fn view(input: &Self::Input, cx: &ViewContext<'_>) -> Self::View;
}

/// Data shared by the views of several pages, such as the choices of a family. Like a [`Fragment`], without a template.
pub trait Shared: 'static {
    /// See [`Fragment::Input`].
    type Input: Input;
    /// The shared data.
    type Value: Send + Sync + 'static;
    /// How long it is kept.
    const SCOPE: Scope = Scope::Family;

    /// Builds the data.
    fn value(input: &Self::Input, cx: &ViewContext<'_>) -> Self::Value;

    /// The product or family that its diagnostics belong to, if there is a single one.
    fn origin(_: &Self::Input, _: &ViewContext<'_>) -> Option<Origin> {
        None
    }
}

impl<S: Shared> Held for S {
    type Input = S::Input;
    type Value = S::Value;
    const SCOPE: Scope = S::SCOPE;
}

impl<F: Fragment> Shared for F {
    type Input = F::Input;
    type Value = Content;
    const SCOPE: Scope = F::SCOPE;

    fn value(input: &Self::Input, cx: &ViewContext<'_>) -> Self::Value {
        Content::new(F::TEMPLATE, F::view(input, cx))
    }
}

impl ViewContext<'_> {
    /// Data that pages share. A missing text fails the page, and then nothing is stored.
    pub fn shared<S: Shared>(&self, input: &S::Input) -> Arc<S::Value> {
        if let Some(held) = self.fragments.get::<S>(self.locale, input) {
            self.reader.repeat(&held.notes);
            self.diagnostics.extend(&held.found);
            return held.value;
        }
        let (reader, diagnostics) = (self.reader.fresh(), Diagnostics::default());
        let mut cx = self.of_fragment(
            &reader,
            &diagnostics,
            Origin::of_many("a part that product pages share"),
        );
        cx.origin = S::origin(input, &cx).unwrap_or(cx.origin);
        let value = Arc::new(S::value(input, &cx));
        let failures = cx.failures.into_inner();
        let held = SharedValue {
            value: Arc::clone(&value),
            notes: reader.into_notes().into_bundles().into(),
            found: diagnostics.into_list().into(),
        };
        self.reader.repeat(&held.notes);
        self.diagnostics.extend(&held.found);
        if failures.is_empty() {
            self.fragments.put::<S>(self.locale, input, held);
        }
        self.failures.borrow_mut().extend(failures);
        value
    }

    /// A fragment as a field of a view; templates print it with `fragment(view, level)`.
    pub fn fragment<F: Fragment>(&self, input: &F::Input) -> FragmentView {
        FragmentView::of(self.shared::<F>(input))
    }
}
