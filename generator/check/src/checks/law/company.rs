//! Company data in the footer, its representative in the imprint, and the German statement on dispute resolution
//! (law §9).

use super::{footer::Footer, page::Page};
use crate::{
    finding::{Kind, Notes},
    page::Site,
    statements::{REPRESENTED, is_register_number, is_vat_number},
};

pub(super) static COMPANY: Kind = Kind::warning(
    "law-company-data",
    "Fill in legal name, address, e-mail address, chamber of commerce and VAT number in the global set `site` of the CMS (law §9).",
);
pub(super) static DISPUTES: Kind = Kind::error(
    "law-dispute-settlement",
    "Say in the terms or the imprint whether the shop takes part in proceedings of a consumer arbitration board (law §9, § 36 VSBG).",
);

const NAME_THEM: &str = "Fill in `representative` and `imprint_page` in the global set `site` of the CMS, or name the person on the imprint by those words (law §9, § 5 DDG).";
/// In German the name is required.
pub(super) static REPRESENTATIVE: Kind = Kind::error("law-representative", NAME_THEM);
static REPRESENTATIVE_ELSEWHERE: Kind = Kind::warning("law-representative", NAME_THEM);

/// What [`REPRESENTATIVE`] says.
pub(super) const NOT_NAMED: &str = "no page in this language names who represents the company, beside its registration";

/// What [`DISPUTES`] says.
pub(super) const NOT_TOLD: &str = "no page in German says whether the shop takes part in dispute settlement";

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

/// The kind of finding of a language in which no page names a representative; `None` for a language without words.
pub(super) fn unnamed(language: &str) -> Option<&'static Kind> {
    REPRESENTED.of(language)?;
    Some(match language {
        "de" => &REPRESENTATIVE,
        _ => &REPRESENTATIVE_ELSEWHERE,
    })
}

/// § 36 VSBG: the German pages say whether the shop takes part in dispute resolution. § 5 DDG: its imprint names a
/// representative.
pub(super) fn site(site: &Site<'_>, notes: &mut Notes) {
    for (locale, home) in site.release.homes() {
        let known = site.release.locales.get(locale);
        let language = known.and_then(|known| known.iso.split('-').next()).unwrap_or_default();
        let pages = || site.pages().filter(|(_, page, _)| page.locale == locale);
        let german = language == "de";
        if german && !pages().any(|(_, _, facts)| facts.mentions_dispute_resolution) {
            notes.page(home, &DISPUTES, NOT_TOLD);
        }
        let named = pages().any(|(_, _, facts)| facts.names_representative);
        if let Some(kind) = unnamed(language).filter(|_| !named) {
            notes.page(home, kind, NOT_NAMED);
        }
    }
}
