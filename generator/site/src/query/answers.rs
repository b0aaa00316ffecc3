//! The answers that are computed: those of the plan, and those of the Catalog that are no record of it.
//!
//! **Invariant:** they depend on the Catalog and the plan only.

use vitrine_model::{
    catalog::Catalog,
    content::Entry,
    ids::{CategoryId, EntryId, ProductId},
    link::LinkTarget,
    locale::LocaleIndex,
    navigation::NavigationPage,
    path::SitePath,
    record::{Record, RecordHash},
    redirect::{Redirect, RedirectTarget},
};

use crate::{
    page::Subject,
    plan::{PlanIndex, kind},
};

/// What queries are asked of.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) plan: &'a PlanIndex,
}

impl<'a> Asked<'a> {
    /// The page of an entry in a locale, given the id of any localization; if it redirects, its target on this site.
    pub(crate) fn entry_href(&self, id: &EntryId, locale: LocaleIndex) -> Option<String> {
        let own = self.plan.entry(id, locale).map(|page| page.path.href());
        own.or_else(|| self.plan.moved_entry(id, locale).and_then(on_this_site))
    }

    /// The URL on another site that an entry redirects to.
    pub(crate) fn entry_elsewhere(&self, id: &EntryId, locale: LocaleIndex) -> Option<&'a str> {
        match &self.plan.moved_entry(id, locale)?.target {
            RedirectTarget::External(url) => Some(url.as_str()),
            RedirectTarget::Local { .. } | RedirectTarget::Gone => None,
        }
    }

    /// The page of exactly this localization, whatever its locale.
    pub(crate) fn entry_href_anywhere(&self, id: &EntryId) -> Option<String> {
        let locales = self.catalog.locales().iter();
        let mut pages = locales.filter_map(|(locale, _)| self.plan.entry(id, locale));
        let own = pages.find(|page| matches!(&page.subject, Subject::Entry(own) if own == id));
        own.map(|page| page.path.href()).or_else(|| {
            let locale = self.catalog.entry(id)?.value().locale;
            self.plan.moved_entry(id, locale).and_then(on_this_site)
        })
    }

    pub(crate) fn product_href(&self, id: &ProductId, locale: LocaleIndex) -> Option<String> {
        self.plan.product(id, locale).map(|page| page.path.href())
    }

    /// The path of a screen; `None` if it has none of its own, as a shell.
    pub(crate) fn screen_href(&self, name: &str, locale: LocaleIndex) -> Option<String> {
        let page = self.plan.screen(name, locale)?;
        self.plan.page(&page.path).map(|page| page.path.href())
    }

    /// Whether a page or a redirect is at a path.
    pub(crate) fn local_path(&self, path: &SitePath) -> bool {
        self.plan.page(path).is_some() || self.plan.redirects().from(path).is_some()
    }

    pub(crate) fn path_subject(&self, path: &SitePath) -> Option<&'a Subject> {
        self.plan.page(path).map(|page| &page.subject)
    }

    /// Whatever of the plan a page's bytes depend on.
    pub(super) fn page(&self, path: &SitePath) -> RecordHash {
        let answer = self.plan.page_or_shell(path).map(|page| {
            let alternates: Vec<(u8, &str)> = page.alternates.iter().map(|(l, p)| (l.0, p.as_str())).collect();
            let list = page.list.as_ref();
            let list = list.map(|list| (list.number, list.count, list.first.as_str()));
            let is_shell = self.plan.page(path).is_none();
            let feed = self.feed_at(path);
            (
                &page.file,
                page.kind,
                &page.subject,
                page.indexable,
                alternates,
                list,
                is_shell,
                feed,
            )
        });
        RecordHash::of(&answer)
    }

    /// The href of a locale's news feed.
    pub(crate) fn feed(&self, locale: LocaleIndex) -> Option<&'a str> {
        self.plan.feed(locale).map(|feed| feed.href.as_str())
    }

    /// The href of the news feed, for news and the page of their folder.
    pub(crate) fn feed_at(&self, path: &SitePath) -> Option<&'a str> {
        let page = self.plan.page(path)?;
        let feed = self.plan.feed(page.locale)?;
        let links = page.kind == kind::NEWS || page.path == feed.folder;
        links.then_some(feed.href.as_str())
    }

    /// Whether a navigation has a node that leads to this page and requests the light logo.
    pub(crate) fn light_logo(&self, navigation: &str, locale: LocaleIndex, path: &SitePath) -> bool {
        let Some(navigation) = self.catalog.navigation(navigation, locale) else {
            return false;
        };
        let mut open: Vec<&NavigationPage> = navigation.value().pages.iter().collect();
        while let Some(node) = open.pop() {
            let leads = |target| self.leads_to(target, locale, path);
            if node.logo_light && node.target.as_ref().is_some_and(leads) {
                return true;
            }
            open.extend(&node.children);
        }
        false
    }

    fn leads_to(&self, target: &LinkTarget, locale: LocaleIndex, path: &SitePath) -> bool {
        match target {
            LinkTarget::Entry(id) | LinkTarget::EntryPart { id, .. } => {
                self.plan.entry(id, locale).is_some_and(|page| page.path == *path)
            }
            LinkTarget::Local { path: target, .. } => target.path() == path,
            LinkTarget::Fragment(_) | LinkTarget::External(_) => false,
        }
    }
}

/// The target of a redirect on this site; redirects to other sites are linked directly.
fn on_this_site(redirect: &Redirect) -> Option<String> {
    match &redirect.target {
        RedirectTarget::Local { .. } => redirect.target.location(),
        RedirectTarget::External(_) => Some(redirect.from.href()),
        RedirectTarget::Gone => None,
    }
}

/// The number of families in a category and all below it.
pub(crate) fn size_of_category(catalog: &Catalog, category: &CategoryId) -> usize {
    let list = catalog.cards_of_category(Some(category), vitrine_model::content::ProductsSort::default());
    list.map_or(0, |list| list.value().len())
}

/// The localization of an entry in a locale, given the id of any of them.
pub(crate) fn entry_in<'c>(catalog: &'c Catalog, id: &EntryId, locale: LocaleIndex) -> Option<&'c Record<Entry>> {
    let mut all = catalog.alternates(id).into_iter();
    all.find(|record| record.value().locale == locale)
}

/// Whether the last day of an event or a vacancy is before the day of the build.
pub(crate) fn is_over(catalog: &Catalog, id: &EntryId) -> bool {
    let day = catalog.entry(id).and_then(|record| record.value().fields.last_day());
    day.is_some_and(|day| day < catalog.today())
}
