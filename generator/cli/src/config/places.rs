//! Where templates, texts and assets are: folders of the configuration, or what the program carries, and over both the
//! shop's own files beside the configuration.
//!
//! **Invariant:** a folder that the configuration names counts before the program's; the shop's own `locales/` are never
//! the folder that holds all texts.

use std::path::Path;

use anyhow::{Context, Result, bail};
use vitrine_site::{OwnFiles, SitePaths, sources::Place};

use super::Config;
use crate::carried;

/// The shop's own look, beside the configuration.
pub(crate) const THEME: &str = "theme";

/// The shop's own texts, beside the configuration.
const OWN_LOCALES: &str = "locales";

impl Config {
    /// The places of all sources.
    pub(crate) fn site_paths(&self) -> Result<SitePaths> {
        let build = &self.file.build;
        Ok(SitePaths {
            templates: self.place("build.templates", build.templates.as_deref(), carried::TEMPLATES)?,
            locales: self.place("build.locales", build.locales.as_deref(), carried::LOCALES)?,
            assets: self.place("build.assets", build.assets.as_deref(), carried::ASSETS)?,
            own: self.own_files(),
            places: self.file.stores.places.as_deref().map(|places| self.path(places)),
        })
    }

    /// The shop's own files.
    pub(crate) fn own_files(&self) -> OwnFiles {
        let theme = self.root.join(THEME);
        OwnFiles {
            theme: Some(theme).filter(|folder| folder.is_dir()),
            locales: own_locales(&self.root, self.file.build.locales.as_deref()),
        }
    }

    fn place(&self, key: &str, folder: Option<&Path>, part: &'static str) -> Result<Place> {
        if let Some(folder) = folder {
            let folder = self.path(folder);
            // What is missing among the assets is told by their manifest.
            if part != carried::ASSETS && !folder.is_dir() {
                bail!(
                    "{key} of vitrine.toml leads to {:?}, where no folder is: name the folder of the project, or leave it out if the program carries its files",
                    folder.display().to_string()
                );
            }
            return Ok(Place::Folder(folder));
        }
        let archive = self.carried.as_ref();
        archive.map(|archive| carried::place(archive, part)).with_context(|| {
            format!(
                "{key} is not set, and this program carries no {part}: name the folder of the project, or append its files with `vitrine pack --into FILE`"
            )
        })
    }
}

/// `locales/` beside the configuration, unless it is the folder of all texts.
pub(super) fn own_locales(root: &Path, all: Option<&Path>) -> Option<std::path::PathBuf> {
    let own = root.join(OWN_LOCALES);
    let real = own.canonicalize().ok().filter(|path| path.is_dir())?;
    let all = all.and_then(|all| root.join(all).canonicalize().ok());
    (all.as_deref() != Some(&*real)).then_some(own)
}
