//! Addresses of entries by id, for redirects to an entry. Only entries with a page are included, and those that redirect.

use std::collections::HashMap;

use vitrine_model::{content::Entry, ids::EntryId, locale::LocaleIndex, path::SitePath};

/// Paths of entries by id.
pub(crate) struct EntryPaths {
    by_id: HashMap<EntryId, SitePath>,
    groups: HashMap<EntryId, EntryId>,
    by_group: HashMap<(EntryId, LocaleIndex), EntryId>,
}

impl EntryPaths {
    /// `moved` are the entries that redirect, with their own paths.
    pub(crate) fn of(entries: &[Entry], moved: impl Iterator<Item = (EntryId, SitePath)>) -> Self {
        let pages = entries.iter().filter_map(|e| Some((e.id.clone(), e.path.clone()?)));
        let by_id: HashMap<EntryId, SitePath> = pages.chain(moved).collect();
        let with_path = || entries.iter().filter(|entry| by_id.contains_key(&entry.id));
        Self {
            groups: entries.iter().map(|e| (e.id.clone(), e.group.clone())).collect(),
            by_group: with_path()
                .map(|e| ((e.group.clone(), e.locale), e.id.clone()))
                .collect(),
            by_id,
        }
    }

    pub(crate) fn path(&self, id: &EntryId) -> Option<&SitePath> {
        self.by_id.get(id)
    }

    /// The path of the entry's localization, otherwise its own.
    pub(crate) fn path_in(&self, id: &EntryId, locale: LocaleIndex) -> Option<&SitePath> {
        let group = self.groups.get(id).unwrap_or(id);
        let there = self.by_group.get(&(group.clone(), locale));
        self.path(there.unwrap_or(id))
    }
}
