//! The trail from the home page to a page (R-HEAD-09).
//!
//! **Invariant:** every step but the last leads to a page that exists; the last is the page itself and leads nowhere.

use vitrine_model::content::{Entry, EntryFields};

use crate::{context::ViewContext, page::Crumb};

/// Deeper trees than this are cut at their root, so that a tree that bites its tail cannot keep us.
const DEEPEST: usize = 12;

/// An entry's words in a trail.
pub fn entry_label(entry: &Entry) -> String {
    let short = match &entry.fields {
        EntryFields::Page(fields) => fields.breadcrumb_title.clone(),
        _ => None,
    };
    short
        .filter(|t| !t.trim().is_empty())
        .unwrap_or_else(|| entry.title.clone())
}

/// Home, what stands between, and the page itself. The home page's own trail is itself alone.
pub fn trail(cx: &ViewContext<'_>, between: Vec<Crumb>, label: String) -> Vec<Crumb> {
    let mut crumbs = vec![Crumb {
        label: cx.t("common.home", &[]),
        href: Some(cx.home_href()),
    }];
    crumbs.extend(between);
    crumbs.push(Crumb { label, href: None });
    crumbs
}

/// The entries above an entry that have a page, from the top, without the home page.
pub fn above(cx: &ViewContext<'_>, entry: &Entry) -> Vec<Crumb> {
    let home = cx.home_href();
    let mut crumbs = Vec::new();
    let mut next = entry.parent.clone();
    while let Some(parent) = next.take().and_then(|id| cx.reader.entry(&id)) {
        if crumbs.len() == DEEPEST {
            break;
        }
        if let Some(href) = cx.entry_href(&parent.id).filter(|href| *href != home) {
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
