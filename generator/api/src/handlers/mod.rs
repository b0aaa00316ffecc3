//! One handler an operation (rule 6).
//!
//! **Invariant:** typed request in, a newly built backend call out, a newly built answer back; nothing is passed through.

pub(crate) mod cart;
pub(crate) mod offers;
pub(crate) mod session;
pub(crate) mod system;
