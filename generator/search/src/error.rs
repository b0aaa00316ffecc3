//! Errors of building and querying an index.

use thiserror::Error;

/// An error of building or querying an index.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A line is not a search document.
    #[error("line {line} of the search documents of {locale} cannot be read: {why}; build the release again")]
    Document {
        /// Code of the locale.
        locale: String,
        /// Line number, starting at 1.
        line: usize,
        /// The parser's message.
        why: serde_json::Error,
    },
    /// The full-text index failed.
    #[error("the search index of {locale} failed: {why}")]
    Index {
        /// Code of the locale.
        locale: String,
        /// The library's message.
        why: tantivy::TantivyError,
    },
}
