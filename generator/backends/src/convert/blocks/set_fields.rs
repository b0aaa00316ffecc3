//! Fields that several sets have in common: relations, a limit, the level of headings inside a text.

use vitrine_model::{content::Heading, ids::EntryId};

use crate::statamic::wire::Fields;

/// The entries that a relation names.
pub(super) fn entry_ids(fields: Fields<'_>, key: &str) -> Vec<EntryId> {
    let ids = fields.ids(key);
    ids.iter().filter_map(|id| EntryId::parse(id).ok()).collect()
}

/// The slug of a term: `sectors::kantoor` or `kantoor`.
pub(super) fn term(fields: Fields<'_>, key: &str) -> Option<String> {
    let id = fields.ids(key).into_iter().next()?;
    Some(id.rsplit_once("::").map_or(id.as_str(), |(_, slug)| slug).to_owned())
}

/// How many a block shows at most.
pub(super) fn limit(fields: Fields<'_>, default: u32) -> u32 {
    let number = fields.integer("limit").and_then(|n| u32::try_from(n).ok());
    number.filter(|n| *n > 0).unwrap_or(default)
}

/// Where the headings of a block's text begin: one below the block's own, which is the page's second at most.
pub(super) fn text_level(heading: &Heading) -> u8 {
    if heading.heading.is_some() {
        heading.level.max(2) + 1
    } else {
        2
    }
}
