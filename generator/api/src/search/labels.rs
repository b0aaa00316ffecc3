//! The words of a locale's facets and kinds: `server/search/<code>.labels.json`.
//!
//! **Invariant:** values stand in the order in which a list shows them, unless `by_count` says otherwise.

use serde::Deserialize;

/// The file.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Labels {
    /// In the order of the list.
    pub(super) facets: Vec<FacetLabels>,
    /// The kinds of content, in the plural.
    pub(super) kinds: Vec<KindLabel>,
}

/// A facet.
#[derive(Debug, Deserialize)]
pub(super) struct FacetLabels {
    pub(super) key: String,
    pub(super) label: String,
    /// Values with the most products first.
    #[serde(default)]
    pub(super) by_count: bool,
    pub(super) values: Vec<ValueLabel>,
}

/// A value of a facet.
#[derive(Debug, Deserialize)]
pub(super) struct ValueLabel {
    pub(super) key: String,
    pub(super) label: String,
    pub(super) color: Option<String>,
    /// The category above a category.
    pub(super) above: Option<String>,
}

/// A kind of content.
#[derive(Debug, Deserialize)]
pub(super) struct KindLabel {
    pub(super) key: String,
    pub(super) label: String,
}

impl Labels {
    /// The name of a kind in the plural; the kind itself if it has none.
    pub(super) fn kind<'l>(&'l self, kind: &'l str) -> &'l str {
        let known = self.kinds.iter().find(|known| known.key == kind);
        known.map_or(kind, |known| known.label.as_str())
    }

    /// Whether lists have this band of prices.
    pub(super) fn is_band(&self, key: &str) -> bool {
        let prices = self.facets.iter().filter(|facet| facet.key == vitrine_search::PRICE);
        prices.flat_map(|facet| &facet.values).any(|value| value.key == key)
    }
}
