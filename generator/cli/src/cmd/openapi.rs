//! `vitrine openapi`: prints the API's OpenAPI document, for generating types.

use anyhow::{Context, Result};

use crate::{Outcome, progress};

/// Prints the document.
pub(crate) fn run() -> Result<Outcome> {
    progress::print(&vitrine_api::openapi()).context("could not print the OpenAPI document")?;
    Ok(Outcome::Done)
}
