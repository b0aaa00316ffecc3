//! The content that a collection provides for the layout of editorial pages.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{Entry, EntryKind, RichTextNode},
    media::Image,
};

pub(super) use crate::view::place::HoursView;
use crate::{
    context::ViewContext,
    view::{facts::FactView, links::ButtonView, product_card::ProductCardView},
};

/// Maximum number of cards at the end of a story.
pub(super) const MAX_CARDS: usize = 24;

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
    /// Buttons, for example to contact the shop.
    pub(super) actions: Vec<ButtonView>,
    /// More pictures.
    pub(super) gallery: &'a [Image],
    /// Heading above the products.
    pub(super) products_title: String,
    /// Product cards.
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
