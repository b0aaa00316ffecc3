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
mod page;
mod rendered;

pub use self::rendered::LawReview;
use self::{footer::Footer, page::Page};
use crate::{
    finding::{Kind, Level, Notes, Place},
    page::{self as checked, Check, Site},
    release::{Release, Warning},
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
/// The build's warning of a light source without its label.
const LABEL_MISSING: &str = "energy-label";

static ENERGY_HOST: Kind = Kind::error(
    "law-energy-foreign-host",
    "Put the label and the sheet into Shopware's media and name their addresses there in the custom field vitrine_energy: nothing is fetched from elsewhere while a page is viewed (law §6).",
);
/// The build's warning of a label or a sheet of another host.
const LABEL_ELSEWHERE: &str = "energy-foreign-host";

static ENERGY_PICTURE: Kind = Kind::warning(
    "law-energy-label-not-a-picture",
    "Name the label as a picture (SVG, PNG, WebP or JPEG) in the custom field vitrine_energy, so that it opens in place (law §6).",
);

static RETURN_COST: Kind = Kind::error(
    "law-return-cost",
    "Fill in the custom field vitrine_return_cost of the product: what it costs the buyer to have it collected (law §4).",
);
/// The build's warning of a product whose return costs something that is not known.
const RETURN_COST_MISSING: &str = "return-cost";

/// The build's warning of a product that is excluded from withdrawal in other languages only.
const REASON_MISSING: &str = "withdrawal-reason";

static GARAN: Kind = Kind::warning(
    "law-garan-label",
    "Put the official label of the product into the folder legal.guarantee_notice, and name it in the custom field vitrine_garan (law §5).",
);

static LEGAL_TEXT: Kind = Kind::error(
    "law-legal-text",
    "Choose the page in the fields `terms_page` and `withdrawal_page` of the CMS's global `site`, and publish it in this language: each order is shown with the text that was in force (law §1).",
);
/// The build's warning of a text that cannot be kept for orders.
const LEGAL_TEXT_MISSING: &str = "legal-text";

static REDUCTION: Kind = Kind::warning(
    "law-price-reduction",
    "Enter the lowest price of the last 30 days with the product, or remove its list price (law §2).",
);

static HOLIDAYS: Kind = Kind::warning(
    "law-holidays-unknown",
    "Write the file of holidays into the folder delivery.holidays (build.locales, if it is not set), so that no delivery is promised for a holiday (law §2).",
);

fn page(page: &checked::Page<'_>, notes: &mut Notes) {
    let read = Page {
        number: page.number,
        html: page.html,
        dom: page.dom,
        kind: &page.entry.kind,
        is_screen: page.entry.is_screen,
        language: page.language(),
    };
    every_rule(&read, notes);
    cookies::check_page(page, notes);
}

/// The rules about one page.
fn every_rule(page: &Page<'_>, notes: &mut Notes) {
    let footer = Footer::of(page);
    every_page::check_page(page, &footer, notes);
    company::check_page(page, &footer, notes);
    offers::check_page(page, notes);
}

/// The codes of errors: a build that finds one refuses to publish, unless the code is accepted.
pub fn error_codes() -> Vec<&'static str> {
    let kinds = every_page::kinds().chain(offers::KINDS.iter().copied()).chain([
        &ENERGY,
        &ENERGY_HOST,
        &RETURN_COST,
        &LEGAL_TEXT,
        &company::DISPUTES,
        &company::COMPANY,
        &company::REPRESENTATIVE,
    ]);
    let errors = kinds.filter(|kind| kind.level == Level::Error);
    errors.map(|kind| kind.code).collect()
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
            LABEL_MISSING => &ENERGY,
            LABEL_ELSEWHERE => &ENERGY_HOST,
            "energy-label-not-a-picture" => &ENERGY_PICTURE,
            RETURN_COST_MISSING => &RETURN_COST,
            REASON_MISSING => &offers::EXCLUSION,
            LEGAL_TEXT_MISSING => &LEGAL_TEXT,
            "garan-label" => &GARAN,
            "price-reduction" => &REDUCTION,
            _ => continue,
        };
        let (message, edit_url) = (&warning.message, &warning.place.edit_url);
        let source = format!("{} {}", warning.place.kind, warning.place.id);
        let pages = (0_u32..).zip(&release.pages).filter(|(_, page)| page.source == source);
        let mut places: Vec<Place> = pages.map(|(number, _)| Place::Page(number)).collect();
        if places.is_empty() {
            let path = String::new();
            places.push(home_of(release, warning).unwrap_or(Place::Other { path, source }));
        }
        for place in places {
            notes.push(place, kind, message.clone(), edit_url.clone());
        }
    }
}

/// The home page of a locale in which a global set lacks something: that has no page of its own.
fn home_of(release: &Release, warning: &Warning) -> Option<Place> {
    let locale = warning
        .place
        .locale
        .as_deref()
        .filter(|_| warning.place.kind == "global")?;
    let index = release.locales.iter().position(|known| known.code == locale)?;
    let mut homes = release.homes();
    homes.find_map(|(of, page)| (of == index).then_some(Place::Page(page)))
}
