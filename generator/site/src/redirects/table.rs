//! The redirects of a plan.

use std::collections::BTreeMap;

use vitrine_model::{path::SitePath, redirect::Redirect};

/// Redirects by the path they leave.
#[derive(Debug, Default)]
pub struct RedirectTable {
    pub(super) by_path: BTreeMap<SitePath, Redirect>,
}

impl RedirectTable {
    /// Every redirect, by path.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Redirect> {
        self.by_path.values()
    }

    /// The redirect that leaves a path.
    pub fn from(&self, path: &SitePath) -> Option<&Redirect> {
        self.by_path.get(path)
    }
}
