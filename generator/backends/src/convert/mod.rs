//! The one edge where the backends' JSON becomes model types: snapshot in, Catalog and findings out.
//!
//! **Invariant:** pure but for reading the snapshot; never more than one raw record is held.

mod prices;

pub(crate) use prices::live_product;
