//! Why a theme cannot be used.
//!
//! **Invariant:** it names the file, and the line where there is one.

/// Why the folder cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("theme/{file}{}: {message}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct ThemeError {
    /// `tokens.css`
    pub file: String,
    /// 1-based.
    pub line: Option<usize>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl ThemeError {
    pub(super) fn new(file: &str, line: impl Into<Option<usize>>, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: line.into(),
            message: message.into(),
        }
    }
}
