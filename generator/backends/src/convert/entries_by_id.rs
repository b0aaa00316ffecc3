//! Paths of entries by id, for redirects to an entry. Only entries with a page are included.

use std::collections::HashMap;

use vitrine_model::{content::Entry, ids::EntryId, path::SitePath};

/// Paths of entries by id.
pub(crate) struct EntryPaths(HashMap<EntryId, SitePath>);

impl EntryPaths {
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let pages = entries.iter().filter_map(|e| Some((e.id.clone(), e.path.clone()?)));
        Self(pages.collect())
    }

    pub(crate) fn path(&self, id: &EntryId) -> Option<&SitePath> {
        self.0.get(id)
    }
}
