//! The result of a command, and formatting of its error.

/// The result of a command that did not fail.
pub(crate) enum Outcome {
    /// Success.
    Done,
    /// Finished, but the content has errors.
    ContentErrors,
}

/// An error with its causes on one line; a cause whose text is already included is skipped.
pub(crate) fn error_line(error: &anyhow::Error) -> String {
    error
        .chain()
        .map(ToString::to_string)
        .fold(String::new(), |text, cause| {
            if text.is_empty() {
                cause
            } else if text.contains(&cause) {
                text
            } else {
                format!("{text}: {cause}")
            }
        })
}
