//! Makes a staged release live: sync, rename, switch one symlink, remove old releases.
//!
//! **Invariant:** `current` is replaced by one rename; until then it points to the old release, which earlier steps do
//! not change.

use std::{io, path::Path};

use cap_std::fs::Dir;

use super::{
    dist::{Dist, NAME, write_error},
    former,
    history::History,
    known_files::KnownFiles,
    manifest::{LiveRelease, Manifest},
    retired::{self, RETIRED},
    staging::Staging,
};
use crate::error::SiteError;

pub(super) const CURRENT: &str = "current";

/// Retention of releases that are no longer live (rule 21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Number of complete releases to keep, including the live one.
    pub releases: usize,
    /// How long the assets of a removed release are kept.
    pub assets: std::time::Duration,
}

/// The manifest of the live release, if it is readable.
pub(crate) fn live(dist: &Dist) -> Option<LiveRelease> {
    let text = dist.root.read(format!("{CURRENT}/release.json")).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The id of the live release.
pub(super) fn live_id(root: &Dir) -> Option<String> {
    let target = root.read_link_contents(CURRENT).ok()?;
    Some(target.file_name()?.to_str()?.to_owned())
}

/// The result of publishing. The release is live.
#[derive(Debug)]
pub(crate) struct Published {
    /// Whether the same release already existed.
    pub(crate) reused: bool,
    /// What failed after the switch, and what to do about it.
    pub(crate) unfinished: Option<String>,
}

/// Publishes a release. An error means that `current` was not switched; failures after the switch are in [`Published`].
/// `bytes` are those of `release.json`.
pub(crate) fn publish(
    staging: Staging<'_>,
    manifest: &Manifest,
    bytes: &[u8],
    (keep, known): (Retention, &KnownFiles),
) -> Result<Published, SiteError> {
    let (dist, id) = (staging.dist(), &*manifest.id);
    staging.write("release.json", bytes)?;
    let reused = dist
        .releases
        .read(format!("{id}/release.json"))
        .is_ok_and(|old| old == bytes);
    if reused {
        // The next build removes what is in the way.
        let _left = staging.retire().is_err();
    } else {
        sync(&staging)?;
        move_into_place(dist, id)?;
        staging.keep();
    }
    let before = live_id(&dist.root);
    point_current_at(dist, id)?;
    let unfinished = [synced(dist), remember(dist, manifest, before.as_deref(), (keep, known))]
        .into_iter()
        .find_map(Result::err)
        .map(|error| unfinished(id, &error));
    Ok(Published { reused, unfinished })
}

fn unfinished(id: &str, error: &SiteError) -> String {
    format!(
        "the new release {id} is live, but the work after the switch was not finished: {error}. Remove what is in the way below releases/ in dist and \
         build again: releases that are older than build.keep_releases stay until then"
    )
}

pub(super) fn synced(dist: &Dist) -> Result<(), SiteError> {
    sync_files(&dist.root).map_err(write_error("the link", CURRENT))
}

/// Syncs the file system once instead of each file.
fn sync(staging: &Staging<'_>) -> Result<(), SiteError> {
    sync_files(staging.folder()).map_err(write_error("the release", NAME))
}

/// Syncs the file system of a folder. The handle in `Dir` cannot be synced, so another one is opened.
fn sync_files(folder: &Dir) -> io::Result<()> {
    use rustix::fs::{Mode, OFlags, openat, syncfs};
    let handle = openat(
        folder,
        ".",
        OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    Ok(syncfs(&handle)?)
}

fn move_into_place(dist: &Dist, id: &str) -> Result<(), SiteError> {
    let fail = write_error("the release", id);
    if dist.releases.exists(id) {
        // A release of this name without a manifest was never complete, so it cannot be live.
        let aside = format!("{id}.tmp");
        dist.releases.rename(id, &dist.releases, &aside).map_err(&fail)?;
    }
    dist.releases.rename(NAME, &dist.releases, id).map_err(&fail)
}

pub(super) fn point_current_at(dist: &Dist, id: &str) -> Result<(), SiteError> {
    let fail = write_error("the link", CURRENT);
    let target = format!("releases/{id}");
    match dist.root.symlink_metadata(CURRENT) {
        Ok(metadata) if !metadata.is_symlink() => {
            return Err(SiteError::InTheWay {
                path: CURRENT.to_owned(),
                reason: "it must be a link to a release; move it away and build again",
            });
        }
        Ok(_)
            if dist
                .root
                .read_link_contents(CURRENT)
                .is_ok_and(|old| old == Path::new(&target)) =>
        {
            return Ok(());
        }
        _ => {}
    }
    let fresh = format!("{CURRENT}.tmp");
    if dist.root.symlink_metadata(&fresh).is_ok() {
        dist.root.remove_file(&fresh).map_err(&fail)?;
    }
    dist.root.symlink(&target, &fresh).map_err(&fail)?;
    dist.root.rename(&fresh, &dist.root, CURRENT).map_err(&fail)
}

/// Records that this release went live, and removes releases beyond the retention. Their assets are kept for a while.
fn remember(
    dist: &Dist,
    manifest: &Manifest,
    before: Option<&str>,
    (keep, known): (Retention, &KnownFiles),
) -> Result<(), SiteError> {
    let id = &*manifest.id;
    let mut history = History::read(&dist.releases)?;
    history.went_live(id);
    history.keep_last(keep.releases.max(1));
    history.write(&dist.releases)?;
    let fail = write_error("the folder", "releases");
    for entry in dist.releases.entries().map_err(&fail)? {
        let entry = entry.map_err(&fail)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|t| t.is_dir());
        if is_folder && name != RETIRED && !history.contains(&name) {
            former::keep_assets(dist, &name, id)?;
            // After a rollback to the oldest release, a server may still read from it.
            if before != Some(&*name) && retired::retire(dist, &name, &manifest.files, (keep.releases, known))? {
                continue;
            }
            dist.releases
                .remove_dir_all(name.as_ref())
                .map_err(write_error("the release", &name))?;
        }
    }
    former::remove_old(dist, keep.assets)
}
