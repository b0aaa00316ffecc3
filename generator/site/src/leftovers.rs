//! Leftovers: text that indicates an unfinished template or text of this site (rule 17), and the escaping of content
//! that looks like it.
//!
//! **Invariant:** content never contains a leftover in the bytes of a page: its first character is written as a
//! character reference (HTML) or an escape (JSON), which browsers read as the character itself. Anything that
//! [`crate::checks`] finds was therefore written by a template.

use std::borrow::Cow;

/// The texts that are searched for, with a description.
pub(crate) const LEFTOVERS: [(&str, &str); 3] = [
    ("{{", "an unrendered expression"),
    ("statamic://", "a link of the CMS that was not resolved"),
    ("[object Object]", "a value that is no text"),
];

/// The character reference and the JSON escape of the first character, if a leftover begins here.
pub(crate) fn escape_of(rest: &[u8]) -> Option<(&'static str, &'static [u8])> {
    let begins = |text: &str| rest.starts_with(text.as_bytes());
    match rest {
        [b'{', b'{', ..] => Some(("&#123;", b"\\u007b")),
        [b's', ..] if begins("statamic://") => Some(("&#115;", b"\\u0073")),
        [b'[', ..] if begins("[object Object]") => Some(("&#91;", b"\\u005b")),
        _ => None,
    }
}

/// HTML of content with leftovers escaped by character references.
pub(crate) fn in_html(html: &str) -> Cow<'_, str> {
    if LEFTOVERS.iter().all(|(text, _)| !html.contains(text)) {
        return Cow::Borrowed(html);
    }
    let mut out = String::with_capacity(html.len() + 32);
    let mut begin = 0;
    for at in 0..html.len() {
        if let Some((reference, _)) = html.as_bytes().get(at..).and_then(escape_of) {
            out.push_str(html.get(begin..at).unwrap_or_default());
            out.push_str(reference);
            begin = at + 1;
        }
    }
    out.push_str(html.get(begin..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_written_without_leftovers() {
        for (html, printed) in [
            ("<p>{{{ x }}</p>", "<p>&#123;&#123;{ x }}</p>"),
            (
                "[object Object] é statamic://e",
                "&#91;object Object] é &#115;tatamic://e",
            ),
            ("{ { statamic: [object]", "{ { statamic: [object]"),
        ] {
            assert_eq!(in_html(html), printed);
            assert!(LEFTOVERS.iter().all(|(text, _)| !printed.contains(text)));
        }
        for (text, _) in LEFTOVERS {
            assert!(escape_of(text.as_bytes()).is_some(), "{text}");
        }
    }
}
