//! Fields that several sets share: relations, a limit, the heading level inside a text.

use vitrine_model::{
    content::{Heading, MAX_PER_PAGE, MIN_PER_PAGE, PER_PAGE},
    ids::EntryId,
};

use crate::statamic::wire::Fields;

/// The ids of the entries in a relation field.
pub(super) fn entry_ids(fields: Fields<'_>, key: &str) -> Vec<EntryId> {
    fields.related(key, |id| EntryId::parse(&id).ok())
}

/// The slug of a term: `sectors::kantoor` or `kantoor`.
pub(super) fn term(fields: Fields<'_>, key: &str) -> Option<String> {
    let id = fields.ids(key).into_iter().next()?;
    Some(id.rsplit_once("::").map_or(id.as_str(), |(_, slug)| slug).to_owned())
}

/// The maximum number of items a block shows.
pub(super) fn limit(fields: Fields<'_>, default: u32) -> u32 {
    chosen_limit(fields).unwrap_or(default)
}

/// The maximum number of items, if the editor set one.
pub(super) fn chosen_limit(fields: Fields<'_>) -> Option<u32> {
    positive(fields, "limit")
}

/// The number of items on a page of a list, within the bounds.
pub(super) fn per_page(fields: Fields<'_>) -> u32 {
    let number = positive(fields, "per_page").unwrap_or(PER_PAGE);
    number.clamp(MIN_PER_PAGE, MAX_PER_PAGE)
}

fn positive(fields: Fields<'_>, key: &str) -> Option<u32> {
    let number = fields.integer(key).filter(|n| *n > 0)?;
    Some(u32::try_from(number).unwrap_or(u32::MAX))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_has_a_bounded_number_of_items_on_a_page() {
        for (value, expected) in [
            (json!(null), 24),
            (json!("many"), 24),
            (json!(-1), 24),
            (json!(0), 24),
            (json!("12"), 12),
            (json!(1), 4),
            (json!(1_000_000), 96),
            (json!(9_000_000_000_u64), 96),
        ] {
            let set = json!({ "per_page": value });
            assert_eq!(per_page(Fields::of(&set)), expected, "{set}");
        }
    }
}
