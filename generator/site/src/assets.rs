//! The manifest of `islands/build`: hashed scripts, styles and fonts that a release copies (contract "assets").
//!
//! **Invariant:** every name in it is a plain path below `assets/`; nothing that the manifest does not list is copied.

use std::{collections::BTreeMap, path::PathBuf};

use serde::{Deserialize, Serialize};
use vitrine_model::record::RecordHash;

/// A script or style with what it needs beside itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asset {
    /// `assets/loader-4GQ2XK7Q.js`
    pub file: String,
    /// `sha384-…`
    pub integrity: String,
    /// Files that it imports at once.
    #[serde(default)]
    pub preload: Vec<String>,
}

/// One file to copy.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssetFile {
    /// `sha384-…`
    pub integrity: String,
    /// Size.
    pub bytes: u64,
}

/// A ready-made compressed form of a file, as `vitrine serve` sends it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TwinFile {
    /// Size.
    pub bytes: u64,
}

/// `manifest.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AssetManifest {
    /// The script that finds islands.
    pub loader: Asset,
    /// The style sheet of every page.
    pub styles: Asset,
    /// Those that a page has beside it, by name ([`crate::pages::PageKind::sheets`]).
    #[serde(default)]
    pub sheets: BTreeMap<String, Asset>,
    /// Fonts to fetch early.
    pub fonts: Vec<String>,
    /// By island.
    pub islands: BTreeMap<String, Asset>,
    /// Every file.
    pub files: BTreeMap<String, AssetFile>,
    /// Compressed forms by name (`assets/loader-4GQ2XK7Q.js.br`, `….gz`), below `twins/`. No page is made of them, so they are not part of [`Self::hash`].
    #[serde(default, skip_serializing)]
    pub twins: BTreeMap<String, TwinFile>,
}

/// Why a manifest was refused.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// Nothing was built, or elsewhere.
    #[error(
        "the asset manifest {} could not be read: {source}; build it with `npm ci --ignore-scripts && npm run build` in islands/, or set build.assets in vitrine.toml to the folder that holds it",
        path.display()
    )]
    Missing {
        /// `manifest.json`
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Not JSON of the expected shape.
    #[error("the asset manifest could not be read: {message}; build it with `npm run build` in islands/")]
    Shape {
        /// What is wrong.
        message: String,
    },
    /// A name that leaves the folder, or that no file has.
    #[error("the asset manifest names {file:?}, {reason}; build it anew with `npm run build` in islands/")]
    File {
        /// The name.
        file: String,
        /// Why not.
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
            .chain(&manifest.fonts);
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

    /// Addresses of the loader and of every style sheet: what a page links by itself. An island's file is in the loader, so a changed one changes its name.
    pub(crate) fn of_pages(&self) -> Vec<String> {
        [&self.loader, &self.styles]
            .into_iter()
            .chain(self.sheets.values())
            .map(|asset| format!("/{}", asset.file))
            .collect()
    }

    /// The hash of all of it; a changed file has a changed integrity.
    pub fn hash(&self) -> RecordHash {
        RecordHash::of(self)
    }
}
