//! Fields that several sets share: relations, a limit, the heading level inside a text.

use vitrine_model::{content::Heading, ids::EntryId};

use crate::statamic::wire::Fields;

/// The ids of the entries in a relation field.
pub(super) fn entry_ids(fields: Fields<'_>, key: &str) -> Vec<EntryId> {
    let ids = fields.ids(key);
    ids.iter().filter_map(|id| EntryId::parse(id).ok()).collect()
}

/// The slug of a term: `sectors::kantoor` or `kantoor`.
pub(super) fn term(fields: Fields<'_>, key: &str) -> Option<String> {
    let id = fields.ids(key).into_iter().next()?;
    Some(id.rsplit_once("::").map_or(id.as_str(), |(_, slug)| slug).to_owned())
}

/// The maximum number of items a block shows.
pub(super) fn limit(fields: Fields<'_>, default: u32) -> u32 {
    let number = fields.integer("limit").and_then(|n| u32::try_from(n).ok());
    number.filter(|n| *n > 0).unwrap_or(default)
}

/// The number of entries on a page of an overview; `None` if the editor set none.
pub(super) fn per_page(fields: Fields<'_>) -> Option<u32> {
    let number = fields.integer("per_page").and_then(|n| u32::try_from(n).ok());
    number.filter(|n| *n > 0)
}

/// The highest heading level inside a block's text: one below the block's own heading, which is at most the page's
/// second level.
pub(super) fn text_level(heading: &Heading) -> u8 {
    if heading.heading.is_some() {
        heading.level.max(2) + 1
    } else {
        2
    }
}
