//! `featured_brands`, `featured_collections` and the other `featured_*` blocks: entries that an editor selected, or the
//! first ones of their collection.
//!
//! An entry without a localization for the page's locale is left out; a block without entries shows a text that says so
//! (R-CMS-10).

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Entry, EntryKind, FeaturedEntriesBlock};

use crate::{
    context::ViewContext,
    view::{
        self,
        entry_card::{self, CardLook, EntryCardView},
        links::{self, ButtonView, HeadingView},
        outline::Outline,
    },
};

#[derive(Serialize)]
struct FeaturedEntriesView {
    heading: Option<HeadingView>,
    item_level: u8,
    layout: &'static str,
    cards: Vec<EntryCardView>,
    buttons: Vec<ButtonView>,
    empty: Option<String>,
}

/// The template and card look of a collection's row.
struct Row {
    template: &'static str,
    shape: (u32, u32),
    sizes: &'static str,
    text: bool,
}

const QUARTERS: &str = "(width >= 1024px) 24vw, 48vw";
const THIRDS: &str = "(width >= 1024px) 32vw, (width >= 640px) 48vw, 100vw";
const HALVES: &str = "(width >= 768px) 48vw, 100vw";

fn row(collection: &str) -> Row {
    let (template, shape, sizes, text) = match collection {
        "brands" => ("blocks/featured_brands.html", (16, 10), QUARTERS, false),
        "collections" => ("blocks/featured_collections.html", (4, 5), THIRDS, false),
        "designers" => ("blocks/featured_designers.html", (4, 5), QUARTERS, false),
        "events" => ("blocks/featured_events.html", (16, 10), THIRDS, false),
        "projects" => ("blocks/featured_projects.html", (16, 10), HALVES, true),
        "showrooms" => ("blocks/featured_showrooms.html", (16, 10), HALVES, false),
        _ => ("blocks/featured_news.html", (16, 10), THIRDS, false),
    };
    Row {
        template,
        shape,
        sizes,
        text,
    }
}

pub(super) fn view(cx: &ViewContext<'_>, block: &FeaturedEntriesBlock, outline: &mut Outline) -> (&'static str, Value) {
    let row = row(&block.collection);
    let heading = links::heading(&block.heading, outline);
    let look = CardLook {
        shape: row.shape,
        sizes: row.sizes,
        logo: block.show_logo,
        text: row.text,
        hours: block.show_hours,
    };
    let cards: Vec<EntryCardView> = entries(cx, block)
        .into_iter()
        .map(|entry| entry_card::card(cx, entry, look))
        .collect();
    let view = FeaturedEntriesView {
        heading,
        item_level: outline.items(),
        layout: block.layout.word(),
        empty: cards.is_empty().then(|| empty(cx, &block.collection)),
        cards,
        buttons: links::buttons(cx, &block.buttons),
    };
    (row.template, view::value(view))
}

/// The text shown when a row has no entries.
pub(super) fn empty(cx: &ViewContext<'_>, collection: &str) -> String {
    match collection {
        "brands" => cx.t("content.empty.brands", &[]),
        "collections" => cx.t("content.empty.collections", &[]),
        "designers" => cx.t("content.empty.designers", &[]),
        "events" => cx.t("content.empty.events", &[]),
        "projects" => cx.t("content.empty.projects", &[]),
        "showrooms" => cx.t("content.empty.showrooms", &[]),
        _ => cx.t("content.empty.news", &[]),
    }
}

fn kind(collection: &str) -> EntryKind {
    match collection {
        "brands" => EntryKind::Brand,
        "collections" => EntryKind::Collection,
        "designers" => EntryKind::Designer,
        "events" => EntryKind::Event,
        "projects" => EntryKind::Project,
        "showrooms" => EntryKind::Showroom,
        _ => EntryKind::News,
    }
}

fn entries<'a>(cx: &ViewContext<'a>, block: &FeaturedEntriesBlock) -> Vec<&'a Entry> {
    match &block.picked {
        Some(ids) => ids.iter().filter_map(|id| cx.reader.entry_in(id, cx.locale)).collect(),
        None => {
            let limit = usize::try_from(block.limit).unwrap_or(usize::MAX);
            let ids = cx.reader.entries_of(kind(&block.collection), cx.locale);
            let found = ids.iter().filter_map(|id| cx.reader.entry(id));
            let mut found: Vec<&Entry> = found.filter(|entry| belongs(cx, block, entry)).collect();
            // Past events come after upcoming ones.
            found.sort_by_key(|entry| cx.reader.is_over(entry));
            found.truncate(limit);
            found
        }
    }
}

/// Whether an entry has the brand and the term that the block filters by.
fn belongs(cx: &ViewContext<'_>, block: &FeaturedEntriesBlock, entry: &Entry) -> bool {
    let brand = block.brand.as_ref().and_then(|id| cx.reader.entry_in(id, cx.locale));
    let of_brand = brand.is_none_or(|brand| entry.fields.relations().contains(&&brand.id));
    let has_term = block
        .term
        .as_deref()
        .is_none_or(|slug| entry.fields.terms().iter().any(|id| is_term(id.as_str(), slug)));
    let in_time = !block.upcoming_only || !cx.reader.is_over(entry);
    of_brand && has_term && in_time
}

/// Whether a term id has this slug: `sectors::kantoor` is the term `kantoor`.
fn is_term(id: &str, slug: &str) -> bool {
    id.rsplit_once("::").map_or(id, |(_, own)| own) == slug
}
