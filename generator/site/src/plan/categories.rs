//! Drops generated category pages whose paths are taken by screens, products and further pages of lists, which only the
//! plan knows. (`convert` has compared them with the pages of the CMS.)
//!
//! **Invariant:** a category never stops a build; one whose page is dropped is reported with the page that has its
//! path.

use std::collections::{BTreeMap, HashMap};

use vitrine_model::{diagnostic::Diagnostic, ids::EntryId, path::SitePath};

use super::{context::PlanContext, left_out::leave_out, place::place};
use crate::page::{PlannedPage, Subject};

/// Removes category pages at the path of another page, and their alternates.
pub(super) fn give_way(cx: &PlanContext<'_>, pages: &mut Vec<PlannedPage>) {
    let mut gone: BTreeMap<EntryId, Diagnostic> = BTreeMap::new();
    let by_path = by_path(pages);
    for (page, id) in pages.iter().filter_map(|page| Some((page, category(page)?))) {
        if let Some(other) = claimed(cx, &by_path, page) {
            gone.entry(id.clone()).or_insert_with(|| finding(page, &other));
        }
    }
    leave_out(cx, pages, &gone.keys().cloned().collect());
    gone.into_values().for_each(|found| cx.diagnostics.push(found));
}

/// The entry of a generated category page.
fn category(page: &PlannedPage) -> Option<&EntryId> {
    match &page.subject {
        Subject::Entry(id) => Some(id).filter(|id| id.is_of_category()),
        _ => None,
    }
}

/// The pages at each path of a category.
type ByPath<'p> = HashMap<&'p SitePath, Vec<&'p PlannedPage>>;

fn by_path(pages: &[PlannedPage]) -> ByPath<'_> {
    let of_categories = pages.iter().filter(|page| category(page).is_some());
    let mut found: ByPath<'_> = of_categories.map(|page| (&page.path, Vec::new())).collect();
    for page in pages {
        if let Some(list) = found.get_mut(&page.path) {
            list.push(page);
        }
    }
    found
}

/// The other claim to the path of a page.
fn claimed(cx: &PlanContext<'_>, by_path: &ByPath<'_>, page: &PlannedPage) -> Option<String> {
    if let Some((_, route)) = cx.routes.reserved(&page.path) {
        return Some(format!("the screen {} ({})", route.name, route.pattern));
    }
    let mut others = by_path.get(&page.path)?.iter();
    let other = others.find(|other| other.subject != page.subject)?;
    // Between two categories, a category's own page takes precedence over a further page of a list.
    let keeps = category(other).is_some() && page.list.as_ref().is_none_or(|list| !list.is_further());
    (!keeps).then(|| other.source.clone())
}

fn finding(page: &PlannedPage, other: &str) -> Diagnostic {
    let message = format!("{} has no page: {} is the path of {other}", page.source, page.path);
    Diagnostic::warning("category-path-taken", message, place(page))
        .hint("give the category another SEO path in Shopware")
}
