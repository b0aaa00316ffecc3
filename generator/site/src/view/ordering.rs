//! What a page says where nothing can be ordered in its locale, and the ways on (R-HEAD-02).
//!
//! **Invariant:** every way on leads to a page that exists.

use super::links::LinkView;
use crate::{context::ViewContext, page::PlannedPage};

/// The ways on from a page in a locale without ordering: the same page where ordering is open, contact, showrooms. None where ordering is open.
pub fn ways(cx: &ViewContext<'_>, page: &PlannedPage) -> Vec<LinkView> {
    if cx.ordering_allowed() {
        return Vec::new();
    }
    let mut ways: Vec<LinkView> = open_alternates(cx, page);
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

fn open_alternates(cx: &ViewContext<'_>, page: &PlannedPage) -> Vec<LinkView> {
    if !cx.config.consumer_ordering {
        return Vec::new();
    }
    let locales = cx.reader.locales();
    page.alternates
        .iter()
        .filter_map(|(index, path)| {
            let locale = locales.get(*index)?;
            let open = cx
                .config
                .consumer_locales
                .iter()
                .any(|code| code == locale.code.as_str());
            open.then(|| {
                let label = cx.t("common.order_in_language", &[("language", &locale.name)]);
                LinkView::to(label, Some(path.href()))
            })
        })
        .collect()
}
