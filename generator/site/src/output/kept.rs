//! What a process keeps of the releases that it made, so that its next build does not read them from the disk.
//!
//! **Invariant:** a release never changes, so what is kept of one says what its files say. What is kept is used for the
//! release that `current` names alone, in the folder that it was made in.

use std::path::{Path, PathBuf};

use cap_std::fs::Dir;

use super::{
    dist::Dist,
    known_files::KnownFiles,
    manifest::{LiveRelease, Manifest},
    page_records::PageRecords,
    publish::live_id,
};

/// What is kept; the default keeps nothing.
#[derive(Debug, Default)]
pub struct KeptRelease {
    is_for_more: bool,
    dist: PathBuf,
    /// The release that was made last, with its id.
    last: Option<(String, LastRelease)>,
    files: KnownFiles,
}

/// The release that was made last.
#[derive(Debug)]
pub(crate) struct LastRelease {
    pub(crate) live: LiveRelease,
    pub(crate) records: PageRecords,
}

impl KeptRelease {
    /// Keeps what a build needs that follows in this process.
    pub fn for_more() -> Self {
        Self {
            is_for_more: true,
            ..Self::default()
        }
    }

    /// Takes out the release that was made last, if it is live.
    pub(crate) fn take(&mut self, folder: &Path, dist: &Dist) -> Option<LastRelease> {
        if self.dist != folder {
            *self = Self {
                is_for_more: self.is_for_more,
                dist: folder.to_owned(),
                ..Self::default()
            };
        }
        let (id, last) = self.last.take()?;
        is_live(&dist.root, &id).then_some(last)
    }

    pub(crate) fn files(&self) -> &KnownFiles {
        &self.files
    }

    /// Keeps a release that is live now; `releases` are kept on the disk.
    pub(crate) fn keep(&mut self, manifest: Manifest, records: PageRecords, releases: usize) {
        if !self.is_for_more {
            return;
        }
        let (id, live) = (manifest.id.clone(), LiveRelease::of(manifest));
        // The next build removes one more, and uses the folder of another again.
        self.files.add(&id, live.shared_files(), releases.saturating_add(2));
        self.last = Some((id, LastRelease { live, records }));
    }
}

fn is_live(root: &Dir, id: &str) -> bool {
    live_id(root).is_some_and(|live| live == id)
}
