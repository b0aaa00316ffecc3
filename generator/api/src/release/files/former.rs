//! Assets of releases other than the live one, for their pages that are still open in a browser (rule 21).
//!
//! **Invariant:** an asset of the live release is never taken from here. Unreadable assets are left out: only pages of
//! a former release miss them.

use std::{
    collections::HashMap,
    io::{self, Read},
    path::Path,
};

use cap_std::fs::Dir;

use super::table::{FileTable, Listed};

/// Prefix of asset paths below `site/`.
pub(crate) const ASSETS: &str = "assets/";
/// The folder in dist with assets of releases that were removed.
const REMOVED: &str = "former-assets";
/// Maximum number of assets, and the maximum size of one.
const MOST: usize = 10_000;
const LARGEST: u64 = 8 << 20;

/// Assets by their path below `site/`, with the folder that each lies in.
#[derive(Default)]
pub(crate) struct FormerAssets {
    folders: Vec<Dir>,
    files: HashMap<Box<str>, (usize, Listed)>,
}

impl FormerAssets {
    /// Reads the assets that the live release, `live` with its files, does not have.
    pub(crate) fn read(dist: &Dir, live: &Path, files: &FileTable) -> Self {
        let mut found = Self::default();
        let releases = dist.read_dir("releases").into_iter().flatten().flatten();
        let others = releases.filter(|entry| live.file_name() != Some(&entry.file_name()));
        let folders = others.map(|entry| Path::new("releases").join(entry.file_name()).join("site/assets"));
        for folder in folders.chain([REMOVED.into()]) {
            if let Ok(assets) = dist.open_dir(folder) {
                found.add(assets, files);
            }
        }
        found
    }

    fn add(&mut self, assets: Dir, live: &FileTable) {
        let Ok(entries) = assets.entries() else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            let path = format!("{ASSETS}{name}");
            if self.files.len() >= MOST || live.get(&path).is_some() || self.files.contains_key(&*path) {
                continue;
            }
            if let Ok(content) = content(&assets, name) {
                let listed = Listed::asset(&path, &content);
                self.files.insert(path.into(), (self.folders.len(), listed));
            }
        }
        self.folders.push(assets);
    }

    /// An asset by its path below `site/`.
    pub(crate) fn get(&self, path: &str) -> Option<(&str, &Listed)> {
        let (path, (_, listed)) = self.files.get_key_value(path)?;
        Some((path, listed))
    }

    /// The folder that an asset lies in.
    pub(crate) fn folder(&self, path: &str) -> Option<&Dir> {
        self.folders.get(self.files.get(path)?.0)
    }
}

fn content(folder: &Dir, name: &str) -> io::Result<Vec<u8>> {
    let file = folder.open(name)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("no file"));
    }
    let mut content = Vec::new();
    file.take(LARGEST).read_to_end(&mut content)?;
    Ok(content)
}
