//! The content that a collection provides for the layout of editorial pages.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{Entry, EntryKind, RichTextNode},
    media::Image,
    product::Product,
};

use super::graph::{self, RowView};
use crate::{
    context::ViewContext,
    view::{
        all_products::{self, AllProductsView},
        facts::FactView,
        hours::{HoursView, OpenNowProps},
        links::ButtonView,
    },
};

/// A kind of editorial page: the entries it includes and how their story is built.
pub(in crate::pages) struct EditorialPage {
    pub(super) name: &'static str,
    pub(super) entries: EntryKind,
    pub(super) story: for<'a> fn(&ViewContext<'a>, &'a Entry) -> Option<Story<'a>>,
}

/// The content of an entry for the editorial layout.
#[derive(Default)]
pub(super) struct Story<'a> {
    /// Line above the title (`dinsdag 2 juni 2026`).
    pub(super) eyebrow: Option<String>,
    /// Main picture.
    pub(super) picture: Option<&'a Image>,
    /// Logo next to the facts.
    pub(super) logo: Option<&'a Image>,
    /// Introduction.
    pub(super) intro: Option<String>,
    /// Main text.
    pub(super) text: Option<&'a [RichTextNode]>,
    /// Quote by the person the page is about.
    pub(super) quote: Option<String>,
    /// Sections with a heading and a list.
    pub(super) sections: Vec<StorySection>,
    /// Facts in order.
    pub(super) facts: Vec<FactView>,
    /// Opening hours.
    pub(super) hours: Option<HoursView>,
    /// The same for the island that shows whether the place is open.
    pub(super) open_now: Option<OpenNowProps>,
    /// Buttons, for example to contact the shop.
    pub(super) actions: Vec<ButtonView>,
    /// More images.
    pub(super) gallery: &'a [Image],
    /// A notice at the top: that an event is over.
    pub(super) notice: Option<String>,
    /// Its products.
    pub(super) all_products: AllProductsView,
    /// Related entries, one row per kind.
    pub(super) rows: Vec<RowView>,
    /// Structured data.
    pub(super) structured: Option<serde_json::Value>,
}

/// A heading with a text or a list below it.
#[derive(Debug, Serialize)]
pub(super) struct StorySection {
    pub(super) title: String,
    pub(super) text: Option<Value>,
    pub(super) items: Vec<String>,
}

/// The products of an entry, without the families that its editor's rows already show.
pub(super) fn titled_products(
    cx: &ViewContext<'_>,
    entry: &Entry,
    title: String,
    products: &[&Product],
) -> AllProductsView {
    let shown = graph::shown_by_editor(cx, &entry.blocks);
    if shown.is_empty() {
        return all_products::view(cx, title, products);
    }
    let rest: Vec<&Product> = products
        .iter()
        .copied()
        .filter(|product| !shown.contains(product.family_or_own_id()))
        .collect();
    all_products::view(cx, cx.t("editorial.also", &[("name", &entry.title)]), &rest)
}
