//! What several pages share: made once for an input and a locale, rendered once, and put into every page that shows it.
//!
//! **Invariant:** what is shared depends on its input, the locale, and what its context reads, which is noted for every page that shows it. The context knows
//! no page, and `view` is a function without captures, so nothing else can be read: it is the same whichever page asks first.

mod html;
mod marks;
mod slots;
mod value_store;

use std::sync::Arc;

use serde::Serialize;

use self::value_store::Held;
pub use self::{
    html::FragmentView,
    slots::Html,
    value_store::{Input, Scope},
};
pub(crate) use self::{
    html::{fragment, printed_fragments, slot},
    marks::{MARK, mark},
    slots::{Around, Filling, PageSlots, Slot, Slotted, alternates, slots_in},
    value_store::{Fragments, SiteFragments},
};
use crate::context::{Origin, ViewContext};

/// A part of pages that several of them show alike.
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
/// What is not in the input cannot be read, such as the number of the variant whose page is built:
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
/// Nor is there a page in the context:
///
/// ```compile_fail
/// use vitrine_site::context::ViewContext;
///
/// fn path(cx: &ViewContext<'_>) -> String {
///     cx.page.path.to_string()
/// }
/// ```
pub trait Fragment: 'static {
    /// Everything that the view is made from, beside the locale and records that are read by what the input names.
    type Input: Input;
    /// What the template sees as `view`.
    type View: Serialize;
    /// How long it is held.
    const SCOPE: Scope = Scope::Family;
    /// Its template, which sees `view`, `level` and the texts of the locale, and nothing of a page; what differs by page in it is a slot.
    const TEMPLATE: &'static str;

    /// Its view.
    fn view(input: &Self::Input, cx: &ViewContext<'_>) -> Self::View;
}

/// Data that views of several pages are made from, such as what the variants of a family are chosen by. As a [`Fragment`], without a template.
pub trait Shared: 'static {
    /// As [`Fragment::Input`].
    type Input: Input;
    /// What is made from it.
    type Value: Send + Sync + 'static;
    /// How long it is held.
    const SCOPE: Scope = Scope::Family;

    /// Makes it.
    fn value(input: &Self::Input, cx: &ViewContext<'_>) -> Self::Value;

    /// The product or family whose findings are, where it is one's alone.
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
    type Value = html::Content;
    const SCOPE: Scope = F::SCOPE;

    fn value(input: &Self::Input, cx: &ViewContext<'_>) -> Self::Value {
        html::Content::new(F::TEMPLATE, F::view(input, cx))
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

    /// A fragment as a field of a view; templates print it with `fragment(view, level)`.
    pub fn fragment<F: Fragment>(&self, input: &F::Input) -> FragmentView {
        FragmentView(self.shared::<F>(input))
    }
}
