//! Legally required content of a release (`law.md`), for requirements with certainty A and B.
//!
//! A requirement with certainty A that can be fixed in the CMS, in Shopware or in the texts is an error. Certainty B,
//! or a feature that is not built yet, is a warning. Open legal questions (C) are not checked. Keywords exist in Dutch,
//! English and German; pages in other languages pass.

mod company;
mod cookies;
mod every_page;
mod footer;
mod offers;
mod words;

use self::footer::Footer;
use crate::{
    finding::{Kind, Notes, Place},
    page::{Check, Page, Site},
    release::Release,
};

pub(super) const CHECK: Check = Check {
    name: "law",
    title: "Legal data that is missing",
    page: Some(page),
    site: Some(site),
};

static ENERGY: Kind = Kind::error(
    "law-energy-label",
    "Fill in class, label and sheet of the custom field vitrine_energy of the product (law §6).",
);
static REDUCTION: Kind = Kind::warning(
    "law-price-reduction",
    "Enter the lowest price of the last 30 days with the product, or remove its list price (law §2).",
);

static HOLIDAYS: Kind = Kind::warning(
    "law-holidays-unknown",
    "Write the file of holidays into the folder delivery.holidays (build.locales, if it is not set), so that no delivery is promised for a holiday (law §2).",
);

fn page(page: &Page<'_>, notes: &mut Notes) {
    let footer = Footer::of(page);
    every_page::check_page(page, &footer, notes);
    company::check_page(page, &footer, notes);
    offers::check_page(page, notes);
    cookies::check_page(page, notes);
}

fn site(site: &Site<'_>, notes: &mut Notes) {
    company::site(site, notes);
    cookies::site(site, notes);
    warnings(site.release, notes);
}

/// What the build found: products that it left out because legally required data is missing, and unknown holidays.
fn warnings(release: &Release, notes: &mut Notes) {
    for warning in &release.warnings {
        if warning.code == "holidays-unknown" {
            let (path, source) = (warning.place.id.clone(), "locales".to_owned());
            notes.push(Place::Other { path, source }, &HOLIDAYS, warning.message.clone(), None);
            continue;
        }
        let kind = match warning.code.as_str() {
            "energy-label" => &ENERGY,
            "price-reduction" => &REDUCTION,
            _ => continue,
        };
        let (message, edit_url) = (&warning.message, &warning.place.edit_url);
        let source = format!("{} {}", warning.place.kind, warning.place.id);
        let pages = (0_u32..).zip(&release.pages).filter(|(_, page)| page.source == source);
        let mut places: Vec<Place> = pages.map(|(number, _)| Place::Page(number)).collect();
        if places.is_empty() {
            let path = String::new();
            places.push(Place::Other { path, source });
        }
        for place in places {
            notes.push(place, kind, message.clone(), edit_url.clone());
        }
    }
}
