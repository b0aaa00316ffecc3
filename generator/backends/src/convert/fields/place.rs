//! Fields of showrooms and stores: addresses, coordinates, opening hours. See [`super`].
//!
//! **Invariant:** the spans of one day are in order and none ends before it begins.

use std::collections::BTreeMap;

use vitrine_model::content::{
    Address, Coordinates, DayHours, DealerType, OpenSpan, OpeningHours, ShowroomFields, SpecialDay, StoreFields,
    TeamMember, Weekday,
};

use super::values::time_of_day;
use crate::{convert::scope::Scope, statamic::wire::Fields};

/// The facilities that pages have a word for.
const FACILITIES: [&str; 5] = ["parking", "charging", "coffee", "accessible", "childrens_corner"];
/// The subjects of appointments that pages have a word for.
const APPOINTMENT_TYPES: [&str; 4] = ["interior", "lighting", "office", "kitchen"];

pub(super) fn showroom(fields: Fields<'_>, scope: &mut Scope<'_>) -> ShowroomFields {
    ShowroomFields {
        city: fields.text("city"),
        address: address(fields.group("address")),
        coordinates: coordinates(fields, scope),
        phone: fields.text("phone"),
        email: fields.text("email"),
        route: scope.target(fields, "route_url"),
        image: scope.image(fields, "image"),
        gallery: scope.images(fields, "gallery"),
        intro: scope.plain(fields, "intro"),
        hours: hours(fields, scope),
        parking: scope.rich(fields, "parking", 3),
        facilities: scope.known_choices(fields, "facilities", &FACILITIES),
        brands: scope.entries(fields, "brands"),
        team: team(fields, scope),
        appointments: fields
            .toggle("appointment_enabled")
            .then(|| scope.known_choices(fields, "appointment_types", &APPOINTMENT_TYPES)),
        store_code: fields.text("store_code"),
    }
}

pub(super) fn store(fields: Fields<'_>, scope: &mut Scope<'_>) -> StoreFields {
    let dealer_type = fields.choice("dealer_type").and_then(|key| {
        let found = DealerType::parse(&key);
        if found.is_none() {
            scope.shape("dealer_type", &format!("{key:?} is not dealer, flagship or pilot"));
        }
        found
    });
    StoreFields {
        dealer_type,
        address: address(fields.group("address")),
        coordinates: coordinates(fields, scope),
        phone: fields.text("phone"),
        email: fields.text("email"),
        website: scope.target(fields, "website"),
        hours: hours(fields, scope),
        brands: scope.entries(fields, "brands"),
        image: scope.image(fields, "image"),
        store_code: fields.text("store_code"),
    }
}

/// An address group; street, number and addition are joined.
pub(crate) fn address(group: Fields<'_>) -> Address {
    let words: Vec<String> = ["street", "number", "addition"]
        .iter()
        .filter_map(|key| group.text(key))
        .collect();
    Address {
        name: group.text("name"),
        street: (!words.is_empty()).then(|| words.join(" ")),
        postcode: group.text("postcode"),
        city: group.text("city"),
        country: group.label("country"),
    }
}

fn coordinates(fields: Fields<'_>, scope: &mut Scope<'_>) -> Option<Coordinates> {
    if !fields.has("latitude") && !fields.has("longitude") {
        return None;
    }
    match (fields.float("latitude"), fields.float("longitude")) {
        (None, None) if fields.get("latitude").is_none() && fields.get("longitude").is_none() => None,
        (Some(latitude), Some(longitude)) => Coordinates::from_degrees(latitude, longitude).or_else(|| {
            scope.shape("latitude", &format!("{latitude}, {longitude} is no point on the globe"));
            None
        }),
        _ => {
            scope.shape("latitude", "latitude and longitude are not both numbers");
            None
        }
    }
}

fn team(fields: Fields<'_>, scope: &Scope<'_>) -> Vec<TeamMember> {
    let rows = fields.rows("team").into_iter();
    rows.filter_map(|row| {
        Some(TeamMember {
            name: row.required("name")?,
            role: row.text("role"),
            photo: scope.image(row, "photo"),
            email: row.text("email"),
        })
    })
    .collect()
}

fn hours(fields: Fields<'_>, scope: &mut Scope<'_>) -> OpeningHours {
    let mut week: BTreeMap<Weekday, Vec<OpenSpan>> = BTreeMap::new();
    for row in fields.rows("opening_hours") {
        let key = row.choice("day").unwrap_or_default();
        let Some(day) = Weekday::parse(&key) else {
            scope.shape("opening_hours", &format!("{key:?} is no day of the week"));
            continue;
        };
        if let Some(span) = span(row, "opening_hours", scope) {
            week.entry(day).or_default().extend(span);
        }
    }
    let mut special: BTreeMap<jiff::civil::Date, SpecialDay> = BTreeMap::new();
    for row in fields.rows("special_hours") {
        let date = row.required("date").and_then(|_| scope.date(row, "date"));
        let Some(date) = date else { continue };
        let Some(span) = span(row, "special_hours", scope) else {
            continue;
        };
        let day = special.entry(date).or_insert_with(|| SpecialDay {
            date,
            label: None,
            spans: Vec::new(),
        });
        day.label = day.label.take().or_else(|| row.text("label"));
        day.spans.extend(span);
    }
    let sorted = |mut spans: Vec<OpenSpan>| {
        spans.sort();
        spans
    };
    let week = week.into_iter().map(|(day, spans)| DayHours {
        day,
        spans: sorted(spans),
    });
    let special = special.into_values().map(|day| SpecialDay {
        spans: sorted(day.spans),
        ..day
    });
    OpeningHours {
        week: week.collect(),
        special: special.collect(),
    }
}

/// `Some(None)` = closed; `None` = an unusable row, which is reported.
fn span(row: Fields<'_>, field: &str, scope: &mut Scope<'_>) -> Option<Option<OpenSpan>> {
    if row.toggle("closed") {
        return Some(None);
    }
    let at = |key: &str| row.text(key).as_deref().and_then(time_of_day);
    match (at("opens"), at("closes")) {
        (Some(opens), Some(closes)) if opens < closes => Some(Some(OpenSpan { opens, closes })),
        (Some(_), Some(_)) => {
            scope.shape(field, "a row closes before it opens");
            None
        }
        _ => {
            scope.shape(
                field,
                "a row is not closed and has no times such as 09:30 for opens and closes",
            );
            None
        }
    }
}
