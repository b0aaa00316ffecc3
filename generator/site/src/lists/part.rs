//! The part of a list on one page.

use crate::page::ListPage;

/// The items on a page of a list; those of the first page if `page` is `None`.
pub(crate) fn on_page<'i, T>(items: &'i [T], per_page: usize, page: Option<&ListPage>) -> &'i [T] {
    let number = page.map_or(1, |page| page.number);
    items
        .chunks(per_page.max(1))
        .nth(number.saturating_sub(1))
        .unwrap_or_default()
}
