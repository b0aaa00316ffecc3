//! Finds products and pages in the search documents of a release: words by their stems and parts, misspelt words, synonyms,
//! facets with counts, suggestions.
//!
//! **Invariant:** an index is made whole from one locale's documents and never changes; it asks no backend, reads no
//! file and knows no clock.

mod columns;
mod document;
mod error;
mod fields;
mod index;
mod language;
mod price_words;
mod request;
mod synonyms;
mod vocabulary;
mod wish;

pub use self::{
    document::{Document, ProductFacts},
    error::SearchError,
    index::{Found, Index, Suggested},
    request::{CATEGORY, Order, PRICE, PriceRange, Request},
    synonyms::SynonymsFile,
};
