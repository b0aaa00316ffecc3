//! Lists of blocks that are continued on further pages (R-CMS-07).
//!
//! **Invariant:** what a list shows is decided by one function of a [`ListScope`], `select` of its module. The plan
//! calls it to know how many pages there are, the view to show one of them, so they cannot disagree.

pub(crate) mod entries;
mod length;
mod plan;
pub(crate) mod products;
mod scope;

pub(crate) use self::{plan::pages_of_entry, scope::ListScope};
use crate::page::ListPage;

/// The items on a page of a list; those of the first page without a page.
pub(crate) fn on_page<'i, T>(items: &'i [T], per_page: usize, page: Option<&ListPage>) -> &'i [T] {
    let number = page.map_or(1, |page| page.number);
    items
        .chunks(per_page.max(1))
        .nth(number.saturating_sub(1))
        .unwrap_or_default()
}
