//! The breadcrumbs of a page (R-HEAD-09).
//!
//! **Invariant:** every step except the last leads to an existing page; the last is the page itself, without href.

use vitrine_model::content::{Entry, EntryFields};

use crate::{context::ViewContext, page::Crumb};

/// Deeper trees are cut at the root; this also stops at cycles in the tree.
const DEEPEST: usize = 12;

/// An entry's label in breadcrumbs.
pub fn entry_label(entry: &Entry) -> String {
    let short = match &entry.fields {
        EntryFields::Page(fields) => fields.breadcrumb_title.clone(),
        _ => None,
    };
    short
        .filter(|t| !t.trim().is_empty())
        .unwrap_or_else(|| entry.title.clone())
}

/// The home page, the given steps, and the page itself. The home page's breadcrumbs contain only itself.
pub fn trail(cx: &ViewContext<'_>, between: Vec<Crumb>, label: String) -> Vec<Crumb> {
    let mut crumbs = vec![Crumb {
        label: cx.t("common.home", &[]),
        href: Some(cx.home_href()),
    }];
    crumbs.extend(between);
    crumbs.push(Crumb { label, href: None });
    crumbs
}

/// The ancestors of an entry that have a page, from the root, without the home page. An entry outside of the page tree
/// is below the overview of its kind.
pub fn above(cx: &ViewContext<'_>, entry: &Entry) -> Vec<Crumb> {
    // An ancestor may redirect to this page.
    let (home, own) = (cx.home_href(), cx.entry_href(&entry.id));
    let mut crumbs = Vec::new();
    let overview = || cx.reader.overview_of(entry.fields.kind(), cx.locale);
    let mut next = entry.parent.clone().or_else(|| overview().map(|page| page.id.clone()));
    while let Some(parent) = next.take().and_then(|id| cx.reader.entry(&id)) {
        if crumbs.len() == DEEPEST {
            break;
        }
        let href = cx.entry_href(&parent.id).filter(|href| *href != home);
        if let Some(href) = href.filter(|href| Some(href) != own.as_ref()) {
            crumbs.push(Crumb {
                label: entry_label(parent),
                href: Some(href),
            });
        }
        next.clone_from(&parent.parent);
    }
    crumbs.reverse();
    crumbs
}
