//! The release that was removed last: the next one is made of its folder, in which most files are those of the next one
//! already. So a build that changes thirty of many pages links and removes thirty files, and not all of them.
//!
//! **Invariant:** a folder is retired only if it is whole, no release of the history, and another one was live between it
//! and the live one, so that no server reads from it. None of its files is changed: other releases may have the same
//! file, so one that differs is removed and written anew.

use std::{io, sync::Arc};

use cap_std::fs::Dir;

use super::{
    dist::{Dist, NAME, write_error},
    file_record::{Files, SortedFiles},
    known_files::KnownFiles,
    manifest::{self, LiveRelease},
};
use crate::error::SiteError;

/// Name of the folder below `releases/`.
pub(super) const RETIRED: &str = "retired.tmp";
const MANIFEST: &str = "release.json";
/// With fewer releases, a server that is slow to open the live one could still read from the one that was removed.
const FEWEST_KEPT: usize = 3;

/// Makes the retired release the folder of the next one; its files, or none if there is none that can be used.
pub(super) fn reuse(dist: &Dist, known: &KnownFiles) -> Arc<Files> {
    // One that names no file says nothing of those in its folder.
    let Some(files) = files_of(dist, RETIRED, known).filter(|files| !files.is_empty()) else {
        return Arc::default();
    };
    // Without its manifest it is no release, whatever becomes of the build.
    let taken = dist.releases.remove_file(format!("{RETIRED}/{MANIFEST}"));
    match taken.and_then(|()| dist.releases.rename(RETIRED, &dist.releases, NAME)) {
        Ok(()) => files,
        Err(_) => Arc::default(),
    }
}

/// Removes what the new release has not, also what nobody wrote; `at` is the folder's path with a slash, or empty.
pub(super) fn remove_rest(folder: &Dir, at: &str, files: &SortedFiles) -> io::Result<()> {
    for entry in folder.entries()? {
        let entry = entry?;
        let name = entry.file_name();
        let path = format!("{at}{}", name.to_string_lossy());
        if !entry.file_type()?.is_dir() {
            if !files.contains_key(&*path) {
                entry.remove_file()?;
            }
            continue;
        }
        remove_rest(&entry.open_dir()?, &format!("{path}/"), files)?;
        // One that still has files stays.
        let _has_files = folder.remove_dir(&name).is_err();
    }
    Ok(())
}

/// Retires a release that is kept no more, if most files of the live one are in it; whether it did. `kept` is how many
/// releases are kept.
pub(super) fn retire(
    dist: &Dist,
    id: &str,
    live: &SortedFiles,
    (kept, known): (usize, &KnownFiles),
) -> Result<bool, SiteError> {
    if kept < FEWEST_KEPT {
        return Ok(false);
    }
    let Some(files) = files_of(dist, id, known) else {
        return Ok(false);
    };
    let same = live
        .iter()
        .filter(|(name, file)| files.get(*name) == Some(file))
        .count();
    if same * 4 < live.len() * 3 {
        return Ok(false);
    }
    put_aside(dist, id)?;
    Ok(true)
}

/// Renames a whole release to the retired one.
pub(super) fn put_aside(dist: &Dist, id: &str) -> Result<(), SiteError> {
    let fail = write_error("the release", RETIRED);
    if dist.releases.exists(RETIRED) {
        dist.releases.remove_dir_all(RETIRED).map_err(&fail)?;
    }
    dist.releases.rename(id, &dist.releases, RETIRED).map_err(&fail)
}

fn files_of(dist: &Dist, folder: &str, known: &KnownFiles) -> Option<Arc<Files>> {
    let name = format!("{folder}/{MANIFEST}");
    if let Some(files) = manifest::id_in(&dist.releases, &name).and_then(|id| known.of(&id)) {
        return Some(files);
    }
    let release: LiveRelease = serde_json::from_slice(&dist.releases.read(name).ok()?).ok()?;
    Some(release.shared_files())
}
