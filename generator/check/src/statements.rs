//! Statements that one page of a language has to make (law §9): on dispute resolution, and on who represents the company.

use crate::{
    dom::{Dom, Element},
    words::Words,
};

/// Words of a German statement on dispute resolution (§ 36 VSBG).
pub(crate) const DISPUTE_WORDS: [&str; 2] = ["schlichtungsstelle", "streitbeilegung"];

/// Whether a page has one of [`DISPUTE_WORDS`], whose first letter may be a capital.
pub(crate) fn mentions_disputes(html: &[u8]) -> bool {
    let words = DISPUTE_WORDS.iter().filter_map(|word| word.get(1..));
    words
        .into_iter()
        .any(|word| memchr::memmem::find(html, word.as_bytes()).is_some())
}

/// What stands before the name of who represents the company.
pub(crate) const REPRESENTED: Words = Words {
    nl: &["vertegenwoordigd door", "bestuurder:"],
    en: &["represented by", "managing director:"],
    de: &[
        "vertreten durch",
        "geschäftsführer:",
        "geschäftsführerin:",
        "geschäftsführung:",
    ],
};

/// Number of digits of a Dutch trade register number.
const REGISTER_DIGITS: usize = 8;

pub(crate) fn is_register_number(word: &str) -> bool {
    word.len() == REGISTER_DIGITS && word.bytes().all(|b| b.is_ascii_digit())
}

/// A country code of two letters, then 8 to 12 letters and digits, most of them digits: `nl001234567b01`.
pub(crate) fn is_vat_number(word: &str) -> bool {
    let (country, number) = word.split_at_checked(2).unwrap_or_default();
    country.bytes().all(|b| b.is_ascii_lowercase())
        && !country.is_empty()
        && (8..=12).contains(&number.len())
        && number.bytes().filter(u8::is_ascii_digit).count() >= 7
}

/// Whether a page is an imprint with a person: a number of VAT or trade register and, after the words, a name. In a list
/// of facts the name is the value; in running text it begins with a capital, unlike "represented by its management".
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

fn is_term_with_name(term: &Element<'_>, words: &[&str]) -> bool {
    let lower = term.text().to_lowercase();
    let is_term = term.is("dt") && words.iter().any(|word| lower.contains(word.trim_end_matches(':')));
    let row = term.ancestors().next().filter(|_| is_term);
    row.is_some_and(|row| row.descendants().any(|e| e.is("dd") && !e.text().is_empty()))
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
