//! What a collection gives to the look of its pages.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{Entry, EntryKind, RichTextNode},
    media::Image,
};

use crate::{
    context::ViewContext,
    view::{facts::FactView, links::ButtonView, product_card::ProductCardView},
};

/// Cards at the end of a story.
pub(super) const MAX_CARDS: usize = 24;

/// A kind of editorial page: the entries it shows, and how they tell their story.
pub(in crate::pages) struct EditorialPage {
    pub(super) name: &'static str,
    pub(super) entries: EntryKind,
    pub(super) story: for<'a> fn(&ViewContext<'a>, &'a Entry) -> Option<Story<'a>>,
}

/// What an entry tells, before it is set.
#[derive(Default)]
pub(super) struct Story<'a> {
    /// A line above the title (`dinsdag 2 juni 2026`).
    pub(super) eyebrow: Option<String>,
    /// The picture that stands for it.
    pub(super) picture: Option<&'a Image>,
    /// A wordmark beside the facts.
    pub(super) logo: Option<&'a Image>,
    /// One paragraph.
    pub(super) intro: Option<String>,
    /// The long text.
    pub(super) text: Option<&'a [RichTextNode]>,
    /// A sentence of the person the page is about.
    pub(super) quote: Option<String>,
    /// Lists with a heading each.
    pub(super) sections: Vec<StorySection>,
    /// Facts in their order.
    pub(super) facts: Vec<FactView>,
    /// When it is open.
    pub(super) hours: Option<HoursView>,
    /// The next step.
    pub(super) actions: Vec<ButtonView>,
    /// More pictures.
    pub(super) gallery: &'a [Image],
    /// Words above the products.
    pub(super) products_title: String,
    /// Products of the story.
    pub(super) cards: Vec<ProductCardView>,
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

/// Opening hours as a table, and the days that differ.
#[derive(Debug, Serialize)]
pub(super) struct HoursView {
    pub(super) rows: Vec<HoursRow>,
    pub(super) special: Vec<SpecialRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct HoursRow {
    pub(super) day: String,
    pub(super) hours: String,
}

#[derive(Debug, Serialize)]
pub(super) struct SpecialRow {
    /// Machine-readable.
    pub(super) date: String,
    pub(super) words: String,
    pub(super) label: Option<String>,
    pub(super) hours: String,
}
