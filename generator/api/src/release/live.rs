//! The live release, kept open: the folder that `dist/current` points to.
//!
//! **Invariant:** a release that cannot be read never becomes live, the previous one stays.

use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, Instant},
};

use tokio::{sync::Mutex as Turn, task::spawn_blocking};
use vitrine_model::locale::Locales;

use super::{Release, search::indexes::Searches};
use crate::{error::NoRelease, shop::languages::Languages};

/// Pause before a release that could not be read is tried again.
const READ_RETRY_PAUSE: Duration = Duration::from_secs(1);

/// Keeps the live release open.
pub(crate) struct Releases {
    dist: PathBuf,
    current: PathBuf,
    locales: Locales,
    languages: Arc<Languages>,
    live: RwLock<Option<Arc<Release>>>,
    searches: Arc<Searches>,
    opening: Turn<()>,
    failed: Mutex<Option<(PathBuf, Instant)>>,
}

impl Releases {
    pub(crate) fn new(dist: PathBuf, languages: Arc<Languages>) -> Self {
        let locales = languages.locales();
        Self {
            current: dist.join("current"),
            dist,
            searches: Arc::new(Searches::new(&locales)),
            locales,
            languages,
            live: RwLock::new(None),
            opening: Turn::new(()),
            failed: Mutex::new(None),
        }
    }

    /// The live release. Each request reads one symlink to notice a switch.
    pub(crate) async fn live(&self) -> Option<Arc<Release>> {
        let open = self.opened();
        let Ok(target) = fs::read_link(&self.current) else {
            return open;
        };
        if open.as_ref().is_some_and(|release| release.target == target) || self.failed_lately(&target) {
            return open;
        }
        let _turn = self.opening.lock().await;
        let open = self.opened();
        if open.as_ref().is_some_and(|release| release.target == target) || self.failed_lately(&target) {
            return open;
        }
        self.take_over(target).await.or(open)
    }

    /// The name of the live release below `dist`, or why there is none.
    pub(crate) async fn named(&self) -> Result<PathBuf, NoRelease> {
        if let Some(release) = self.live().await {
            return Ok(release.target.clone());
        }
        let path = self.dist.join("current");
        Err(match fs::read_link(&path) {
            Ok(target) => NoRelease::Unreadable { path, target },
            Err(_) if path.exists() => NoRelease::NotALink { path },
            Err(_) => NoRelease::Missing { path },
        })
    }

    async fn take_over(&self, target: PathBuf) -> Option<Arc<Release>> {
        let (dist, locales, wanted) = (self.dist.clone(), self.locales.clone(), target.clone());
        let opened = spawn_blocking(move || Release::open(&dist, wanted, &locales)).await;
        match opened.map_err(io::Error::other).flatten() {
            Ok(release) => {
                tracing::info!(release = %target.display(), "release is live");
                self.languages.learn(&release.languages);
                let release = Arc::new(release);
                match release.server.try_clone() {
                    Ok(server) => self.searches.follow(server, Release::currency(Some(&release))),
                    Err(error) => tracing::error!(%error, "the folder of the search documents cannot be opened"),
                }
                *self.live.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&release));
                Some(release)
            }
            Err(error) => {
                tracing::error!(release = %target.display(), %error, "the release cannot be read; the one before stays");
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some((target, Instant::now()));
                None
            }
        }
    }

    /// The release reopened, if its folder was replaced by another one with the same name; `None` if it is the same
    /// folder.
    pub(crate) async fn written_again(&self, old: &Arc<Release>) -> Option<Arc<Release>> {
        let _turn = self.opening.lock().await;
        if let Some(open) = self.opened().filter(|open| !Arc::ptr_eq(open, old)) {
            return Some(open);
        }
        let target = fs::read_link(&self.current).ok()?;
        let now = folder_id(&self.dist, &target).ok()?;
        if now == old.folder_id || self.failed_lately(&target) {
            return None;
        }
        self.take_over(target).await
    }

    /// The search indexes.
    pub(crate) fn searches(&self) -> &Arc<Searches> {
        &self.searches
    }

    /// The last opened release, without checking whether another one is live.
    pub(crate) fn opened(&self) -> Option<Arc<Release>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn failed_lately(&self, target: &Path) -> bool {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed
            .as_ref()
            .is_some_and(|(path, when)| path == target && when.elapsed() < READ_RETRY_PAUSE)
    }
}

/// Distinguishes a folder from a later one with the same path.
pub(super) fn folder_id(dist: &Path, target: &Path) -> io::Result<(u64, u64)> {
    let about = fs::metadata(dist.join(target).join("site"))?;
    Ok((about.dev(), about.ino()))
}
