//! A showroom or dealer: address, telephone, opening hours, brands (R-STORE-01).
//!
//! Missing facts are left out. Only the browser knows whether a place is open now, because pages are static.

use serde::Serialize;
use vitrine_model::content::{Address, Entry, EntryFields};

use super::{
    hours::{self, HoursView},
    links::{self, LinkView},
    words,
};
use crate::context::ViewContext;

/// A showroom or a dealer in a list.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceView {
    /// The id of a place without a page, as a link target.
    pub id: Option<String>,
    /// Its key in a store locator.
    pub key: Option<String>,
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
    /// Its country and city, for sorting.
    #[serde(skip)]
    pub(crate) country: Option<String>,
    #[serde(skip)]
    pub(crate) city: Option<String>,
}

/// The facts about a place in a list, in addition to its name and address.
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
            fields.dealer_type.map(|kind| words::dealer(cx, kind)),
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
    let mut contact = words::phone(phone_number);
    contact.extend(words::email(mail));
    contact.extend(links::href(cx, site).map(words::website));
    let route = links::href(cx, route).or_else(|| at.map(words::map_url));
    let brands = brands.iter().filter(|_| look.brands).filter_map(|id| {
        let brand = cx.reader.entry(id)?;
        Some(LinkView::to(brand.title.clone(), cx.entry_href(id)))
    });
    Some(PlaceView {
        id: None,
        key: None,
        title: entry.title.clone(),
        href: cx.entry_href(&entry.id),
        kind,
        address: lines(address, &entry.title),
        contact,
        route: route.filter(|_| look.route),
        hours: look.hours.then(|| hours::view(cx, opening)).flatten(),
        notes: Vec::new(),
        brands: brands.collect(),
        country: address.country.as_deref().map(|country| words::country(cx, country)),
        city: address.city.clone(),
    })
}

/// The lines of an address without the name of the place, which is shown above.
fn lines(address: &Address, title: &str) -> Vec<String> {
    let mut lines = address.lines();
    lines.retain(|line| line != title);
    lines
}

/// The label of an appointment type; `None` for an unknown one.
pub fn appointment_type(cx: &ViewContext<'_>, key: &str) -> Option<String> {
    Some(match key {
        "interior" => cx.t("editorial.appointment_interior", &[]),
        "lighting" => cx.t("editorial.appointment_lighting", &[]),
        "office" => cx.t("editorial.appointment_office", &[]),
        "kitchen" => cx.t("editorial.appointment_kitchen", &[]),
        _ => return None,
    })
}
