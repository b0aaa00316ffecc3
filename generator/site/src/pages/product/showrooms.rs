//! The showrooms that show products of the brand, with address, hours and a link for appointments (LOC-9).
//!
//! The hours are shown as text; the browser determines from the same data whether a showroom is open now.

use serde::Serialize;
use vitrine_model::{
    content::{EntryFields, EntryKind, OpenSpan, OpeningHours, ShowroomFields, Weekday},
    ids::BrandId,
};

use crate::{
    context::ViewContext,
    view::{
        hours::{self, Hours},
        links::LinkView,
    },
};

/// One showroom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct ShowroomView {
    /// Link to its page, labelled with its city.
    link: LinkView,
    /// Lines of its address.
    address: Vec<String>,
    /// Opening hours; consecutive days with the same hours are grouped.
    hours: Vec<HoursView>,
    /// Link to the appointment page; the template adds the number of the page's product.
    appointment: Option<LinkView>,
}

/// `dinsdag – vrijdag`, `10:00 – 18:00`
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct HoursView {
    days: String,
    times: String,
}

/// Maximum number shown with a product; the page of showrooms has all.
const MAX_SHOWROOMS: usize = 5;

/// The showrooms that show products of a brand.
pub(super) fn view(cx: &ViewContext<'_>, brand: Option<&BrandId>) -> Vec<ShowroomView> {
    let places = brand.into_iter().flat_map(|brand| places(cx, brand));
    places.map(|(link, fields)| showroom(cx, link, fields)).collect()
}

/// Their cities on one line; `None` without one.
pub(super) fn places_line(cx: &ViewContext<'_>, brand: Option<&BrandId>) -> Option<String> {
    let places = brand.into_iter().flat_map(|brand| places(cx, brand));
    let cities: Vec<String> = places.map(|(link, _)| link.label).collect();
    (!cities.is_empty()).then(|| cities.join(", "))
}

/// Their opening hours, in the same order.
pub(super) fn hours(cx: &ViewContext<'_>, brand: Option<&BrandId>) -> Vec<Hours> {
    let places = brand.into_iter().flat_map(|brand| places(cx, brand));
    places.map(|(_, fields)| hours::times(&fields.hours)).collect()
}

fn places<'a>(cx: &ViewContext<'a>, brand: &BrandId) -> Vec<(LinkView, &'a ShowroomFields)> {
    let brand = cx.reader.brand(brand);
    let entry = brand.and_then(|brand| cx.reader.brand_entry(&brand.code, cx.locale));
    let places = entry.map_or(&[][..], |entry| {
        cx.reader.entries_naming(&entry.id, EntryKind::Showroom)
    });
    places
        .iter()
        .filter_map(|id| cx.reader.entry(id))
        .filter_map(|place| match &place.fields {
            EntryFields::Showroom(fields) => {
                let name = fields.city.clone().unwrap_or_else(|| place.title.clone());
                Some((LinkView::to(name, cx.entry_href(&place.id)), fields.as_ref()))
            }
            _ => None,
        })
        .take(MAX_SHOWROOMS)
        .collect()
}

fn showroom(cx: &ViewContext<'_>, link: LinkView, fields: &ShowroomFields) -> ShowroomView {
    let appointment = fields.appointments.as_ref().and(link.href.as_ref()).map(|href| {
        let label = cx.t("product.appointment", &[("place", &link.label)]);
        LinkView::to(label, Some(href.clone()))
    });
    ShowroomView {
        address: fields.address.lines(),
        hours: week(cx, &fields.hours),
        appointment,
        link,
    }
}

/// The week as text; consecutive days with the same hours are grouped.
fn week(cx: &ViewContext<'_>, hours: &OpeningHours) -> Vec<HoursView> {
    let mut groups: Vec<(Vec<Weekday>, &[OpenSpan])> = Vec::new();
    for day in &hours.week {
        match groups.last_mut() {
            Some((days, spans)) if *spans == day.spans.as_slice() && follows(days, day.day) => days.push(day.day),
            _ => groups.push((vec![day.day], &day.spans)),
        }
    }
    let name = |day: &Weekday| cx.format.weekday(*day).to_owned();
    groups
        .iter()
        .filter_map(|(days, spans)| {
            let (first, last) = days.first().zip(days.last())?;
            let days = if first == last {
                name(first)
            } else {
                format!("{} – {}", name(first), name(last))
            };
            Some(HoursView {
                days,
                times: times(cx, spans),
            })
        })
        .collect()
}

/// Whether a day directly follows the last of these.
fn follows(days: &[Weekday], day: Weekday) -> bool {
    let place = |day: Weekday| Weekday::ALL.iter().position(|known| *known == day);
    days.last().and_then(|last| place(*last)).map(|last| last + 1) == place(day)
}

fn times(cx: &ViewContext<'_>, spans: &[OpenSpan]) -> String {
    if spans.is_empty() {
        return cx.t("product.closed", &[]);
    }
    let words: Vec<String> = spans
        .iter()
        .map(|span| format!("{} – {}", cx.format.time(span.opens), cx.format.time(span.closes)))
        .collect();
    words.join(", ")
}
