//! Full-text search over the search documents of a release: stemming, compounds, spelling correction, synonyms, facets
//! with counts, suggestions.
//!
//! **Invariant:** an index is built from the documents of one locale and is immutable. No I/O, no clock.

mod clause;
mod columns;
mod document;
mod error;
mod fields;
mod index;
mod language;
mod price_words;
mod request;
mod search_words;
mod synonyms;
mod vocabulary;

pub use self::{
    document::{Document, ProductFacts},
    error::SearchError,
    index::{Found, Index, Suggested},
    request::{CATEGORY, Order, PRICE, PriceRange, Request},
    search_words::SearchWordsFile,
};
