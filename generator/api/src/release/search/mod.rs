//! The search of a release: its indexes and the labels of its facets, by locale.

pub(crate) mod indexes;
pub(crate) mod labels;
