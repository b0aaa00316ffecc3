//! Drops CMS entries whose paths are taken: by screens and products, or by another entry (R-ROUTE-07). A dropped entry
//! is an error with its edit link; everything else goes live.
//!
//! **Invariant:** an entry never stops a build. Of two entries the one that is earlier in the tree keeps the path,
//! otherwise the one with the lower id, so that saving one of them again changes nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use vitrine_model::{diagnostic::Diagnostic, ids::EntryId};

use super::{context::PlanContext, left_out::leave_out, place::place_of_entry};
use crate::page::{ListPage, PlannedPage, Subject};

/// Removes entries at the path or file of another page, and those whose list has no path for a page.
pub(super) fn give_way(cx: &PlanContext<'_>, pages: &mut Vec<PlannedPage>) {
    let cut = cut_short(pages);
    leave_out(cx, pages, &cut);
    let mut gone: BTreeMap<EntryId, Diagnostic> = BTreeMap::new();
    for page in pages.iter() {
        if let (Some(id), Some((_, route))) = (entry(page), cx.routes.reserved(&page.path)) {
            let other = format!("the screen {} ({})", route.name, route.pattern);
            let hint = "Give the entry another slug, or the screen other words in routes.json.";
            let finding = finding(cx, "reserved-path", page, page.path.as_str(), &other);
            gone.entry(id.clone()).or_insert_with(|| finding.hint(hint));
        }
    }
    leave_out(cx, pages, &gone.keys().cloned().collect());
    let twice = taken(cx, pages);
    leave_out(cx, pages, &twice.keys().cloned().collect());
    gone.into_values()
        .chain(twice.into_values())
        .for_each(|found| cx.diagnostics.push(found));
}

/// A CMS entry; generated category pages give way to entries too.
fn entry(page: &PlannedPage) -> Option<&EntryId> {
    match &page.subject {
        Subject::Entry(id) => Some(id).filter(|id| !id.is_of_category()),
        Subject::Product(_) | Subject::Screen(_) => None,
    }
}

/// The entries whose list lacks a page; this was reported by the planning of that page.
fn cut_short(pages: &[PlannedPage]) -> BTreeSet<EntryId> {
    let mut planned: BTreeMap<&EntryId, (usize, usize)> = BTreeMap::new();
    for page in pages {
        if let (Subject::Entry(id), Some(list)) = (&page.subject, &page.list) {
            planned.entry(id).or_insert((0, list.count)).0 += 1;
        }
    }
    let cut = planned.into_iter().filter(|(_, (planned, count))| planned < count);
    cut.map(|(id, _)| id.clone()).collect()
}

/// The entries whose path or file belongs to another page with precedence.
fn taken(cx: &PlanContext<'_>, pages: &[PlannedPage]) -> BTreeMap<EntryId, Diagnostic> {
    let mut first: HashMap<&str, &PlannedPage> = HashMap::new();
    let mut gone = BTreeMap::new();
    let mut by_rank: Vec<&PlannedPage> = pages.iter().filter(|page| !is_of_category(page)).collect();
    by_rank.sort_by_cached_key(|page| rank(cx, page));
    for page in by_rank {
        let places = [page.path.as_str(), page.file.as_str()];
        let other = places.iter().find_map(|place| Some((*place, *first.get(place)?)));
        match (other, entry(page)) {
            (Some((place, other)), Some(id)) if other.subject != page.subject => {
                let finding = finding(cx, "path-collision", page, place, &other.source);
                let hint = "Give one of them another slug in the CMS.";
                gone.entry(id.clone()).or_insert_with(|| finding.hint(hint));
            }
            _ => first.extend(places.map(|place| (place, page))),
        }
    }
    gone
}

fn is_of_category(page: &PlannedPage) -> bool {
    matches!(&page.subject, Subject::Entry(id) if id.is_of_category())
}

/// Precedence: products and screens, then further pages of lists, then entries in their order.
fn rank(cx: &PlanContext<'_>, page: &PlannedPage) -> (u8, u32, String) {
    let Some(id) = entry(page) else {
        return (0, 0, String::new());
    };
    let order = cx.catalog.entry(id).and_then(|record| record.value().order);
    let is_further = page.list.as_ref().is_some_and(ListPage::is_further);
    (
        if is_further { 1 } else { 2 },
        order.unwrap_or(u32::MAX),
        id.to_string(),
    )
}

fn finding(cx: &PlanContext<'_>, code: &'static str, page: &PlannedPage, place: &str, other: &str) -> Diagnostic {
    let message = format!(
        "{place} is claimed twice: {} is left out, it is that of {other}",
        page.source
    );
    Diagnostic::error(code, message, place_of_entry(cx, page))
}
