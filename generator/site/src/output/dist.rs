//! The folder of the releases.
//!
//! **Invariant:** one build at a time writes to it, also builds of other processes.

use std::{io, path::Path};

use cap_std::{ambient_authority, fs::Dir};
use rustix::fs::FlockOperation;

use crate::error::SiteError;

/// Name of the staging folder below `releases/`; the lock prevents a second build.
pub(crate) const NAME: &str = "build.tmp";

/// dist, locked for this build.
#[derive(Debug)]
pub(crate) struct Dist {
    pub(crate) root: Dir,
    pub(crate) releases: Dir,
    /// Held during the build; the kernel releases it if the process dies (rule 19).
    _lock: cap_std::fs::File,
}

pub(crate) fn write_error<'a>(what: &'static str, path: &'a str) -> impl Fn(io::Error) -> SiteError + 'a {
    move |source| SiteError::Write {
        what,
        path: path.to_owned(),
        source,
    }
}

impl Dist {
    /// Opens and locks dist, creating it if needed.
    pub(crate) fn open(path: &Path) -> Result<Self, SiteError> {
        let shown = path.display().to_string();
        let fail = write_error("the folder", &shown);
        Dir::create_ambient_dir_all(path, ambient_authority()).map_err(&fail)?;
        let root = Dir::open_ambient_dir(path, ambient_authority()).map_err(&fail)?;
        root.create_dir_all("releases").map_err(&fail)?;
        let releases = root.open_dir("releases").map_err(&fail)?;
        let lock = releases.create(".lock").map_err(&fail)?;
        rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive)
            .map_err(|_| SiteError::Busy { dist: path.to_owned() })?;
        Ok(Self {
            root,
            releases,
            _lock: lock,
        })
    }
}
