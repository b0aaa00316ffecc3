//! The candidates of a listing.

use vitrine_demo_shop::Product;

/// A product that can be listed, with the values that facets need.
pub(crate) struct Candidate<'c> {
    pub(crate) product: &'c Product,
    /// Its group: its family's index, or its own id.
    pub(crate) group: Group<'c>,
    /// The lowest price of its family.
    pub(crate) price: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Group<'c> {
    Family(usize),
    Single(&'c str),
}
