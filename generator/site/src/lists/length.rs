//! The lengths of lists: the table of the blocks that are paged lists.

use vitrine_model::content::{BlockKind, Entry};

use super::{entries, products, scope::ListScope};

/// The number of items of a paged list; `None` for other blocks. A new kind of list is a match arm here and in
/// `BlockKind::per_page`.
fn length(scope: ListScope<'_>, kind: &BlockKind) -> Option<usize> {
    match kind {
        BlockKind::ProductsOverview(block) => Some(products::select(scope, block).len()),
        BlockKind::Overview(block) => Some(entries::select(scope, block).len()),
        _ => None,
    }
}

/// The number of pages of an entry's list, at least 1; `None` if it has no such list.
pub(super) fn page_count(scope: ListScope<'_>, entry: &Entry) -> Option<usize> {
    let kind = &entry.paged_list()?.kind;
    let per_page = kind.per_page()?;
    Some(length(scope, kind)?.div_ceil(per_page).max(1))
}
