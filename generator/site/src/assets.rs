//! The manifest of `islands/build`: hashed scripts, styles and fonts that a release copies (contract "assets").
//!
//! **Invariant:** every name in it is a plain path below `assets/`; only files listed in the manifest are copied.

use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};
use vitrine_model::record::RecordHash;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A script or style sheet with its imports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asset {
    /// `assets/loader-4GQ2XK7Q.js`
    pub file: String,
    /// `sha384-…`
    pub integrity: String,
    /// Files that it imports statically, to preload.
    #[serde(default)]
    pub preload: Vec<String>,
}

/// One file to copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssetFile {
    /// `sha384-…`
    pub integrity: String,
    /// Size in bytes.
    pub bytes: u64,
}

/// A module that islands of a shop's own folder may import (contract "own islands").
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublishedModule {
    /// `assets/react-GLBUZZE6.js`
    pub file: String,
    /// Files that it imports statically.
    #[serde(default)]
    pub preload: Vec<String>,
    /// The names that may be imported.
    pub exports: Vec<String>,
}

/// A precompressed variant of a file, served by `vitrine serve`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TwinFile {
    /// Size in bytes.
    pub bytes: u64,
}

/// `manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssetManifest {
    /// The version of the program that the files are for: islands, templates and the API agree only within one version.
    #[serde(default)]
    pub version: String,
    /// The script that finds islands.
    pub loader: Asset,
    /// The style sheet of every page.
    pub styles: Asset,
    /// Additional style sheets by name ([`crate::pages::PageKind::sheets`]).
    #[serde(default)]
    pub sheets: BTreeMap<String, Asset>,
    /// Fonts to preload.
    pub fonts: Vec<String>,
    /// Island scripts by name.
    pub islands: BTreeMap<String, Asset>,
    /// Published modules by the names in imports (`react`, `vitrine`). Pages depend on them only by the islands that import
    /// them, so they are not part of [`Self::hash`].
    #[serde(default, skip_serializing)]
    pub modules: BTreeMap<String, PublishedModule>,
    /// Every file.
    pub files: BTreeMap<String, AssetFile>,
    /// Precompressed variants by name (`assets/loader-4GQ2XK7Q.js.br`, `….gz`), below `twins/`. Pages do not depend on
    /// them, so they are not part of [`Self::hash`].
    #[serde(default, skip_serializing)]
    pub twins: BTreeMap<String, TwinFile>,
}

/// Why a manifest is invalid.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The manifest could not be read, for example because nothing was built.
    #[error(
        "the asset manifest {} could not be read: {source}; build it with `npm ci --ignore-scripts && npm run build` in islands/, or set build.assets in vitrine.toml to the folder that holds it",
        path.display()
    )]
    Missing {
        /// `manifest.json`
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// Not JSON of the expected shape.
    #[error("the asset manifest could not be read: {message}; build it with `npm run build` in islands/")]
    Shape {
        /// What is wrong.
        message: String,
    },
    /// The files are for another version of the program.
    #[error(
        "the assets of {} are {}, and this is vitrine {VERSION}: build them with `npm ci --ignore-scripts && npm run build` in islands/ of this version, or leave build.assets out of vitrine.toml where the program carries its own",
        path.display(),
        if found.is_empty() { "of an unknown version".to_owned() } else { format!("of version {found}") }
    )]
    Version {
        /// `manifest.json`
        path: PathBuf,
        /// The version that it names.
        found: String,
    },
    /// A template has an island that was not built.
    #[error(
        "{template} has the island {name:?}, which neither the asset manifest nor theme/islands has; the nearest is {nearest:?}. Correct the name, or build the assets with `npm run build` in islands/"
    )]
    Island {
        /// `components/hours.html`, `theme/templates/own/a.html`, `the screen cart`
        template: String,
        /// Its name.
        name: String,
        /// The one that is most like it.
        nearest: String,
    },
    /// A name outside the folder, or of a file that does not exist.
    #[error("the asset manifest names {file:?}, {reason}; build it anew with `npm run build` in islands/")]
    File {
        /// The name.
        file: String,
        /// The reason.
        reason: &'static str,
    },
}

impl AssetManifest {
    /// Reads and checks `manifest.json`.
    pub fn parse(text: &str) -> Result<Self, AssetError> {
        let manifest: Self = serde_json::from_str(text).map_err(|e| AssetError::Shape { message: e.to_string() })?;
        let refuse = |file: &str, reason| AssetError::File {
            file: file.chars().take(200).collect(),
            reason,
        };
        for file in manifest.files.keys() {
            let plain = file.strip_prefix("assets/").is_some_and(|rest| {
                !rest.starts_with('.')
                    && !rest.contains("..")
                    && rest
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'/'))
            });
            if !plain {
                return Err(refuse(file, "which is no plain path below assets/"));
            }
        }
        let assets = [&manifest.loader, &manifest.styles]
            .into_iter()
            .chain(manifest.sheets.values())
            .chain(manifest.islands.values());
        let named = assets
            .flat_map(|a| std::iter::once(&a.file).chain(&a.preload))
            .chain(&manifest.fonts)
            .chain(
                manifest
                    .modules
                    .values()
                    .flat_map(|m| std::iter::once(&m.file).chain(&m.preload)),
            );
        for file in named {
            if !manifest.files.contains_key(file) {
                return Err(refuse(file, "which is not among its files"));
            }
        }
        for twin in manifest.twins.keys() {
            let original = twin.strip_suffix(".br").or_else(|| twin.strip_suffix(".gz"));
            if !original.is_some_and(|file| manifest.files.contains_key(file)) {
                return Err(refuse(twin, "which is no .br or .gz of one of its files"));
            }
        }
        Ok(manifest)
    }

    /// Refuses assets of another version.
    pub(crate) fn check_version(&self, path: PathBuf) -> Result<(), AssetError> {
        if self.version == VERSION {
            return Ok(());
        }
        Err(AssetError::Version {
            path,
            found: self.version.chars().take(40).collect(),
        })
    }

    /// URLs of the loader and of every style sheet, which pages link directly. The loader contains the names of island
    /// files, so a changed island changes the loader's name.
    pub(crate) fn of_pages(&self) -> Vec<String> {
        [&self.loader, &self.styles]
            .into_iter()
            .chain(self.sheets.values())
            .map(|asset| format!("/{}", asset.file))
            .collect()
    }

    /// The hash of the whole manifest; it changes with every file, because it covers their integrity hashes.
    pub fn hash(&self) -> RecordHash {
        RecordHash::of(self)
    }
}
