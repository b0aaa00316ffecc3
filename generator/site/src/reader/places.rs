//! Reads of the plan: where pages are, and what leads to them.

use vitrine_model::{
    ids::{EntryId, ProductId},
    locale::LocaleIndex,
    path::SitePath,
};

use super::Reader;
use crate::{
    page::{PlannedPage, Subject},
    query::Query,
};

impl<'a> Reader<'a> {
    /// Notes all that the plan says about a page, which its view gets as it is; the href of the feed that it links as
    /// news or as the page of their folder.
    pub(crate) fn page(&self, page: &PlannedPage) -> Option<&'a str> {
        self.ask(Query::Page(page.path.clone())).feed_at(&page.path)
    }

    /// The page of an entry in a locale, given the id of any localization; if it redirects, its target on this site.
    /// `None` if there is none in this locale.
    pub fn entry_href(&self, id: &EntryId, locale: LocaleIndex) -> Option<String> {
        self.ask(Query::EntryHref(id.clone(), locale)).entry_href(id, locale)
    }

    /// The page of a localization, in whatever locale.
    pub fn entry_href_anywhere(&self, id: &EntryId) -> Option<String> {
        self.ask(Query::EntryHrefAnywhere(id.clone())).entry_href_anywhere(id)
    }

    /// The URL on another site that an entry redirects to.
    pub fn entry_elsewhere(&self, id: &EntryId, locale: LocaleIndex) -> Option<String> {
        let asked = self.ask(Query::EntryElsewhere(id.clone(), locale));
        asked.entry_elsewhere(id, locale).map(str::to_owned)
    }

    /// A product's page in a locale.
    pub fn product_href(&self, id: &ProductId, locale: LocaleIndex) -> Option<String> {
        self.ask(Query::ProductHref(id.clone(), locale))
            .product_href(id, locale)
    }

    /// A screen by route name; `None` if it is not built, or if its path has a runtime parameter.
    pub fn screen_href(&self, name: &str, locale: LocaleIndex) -> Option<String> {
        self.ask(Query::ScreenHref(name.into(), locale))
            .screen_href(name, locale)
    }

    /// Whether a page or a redirect is at a path.
    pub fn local_path(&self, path: &SitePath) -> bool {
        self.ask(Query::LocalPath(path.clone())).local_path(path)
    }

    /// The subject of the page at a path.
    pub fn path_subject(&self, path: &SitePath) -> Option<&'a Subject> {
        self.ask(Query::PathSubject(path.clone())).path_subject(path)
    }

    /// The href of a locale's news feed; `None` without news.
    pub fn feed(&self, locale: LocaleIndex) -> Option<&'a str> {
        self.ask(Query::Feed(locale)).feed(locale)
    }

    /// Whether a navigation has a node that leads to a page and requests the light logo. Only the answer is noted, so
    /// that another node does not concern the page.
    pub fn wants_light_logo(&self, navigation: &str, locale: LocaleIndex, path: &SitePath) -> bool {
        let asked = self.ask(Query::LightLogo(navigation.into(), locale, path.clone()));
        asked.light_logo(navigation, locale, path)
    }
}
