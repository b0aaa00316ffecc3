//! The filters of an overview: the values of its entries, with counts.

use std::collections::BTreeMap;

use serde::Serialize;
use vitrine_model::{
    content::{Country, Entry, EntryFields, OverviewFilter},
    ids::{EntryId, TermId},
};

use crate::{
    context::ViewContext,
    view::{entry_face::country_name, links::LinkView, showroom, vacancy, words},
};

/// One filter with its values.
#[derive(Serialize)]
pub(super) struct FilterView {
    /// `brand`, `year`
    key: &'static str,
    label: String,
    /// Whether a value is a link; otherwise the filter needs a script.
    linked: bool,
    values: Vec<ValueView>,
}

/// A value with its number of entries.
#[derive(Serialize)]
struct ValueView {
    value: String,
    /// Its label, linked to its page if it has one.
    link: LinkView,
    count: usize,
}

/// A value of an entry: its key and label, linked to its page if it has one.
type Found = (String, LinkView);

/// The filters that have more than one value, in the editor's order.
pub(super) fn views(cx: &ViewContext<'_>, wanted: &[OverviewFilter], entries: &[&Entry]) -> Vec<FilterView> {
    let shown = wanted.iter().filter(|filter| **filter != OverviewFilter::Letter);
    shown
        .map(|filter| {
            let values = values(cx, *filter, entries);
            FilterView {
                key: filter.word(),
                label: label(cx, *filter),
                linked: values.iter().any(|value| value.link.href.is_some()),
                values,
            }
        })
        .filter(|view| view.values.len() > 1)
        .collect()
}

/// The values of an entry for the filter script: `["brand=kante","year=2024"]`.
pub(super) fn values_of_entry(cx: &ViewContext<'_>, wanted: &[OverviewFilter], entry: &Entry) -> Option<String> {
    let values = wanted.iter().flat_map(|filter| {
        let found = values_of(cx, *filter, entry).into_iter();
        found.map(|(value, _)| format!("{}={value}", filter.word()))
    });
    let values: Vec<String> = values.collect();
    (!values.is_empty()).then(|| serde_json::to_string(&values).unwrap_or_default())
}

/// The values of a filter, sorted by label; years newest first, months chronologically.
fn values(cx: &ViewContext<'_>, filter: OverviewFilter, entries: &[&Entry]) -> Vec<ValueView> {
    let mut counts: BTreeMap<String, (LinkView, usize)> = BTreeMap::new();
    for entry in entries {
        for (value, link) in values_of(cx, filter, entry) {
            counts.entry(value).or_insert((link, 0)).1 += 1;
        }
    }
    let mut values: Vec<ValueView> = counts
        .into_iter()
        .map(|(value, (link, count))| ValueView { value, link, count })
        .collect();
    match filter {
        OverviewFilter::Year => values.reverse(),
        OverviewFilter::Month => {}
        _ => values.sort_by_cached_key(|view| view.link.label.to_lowercase()),
    }
    values
}

fn label(cx: &ViewContext<'_>, filter: OverviewFilter) -> String {
    match filter {
        OverviewFilter::Brand => cx.t("editorial.brand", &[]),
        OverviewFilter::Category => cx.t("content.filter_category", &[]),
        OverviewFilter::Client => cx.t("editorial.client", &[]),
        OverviewFilter::Country => cx.t("content.country", &[]),
        OverviewFilter::Department => cx.t("editorial.department", &[]),
        OverviewFilter::Designer => cx.t("editorial.designer", &[]),
        OverviewFilter::Employment => cx.t("editorial.employment", &[]),
        OverviewFilter::Experience => cx.t("editorial.experience", &[]),
        OverviewFilter::Facility => cx.t("editorial.facilities", &[]),
        OverviewFilter::Hours => cx.t("editorial.hours", &[]),
        OverviewFilter::Letter => cx.t("content.by_letter", &[]),
        OverviewFilter::Location => cx.t("editorial.region", &[]),
        OverviewFilter::Month => cx.t("content.filter_month", &[]),
        OverviewFilter::Sector => cx.t("editorial.sector", &[]),
        OverviewFilter::Showroom => cx.t("editorial.showroom", &[]),
        OverviewFilter::Topic => cx.t("content.filter_topic", &[]),
        OverviewFilter::Type => cx.t("editorial.event_type", &[]),
        OverviewFilter::Year => cx.t("editorial.year", &[]),
    }
}

/// The values of a filter that an entry has; none if the filter does not apply to its collection.
fn values_of(cx: &ViewContext<'_>, filter: OverviewFilter, entry: &Entry) -> Vec<Found> {
    match filter {
        OverviewFilter::Brand => of_entries(cx, brands(&entry.fields)),
        OverviewFilter::Designer => of_entries(cx, designers(&entry.fields)),
        OverviewFilter::Showroom => of_entries(cx, showrooms(&entry.fields)),
        OverviewFilter::Category | OverviewFilter::Topic | OverviewFilter::Sector | OverviewFilter::Department => {
            of_terms(cx, terms(filter, &entry.fields))
        }
        OverviewFilter::Type => types(cx, &entry.fields),
        OverviewFilter::Client => client(&entry.fields).into_iter().collect(),
        OverviewFilter::Country => country(cx, &entry.fields).into_iter().collect(),
        OverviewFilter::Location => location(cx, &entry.fields).into_iter().collect(),
        OverviewFilter::Facility => facilities(cx, &entry.fields),
        OverviewFilter::Hours => hours(cx, &entry.fields).into_iter().collect(),
        OverviewFilter::Employment | OverviewFilter::Experience => job(cx, filter, &entry.fields).into_iter().collect(),
        OverviewFilter::Year => year(&entry.fields)
            .map(|year| (year.to_string(), LinkView::text(year.to_string())))
            .into_iter()
            .collect(),
        OverviewFilter::Month => month(cx, &entry.fields).into_iter().collect(),
        OverviewFilter::Letter => Vec::new(),
    }
}

fn brands(fields: &EntryFields) -> &[EntryId] {
    match fields {
        EntryFields::Collection(fields) => fields.brand.as_slice(),
        EntryFields::Catalogue(fields) => fields.brand.as_slice(),
        EntryFields::Designer(fields) => &fields.brands,
        EntryFields::Event(fields) => &fields.brands,
        EntryFields::News(fields) => &fields.brands,
        EntryFields::Project(fields) => &fields.brands,
        EntryFields::Showroom(fields) => &fields.brands,
        EntryFields::Store(fields) => &fields.brands,
        _ => &[],
    }
}

fn designers(fields: &EntryFields) -> &[EntryId] {
    match fields {
        EntryFields::Collection(fields) => fields.designer.as_slice(),
        EntryFields::News(fields) => &fields.designers,
        _ => &[],
    }
}

fn showrooms(fields: &EntryFields) -> &[EntryId] {
    match fields {
        EntryFields::Event(fields) => fields.showroom.as_slice(),
        EntryFields::Vacancy(fields) => fields.location.as_slice(),
        EntryFields::Project(fields) => fields.contact.as_slice(),
        _ => &[],
    }
}

fn terms(filter: OverviewFilter, fields: &EntryFields) -> &[TermId] {
    match (filter, fields) {
        (OverviewFilter::Category, EntryFields::Collection(fields)) => &fields.categories,
        (OverviewFilter::Topic, EntryFields::News(fields)) => &fields.topics,
        (OverviewFilter::Sector, EntryFields::Project(fields)) => fields.sector.as_slice(),
        (OverviewFilter::Department, EntryFields::Vacancy(fields)) => fields.department.as_slice(),
        (OverviewFilter::Type, EntryFields::Event(fields)) => fields.kind.as_slice(),
        _ => &[],
    }
}

fn of_entries(cx: &ViewContext<'_>, ids: &[EntryId]) -> Vec<Found> {
    let entries = ids.iter().filter_map(|id| cx.reader.entry(id));
    entries
        .map(|entry| {
            let link = LinkView::to(entry.title.clone(), cx.entry_href(&entry.id));
            (entry.slug.clone(), link)
        })
        .collect()
}

fn of_terms(cx: &ViewContext<'_>, ids: &[TermId]) -> Vec<Found> {
    let slug = |id: &TermId| {
        let id = id.as_str();
        id.rsplit_once("::").map_or(id, |(_, slug)| slug).to_owned()
    };
    ids.iter()
        .filter_map(|id| Some((slug(id), LinkView::text(words::term_title(cx, id)?))))
        .collect()
}

fn types(cx: &ViewContext<'_>, fields: &EntryFields) -> Vec<Found> {
    match fields {
        EntryFields::Store(fields) => fields
            .dealer_type
            .map(|kind| (kind.key().to_owned(), LinkView::text(words::dealer(cx, kind))))
            .into_iter()
            .collect(),
        fields => of_terms(cx, terms(OverviewFilter::Type, fields)),
    }
}

fn country(cx: &ViewContext<'_>, fields: &EntryFields) -> Option<Found> {
    let dictionary = |country: &Country| {
        let code = country.code.clone().unwrap_or_else(|| country.label.clone());
        (code.to_lowercase(), LinkView::text(country_name(cx, country)))
    };
    let address = match fields {
        EntryFields::Designer(fields) => return fields.country.as_ref().map(dictionary),
        EntryFields::Showroom(fields) => &fields.address,
        EntryFields::Store(fields) => &fields.address,
        _ => return None,
    };
    let country = address.country.as_ref()?;
    Some((country.to_lowercase(), LinkView::text(words::country(cx, country))))
}

fn location(cx: &ViewContext<'_>, fields: &EntryFields) -> Option<Found> {
    let place = match fields {
        EntryFields::Vacancy(fields) => vacancy::region(cx, fields)?,
        EntryFields::Project(fields) => fields.location.clone()?,
        _ => return None,
    };
    Some((place.to_lowercase(), LinkView::text(place)))
}

fn facilities(cx: &ViewContext<'_>, fields: &EntryFields) -> Vec<Found> {
    let EntryFields::Showroom(fields) = fields else {
        return Vec::new();
    };
    let known = fields.facilities.iter();
    known
        .filter_map(|key| Some((key.clone(), LinkView::text(showroom::facility(cx, key)?))))
        .collect()
}

fn job(cx: &ViewContext<'_>, filter: OverviewFilter, fields: &EntryFields) -> Option<Found> {
    let EntryFields::Vacancy(fields) = fields else {
        return None;
    };
    if filter == OverviewFilter::Employment {
        let kind = fields.employment?;
        return Some((kind.key().to_owned(), LinkView::text(vacancy::employment(cx, kind))));
    }
    let asked = fields.experience?;
    Some((asked.word().to_owned(), LinkView::text(vacancy::experience(cx, asked))))
}

fn client(fields: &EntryFields) -> Option<Found> {
    let EntryFields::Project(fields) = fields else {
        return None;
    };
    let client = fields.client.clone()?;
    Some((client.to_lowercase(), LinkView::text(client)))
}

fn hours(cx: &ViewContext<'_>, fields: &EntryFields) -> Option<Found> {
    let EntryFields::Vacancy(fields) = fields else {
        return None;
    };
    let words = vacancy::hours(cx, fields)?;
    let key = match (fields.hours_min, fields.hours_max) {
        (Some(from), Some(to)) if from != to => format!("{from}-{to}"),
        (from, to) => from.or(to)?.to_string(),
    };
    Some((key, LinkView::text(words)))
}

fn year(fields: &EntryFields) -> Option<i32> {
    match fields {
        EntryFields::Catalogue(fields) => fields.year,
        EntryFields::Collection(fields) => fields.year,
        EntryFields::Project(fields) => fields.year,
        EntryFields::News(fields) => fields.date.map(|date| date.year().into()),
        EntryFields::Event(fields) => fields.start.as_ref().map(|start| start.year().into()),
        _ => None,
    }
}

/// The month in which an event starts: `2026-12`, `december 2026`.
fn month(cx: &ViewContext<'_>, fields: &EntryFields) -> Option<Found> {
    let EntryFields::Event(fields) = fields else {
        return None;
    };
    let start = fields.start.as_ref()?.date();
    Some((
        start.strftime("%Y-%m").to_string(),
        LinkView::text(cx.format.month(start)),
    ))
}
