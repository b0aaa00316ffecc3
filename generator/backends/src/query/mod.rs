//! Query strings in nested bracket encoding: encoding for requests to backends (R-BACK-02) and parsing of requests from
//! browsers (R-BACK-07).
//!
//! **Invariant:** [`parse_query`] and PHP parse what [`encode()`] writes as the same tree of texts, lists and maps.

mod encode;
mod parse;

pub use encode::encode;
pub(crate) use encode::escape;
pub use parse::{ARRAY_LIMIT, DEPTH, PARAMETERS, parse_query};
