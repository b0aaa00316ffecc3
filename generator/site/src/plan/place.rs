//! What the diagnostics of a page are about.

use vitrine_model::diagnostic::Place;

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
