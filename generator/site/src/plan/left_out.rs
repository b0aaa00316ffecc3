//! Removes entries from a plan.

use std::collections::BTreeSet;

use vitrine_model::{ids::EntryId, locale::LocaleIndex};

use super::context::PlanContext;
use crate::page::{PlannedPage, Subject};

/// Removes the pages of entries, and the alternates that refer to them.
pub(super) fn leave_out(cx: &PlanContext<'_>, pages: &mut Vec<PlannedPage>, gone: &BTreeSet<EntryId>) {
    if gone.is_empty() {
        return;
    }
    let group = |id: &EntryId| cx.catalog.entry(id).map(|record| record.value().group.clone());
    pages.retain(|page| entry(page).is_none_or(|id| !gone.contains(id)));
    let left: BTreeSet<(EntryId, LocaleIndex)> = pages
        .iter()
        .filter_map(|page| Some((group(entry(page)?)?, page.locale)))
        .collect();
    for page in pages.iter_mut() {
        if let Some(own) = entry(page).and_then(group) {
            page.alternates
                .retain(|(locale, _)| left.contains(&(own.clone(), *locale)));
        }
    }
}

fn entry(page: &PlannedPage) -> Option<&EntryId> {
    match &page.subject {
        Subject::Entry(id) => Some(id),
        Subject::Product(_) | Subject::Screen(_) => None,
    }
}
