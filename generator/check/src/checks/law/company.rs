//! Company data in the footer, its representative in the imprint, and the German statement on dispute resolution
//! (law §9).

use super::{footer::Footer, page::Page, words::Words};
use crate::{
    dom::{Dom, Element},
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

const NAME_THEM: &str = "Fill in `representative` and `imprint_page` in the global set `site` of the CMS, or name the person on the imprint by those words (law §9, § 5 DDG).";
/// In German the name is required.
pub(super) static REPRESENTATIVE: Kind = Kind::error("law-representative", NAME_THEM);
static REPRESENTATIVE_ELSEWHERE: Kind = Kind::warning("law-representative", NAME_THEM);

/// What [`REPRESENTATIVE`] says.
pub(super) const NOT_NAMED: &str = "no page in this language names who represents the company, beside its registration";

/// What stands before the name of who represents the company.
pub(super) const REPRESENTED: Words = Words {
    nl: &["vertegenwoordigd door", "bestuurder:"],
    en: &["represented by", "managing director:"],
    de: &[
        "vertreten durch",
        "geschäftsführer:",
        "geschäftsführerin:",
        "geschäftsführung:",
    ],
};

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

/// Whether a page is an imprint with a person: a number of VAT or trade register and, after the words, a name. In a list of facts the name
/// is the value; in running text it begins with a capital, unlike "represented by its management".
pub(crate) fn names_representative(dom: &Dom, html: &[u8], language: &str) -> bool {
    let Some(words) = REPRESENTED.of(language) else {
        return false;
    };
    // Texts are long, and the words rare; their first letter may be a capital.
    let is_there = |word: &&str| memchr::memmem::find(html, word.as_bytes().get(1..).unwrap_or_default()).is_some();
    if !words
        .iter()
        .map(|word| word.trim_end_matches(':'))
        .any(|word| is_there(&word))
    {
        return false;
    }
    let Some(main) = dom.first("main") else { return false };
    let mut all = main.descendants();
    all.any(|e| is_sentence_with_name(&e, words) || is_term_with_name(&e, words))
        && main
            .text()
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| is_vat_number(word) || is_register_number(word))
}

/// Whether a paragraph has the words and then a capital.
fn is_sentence_with_name(element: &Element<'_>, words: &[&str]) -> bool {
    if !element.is_one_of(&["p", "li", "address", "td"]) {
        return false;
    }
    let text = element.text();
    let lower = text.to_lowercase();
    let mut ends = words
        .iter()
        .flat_map(|word| lower.match_indices(word).map(|(at, word)| at + word.len()));
    // No capital of these languages has another length in lower case; of others no name is found.
    ends.any(|end| {
        let rest = text.get(end..).unwrap_or_default();
        let name = rest.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
        name.starts_with(char::is_uppercase)
    })
}

/// The kind of finding of a language in which no page names a representative; `None` for a language without words.
pub(super) fn unnamed(language: &str) -> Option<&'static Kind> {
    REPRESENTED.of(language)?;
    Some(match language {
        "de" => &REPRESENTATIVE,
        _ => &REPRESENTATIVE_ELSEWHERE,
    })
}

fn is_term_with_name(term: &Element<'_>, words: &[&str]) -> bool {
    let lower = term.text().to_lowercase();
    let is_term = term.is("dt") && words.iter().any(|word| lower.contains(word.trim_end_matches(':')));
    let row = term.ancestors().next().filter(|_| is_term);
    row.is_some_and(|row| row.descendants().any(|e| e.is("dd") && !e.text().is_empty()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_representative_has_a_name() {
        let named = |language: &str, html: &str| {
            let page = format!("<main><p>NL001234567B01</p>{html}</main>");
            names_representative(&Dom::parse(&page), page.as_bytes(), language)
        };
        for (language, html, expected) in [
            (
                "de",
                "<dl><div><dt>Vertreten durch</dt><dd>Mirthe Lindhoven</dd></div></dl>",
                true,
            ),
            (
                "nl",
                "<dl><div><dt>Vertegenwoordigd door</dt><dd>van der Berg</dd></div></dl>",
                true,
            ),
            (
                "en",
                "<dl><div><dt>Represented by</dt><dd></dd></div><div><dt>x</dt><dd>y</dd></div></dl>",
                false,
            ),
            ("de", "<p>Geschäftsführer: Ärna Öhlmann</p>", true),
            ("de", "<p>Vertreten durch:<br>Max Muster</p>", true),
            ("en", "<p>The company is represented by its management.</p>", false),
            (
                "de",
                "<p>Die Gesellschaft wird durch ihre Geschäftsführung vertreten.</p>",
                false,
            ),
            ("nl", "<p>Vertegenwoordigd door</p>", false),
            (
                "de",
                "<dl><dt>Vertreten durch</dt><dd></dd></dl><p>Einen Auszug senden wir.</p>",
                false,
            ),
            ("fr", "<p>Vertreten durch Max</p>", false),
        ] {
            assert_eq!(named(language, html), expected, "{language} {html}");
        }
        let without_number = "<main><p>Vertreten durch Max Muster</p></main>";
        assert!(!names_representative(
            &Dom::parse(without_number),
            without_number.as_bytes(),
            "de"
        ));
    }

    #[test]
    fn register_and_vat_numbers_are_recognised() {
        assert!(is_register_number("12345678") && !is_register_number("1234567") && !is_register_number("1234567a"));
        assert!(is_vat_number("nl001234567b01") && is_vat_number("de123456789"));
        for word in ["nl", "", "maasdrecht", "12345678901", "nl12", "é1234567890"] {
            assert!(!is_vat_number(word), "{word}");
        }
    }
}
