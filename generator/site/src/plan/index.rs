//! The pages of a plan, with lookups.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;
use vitrine_model::{
    catalog::Catalog,
    content::EntryKind,
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
    redirect::Redirect,
};

use super::{feeds::Feed, redirect_table::RedirectTable};
use crate::{page::PlannedPage, routes::Shell};

/// The page of a subject in each locale, as an index into the plan.
#[derive(Debug, Default)]
pub(super) struct InLocales(Vec<(LocaleIndex, usize)>);

impl InLocales {
    /// A later page replaces an earlier one.
    pub(super) fn set(&mut self, locale: LocaleIndex, place: usize) {
        self.0.retain(|(known, _)| *known != locale);
        self.0.push((locale, place));
    }

    fn of(&self, locale: LocaleIndex) -> Option<usize> {
        let found = self.0.iter().find(|(known, _)| *known == locale);
        found.map(|(_, place)| *place)
    }
}

/// All pages of a build, with redirects and rewrites.
#[derive(Debug, Default)]
pub struct PlanIndex {
    pub(super) pages: Vec<PlannedPage>,
    pub(super) by_path: HashMap<SitePath, usize, FixedState>,
    pub(super) entries: HashMap<EntryId, InLocales, FixedState>,
    pub(super) groups: HashMap<EntryId, EntryId, FixedState>,
    pub(super) products: HashMap<ProductId, InLocales, FixedState>,
    pub(super) screens: HashMap<&'static str, InLocales, FixedState>,
    pub(super) redirects: RedirectTable,
    /// The paths of entries that redirect, by group.
    pub(super) moved: HashMap<(EntryId, LocaleIndex), SitePath, FixedState>,
    pub(super) rewrites: Vec<Shell>,
    /// The news feed of each locale.
    pub(super) feeds: Vec<Option<Feed>>,
    /// All hrefs; looked up for every link of every page.
    pub(super) hrefs: HashSet<String, FixedState>,
}

impl PlanIndex {
    /// An index with only pages, for tests.
    #[cfg(test)]
    pub(crate) fn of_pages(pages: Vec<PlannedPage>) -> Self {
        Self {
            pages,
            ..Self::default()
        }
    }

    /// Every page, by path.
    pub fn pages(&self) -> &[PlannedPage] {
        &self.pages
    }

    /// The redirects, after resolving chains and conflicts.
    pub fn redirects(&self) -> &RedirectTable {
        &self.redirects
    }

    /// Shells with the patterns of their paths, in the order of matching.
    pub fn rewrites(&self) -> &[Shell] {
        &self.rewrites
    }

    /// The page at a path; never a shell.
    pub fn page(&self, path: &SitePath) -> Option<&PlannedPage> {
        self.at(self.by_path.get(path).copied())
    }

    /// The page at a path, or the shell that is planned there.
    pub(crate) fn page_or_shell(&self, path: &SitePath) -> Option<&PlannedPage> {
        let place = self.pages.binary_search_by(|page| page.path.cmp(path)).ok()?;
        self.pages.get(place)
    }

    /// Whether a page or a redirect exists at a percent-encoded path without query.
    pub fn has_href(&self, href: &str) -> bool {
        self.hrefs.contains(href)
    }

    /// The page of an entry in a locale, given the id of any localization.
    pub fn entry(&self, id: &EntryId, locale: LocaleIndex) -> Option<&PlannedPage> {
        let group = self.groups.get(id).unwrap_or(id);
        self.at(self.entries.get(group)?.of(locale))
    }

    /// The redirect of an entry in a locale, given the id of any localization.
    pub fn moved_entry(&self, id: &EntryId, locale: LocaleIndex) -> Option<&Redirect> {
        let group = self.groups.get(id).unwrap_or(id);
        self.redirects.from(self.moved.get(&(group.clone(), locale))?)
    }

    /// The page of a product.
    pub fn product(&self, id: &ProductId, locale: LocaleIndex) -> Option<&PlannedPage> {
        self.at(self.products.get(id)?.of(locale))
    }

    /// The page of a screen, by route name; `None` if it is not planned.
    pub fn screen(&self, name: &str, locale: LocaleIndex) -> Option<&PlannedPage> {
        self.at(self.screens.get(name)?.of(locale))
    }

    /// The indexable news pages of a locale, in display order.
    pub(crate) fn news<'p>(
        &'p self,
        catalog: &'p Catalog,
        locale: LocaleIndex,
    ) -> impl Iterator<Item = &'p PlannedPage> {
        let entries = catalog.entries_of(EntryKind::News, locale);
        let entries = entries.into_iter().flat_map(|list| list.value());
        entries
            .filter_map(move |id| self.entry(id, locale))
            .filter(|page| page.indexable)
    }

    /// The news feed of a locale; `None` without news.
    pub fn feed(&self, locale: LocaleIndex) -> Option<&Feed> {
        self.feeds.get(usize::from(locale.0))?.as_ref()
    }

    fn at(&self, place: Option<usize>) -> Option<&PlannedPage> {
        self.pages.get(place?)
    }
}
