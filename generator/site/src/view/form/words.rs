//! The words of a form's label, option or hint.

use crate::{context::ViewContext, view::form_text};

/// The words in the page's locale. A text that is missing is reported with its form, and its key is shown.
pub(super) fn words(cx: &ViewContext<'_>, text: &str) -> String {
    form_text::words(cx.messages, text).unwrap_or_else(|_| text.to_owned())
}
