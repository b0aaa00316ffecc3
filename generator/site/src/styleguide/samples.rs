//! Sample content for the examples.

use vitrine_model::media::Image;

/// Texts and pictures of the shop itself, in the page's language.
pub(super) struct Samples<'a> {
    pub(super) title: &'a str,
    pub(super) sentence: &'a str,
    pub(super) wide: Option<Image>,
    pub(super) tall: Option<Image>,
}
