//! The texts and links shown where ordering is not possible in a locale (R-HEAD-02).
//!
//! **Invariant:** every link leads to an existing page.

use vitrine_model::{
    content::{EntryFields, EntryKind},
    ids::EntryId,
    locale::{Locale, LocaleIndex},
    path::SitePath,
};

use super::links::{LinkView, shop_phone};
use crate::{context::ViewContext, page::PlannedPage, routes::name};

/// Maximum number of showrooms in a list of links.
const MAX_SHOWROOMS: usize = 5;

/// The alternatives on a page in a locale without ordering: login if it exists, showrooms, contact, and last, because
/// few visitors buy in another language, the same page in a locale with ordering. Empty if ordering is open.
pub fn ways(cx: &ViewContext<'_>, page: &PlannedPage) -> Vec<LinkView> {
    let alternates = open_alternates(cx, page);
    let alternates = alternates.map(|(_, locale, path)| LinkView::to(order_in(cx, locale), Some(path.href())));
    elsewhere(cx).into_iter().chain(alternates).collect()
}

/// The label of the link to a locale where ordering is open.
fn order_in(cx: &ViewContext<'_>, locale: &Locale) -> String {
    cx.t("common.order_in_language", &[("language", &language_name(cx, locale))])
}

/// The name of a locale's language in the page's language; without a translation, its own name.
fn language_name(cx: &ViewContext<'_>, locale: &Locale) -> String {
    let tag = locale.iso.as_str();
    let key = format!("language.{}", tag.split('-').next().unwrap_or(tag));
    if cx.messages.knows(&key) {
        cx.t(&key, &[])
    } else {
        locale.name.clone()
    }
}

/// The links that are the same for all pages of a locale.
fn elsewhere(cx: &ViewContext<'_>) -> Vec<LinkView> {
    if cx.ordering_allowed() {
        return Vec::new();
    }
    let login = cx.route_href(name::LOGIN);
    let login = login.map(|href| LinkView::to(cx.t("common.log_in", &[]), Some(href)));
    login.into_iter().chain(places(cx)).collect()
}

/// Links for help with an order, in every locale: telephone, showrooms, contact.
pub fn help(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    site.and_then(shop_phone).into_iter().chain(places(cx)).collect()
}

/// Contact for questions about a product: telephone and contact page.
pub fn ask(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    site.and_then(shop_phone).into_iter().chain(contact(cx)).collect()
}

fn contact(cx: &ViewContext<'_>) -> Option<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site)?;
    page(cx, site.contact_page.as_ref(), "common.contact")
}

fn page(cx: &ViewContext<'_>, entry: Option<&EntryId>, label: &str) -> Option<LinkView> {
    let href = cx.entry_href(entry?)?;
    Some(LinkView::to(cx.t(label, &[]), Some(href)))
}

/// Showrooms and contact.
fn places(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site);
    let overview = page(cx, site.and_then(|s| s.showroom_page.as_ref()), "common.showrooms");
    let showrooms = overview.map_or_else(|| showrooms(cx), |overview| vec![overview]);
    showrooms.into_iter().chain(contact(cx)).collect()
}

/// Links to the showrooms, if there is no page that lists them.
fn showrooms(cx: &ViewContext<'_>) -> Vec<LinkView> {
    let entries = cx.reader.entries_of(EntryKind::Showroom, cx.locale).iter();
    entries
        .filter_map(|id| {
            let (href, entry) = (cx.entry_href(id)?, cx.reader.entry(id)?);
            let city = match &entry.fields {
                EntryFields::Showroom(fields) => fields.city.as_deref(),
                _ => None,
            };
            let place = city.unwrap_or(&entry.title);
            Some(LinkView::to(
                cx.t("common.showroom_in", &[("place", place)]),
                Some(href),
            ))
        })
        .take(MAX_SHOWROOMS)
        .collect()
}

/// The alternates of the page in locales where ordering is open, if it is closed in this one.
fn open_alternates<'a>(
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
