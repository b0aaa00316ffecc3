//! The version of the theme contract, and the one that a theme was made for.
//!
//! **Invariant:** a theme of a newer contract is refused; one of an older contract is judged by the names that it uses.

use serde::Deserialize;

use super::error::ThemeError;
use crate::sources::Place;

/// The version of the contract between program and theme: it grows when a template, block, value, token or text is
/// removed or gets another meaning. `templates/contract.json` names it too.
pub const THEME_CONTRACT: u32 = 1;

/// The file in which a theme says which contract it was made for.
const MADE_FOR: &str = "contract.json";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MadeFor {
    version: u32,
}

/// Refuses a theme that was made for a newer contract; without the file, none is named.
pub(super) fn check(theme: &Place, names: &[String]) -> Result<(), ThemeError> {
    if !names.iter().any(|name| name == MADE_FOR) {
        return Ok(());
    }
    let text = theme.read_text(MADE_FOR).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let MadeFor { version } = read.map_err(|error| {
        let message = format!(
            "the version of the theme contract could not be read: {error}; write {{\"version\": {THEME_CONTRACT}}}"
        );
        ThemeError::new(MADE_FOR, None, message)
    })?;
    if version > THEME_CONTRACT {
        let message = format!(
            "the theme is made for version {version} of the theme contract, and this vitrine has {THEME_CONTRACT}: run a newer vitrine, or make the theme fit this one and write {{\"version\": {THEME_CONTRACT}}}"
        );
        return Err(ThemeError::new(MADE_FOR, None, message));
    }
    Ok(())
}
