//! Lists the releases in a dist, and rolls back to a former one.
//!
//! **Invariant:** a rollback replaces `current` by one rename, as publishing does; nothing inside a release is changed.

use std::{collections::BTreeMap, path::Path, time::SystemTime};

use cap_std::{ambient_authority, fs::Dir};
use serde::Deserialize;

use super::{
    dist::{Dist, write_error},
    history::{History, Line},
    publish::{live_id, point_current_at, synced},
};
use crate::error::SiteError;

/// One release on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownRelease {
    /// Its id, the name of its folder.
    pub id: String,
    /// Whether `current` points to it.
    pub live: bool,
    /// Whether it was rolled back to another release.
    pub rolled_back: bool,
    /// Number of its pages; `None` if its manifest cannot be read.
    pub pages: Option<usize>,
    /// When it was written.
    pub built: Option<SystemTime>,
}

/// The result of a rollback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RolledBack {
    /// The release that was live; `None` if there was none.
    pub from: Option<String>,
    /// The release that is live now.
    pub to: String,
}

#[derive(Deserialize)]
struct Counts {
    counts: BTreeMap<String, BTreeMap<String, usize>>,
}

/// The releases of a dist in the order they went live, oldest first; empty if there is no dist yet.
pub fn releases(dist: &Path) -> Result<Vec<KnownRelease>, SiteError> {
    let Ok(root) = Dir::open_ambient_dir(dist, ambient_authority()) else {
        return Ok(Vec::new());
    };
    let Ok(folder) = root.open_dir("releases") else {
        return Ok(Vec::new());
    };
    let live = live_id(&root);
    let history = History::read(&folder)?;
    Ok(history
        .lines()
        .iter()
        .map(|line| known(&folder, line, live.as_deref()))
        .collect())
}

/// Whether the release that went live last was rolled back.
pub fn rolled_back(dist: &Path) -> bool {
    let history = Dir::open_ambient_dir(dist.join("releases"), ambient_authority())
        .ok()
        .and_then(|folder| History::read(&folder).ok());
    history.is_some_and(|history| history.lines().last().is_some_and(|line| line.rolled_back))
}

fn known(releases: &Dir, line: &Line, live: Option<&str>) -> KnownRelease {
    let manifest = format!("{}/release.json", line.id);
    let text = releases.read(&manifest).ok();
    let counts: Option<Counts> = text.and_then(|text| serde_json::from_slice(&text).ok());
    let written = releases.metadata(&manifest).and_then(|about| about.modified());
    KnownRelease {
        id: line.id.clone(),
        live: live == Some(line.id.as_str()),
        rolled_back: line.rolled_back,
        pages: counts.map(|counts| counts.counts.values().flat_map(BTreeMap::values).sum()),
        built: written.ok().map(cap_std::time::SystemTime::into_std),
    }
}

/// Makes a former release live: the given one, otherwise the last one before the live one that was not rolled back
/// from.
pub fn roll_back(dist: &Path, wanted: Option<&str>) -> Result<RolledBack, SiteError> {
    let opened = Dist::open(dist)?;
    let mut history = History::read(&opened.releases)?;
    let from = live_id(&opened.root);
    let to = target(&history, from.as_deref(), wanted).ok_or_else(|| SiteError::NoFormer {
        wanted: wanted.map(str::to_owned),
        known: history.lines().iter().map(|line| line.id.clone()).collect(),
    })?;
    // A folder without its manifest was never a complete release.
    opened
        .releases
        .metadata(format!("{to}/release.json"))
        .map_err(write_error("the link to the release", &to))?;
    // Marks are written first: after a crash between the two steps, the next build would otherwise undo the rollback.
    if let Some(from) = from.as_deref().filter(|from| history.is_after(from, &to)) {
        history.mark(from, true);
    }
    history.mark(&to, false);
    history.write(&opened.releases)?;
    point_current_at(&opened, &to)?;
    synced(&opened)?;
    Ok(RolledBack { from, to })
}

fn target(history: &History, from: Option<&str>, wanted: Option<&str>) -> Option<String> {
    let lines = history.lines();
    if let Some(wanted) = wanted {
        return lines.iter().find(|line| line.id == wanted).map(|line| line.id.clone());
    }
    let live = lines.iter().position(|line| Some(line.id.as_str()) == from);
    let before = lines.get(..live.unwrap_or(lines.len()))?;
    before
        .iter()
        .rev()
        .find(|line| !line.rolled_back)
        .map(|line| line.id.clone())
}
