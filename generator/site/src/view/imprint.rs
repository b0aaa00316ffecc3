//! The facts of the imprint, on the page that the CMS names as such (law §9).
//!
//! **Invariant:** they are those of the footer, from the same global set, with the company's representative.

use vitrine_model::globals::SiteGlobals;

use super::{
    facts::FactView,
    links::{self, LinkView},
};
use crate::{context::ViewContext, page::PlannedPage};

/// The facts, if this page is the imprint; empty on other pages.
pub(crate) fn facts(cx: &ViewContext<'_>, page: &PlannedPage) -> Vec<FactView> {
    let globals = cx.reader.globals(cx.locale);
    let Some(site) = globals.map(|globals| &globals.site) else {
        return Vec::new();
    };
    let imprint = site.imprint_page.as_ref().and_then(|id| cx.entry_href(id));
    if imprint.as_deref() != Some(page.path.href().as_str()) {
        return Vec::new();
    }
    rows(cx, site).into_iter().flatten().collect()
}

fn rows(cx: &ViewContext<'_>, site: &SiteGlobals) -> [Option<FactView>; 7] {
    let linked = |key: &str, value: Option<LinkView>| {
        Some(FactView {
            term: cx.t(key, &[]),
            values: vec![value?],
        })
    };
    let plain = |key: &str, value: Option<&String>| linked(key, value.map(LinkView::text));
    let name = site.legal_name.as_ref().or(Some(&site.name));
    let address = FactView {
        term: cx.t("content.imprint.address", &[]),
        values: site.address.iter().map(LinkView::text).collect(),
    };
    [
        plain("content.imprint.company", name.filter(|name| !name.is_empty())),
        Some(address).filter(|address| !address.values.is_empty()),
        linked("content.imprint.phone", links::shop_phone(site)),
        linked("content.imprint.email", links::shop_email(site)),
        plain("content.imprint.register", site.kvk_number.as_ref()),
        plain("content.imprint.vat", site.vat_number.as_ref()),
        plain("content.imprint.representative", site.representative.as_ref()),
    ]
}
