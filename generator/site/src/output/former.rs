//! Assets of releases that were removed: pages of these releases may still be open in browsers and caches (rule 21).
//!
//! **Invariant:** an asset's name contains the hash of its content, so a name always has the same content. The
//! modification time of a file here is when its release was removed.

use std::{
    io,
    time::{Duration, SystemTime},
};

use cap_std::fs::{Dir, DirEntry};

use super::dist::{Dist, write_error};
use crate::error::SiteError;

/// The folder in dist.
const FOLDER: &str = "former-assets";

/// Moves the assets of a release that is about to be removed, except those of the live one.
pub(super) fn keep_assets(dist: &Dist, id: &str, live: &str) -> Result<(), SiteError> {
    let fail = write_error("the assets of the release", id);
    let folder = |id: &str| dist.releases.open_dir(format!("{id}/site/assets"));
    let (Ok(assets), Ok(live)) = (folder(id), folder(live)) else {
        return Ok(());
    };
    let mut gone = files(&assets).map_err(&fail)?;
    gone.retain(|file| !live.exists(file.file_name()));
    if gone.is_empty() {
        return Ok(());
    }
    dist.root.create_dir_all(FOLDER).map_err(&fail)?;
    let former = dist.root.open_dir(FOLDER).map_err(&fail)?;
    for file in gone {
        let name = file.file_name();
        assets.rename(&name, &former, &name).map_err(&fail)?;
        let kept = former.open_with(&name, cap_std::fs::OpenOptions::new().write(true));
        #[expect(clippy::disallowed_methods, reason = "when an asset may go is no part of a release")]
        let now = SystemTime::now();
        let timed = kept.and_then(|kept| kept.into_std().set_modified(now));
        timed.map_err(&fail)?;
    }
    Ok(())
}

/// Removes assets whose release was removed longer ago than `age`.
pub(super) fn remove_old(dist: &Dist, age: Duration) -> Result<(), SiteError> {
    let fail = write_error("the assets of former releases", FOLDER);
    let Ok(former) = dist.root.open_dir(FOLDER) else {
        return Ok(());
    };
    for file in files(&former).map_err(&fail)? {
        let removed = file.metadata().and_then(|about| about.modified()).map_err(&fail)?;
        if removed.into_std().elapsed().is_ok_and(|since| since > age) {
            former.remove_file(file.file_name()).map_err(&fail)?;
        }
    }
    Ok(())
}

fn files(folder: &Dir) -> io::Result<Vec<DirEntry>> {
    let mut files = Vec::new();
    for entry in folder.entries()? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.push(entry);
        }
    }
    Ok(files)
}
