//! Distinguishes variants by text: in page titles, search results, shared links.
//!
//! **Invariant:** two variants of a family never have the same title or description (R-HEAD-10).

use crate::view::options::OptionGroupView;

/// The texts that distinguish a variant within its family.
pub(super) struct VariantWords<'a> {
    /// The selected options.
    pub(super) groups: &'a [OptionGroupView],
    /// The product number, if another variant has the same options.
    pub(super) number: Option<&'a str>,
}

impl VariantWords<'_> {
    /// The selected options and the number, joined.
    fn words(&self) -> String {
        let options = self.groups.iter().map(|group| group.chosen.as_str());
        let words: Vec<&str> = options.filter(|word| !word.is_empty()).chain(self.number).collect();
        words.join(", ")
    }

    /// A title with them appended.
    pub(super) fn title(&self, title: &str) -> String {
        match self.words() {
            words if words.is_empty() || title.ends_with(&words) => title.to_owned(),
            words => format!("{title}, {words}"),
        }
    }

    /// A text with them prepended.
    pub(super) fn text(&self, text: &str) -> String {
        match self.words() {
            words if words.is_empty() || text.starts_with(&words) => text.to_owned(),
            words => format!("{words}. {text}"),
        }
    }
}
