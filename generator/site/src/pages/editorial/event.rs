//! The page of an event: date, place and registration.
//!
//! The place is the showroom's if the entry names one, otherwise its own address.

use serde_json::{Value, json};
use vitrine_model::content::{Address, Entry, EntryFields, EntryKind, EventFields, Registration, ShowroomFields};

use super::{graph, story::Story, structured};
use crate::{
    context::ViewContext,
    view::{
        links::{ButtonView, LinkView},
        words::{self, Facts, period, term_title},
    },
};

/// The place of an event: a showroom's title and fields, or an address.
enum Venue<'a> {
    Showroom(&'a Entry, &'a ShowroomFields),
    Address(&'a Address),
}

fn venue<'a>(cx: &ViewContext<'a>, fields: &'a EventFields) -> Option<Venue<'a>> {
    let showroom = words::related(cx, fields.showroom.as_ref()).and_then(|entry| match &entry.fields {
        EntryFields::Showroom(showroom) => Some(Venue::Showroom(entry, showroom)),
        _ => None,
    });
    showroom.or_else(|| fields.location.as_ref().map(Venue::Address))
}

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Event(fields) = &entry.fields else {
        return None;
    };
    let when = fields
        .start
        .as_ref()
        .map(|start| period(cx, start, fields.end.as_ref(), fields.all_day));
    let venue = venue(cx, fields);
    let over = cx.reader.is_over(entry);
    let mut facts = Facts::new(cx);
    facts
        .plain(cx.t("editorial.when", &[]), when)
        .values(cx.t("editorial.where", &[]), place(cx, venue.as_ref()))
        .terms(cx.t("editorial.event_type", &[]), &fields.kind)
        .plain(
            cx.t("editorial.registration", &[]),
            (!over).then(|| registration(cx, fields)),
        )
        .plain(
            cx.t("editorial.capacity", &[]),
            fields
                .capacity
                .filter(|_| !over)
                .map(|places| cx.format.integer(i64::from(places))),
        )
        .entries(cx.t("editorial.brands", &[]), &fields.brands);
    Some(Story {
        eyebrow: fields.kind.as_ref().and_then(|id| term_title(cx, id)),
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        facts: facts.rows(),
        notice: over.then(|| cx.t("editorial.over", &[])),
        // A past event has no ticket link.
        actions: if over { Vec::new() } else { actions(cx, fields) },
        rows: graph::row_of(
            cx,
            EntryKind::Event,
            cx.t("editorial.more_events", &[]),
            to_come(cx, entry),
        )
        .into_iter()
        .collect(),
        structured: structured(cx, entry, fields, venue.as_ref()),
        ..Story::default()
    })
}

/// The next upcoming events.
fn to_come<'a>(cx: &ViewContext<'a>, entry: &Entry) -> Vec<&'a Entry> {
    let listed = cx.reader.entries_of(EntryKind::Event, cx.locale).iter();
    let others = listed
        .filter(|id| **id != entry.id)
        .filter_map(|id| cx.reader.entry(id));
    others.filter(|other| !cx.reader.is_over(other)).take(3).collect()
}

fn place(cx: &ViewContext<'_>, venue: Option<&Venue<'_>>) -> Vec<LinkView> {
    match venue {
        None => Vec::new(),
        Some(Venue::Address(address)) => words::address(address, None),
        Some(Venue::Showroom(entry, showroom)) => {
            let mut values = vec![LinkView::to(entry.title.clone(), cx.entry_href(&entry.id))];
            values.extend(words::address(&showroom.address, None));
            values
        }
    }
}

fn registration(cx: &ViewContext<'_>, fields: &EventFields) -> String {
    match &fields.registration {
        Registration::None => cx.t("editorial.registration_none", &[]),
        Registration::Form(_) => cx.t("editorial.registration_form", &[]),
        Registration::External(_) => cx.t("editorial.registration_external", &[]),
    }
}

fn actions(cx: &ViewContext<'_>, fields: &EventFields) -> Vec<ButtonView> {
    let Registration::External(target) = &fields.registration else {
        return Vec::new();
    };
    let button = cx.link_href(target).map(|href| ButtonView {
        label: cx.t("editorial.register", &[]),
        href,
        new_tab: false,
        style: "primary",
    });
    button.into_iter().collect()
}

/// Search engines require a start and a place. A past event keeps the status "scheduled": schema.org's other states are
/// for cancelled and moved events, which the CMS does not record.
fn structured(cx: &ViewContext<'_>, entry: &Entry, fields: &EventFields, venue: Option<&Venue<'_>>) -> Option<Value> {
    let start = fields.start.as_ref()?;
    let Some(venue) = venue else {
        cx.diagnostics.push(structured::unlisted(
            cx,
            "event-without-place",
            "showroom",
            "place: its page has no Event, and search engines do not list it as an event",
            "Choose the showroom of the event, or enter its address.",
        ));
        return None;
    };
    let time = |at: &jiff::Zoned| {
        if fields.all_day {
            at.date().to_string()
        } else {
            at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
        }
    };
    let (name, address) = match venue {
        Venue::Address(address) => (address.name.clone(), *address),
        Venue::Showroom(entry, showroom) => (Some(structured::store_name(cx, entry)), &showroom.address),
    };
    let mut place = json!({"@type": "Place", "address": structured::address(address)});
    structured::set(&mut place, [("name", name.map(|name| json!(name)))]);
    let mut data = json!({
        "@type": "Event",
        "name": entry.title,
        "startDate": time(start),
        "eventStatus": "https://schema.org/EventScheduled",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "location": place,
    });
    let values = [
        ("endDate", fields.end.as_ref().map(|end| json!(time(end)))),
        ("maximumAttendeeCapacity", fields.capacity.map(|places| json!(places))),
    ];
    structured::set(&mut data, values);
    Some(data)
}
