//! The input of checks: one page with its document, or all pages with their facts.

use crate::{
    dom::Dom,
    facts::PageFacts,
    finding::{Kind, Notes},
    release::{PageEntry, Release},
};

/// A page that is being checked.
pub(crate) struct Page<'a> {
    /// Index of the page in the release.
    pub(crate) number: u32,
    pub(crate) entry: &'a PageEntry,
    pub(crate) html: &'a str,
    pub(crate) dom: &'a Dom,
    pub(crate) facts: &'a PageFacts,
    pub(crate) release: &'a Release,
}

impl Page<'_> {
    /// Adds a note about this page.
    pub(crate) fn note(&self, notes: &mut Notes, kind: &'static Kind, message: impl Into<String>) {
        notes.page(self.number, kind, message);
    }

    /// The primary subtag of its language: `nl`.
    pub(crate) fn language(&self) -> &str {
        let iso = self
            .release
            .locale_of(self.entry)
            .map_or("", |locale| locale.iso.as_str());
        iso.split('-').next().unwrap_or_default()
    }
}

/// The whole release, after all pages were read.
pub(crate) struct Site<'a> {
    pub(crate) release: &'a Release,
    /// The facts of each page, in the order of the release; `None` for a page that could not be read.
    pub(crate) facts: &'a [Option<PageFacts>],
}

impl<'a> Site<'a> {
    /// The pages that could be read, with their indexes.
    pub(crate) fn pages(&self) -> impl Iterator<Item = (u32, &'a PageEntry, &'a PageFacts)> {
        let (release, facts) = (self.release, self.facts);
        let all = (0_u32..).zip(release.pages.iter().zip(facts));
        all.filter_map(|(number, (entry, facts))| Some((number, entry, facts.as_ref()?)))
    }

    /// The facts of a page.
    pub(crate) fn facts(&self, page: u32) -> Option<&'a PageFacts> {
        self.facts.get(usize::try_from(page).ok()?)?.as_ref()
    }
}

/// A row of the table of checks.
#[derive(Debug)]
pub(crate) struct Check {
    /// A stable name: `links`.
    pub(crate) name: &'static str,
    /// Human-readable title of its findings.
    pub(crate) title: &'static str,
    /// Checks one page.
    pub(crate) page: Option<fn(&Page<'_>, &mut Notes)>,
    /// Checks the release as a whole.
    pub(crate) site: Option<fn(&Site<'_>, &mut Notes)>,
}
