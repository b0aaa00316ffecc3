//! Texts of form definitions. Forms are not localized in Statamic, so a blueprint contains keys of texts in `locales/`
//! (Statamic §9, content model §6).
//!
//! A text that does not start with one of [`KEYS`] is printed as the editor entered it.

use crate::messages::{MessageError, Messages};

/// Prefixes of the keys that a form definition may use.
const KEYS: [&str; 3] = [
    "forms.fields.{field}",
    "forms.options.{option}",
    "forms.sections.{section}",
];

fn is_key(text: &str) -> bool {
    let group = |key: &'static str| key.split('{').next().unwrap_or(key);
    KEYS.into_iter().any(|key| text.starts_with(group(key)))
}

/// The text of a label, option or hint of a form in a locale.
pub fn words(messages: &Messages, text: &str) -> Result<String, MessageError> {
    if is_key(text) {
        messages.text(text, &[])
    } else {
        Ok(text.to_owned())
    }
}
