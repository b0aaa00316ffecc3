//! Output formats of commands.

use clap::ValueEnum;

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// One JSON document, for machines.
    Json,
}
