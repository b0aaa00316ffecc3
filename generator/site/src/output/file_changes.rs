//! The files of `site/` that differ between two releases: what to upload to a host that has the older one.
//!
//! **Invariant:** files are compared by the hashes in `release.json`, never by time or size.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::releases::releases;
use crate::error::SiteError;

/// The differences, as paths below `site/`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FileChanges {
    /// Id of the older release; `None` if there is none, so that all files are new.
    pub from: Option<String>,
    /// Id of the newer release.
    pub to: String,
    /// New files.
    pub added: Vec<String>,
    /// Files with different content.
    pub changed: Vec<String>,
    /// Removed files.
    pub removed: Vec<String>,
    /// Number of unchanged files.
    pub unchanged: usize,
}

#[derive(Deserialize, Default)]
struct Listed {
    id: String,
    files: BTreeMap<String, File>,
}

#[derive(Deserialize)]
struct File {
    hash: String,
}

/// The differences from `from` to `to` (the live release if `None`). Both are an id of a release in dist, a folder of a
/// release or a `release.json`; the default of `from` is the release that went live before `to`.
pub fn file_changes(dist: &Path, from: Option<&str>, to: Option<&str>) -> Result<FileChanges, SiteError> {
    let to = match to {
        Some(to) => listed(&manifest_of(dist, to))?,
        None => listed(&dist.join("current/release.json"))?,
    };
    let from = match from {
        Some(from) => Some(listed(&manifest_of(dist, from))?),
        None => before(dist, &to.id)?,
    };
    Ok(compared(from, &to))
}

fn manifest_of(dist: &Path, named: &str) -> PathBuf {
    let path = Path::new(named);
    let id = dist.join("releases").join(named).join("release.json");
    match (id.is_file(), path.is_dir()) {
        (true, _) => id,
        (false, true) => path.join("release.json"),
        (false, false) => path.to_owned(),
    }
}

fn listed(path: &Path) -> Result<Listed, SiteError> {
    let failed = |source| SiteError::Read {
        what: "the list of files of a release",
        path: path.to_owned(),
        source,
    };
    let bytes = fs::read(path).map_err(failed)?;
    serde_json::from_slice(&bytes).map_err(|error| failed(error.into()))
}

fn before(dist: &Path, id: &str) -> Result<Option<Listed>, SiteError> {
    let known = releases(dist)?;
    let place = known.iter().position(|release| release.id == id).unwrap_or(known.len());
    let former = known.get(..place).and_then(<[_]>::last);
    former
        .map(|release| listed(&manifest_of(dist, &release.id)))
        .transpose()
}

fn compared(from: Option<Listed>, to: &Listed) -> FileChanges {
    let mut changes = FileChanges {
        from: from.as_ref().map(|from| from.id.clone()),
        to: to.id.clone(),
        ..FileChanges::default()
    };
    let mut before = from.unwrap_or_default().files;
    before.retain(|file, _| file.starts_with(SITE));
    for (file, now) in &to.files {
        let Some(below) = file.strip_prefix(SITE) else { continue };
        match before.remove(file) {
            None => changes.added.push(below.to_owned()),
            Some(old) if old.hash == now.hash => changes.unchanged += 1,
            Some(_) => changes.changed.push(below.to_owned()),
        }
    }
    let gone = before.into_keys();
    changes.removed = gone
        .filter_map(|file| Some(file.strip_prefix(SITE)?.to_owned()))
        .collect();
    changes
}

const SITE: &str = "site/";
