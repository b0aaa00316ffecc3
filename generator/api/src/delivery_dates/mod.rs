//! When something is delivered, in sentences (contract `delivery-dates.md`): the same words in the offers of a product's
//! page, in the cart, in the checkout and with an order.
//!
//! **Invariant:** every sentence with a date is made here, from the crate `vitrine_delivery` and the clock of the
//! configuration. A shop without `[delivery]` names no dates.

pub(crate) mod lines;
pub(crate) mod orders;
mod sentences;
