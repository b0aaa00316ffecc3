//! Lists of blocks that are continued on further pages (R-CMS-07).
//!
//! **Invariant:** what a list shows is decided by one function of a [`ListScope`], `select` of its module. The plan
//! calls it to know how many pages there are, the view to show one of them, so they cannot disagree.

pub(crate) mod entries;
mod length;
mod part;
mod plan;
pub(crate) mod products;
mod scope;
mod structured;

pub(crate) use self::{part::on_page, plan::pages_of_entry, scope::ListScope, structured::collection_page};
