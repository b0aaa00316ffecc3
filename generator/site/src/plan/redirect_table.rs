//! The redirects of a plan.

use std::collections::BTreeMap;

use vitrine_model::{path::SitePath, redirect::Redirect};

/// Redirects by source path.
#[derive(Debug, Default)]
pub struct RedirectTable {
    pub(super) by_path: BTreeMap<SitePath, Redirect>,
}

impl RedirectTable {
    /// All redirects, sorted by source path.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Redirect> {
        self.by_path.values()
    }

    /// The redirect from a path.
    pub fn from(&self, path: &SitePath) -> Option<&Redirect> {
        self.by_path.get(path)
    }
}
