//! Distinguishes variants by text: in page titles, search results, shared links.
//!
//! **Invariant:** two variants of a family never have the same title or description (R-HEAD-10).

use crate::view::options::OptionGroupView;

/// The selected options, joined.
fn chosen(groups: &[OptionGroupView]) -> String {
    let words: Vec<&str> = groups
        .iter()
        .map(|group| group.chosen.as_str())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(", ")
}

/// A title with the options appended.
pub(super) fn named(title: &str, groups: &[OptionGroupView]) -> String {
    match chosen(groups) {
        options if options.is_empty() || title.ends_with(&options) => title.to_owned(),
        options => format!("{title}, {options}"),
    }
}

/// A text with the options prepended.
pub(super) fn told(groups: &[OptionGroupView], text: &str) -> String {
    match chosen(groups) {
        options if options.is_empty() || text.starts_with(&options) => text.to_owned(),
        options => format!("{options}. {text}"),
    }
}
