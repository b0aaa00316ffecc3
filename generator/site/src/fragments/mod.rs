//! What several pages share: made once for an input and a locale, rendered once, and put into every page that shows it.
//!
//! **Invariant:** what is shared depends on its input, the locale, and what its context reads, which is noted for every page that shows it. The context knows
//! no page, and `view` is a function without captures, so nothing else can be read: it is the same whichever page asks first.

mod html;
mod slots;
mod value_store;

use std::hash::Hash;

use serde::Serialize;

pub use self::html::{FragmentView, Html};
pub(crate) use self::{
    html::{MARK, fragment, mark, printed_fragments, slot},
    slots::{Around, Filling, PageSlots, Slot, Slotted, alternates, slots_in},
    value_store::{Fragments, SiteFragments},
};
use crate::context::{Origin, ViewContext};

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

impl<F: Fragment> Shared for F {
    type Input = F::Input;
    type Value = html::Content;
    const SCOPE: Scope = F::SCOPE;

    fn value(input: &Self::Input, cx: &ViewContext<'_>) -> Self::Value {
        html::Content::new(F::TEMPLATE, F::view(input, cx))
    }
}

impl ViewContext<'_> {
    /// A fragment as a field of a view; templates print it with `fragment(view, level)`.
    pub fn fragment<F: Fragment>(&self, input: &F::Input) -> FragmentView {
        FragmentView(self.shared::<F>(input))
    }
}
