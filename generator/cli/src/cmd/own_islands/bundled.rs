//! Which sources the bundles are made of: `theme/bundles/islands.json`, beside them.
//!
//! **Invariant:** sources are compared by their content, so the file is the same on every machine.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use vitrine_site::theme::IslandSource;

/// The folder of bundles, below `theme/`.
pub(crate) const BUNDLES: &str = "bundles";

const FILE: &str = "islands.json";

/// How bundles are made; another number makes all of them anew.
const FORMAT: u32 = 1;

/// Packages are not on every machine, and a bundle has what it needs of them.
const PACKAGES: &str = "node_modules/";

/// The content of the file.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bundled {
    format: u32,
    /// The hash of each source by its name, relative to the shop's folder, by island.
    islands: BTreeMap<String, BTreeMap<String, String>>,
}

fn file(theme: &Path) -> PathBuf {
    theme.join(BUNDLES).join(FILE)
}

impl Bundled {
    /// Reads the file; without one, or if another version of the program wrote it, nothing is bundled.
    pub(super) fn read(theme: &Path) -> Result<Self> {
        let path = file(theme);
        let nothing = Self {
            format: FORMAT,
            ..Self::default()
        };
        if !path.is_file() {
            return Ok(nothing);
        }
        let text = fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
        let read: Self = serde_json::from_str(&text).with_context(|| {
            format!(
                "{} cannot be read: remove it, then the islands are bundled anew",
                path.display()
            )
        })?;
        Ok(if read.format == FORMAT { read } else { nothing })
    }

    /// Whether the bundle is there, and its sources are those that it was made of.
    pub(super) fn is_current(&self, root: &Path, theme: &Path, island: &IslandSource) -> bool {
        let Some(sources) = self.islands.get(&island.name) else {
            return false;
        };
        let entry = format!("theme/{}", island.entry);
        let same = |(name, hash): (&String, &String)| match fs::read(root.join(name)) {
            Ok(bytes) => hash_of(&bytes) == *hash,
            Err(_) => name.contains(PACKAGES),
        };
        theme.join(island.bundle()).is_file() && sources.contains_key(&entry) && sources.iter().all(same)
    }

    /// Forgets the islands that are gone, and removes their bundles; returns whether there were any.
    pub(super) fn keep(&mut self, theme: &Path, islands: &[IslandSource]) -> Result<bool> {
        let is_there = |name: &String| islands.iter().any(|island| island.name == *name);
        let gone: Vec<String> = self.islands.keys().filter(|name| !is_there(name)).cloned().collect();
        for name in &gone {
            let bundle = theme.join(BUNDLES).join(format!("{name}.js"));
            if bundle.is_file() {
                fs::remove_file(&bundle).with_context(|| format!("could not remove {}", bundle.display()))?;
            }
            self.islands.remove(name);
        }
        Ok(!gone.is_empty())
    }

    /// Notes the sources of a bundle.
    pub(super) fn add(&mut self, root: &Path, island: &IslandSource, inputs: &[String]) -> Result<()> {
        let mut sources = BTreeMap::new();
        for name in inputs {
            let path = root.join(name);
            let bytes = fs::read(&path).with_context(|| format!("could not read the source {}", path.display()))?;
            sources.insert(name.clone(), hash_of(&bytes));
        }
        self.islands.insert(island.name.clone(), sources);
        Ok(())
    }

    pub(super) fn write(&self, theme: &Path) -> Result<()> {
        let path = file(theme);
        let text = serde_json::to_string_pretty(self).context("could not write which sources are bundled")?;
        fs::write(&path, format!("{text}\n")).with_context(|| format!("could not write {}", path.display()))
    }
}

fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}
