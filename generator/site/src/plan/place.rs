//! The places that diagnostics of a page refer to.

use vitrine_model::diagnostic::Place;

use super::context::PlanContext;
use crate::page::{PlannedPage, Subject};

/// The place of a planned page's diagnostics.
pub(crate) fn place(page: &PlannedPage) -> Place {
    let (source, kind) = match &page.subject {
        Subject::Entry(id) if id.is_of_category() => ("shopware", "category"),
        Subject::Entry(_) => ("statamic", "entry"),
        Subject::Product(_) => ("shopware", "product"),
        Subject::Screen(_) => ("templates", "screen"),
    };
    Place {
        source: source.to_owned(),
        kind: kind.to_owned(),
        id: page.path.to_string(),
        ..Place::default()
    }
}

/// The place of the entry that a page is for, where an editor can fix it.
pub(crate) fn place_of_entry(cx: &PlanContext<'_>, page: &PlannedPage) -> Place {
    let entry = match &page.subject {
        Subject::Entry(id) => cx.catalog.entry(id).map(|record| record.value()),
        Subject::Product(_) | Subject::Screen(_) => None,
    };
    let locale = cx.catalog.locales().get(page.locale);
    Place {
        locale: locale.map(|locale| locale.code.to_string()),
        edit_url: entry.and_then(|entry| entry.edit_url.clone()),
        ..place(page)
    }
}
