//! Lists of blocks with further pages (R-CMS-07).
//!
//! **Invariant:** the items of a list are selected by one function of a [`ListScope`], `select` of its module. The plan
//! calls it for the number of pages, the view for the items of one page, so they cannot disagree.

pub(crate) mod entries;
mod length;
mod part;
mod plan;
pub(crate) mod products;
mod scope;
mod structured;

pub(crate) use self::{part::on_page, plan::pages_of_entry, scope::ListScope, structured::collection_page};
