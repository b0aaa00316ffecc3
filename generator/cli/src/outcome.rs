//! The result of a command, and formatting of its error.

/// The exit statuses of all commands, for the help.
pub(crate) const EXIT_STATUSES: &str = "\
Exit status:
  0  Success. build: the release is live. check, doctor: no error (with --strict no warning either).
  1  Errors in the content. build: the release was refused, and the one before it stays live. check, doctor: at least
     one error, with --strict at least one warning.
  2  Failure: wrong arguments or configuration, a backend, the disk. build: the release before it stays live, unless the
     message says that the new one is.";

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
