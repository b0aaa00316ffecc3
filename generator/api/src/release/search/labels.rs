//! The labels of a locale's facets and kinds: `server/search/<code>.labels.json`.
//!
//! **Invariant:** values are in the order of lists, unless `by_count` is set.

use serde::Deserialize;

/// The file.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Labels {
    /// In the order of the list.
    pub(crate) facets: Vec<FacetLabels>,
    /// The kinds of content, in the plural.
    pub(crate) kinds: Vec<KindLabel>,
}

/// A facet.
#[derive(Debug, Deserialize)]
pub(crate) struct FacetLabels {
    pub(crate) key: String,
    pub(crate) label: String,
    /// Values with the highest number of products first.
    #[serde(default)]
    pub(crate) by_count: bool,
    pub(crate) values: Vec<ValueLabel>,
}

/// A value of a facet.
#[derive(Debug, Deserialize)]
pub(crate) struct ValueLabel {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) color: Option<String>,
    /// The category above a category.
    pub(crate) above: Option<String>,
}

/// A kind of content.
#[derive(Debug, Deserialize)]
pub(crate) struct KindLabel {
    pub(crate) key: String,
    pub(crate) label: String,
}

impl Labels {
    /// The name of a kind in the plural; the kind itself if it has none.
    pub(crate) fn kind<'l>(&'l self, kind: &'l str) -> &'l str {
        let known = self.kinds.iter().find(|known| known.key == kind);
        known.map_or(kind, |known| known.label.as_str())
    }

    /// Whether lists have this band of prices.
    pub(crate) fn is_band(&self, key: &str) -> bool {
        let prices = self.facets.iter().filter(|facet| facet.key == vitrine_search::PRICE);
        prices.flat_map(|facet| &facet.values).any(|value| value.key == key)
    }
}
