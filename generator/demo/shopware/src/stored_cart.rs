//! The stored cart of a session.

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
    /// As the visitor typed it.
    pub(crate) typed: String,
    /// Whether the visitor was informed that the discount was added.
    pub(crate) announced: bool,
}
