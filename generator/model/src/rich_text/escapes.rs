//! The references of HTML that the sanitiser writes.

use std::borrow::Cow;

/// A text as the value of an attribute in double quotes, or as words.
pub(super) fn escape_attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A text of the sanitiser without references.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    Cow::Owned(text.replace("&nbsp;", "\u{a0}").replace("&amp;", "&"))
}
