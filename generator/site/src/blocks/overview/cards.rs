//! The cards of overviews: the facts shown for an entry of each collection (R-CMS-03).

use vitrine_model::{
    content::{CatalogueFields, Entry, EntryFields, OverviewOf},
    ids::EntryId,
};

use crate::{
    context::ViewContext,
    view::{
        entry_card::{self, CardLook, EntryCardView},
        form::page,
        links::{self, LinkView},
        vacancy, words,
    },
};

/// The template of an overview and the look of its cards.
pub(super) struct Look {
    pub(super) template: &'static str,
    /// A modifier of `tiles`.
    pub(super) shape: &'static str,
    card: CardLook,
}

const THUMB: &str = "(width >= 640px) 160px, 30vw";
const QUARTERS: &str = "(width >= 1024px) 24vw, 48vw";
const THIRDS: &str = "(width >= 1024px) 32vw, (width >= 640px) 48vw, 100vw";
const HALVES: &str = "(width >= 640px) 48vw, 100vw";

impl Look {
    pub(super) fn of(of: &OverviewOf) -> Self {
        let (template, shape, frame, sizes) = match of {
            OverviewOf::Collections { .. } => ("blocks/collections_overview.html", "thirds", (16, 10), THIRDS),
            OverviewOf::Designers => ("blocks/designers_overview.html", "people", (4, 5), THUMB),
            OverviewOf::Events { .. } => ("blocks/events_overview.html", "thirds", (16, 10), THIRDS),
            OverviewOf::News | OverviewOf::Articles { .. } => ("blocks/news_overview.html", "thirds", (16, 10), THIRDS),
            OverviewOf::Projects { masonry: false } => ("blocks/projects_overview.html", "halves", (16, 10), HALVES),
            OverviewOf::Projects { masonry: true } => ("blocks/projects_overview.html", "masonry", (16, 10), HALVES),
            OverviewOf::Showrooms => ("blocks/showrooms_overview.html", "halves", (16, 10), HALVES),
            OverviewOf::Stores => ("blocks/stores_overview.html", "places", (16, 10), THIRDS),
            OverviewOf::Vacancies => ("blocks/vacancies_overview.html", "list", (16, 10), THIRDS),
            OverviewOf::Catalogues => ("blocks/catalogues_overview.html", "quarters", (4, 5), QUARTERS),
        };
        Self {
            template,
            shape,
            card: CardLook {
                shape: frame,
                sizes,
                logo: false,
                text: matches!(
                    of,
                    OverviewOf::News | OverviewOf::Articles { .. } | OverviewOf::Events { .. } | OverviewOf::Catalogues
                ),
                hours: matches!(of, OverviewOf::Showrooms),
            },
        }
    }
}

/// The card of an entry; without an image if the event is over.
pub(super) fn card(cx: &ViewContext<'_>, entry: &Entry, look: &Look, over: bool) -> EntryCardView {
    let mut card = entry_card::card(cx, entry, look.card);
    card.lines.extend(lines(cx, entry));
    if over {
        (card.image, card.text) = (None, None);
    }
    match &entry.fields {
        EntryFields::Catalogue(fields) => card.links = catalogue(cx, entry, fields),
        EntryFields::Event(fields) => card.note = words::when(cx, fields),
        _ => {}
    }
    card.id = card.href.is_none().then(|| entry.slug.clone());
    card
}

/// The facts of an entry that are not on its card yet.
fn lines(cx: &ViewContext<'_>, entry: &Entry) -> Vec<String> {
    let titles = |ids: &[EntryId]| {
        let titles = ids.iter().filter_map(|id| Some(cx.reader.entry(id)?.title.clone()));
        Some(titles.collect::<Vec<_>>().join(", ")).filter(|titles| !titles.is_empty())
    };
    let lines = match &entry.fields {
        EntryFields::Collection(fields) => vec![titles(fields.designer.as_slice())],
        EntryFields::Designer(fields) => vec![titles(&fields.brands), designs(cx, entry)],
        EntryFields::Event(fields) => vec![words::place_name(cx, fields)],
        EntryFields::Project(fields) => vec![fields.client.clone(), titles(&fields.brands)],
        EntryFields::Vacancy(fields) => vacancy::lines(cx, fields).into_iter().map(Some).collect(),
        EntryFields::Catalogue(fields) => vec![
            fields
                .pages
                .map(|pages| cx.plural("editorial.pages", pages.into(), &[])),
            languages(cx, fields),
        ],
        _ => Vec::new(),
    };
    lines.into_iter().flatten().collect()
}

/// The number of a designer's designs in the shop.
fn designs(cx: &ViewContext<'_>, entry: &Entry) -> Option<String> {
    let count = cx.reader.families_of_entry("designer", &entry.slug).len();
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    (count > 0).then(|| cx.plural("editorial.designs", count, &[]))
}

/// The languages of a catalogue, by the names of the shop's locales.
fn languages(cx: &ViewContext<'_>, fields: &CatalogueFields) -> Option<String> {
    let known = cx.reader.locales().iter();
    let names: Vec<String> = known
        .filter(|(_, locale)| fields.languages.iter().any(|code| code == locale.code.as_str()))
        .map(|(_, locale)| locale.name.clone())
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// How to get a catalogue: its file, and the form with it; a `mailto:` link where there is no form (R-CMS-08).
fn catalogue(cx: &ViewContext<'_>, entry: &Entry, fields: &CatalogueFields) -> Vec<LinkView> {
    let file = fields.file.as_deref().and_then(links::web_url);
    let file = file.map(|href| LinkView::to(cx.t("content.catalogue_download", &[]), Some(href)));
    let letter = || {
        let globals = cx.reader.globals(cx.locale)?;
        let subject = format!("{}: {}", cx.t("content.catalogues_subject", &[]), entry.title);
        links::mail_href(globals.site.email.as_deref()?, &subject)
    };
    let by_post = fields.orderable.then(|| {
        let on_form = page::page_with(cx, page::CATALOGUE_REQUEST, (page::CATALOGUES, &entry.slug));
        let href = on_form.or_else(letter)?;
        Some(LinkView::to(cx.t("content.catalogue_by_post", &[]), Some(href)))
    });
    file.into_iter().chain(by_post.flatten()).collect()
}
