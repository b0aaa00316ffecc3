//! Bounds of HTML before parsing: the parser's time grows with the square of the depth, of the attributes of a tag and
//! of unclosed formatting elements (rule 13).
//!
//! **Invariant:** one pass over the bytes, without recursion; HTML within the bounds is unchanged.

use std::{borrow::Cow, fmt};

use super::pieces::pieces;

/// Maximum size of one text, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// Maximum nesting depth.
const MAX_DEPTH: usize = 256;
/// Maximum number of separators in a tag; each attribute has at least one.
const MAX_SEPARATORS: usize = 512;
/// Maximum number of formatting elements that are closed by another element instead of their own end tag.
const MAX_LEFT_OPEN: usize = 64;

/// Elements without content.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
];
/// Elements that are closed by the next element of the same name.
const ENDED_BY_NEXT: [&str; 8] = ["p", "li", "dd", "dt", "td", "th", "tr", "option"];
/// Elements that the parser reopens in the next block until their own end tag.
const FORMATTING: [&str; 14] = [
    "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u",
];
/// Elements whose content is not visible text.
const WITHOUT_TEXT: [&str; 8] = [
    "script", "style", "template", "noscript", "iframe", "object", "svg", "math",
];
/// Elements whose tags do not end a paragraph.
const INSIDE_LINES: [&str; 20] = [
    "a", "abbr", "b", "big", "code", "em", "font", "i", "mark", "nobr", "s", "small", "span", "strike", "strong",
    "sub", "sup", "tt", "u", "img",
];

/// Why HTML is not parsed unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    /// Larger than a megabyte; the rest is cut off.
    Size,
    /// Nested too deeply, or tags too long; the text is kept without markup.
    Markup,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size => write!(f, "it has more than {MAX_BYTES} bytes; the rest is cut off"),
            Self::Markup => write!(
                f,
                "its elements are nested more than {MAX_DEPTH} deep, are not closed, or have hundreds of attributes; its words are shown without markup"
            ),
        }
    }
}

/// The first bound that HTML exceeds.
pub(super) fn excess(html: &str) -> Option<Excess> {
    if html.len() > MAX_BYTES {
        return Some(Excess::Size);
    }
    is_excessive(html).then_some(Excess::Markup)
}

/// The HTML within the bounds.
pub(super) fn bounded(html: &str) -> Cow<'_, str> {
    let cut = html.get(..html.floor_char_boundary(MAX_BYTES)).unwrap_or(html);
    if is_excessive(cut) {
        Cow::Owned(words(cut))
    } else {
        Cow::Borrowed(cut)
    }
}

/// The name of a tag; empty for a comment or a doctype.
fn name(tag: &str) -> &str {
    let inner = tag.trim_start_matches(['<', '/']);
    let end = inner.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
    inner.get(..end).unwrap_or_default()
}

fn is_in(list: &[&str], name: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn separators(tag: &str) -> usize {
    let mut quote = None;
    let mut found = 0;
    for byte in tag.bytes() {
        match (quote, byte) {
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                found += 1;
            }
            (None, b'/') => found += 1,
            (None, byte) if byte.is_ascii_whitespace() => found += 1,
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    found
}

fn is_excessive(html: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut left_open = 0;
    for piece in pieces(html).filter(|piece| piece.starts_with('<')) {
        let name = name(piece);
        if separators(piece) > MAX_SEPARATORS {
            return true;
        }
        if name.is_empty() || is_in(&VOID, name) {
            continue;
        }
        if piece.starts_with("</") {
            if let Some(at) = open.iter().rposition(|known| known.eq_ignore_ascii_case(name)) {
                let inner = open.get(at + 1..).unwrap_or_default();
                left_open += inner.iter().filter(|inner| is_in(&FORMATTING, inner)).count();
                open.truncate(at);
            }
        } else if !(is_in(&ENDED_BY_NEXT, name) && open.last().is_some_and(|last| last.eq_ignore_ascii_case(name))) {
            open.push(name);
        }
        if open.len() > MAX_DEPTH || left_open > MAX_LEFT_OPEN {
            return true;
        }
    }
    false
}

/// The text of HTML as paragraphs, without any other element.
fn words(html: &str) -> String {
    let mut out = String::with_capacity(html.len() / 2);
    let mut line = String::new();
    let mut hidden: Option<&str> = None;
    for piece in pieces(html) {
        if !piece.starts_with('<') {
            if hidden.is_none() {
                line.push_str(piece);
            }
            continue;
        }
        let name = name(piece);
        match hidden {
            Some(element) if piece.starts_with("</") && element.eq_ignore_ascii_case(name) => hidden = None,
            Some(_) => {}
            None if !piece.starts_with("</") && is_in(&WITHOUT_TEXT, name) => hidden = Some(name),
            None if is_in(&INSIDE_LINES, name) => {}
            None => end_line(&mut line, &mut out),
        }
    }
    end_line(&mut line, &mut out);
    out
}

fn end_line(line: &mut String, out: &mut String) {
    if !line.trim().is_empty() {
        out.push_str("<p>");
        out.push_str(line.trim());
        out.push_str("</p>");
    }
    line.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich_text::RichText;

    /// Texts as editors paste them, far below every bound.
    #[test]
    fn ordinary_markup_is_left_as_it_is() {
        let long = "<p>Een <b>eiken</b> tafel<br>met <a href=\"/x\" title='a b'>blad</a></p>".repeat(5_000);
        let old = "<p>een<p>twee".repeat(20_000);
        let pasted = format!("{}tekst{}", "<div>".repeat(60), "</div>".repeat(60));
        let picture = format!("<img src=\"data:image/png;base64,{}\">", "a/ b".repeat(50_000));
        for html in [long.as_str(), &old, &pasted, &picture, "", "<p", "1 < 2"] {
            assert_eq!(excess(html), None);
            assert_eq!(bounded(html), html);
        }
    }

    /// Rule 13: whatever is nested, unclosed or repeated inside a tag, the text stays and the markup is removed.
    #[test]
    fn rule_13_markup_over_the_bounds_is_read_as_words() {
        let many = 25_000;
        let nested = |tag: &str| {
            format!(
                "{}kern{}",
                format!("<{tag}>").repeat(many),
                format!("</{tag}>").repeat(many)
            )
        };
        let left_open: String = (0..many).map(|n| format!("<p><b id=x{n}>kern</p>")).collect();
        let attributes: String = (0..many).map(|n| format!("a{n}=\"\"")).collect();
        let all = [
            nested("div"),
            nested("B"),
            nested("blockquote"),
            nested("ul><li"),
            nested("table><tr><td"),
            nested("span"),
            "<em>kern".repeat(many),
            left_open,
            format!("<p {attributes}>kern</p>"),
            format!("{}<script>schlimm</script>kern", "<i>".repeat(many)),
        ];
        for html in all {
            assert_eq!(excess(&html), Some(Excess::Markup), "{}", &html[..80]);
            let text = RichText::from_html(&html, &[], 2).plain_text();
            assert!(text.contains("kern") && !text.contains("schlimm"), "{}", &html[..80]);
        }
    }

    #[test]
    fn rule_13_texts_longer_than_a_megabyte_are_cut_between_two_characters() {
        let html = "é".repeat(MAX_BYTES);
        assert_eq!(excess(&html), Some(Excess::Size));
        assert_eq!(bounded(&html).len(), MAX_BYTES);
        let odd = format!("a{html}");
        assert_eq!(bounded(&odd).len(), MAX_BYTES - 1);
    }
}
