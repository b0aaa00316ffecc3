//! Ids of headings in texts, as link targets.
//!
//! **Invariant:** ids are unique on a page: a heading gets none that a template, header, footer or another heading has.

use std::{borrow::Cow, collections::HashSet};

use vitrine_model::rich_text::ANCHOR;

/// Adds ids to the headings of a page's texts, and says whether there was one without.
pub(crate) fn give(page: &mut Vec<u8>) -> Result<bool, std::str::Utf8Error> {
    let Cow::Owned(html) = with_ids(std::str::from_utf8(page)?) else {
        return Ok(false);
    };
    *page = html.into_bytes();
    Ok(true)
}

/// The HTML of a page with ids on the headings of its texts; an id that is taken gets a number (`maten-2`).
fn with_ids(html: &str) -> Cow<'_, str> {
    let mut headings = html
        .match_indices(ANCHOR)
        .filter(|(at, _)| is_heading(html, *at))
        .peekable();
    if headings.peek().is_none() {
        return Cow::Borrowed(html);
    }
    let mut taken: HashSet<Cow<'_, str>> = ids(html).collect();
    let mut out = String::with_capacity(html.len());
    let mut from = 0;
    for (at, _) in headings {
        let begin = at + ANCHOR.len();
        let rest = html.get(begin..).unwrap_or_default();
        let name = rest.split('"').next().unwrap_or_default();
        let id = (2..).map(|n| Cow::Owned(format!("{name}-{n}")));
        let id = std::iter::once(Cow::Borrowed(name))
            .chain(id)
            .find(|id| !taken.contains(id));
        let id = id.unwrap_or_default();
        out.push_str(html.get(from..at).unwrap_or_default());
        out.push_str(&format!(" id=\"{id}\""));
        taken.insert(id);
        from = begin + name.len() + 1;
    }
    out.push_str(html.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// Whether this position is inside a heading's tag: text and attribute values contain no `<`.
fn is_heading(html: &str, at: usize) -> bool {
    let before = html.get(..at).unwrap_or_default().as_bytes();
    matches!(before, [.., b'<', b'h', b'1'..=b'6'])
}

fn ids(html: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let after = html.split(" id=\"").skip(1);
    after.map(|rest| Cow::Borrowed(rest.split('"').next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No id occurs twice: neither those of templates, of header and footer, nor those of earlier headings.
    #[test]
    fn ids_are_given_once_a_page() {
        let html = "<header><input id=\"zoek\"></header><main id=\"main\"><h2 data-anchor=\"main\">a</h2><h3 data-anchor=\"maten\">b</h3>\
            <h2 data-anchor=\"maten\">c</h2><h2 data-anchor=\"maten-2\">d</h2><h2 data-anchor=\"zoek\">e</h2>\
            <p>x data-anchor=\"maten\"</p><i id=\"later\"></i><h2 data-anchor=\"later\">f</h2></main>";
        let expected = "<header><input id=\"zoek\"></header><main id=\"main\"><h2 id=\"main-2\">a</h2><h3 id=\"maten\">b</h3>\
            <h2 id=\"maten-2\">c</h2><h2 id=\"maten-2-2\">d</h2><h2 id=\"zoek-2\">e</h2>\
            <p>x data-anchor=\"maten\"</p><i id=\"later\"></i><h2 id=\"later-2\">f</h2></main>";
        assert_eq!(with_ids(html), expected);
        assert!(matches!(
            with_ids("<p id=\"a\">data-anchor=\"a\"</p>"),
            Cow::Borrowed(_)
        ));
    }
}
