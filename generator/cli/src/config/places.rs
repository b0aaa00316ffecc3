//! Where templates, texts and assets are: folders of the configuration, or what the program carries, and over both the
//! shop's own files beside the configuration.
//!
//! **Invariant:** a folder that the configuration names counts before the program's; the shop's own `locales/` are never
//! the folder that holds all texts.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result, bail};
use vitrine_site::sources::{Archive, Place};

use crate::carried;

/// The shop's own look, beside the configuration.
pub(crate) const THEME: &str = "theme";

/// The shop's own texts, beside the configuration.
const OWN_LOCALES: &str = "locales";

/// The place of one part: the folder that the configuration names with `key`, otherwise what the program carries.
pub(super) fn place(
    key: &str,
    folder: Option<PathBuf>,
    carried: Option<&Arc<Archive>>,
    part: &'static str,
) -> Result<Place> {
    if let Some(folder) = folder {
        // What is missing among the assets is told by their manifest.
        if part != carried::ASSETS && !folder.is_dir() {
            bail!(
                "{key} of vitrine.toml leads to {:?}, where no folder is: name the folder of the project, or leave it out if the program carries its files",
                folder.display().to_string()
            );
        }
        return Ok(Place::Folder(folder));
    }
    carried.map(|archive| carried::place(archive, part)).with_context(|| {
        format!(
            "{key} is not set, and this program carries no {part}: name the folder of the project, or append its files with `vitrine pack --into FILE`"
        )
    })
}

/// `locales/` beside the configuration, unless it is the folder of all texts.
pub(super) fn own_locales(root: &Path, all: Option<&Path>) -> Option<PathBuf> {
    let own = root.join(OWN_LOCALES);
    let real = own.canonicalize().ok().filter(|path| path.is_dir())?;
    let all = all.and_then(|all| root.join(all).canonicalize().ok());
    (all.as_deref() != Some(&*real)).then_some(own)
}
