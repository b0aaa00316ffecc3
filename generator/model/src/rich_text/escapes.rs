//! The character references that the sanitiser writes.

use std::borrow::Cow;

/// Escapes a text, for an attribute in double quotes or for text content.
pub(super) fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Resolves the character references in the sanitiser's output.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Cow::Owned(text.replace("&nbsp;", "\u{a0}").replace("&amp;", "&"))
}
