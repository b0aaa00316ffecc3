//! The cart as a session keeps it.

use super::cart_lines::Line;

/// A stored cart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cart {
    pub(crate) lines: Vec<Line>,
    pub(crate) codes: Vec<Code>,
}

/// A promotion code in the cart.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    /// As it was typed.
    pub(crate) typed: String,
    /// The visitor has been told that the discount was added.
    pub(crate) announced: bool,
}
