//! Headings of a text: levels, and names for link targets.
//!
//! **Invariant:** the levels have no gaps below the page's own heading. A text contains the names of its headings
//! ([`ANCHOR`]); the page, which knows all its ids, derives unique ids from them.

use unicode_normalization::UnicodeNormalization;

use super::{escapes::unescape, pieces::pieces};

/// Start of the attribute with a heading's name; its value contains neither quotes nor `<`.
pub const ANCHOR: &str = " data-anchor=\"";
/// Maximum length of a name in characters; a longer heading is cut.
const LONGEST: usize = 60;

/// Renumbers headings: the first one becomes `top`, none is more than one level below the previous one, and siblings
/// keep the same level.
pub(super) fn ordered(html: &str, top: u8) -> String {
    if !pieces(html).any(|piece| level_of(piece).is_some()) {
        return html.to_owned();
    }
    let mut out = String::with_capacity(html.len() + 64);
    let mut current = top;
    // The headings that the next one may be below: original and printed levels.
    let mut above: Vec<(u8, u8)> = Vec::new();
    let pieces: Vec<&str> = pieces(html).collect();
    for (at, piece) in pieces.iter().enumerate() {
        match level_of(piece) {
            Some(level) if piece.starts_with("<h") => {
                while above.last().is_some_and(|(written, _)| *written > level) {
                    above.pop();
                }
                current = match above.last() {
                    Some((written, printed)) if *written == level => *printed,
                    Some((_, printed)) => (printed + 1).min(6),
                    None => top,
                };
                above.push((level, current));
                let inner = pieces.iter().skip(at + 1).take_while(|piece| level_of(piece).is_none());
                let name = name_of(inner.copied().filter(|piece| !piece.starts_with('<')));
                let anchor = name.map_or_else(String::new, |name| format!("{ANCHOR}{name}\""));
                out.push_str(&format!("<h{current}{anchor}>"));
            }
            Some(_) => out.push_str(&format!("</h{current}>")),
            None => out.push_str(piece),
        }
    }
    out
}

fn level_of(piece: &str) -> Option<u8> {
    let name = piece.strip_prefix("<h").or_else(|| piece.strip_prefix("</h"))?;
    let digit = name.bytes().next().filter(u8::is_ascii_digit)?;
    Some(digit - b'0').filter(|level| (1..=6).contains(level))
}

/// The text in lower case with hyphens between words; `None` if it has no words.
fn name_of<'h>(texts: impl Iterator<Item = &'h str>) -> Option<String> {
    let words: String = texts.map(|text| unescape(text).into_owned()).collect();
    let lower: String = words
        .to_lowercase()
        .nfc()
        .filter(|c| !['\'', '’', '\u{ad}'].contains(c))
        .collect();
    let parts = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty());
    let mut name = String::new();
    for part in parts {
        let hyphen = if name.is_empty() { "" } else { "-" };
        if !name.is_empty() && name.chars().count() + part.chars().count() >= LONGEST {
            break;
        }
        name.push_str(hyphen);
        name.extend(part.chars().take(LONGEST));
    }
    Some(name).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_named_in_the_letters_of_their_language() {
        for (html, expected) in [
            (
                "<h2>Maten &amp; prijzen</h2>",
                "<h2 data-anchor=\"maten-prijzen\">Maten &amp; prijzen</h2>",
            ),
            (
                "<h2>Größe, <em>Pflege</em> u. <a href=\"/x\">mehr</a>!</h2>",
                "<h2 data-anchor=\"größe-pflege-u-mehr\">Größe, <em>Pflege</em> u. <a href=\"/x\">mehr</a>!</h2>",
            ),
            (
                "<h2>Re\u{301}gie: l’atelier</h2>",
                "<h2 data-anchor=\"régie-latelier\">Re\u{301}gie: l’atelier</h2>",
            ),
            ("<h2>—</h2>", "<h2>—</h2>"),
        ] {
            assert_eq!(ordered(html, 2), expected);
        }
        let long = ordered(&format!("<h2>{}</h2>", "stoel ".repeat(30)), 2);
        assert!(long.starts_with("<h2 data-anchor=\"stoel-stoel-"), "{long}");
        assert!(long.find('>').unwrap() < 2 + ANCHOR.len() + LONGEST + 2, "{long}");
    }
}
