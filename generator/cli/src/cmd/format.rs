//! How commands print what they found.

use clap::ValueEnum;

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON document, for machines.
    Json,
}
