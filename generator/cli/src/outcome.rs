//! How a command ended, and how its failure is told.

/// How a command ended when it did not fail.
pub(crate) enum Outcome {
    /// All well.
    Done,
    /// Done, but the content has errors.
    ContentErrors,
}

/// The causes of an error in a row; what an effect has already told of its cause is not told again.
pub(crate) fn told(error: &anyhow::Error) -> String {
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
