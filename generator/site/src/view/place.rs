//! What is known of a showroom or a dealer: address, telephone, opening hours, brands (R-STORE-01).
//!
//! Missing facts are left out. Only the browser knows whether a place is open now, because pages are static.

use jiff::civil::Date;
use serde::Serialize;
use vitrine_model::content::{Address, Coordinates, DealerType, Entry, EntryFields, OpenSpan, OpeningHours, Weekday};

use super::{
    links::{self, LinkView},
    video::host_name,
};
use crate::context::ViewContext;

/// A showroom or a dealer in a list.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceView {
    /// Name.
    pub title: String,
    /// Its page.
    pub href: Option<String>,
    /// `Showroom`, `Dealer`, …
    pub kind: Option<String>,
    /// Lines of the address.
    pub address: Vec<String>,
    /// Telephone, e-mail and the place's own site.
    pub contact: Vec<LinkView>,
    /// Directions.
    pub route: Option<String>,
    /// Opening hours.
    pub hours: Option<HoursView>,
    /// Short facts (subjects of appointments), a line each.
    pub notes: Vec<String>,
    /// Brands that it shows or sells.
    pub brands: Vec<LinkView>,
    /// Its country and city, for the order of a list.
    #[serde(skip)]
    pub(crate) country: Option<String>,
    #[serde(skip)]
    pub(crate) city: Option<String>,
}

/// What a list shows of a place besides its name and address.
#[derive(Clone, Copy, Debug)]
pub struct PlaceLook {
    /// Opening hours.
    pub hours: bool,
    /// Directions.
    pub route: bool,
    /// Brands.
    pub brands: bool,
}

/// A showroom or a dealer; `None` for other entries.
pub fn place(cx: &ViewContext<'_>, entry: &Entry, look: PlaceLook) -> Option<PlaceView> {
    let (kind, address, phone_number, mail, site, route, at, opening, brands) = match &entry.fields {
        EntryFields::Showroom(fields) => (
            Some(cx.t("editorial.showroom", &[])),
            &fields.address,
            fields.phone.as_ref(),
            fields.email.as_ref(),
            None,
            fields.route.as_ref(),
            fields.coordinates,
            &fields.hours,
            &fields.brands,
        ),
        EntryFields::Store(fields) => (
            fields.dealer_type.map(|kind| dealer_type(cx, kind)),
            &fields.address,
            fields.phone.as_ref(),
            fields.email.as_ref(),
            fields.website.as_ref(),
            None,
            fields.coordinates,
            &fields.hours,
            &fields.brands,
        ),
        _ => return None,
    };
    let mut contact = phone(phone_number);
    contact.extend(email(mail));
    contact.extend(links::href(cx, site).map(|href| LinkView::to(host_name(&href), Some(href.clone()))));
    let route = links::href(cx, route).or_else(|| at.map(map_url));
    let brands = brands.iter().filter(|_| look.brands).filter_map(|id| {
        let brand = cx.reader.entry(id)?;
        Some(LinkView::to(brand.title.clone(), cx.entry_href(id)))
    });
    Some(PlaceView {
        title: entry.title.clone(),
        href: cx.entry_href(&entry.id),
        kind,
        address: lines(address, &entry.title),
        contact,
        route: route.filter(|_| look.route),
        hours: look.hours.then(|| hours(cx, opening)).flatten(),
        notes: Vec::new(),
        brands: brands.collect(),
        country: address.country.as_deref().map(|country| country_of(cx, country)),
        city: address.city.clone(),
    })
}

/// The lines of an address, without the name of the place, which stands above them.
fn lines(address: &Address, title: &str) -> Vec<String> {
    let mut lines = address.lines();
    lines.retain(|line| line != title);
    lines
}

/// The kind of a dealer as a word.
pub fn dealer_type(cx: &ViewContext<'_>, kind: DealerType) -> String {
    match kind {
        DealerType::Dealer => cx.t("content.store_dealer", &[]),
        DealerType::Flagship => cx.t("content.store_flagship", &[]),
        DealerType::Pilot => cx.t("content.store_pilot", &[]),
    }
}

/// The subject of an appointment as a word; `None` for an unknown one.
pub fn appointment_type(cx: &ViewContext<'_>, key: &str) -> Option<String> {
    Some(match key {
        "interior" => cx.t("editorial.appointment_interior", &[]),
        "lighting" => cx.t("editorial.appointment_lighting", &[]),
        "office" => cx.t("editorial.appointment_office", &[]),
        "kitchen" => cx.t("editorial.appointment_kitchen", &[]),
        _ => return None,
    })
}

/// A country as addresses have it, in the page's language: for a code (`NL`) its name, any other text as it is.
fn country_of(cx: &ViewContext<'_>, country: &str) -> String {
    let code = COUNTRIES.iter().find(|(short, _)| *short == country);
    let key = code.map(|(_, long)| format!("country.{long}"));
    match key.filter(|key| cx.messages.knows(key)) {
        Some(key) => cx.t(&key, &[]),
        None => country.to_owned(),
    }
}

/// ISO 3166-1: two letters as in addresses, three as in the keys of `countries.json`.
const COUNTRIES: &[(&str, &str)] = &[
    ("AR", "ARG"),
    ("AU", "AUS"),
    ("AT", "AUT"),
    ("BE", "BEL"),
    ("BG", "BGR"),
    ("BR", "BRA"),
    ("CA", "CAN"),
    ("CH", "CHE"),
    ("CN", "CHN"),
    ("CZ", "CZE"),
    ("DE", "DEU"),
    ("DK", "DNK"),
    ("ES", "ESP"),
    ("EE", "EST"),
    ("FI", "FIN"),
    ("FR", "FRA"),
    ("GB", "GBR"),
    ("GR", "GRC"),
    ("HR", "HRV"),
    ("HU", "HUN"),
    ("IN", "IND"),
    ("IE", "IRL"),
    ("IS", "ISL"),
    ("IL", "ISR"),
    ("IT", "ITA"),
    ("JP", "JPN"),
    ("KR", "KOR"),
    ("LT", "LTU"),
    ("LU", "LUX"),
    ("LV", "LVA"),
    ("MX", "MEX"),
    ("NL", "NLD"),
    ("NO", "NOR"),
    ("NZ", "NZL"),
    ("PL", "POL"),
    ("PT", "PRT"),
    ("RO", "ROU"),
    ("SK", "SVK"),
    ("SI", "SVN"),
    ("SE", "SWE"),
    ("TR", "TUR"),
    ("UA", "UKR"),
    ("US", "USA"),
    ("ZA", "ZAF"),
];

/// `dinsdag 2 juni 2026`
pub fn long_date(cx: &ViewContext<'_>, date: Date) -> String {
    let weekday = cx.format.weekday(Weekday::of(date));
    cx.t(
        "editorial.weekday_date",
        &[("weekday", weekday), ("date", &cx.format.date(date))],
    )
}

/// The URL of a map at a point, for showrooms without their own route link.
pub fn map_url(at: Coordinates) -> String {
    let (latitude, longitude) = at.degrees();
    format!("https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}")
}

/// A telephone number as a `tel:` link. Empty if it is not a valid number.
pub fn phone(number: Option<&String>) -> Vec<LinkView> {
    let Some(number) = number else { return Vec::new() };
    let dialled: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let href = (dialled.len() > 4).then(|| format!("tel:{dialled}"));
    vec![LinkView::to(number.clone(), href)]
}

/// An e-mail address as a `mailto:` link.
pub fn email(address: Option<&String>) -> Vec<LinkView> {
    let Some(address) = address else { return Vec::new() };
    let is_address = address.contains('@') && !address.contains(|c: char| c.is_whitespace() || "\"<>?&".contains(c));
    let href = is_address.then(|| format!("mailto:{address}"));
    vec![LinkView::to(address.clone(), href)]
}

/// Opening hours as a table, and special days.
#[derive(Clone, Debug, Serialize)]
pub struct HoursView {
    /// The week from Monday.
    pub rows: Vec<HoursRow>,
    /// Days that differ from it.
    pub special: Vec<SpecialRow>,
}

/// A day of the week.
#[derive(Clone, Debug, Serialize)]
pub struct HoursRow {
    /// Its name.
    pub day: String,
    /// `10:00–17:30`, or that it is closed.
    pub hours: String,
}

/// A day that differs from its weekday.
#[derive(Clone, Debug, Serialize)]
pub struct SpecialRow {
    /// Machine-readable.
    pub date: String,
    /// The date in words.
    pub words: String,
    /// Reason.
    pub label: Option<String>,
    /// As for a day of the week.
    pub hours: String,
}

/// The week as a table from Monday, and special days. `None` if no day has data.
pub fn hours(cx: &ViewContext<'_>, hours: &OpeningHours) -> Option<HoursView> {
    if hours.week.is_empty() && hours.special.is_empty() {
        return None;
    }
    let rows = hours.week.iter().map(|day| HoursRow {
        day: cx.format.weekday(day.day).to_owned(),
        hours: spans(cx, &day.spans),
    });
    let special = hours.special.iter().map(|day| SpecialRow {
        date: day.date.to_string(),
        words: long_date(cx, day.date),
        label: day.label.clone(),
        hours: spans(cx, &day.spans),
    });
    Some(HoursView {
        rows: rows.collect(),
        special: special.collect(),
    })
}

fn spans(cx: &ViewContext<'_>, spans: &[OpenSpan]) -> String {
    if spans.is_empty() {
        return cx.t("editorial.closed", &[]);
    }
    let words: Vec<String> = spans
        .iter()
        .map(|span| format!("{}\u{2013}{}", cx.format.time(span.opens), cx.format.time(span.closes)))
        .collect();
    words.join(", ")
}
