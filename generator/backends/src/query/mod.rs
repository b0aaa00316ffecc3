//! Query strings in nested bracket encoding, both ways: what we ask backends (R-BACK-02) and what browsers ask us (R-BACK-07).
//!
//! **Invariant:** what [`encode`] writes, [`parse_query`] and PHP read back as the same tree of texts, lists and maps.

mod encode;
mod parse;

pub use encode::encode;
pub(crate) use encode::escape;
pub use parse::{ARRAY_LIMIT, DEPTH, PARAMETERS, parse_query};
