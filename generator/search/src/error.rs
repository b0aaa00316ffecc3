//! Why an index could not be made or asked.

use thiserror::Error;

/// What failed.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A line is no search document.
    #[error("line {line} of the search documents of {locale} cannot be read: {why}; build the release again")]
    Document {
        /// Code of the locale.
        locale: String,
        /// From 1.
        line: usize,
        /// The parser's message.
        why: serde_json::Error,
    },
    /// The index itself.
    #[error("the search index of {locale} failed: {why}")]
    Index {
        /// Code of the locale.
        locale: String,
        /// The library's message.
        why: tantivy::TantivyError,
    },
}
