//! What a page says where nothing can be ordered in its locale, and the ways on (R-HEAD-02).
//!
//! **Invariant:** every way on leads to a page that exists.

use vitrine_model::{
    locale::{Locale, LocaleIndex},
    path::SitePath,
};

use super::links::LinkView;
use crate::{context::ViewContext, page::PlannedPage};

/// The ways on from a page in a locale without ordering: the same page where ordering is open, contact, showrooms. None where ordering is open.
pub fn ways(cx: &ViewContext<'_>, page: &PlannedPage) -> Vec<LinkView> {
    let mut ways: Vec<LinkView> = open_alternates(cx, page)
        .map(|(_, locale, path)| LinkView::to(order_in(cx, locale), Some(path.href())))
        .collect();
    ways.extend(elsewhere(cx));
    ways
}

/// The words of the way to a locale where ordering is open.
pub fn order_in(cx: &ViewContext<'_>, locale: &Locale) -> String {
    cx.t("common.order_in_language", &[("language", &language_name(cx, locale))])
}

/// A locale's language in the page's; one that nobody translated calls itself by its own name.
fn language_name(cx: &ViewContext<'_>, locale: &Locale) -> String {
    let tag = locale.iso.as_str();
    let key = format!("language.{}", tag.split('-').next().unwrap_or(tag));
    if cx.messages.knows(&key) {
        cx.t(&key, &[])
    } else {
        locale.name.clone()
    }
}

/// The ways on that are the same for all pages of a locale.
pub fn elsewhere(cx: &ViewContext<'_>) -> Vec<LinkView> {
    if cx.ordering_allowed() {
        return Vec::new();
    }
    let mut ways = Vec::new();
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    let contact = site
        .and_then(|s| s.contact_page.as_ref())
        .and_then(|id| cx.entry_href(id));
    let showrooms = site
        .and_then(|s| s.showroom_page.as_ref())
        .and_then(|id| cx.entry_href(id));
    if contact.is_some() {
        ways.push(LinkView::to(cx.t("common.contact", &[]), contact));
    }
    if showrooms.is_some() {
        ways.push(LinkView::to(cx.t("common.showrooms", &[]), showrooms));
    }
    ways
}

/// The locales where ordering is open and the page's place in each, when ordering is not open in this one.
pub fn open_alternates<'a>(
    cx: &ViewContext<'a>,
    page: &'a PlannedPage,
) -> impl Iterator<Item = (LocaleIndex, &'a Locale, &'a SitePath)> {
    let config = cx.config;
    let asked = config.consumer_ordering && !cx.ordering_allowed();
    let locales = cx.reader.locales();
    let there = page.alternates.iter().filter(move |_| asked);
    there
        .filter_map(|(index, path)| Some((*index, locales.get(*index)?, path)))
        .filter(|(_, locale, _)| config.consumer_locales.iter().any(|code| code == locale.code.as_str()))
}
