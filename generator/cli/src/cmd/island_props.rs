//! `vitrine island-props`: prints the schemas of the props of islands, for generating types.

use anyhow::{Context, Result};

use crate::{Outcome, progress};

/// Prints the document.
pub(crate) fn run() -> Result<Outcome> {
    progress::print(&vitrine_site::island_props()).context("could not print the props of islands")?;
    Ok(Outcome::Done)
}
