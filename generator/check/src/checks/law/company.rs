//! Company data in the footer (law §9), and the German statement on dispute resolution.

use super::{footer::Footer, page::Page};
use crate::{
    finding::{Kind, Notes},
    page::Site,
};

pub(super) static COMPANY: Kind = Kind::warning(
    "law-company-data",
    "Fill in legal name, address, e-mail address, chamber of commerce and VAT number in the global set `site` of the CMS (law §9).",
);
pub(super) static DISPUTES: Kind = Kind::error(
    "law-dispute-settlement",
    "Say in the terms or the imprint whether the shop takes part in proceedings of a consumer arbitration board (law §9, § 36 VSBG).",
);

/// What [`DISPUTES`] says.
pub(super) const NOT_TOLD: &str = "no page in German says whether the shop takes part in dispute settlement";

/// Number of digits of a Dutch trade register number.
const REGISTER_DIGITS: usize = 8;

pub(super) fn check_page(page: &Page<'_>, footer: &Footer, notes: &mut Notes) {
    let text = &footer.text;
    let mut missing = Vec::new();
    if !text.split(|c: char| !c.is_alphanumeric()).any(is_register_number) {
        missing.push("the number in the trade register");
    }
    if !text.split(|c: char| !c.is_alphanumeric()).any(is_vat_number) {
        missing.push("the VAT number");
    }
    // Screens have the short footer: register number and name.
    if !page.is_screen && !text.contains('@') {
        missing.push("an e-mail address");
    }
    if !missing.is_empty() {
        page.note(notes, &COMPANY, format!("the footer lacks {}", missing.join(" and ")));
    }
}

fn is_register_number(word: &str) -> bool {
    word.len() == REGISTER_DIGITS && word.bytes().all(|b| b.is_ascii_digit())
}

/// A country code of two letters, then 8 to 12 letters and digits, most of them digits: `nl001234567b01`.
fn is_vat_number(word: &str) -> bool {
    let (country, number) = word.split_at_checked(2).unwrap_or_default();
    country.bytes().all(|b| b.is_ascii_lowercase())
        && !country.is_empty()
        && (8..=12).contains(&number.len())
        && number.bytes().filter(u8::is_ascii_digit).count() >= 7
}

/// § 36 VSBG: the German pages say whether the shop takes part in dispute resolution.
pub(super) fn site(site: &Site<'_>, notes: &mut Notes) {
    for (locale, home) in site.release.homes() {
        let german = site
            .release
            .locales
            .get(locale)
            .is_some_and(|known| known.iso.starts_with("de"));
        let mut pages = site.pages().filter(|(_, page, _)| page.locale == locale);
        if german && !pages.any(|(_, _, facts)| facts.mentions_dispute_resolution) {
            notes.page(home, &DISPUTES, NOT_TOLD);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn register_and_vat_numbers_are_recognised() {
        assert!(is_register_number("12345678") && !is_register_number("1234567") && !is_register_number("1234567a"));
        assert!(is_vat_number("nl001234567b01") && is_vat_number("de123456789"));
        for word in ["nl", "", "maasdrecht", "12345678901", "nl12", "é1234567890"] {
            assert!(!is_vat_number(word), "{word}");
        }
    }
}
