//! The overviews of entries: `collections_overview`, `designers_overview`, `events_overview` and the others.
//!
//! All share one frame: heading, text, filters, groups of cards, and a text if there are no entries (R-CMS-10).

mod cards;
mod filters;

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::{Entry, EntryFields, OverviewBlock, OverviewFilter, OverviewOf};

use self::{cards::Look, filters::FilterView};
use crate::{
    context::ViewContext,
    lists::{self, ListScope},
    page::ListPage,
    view::{
        self,
        entry_card::EntryCardView,
        filtered::{self, FilteredView},
        links::{self, HeadingView},
        locator::{self, LocatorView},
        outline::Outline,
        pager::{self, PagerView},
        place::{self, PlaceLook, PlaceView},
    },
};

#[derive(Serialize)]
struct OverviewView {
    heading: Option<HeadingView>,
    text: Option<Value>,
    filters: Vec<FilterView>,
    /// Number of entries on all pages.
    total: usize,
    /// The total as text.
    count: String,
    filtered: Option<FilteredView>,
    /// The store locator of dealers, which replaces the filters.
    locator: Option<LocatorView>,
    /// Links to the groups, if visitors can filter by letter.
    letters: bool,
    /// The layout of the cards: a modifier of `tiles`.
    shape: &'static str,
    groups: Vec<GroupView>,
    /// Level of the headings of its groups.
    item_level: u8,
    pager: Option<PagerView>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct GroupView {
    /// Heading of the group, unless it is a letter.
    title: Option<String>,
    /// The letter of the group.
    letter: Option<String>,
    /// Fragment of links to the group.
    id: Option<String>,
    /// Level of its heading.
    level: u8,
    /// Level of the headings of its cards.
    item_level: u8,
    /// The layout of its cards, if it differs from the other groups.
    shape: Option<&'static str>,
    cards: Vec<EntryCardView>,
    /// Stores, in the format of every list of places.
    places: Vec<PlaceView>,
}

/// The part of an overview on `page`; all of it if it has no further pages. Heading and text are only on the first
/// page. Also returns the island of its locator, if any.
pub(super) fn view(
    cx: &ViewContext<'_>,
    page: Option<&ListPage>,
    block: &OverviewBlock,
    outline: &mut Outline,
) -> (&'static str, Value, Option<&'static str>) {
    let look = Look::of(&block.of);
    let entries = lists::entries::select(ListScope::of(cx), block);
    let first = page.is_none_or(|page| !page.is_further());
    let heading = links::heading(&block.heading, outline).filter(|_| first);
    let text = (first && !block.text.is_empty()).then(|| cx.rich_text(&block.text));
    let filters = filters::views(cx, &block.filters, &entries);
    let per_page = usize::try_from(block.per_page).unwrap_or(usize::MAX);
    let shown = page.map_or(entries.as_slice(), |page| {
        lists::on_page(&entries, per_page, Some(page))
    });
    let pager = page.and_then(|page| pager::pager(cx, page));
    let item_level = outline.items();
    let mut groups = groups(cx, block, shown, &look, item_level);
    let locator = locator(cx, block, shown).filter(|_| pager.is_none());
    if locator.is_none() {
        let places = groups.iter_mut().flat_map(|group| &mut group.places);
        places.for_each(|place| place.key = None);
    }
    let island = locator.as_ref().map(|_| locator::ISLAND);
    let nothing_to_come = !entries.iter().any(|entry| !cx.reader.is_over(entry));
    let of_script = !filters.is_empty() && !matches!(block.of, OverviewOf::Stores);
    let filtered = filtered::filtered(cx, page.filter(|_| of_script));
    let view = OverviewView {
        filtered,
        locator,
        heading,
        text,
        letters: block.filters.contains(&OverviewFilter::Letter) && groups.len() > 1,
        filters,
        total: entries.len(),
        count: cx.plural("overview.count", i64::try_from(entries.len()).unwrap_or(i64::MAX), &[]),
        shape: look.shape,
        groups,
        item_level,
        pager,
        empty: nothing_to_come.then(|| block.empty_text.clone().unwrap_or_else(|| empty(cx, &block.of))),
    };
    (look.template, view::value(view), island)
}

/// The locator of dealers; none on a paged list, because a script would know only a part of the places.
fn locator(cx: &ViewContext<'_>, block: &OverviewBlock, shown: &[&Entry]) -> Option<LocatorView> {
    if !matches!(block.of, OverviewOf::Stores) {
        return None;
    }
    let places: Vec<_> = shown.iter().filter_map(|entry| locator::place(cx, entry)).collect();
    (places.len() > 1).then(|| locator::view(cx, places, true))
}

/// The shop's own text for an overview without entries.
fn empty(cx: &ViewContext<'_>, of: &OverviewOf) -> String {
    match of {
        OverviewOf::Collections { .. } => cx.t("content.empty.collections", &[]),
        OverviewOf::Designers => cx.t("content.empty.designers", &[]),
        OverviewOf::Events { .. } => cx.t("content.empty.events", &[]),
        OverviewOf::News => cx.t("content.empty.news", &[]),
        OverviewOf::Projects { .. } => cx.t("content.empty.projects", &[]),
        OverviewOf::Showrooms => cx.t("content.empty.showrooms", &[]),
        OverviewOf::Stores => cx.t("content.empty.stores", &[]),
        OverviewOf::Vacancies => cx.t("content.empty.vacancies", &[]),
        OverviewOf::Catalogues => cx.t("content.empty.catalogues", &[]),
        OverviewOf::Articles { .. } => cx.t("content.empty.articles", &[]),
    }
}

/// The cards in order, split where the group changes: designers by letter, events by whether they are over.
fn groups(cx: &ViewContext<'_>, block: &OverviewBlock, entries: &[&Entry], look: &Look, level: u8) -> Vec<GroupView> {
    let mut groups: Vec<GroupView> = Vec::new();
    for entry in entries {
        let over = cx.reader.is_over(entry);
        let letter = matches!(block.of, OverviewOf::Designers).then(|| letter(entry));
        let title = over.then(|| cx.t("content.past_events", &[]));
        let id = letter.as_deref().map(anchor);
        let id = id.or_else(|| over.then(|| "events-archive".to_owned()));
        if groups.last().is_none_or(|group| group.id != id) {
            groups.push(GroupView {
                level,
                item_level: if id.is_some() { level + 1 } else { level },
                shape: over.then_some("list"),
                title,
                letter,
                id,
                cards: Vec::new(),
                places: Vec::new(),
            });
        }
        let Some(group) = groups.last_mut() else { continue };
        match block.of {
            OverviewOf::Stores => group.places.extend(store(cx, entry)),
            _ => group.cards.push(EntryCardView {
                values: filters::values_of_entry(cx, &block.filters, entry),
                ..cards::card(cx, entry, look, over)
            }),
        }
    }
    groups
}

fn store(cx: &ViewContext<'_>, entry: &Entry) -> Option<PlaceView> {
    let look = PlaceLook {
        hours: true,
        route: true,
        brands: true,
    };
    let place = place::place(cx, entry, look)?;
    let id = place.href.is_none().then(|| entry.slug.clone());
    let key = locator::place(cx, entry).map(|located| located.data.key);
    Some(PlaceView { id, key, ..place })
}

/// The group letter of an entry: from a designer's last name, otherwise from its title; `#` if it does not start with a
/// letter.
fn letter(entry: &Entry) -> String {
    let last_name = match &entry.fields {
        EntryFields::Designer(fields) => fields.last_name.as_deref(),
        _ => None,
    };
    let first = last_name.unwrap_or(&entry.title).chars().next();
    first
        .filter(|c| c.is_alphabetic())
        .map_or_else(|| "#".to_owned(), |c| c.to_uppercase().collect())
}

/// The id of a letter's group.
fn anchor(letter: &str) -> String {
    format!("designers-{}", if letter == "#" { "0" } else { letter }.to_lowercase())
}
