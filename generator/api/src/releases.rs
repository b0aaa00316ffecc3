//! The live release, kept open: the folder that `dist/current` points to.
//!
//! **Invariant:** a release that cannot be read never becomes live, the previous one stays; a request that comes while a
//! release is being opened is answered from the one before, and waits only if there is none.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
    time::{Duration, Instant, SystemTime},
};

use tokio::{
    sync::{Mutex as Turn, watch},
    task::spawn_blocking,
    time::sleep,
};
use vitrine_model::locale::Locales;

use crate::{
    error::NoRelease,
    release::{Release, folder_id, legal_texts::KeptTexts, search::indexes::Searches},
    shop::languages::Languages,
};

/// Pause before a release that could not be read is tried again.
const READ_RETRY_PAUSE: Duration = Duration::from_secs(1);

/// How often a switch is looked for while no request comes, so that the first one after it finds the new release open.
const SWITCH_CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Keeps the live release open.
pub(crate) struct Releases {
    dist: PathBuf,
    current: PathBuf,
    locales: Locales,
    languages: Arc<Languages>,
    live: RwLock<Option<Arc<Release>>>,
    searches: Arc<Searches>,
    opening: Arc<Turn<()>>,
    failed: Mutex<Option<(PathBuf, Instant)>>,
    legal_texts: KeptTexts,
    clock: fn() -> SystemTime,
}

impl Releases {
    pub(crate) fn new(
        dist: PathBuf,
        languages: Arc<Languages>,
        legal_texts: KeptTexts,
        clock: fn() -> SystemTime,
    ) -> Self {
        let locales = languages.locales();
        Self {
            current: dist.join("current"),
            dist,
            searches: Arc::new(Searches::new(&locales)),
            locales,
            languages,
            live: RwLock::new(None),
            opening: Arc::default(),
            failed: Mutex::new(None),
            legal_texts,
            clock,
        }
    }

    /// The open release. Each request reads one symlink to notice a switch; the new release is then opened in the
    /// background. Only if none is open yet does a request wait.
    pub(crate) async fn live(self: &Arc<Self>) -> Option<Arc<Release>> {
        let Some(open) = self.opened() else {
            return self.newest().await;
        };
        if self.target_to_open().is_some() {
            self.open_in_background();
        }
        Some(open)
    }

    /// The release that `dist/current` names, opened if it is not yet; the one before if it cannot be read. For what
    /// reports the state of the server, which has to name the release that the next request is answered from.
    pub(crate) async fn newest(&self) -> Option<Arc<Release>> {
        if self.target_to_open().is_some() {
            let _turn = self.opening.lock().await;
            if let Some(target) = self.target_to_open() {
                self.take_over(target).await;
            }
        }
        self.opened()
    }

    /// The target of the link, if it is not the open release and did not fail lately.
    fn target_to_open(&self) -> Option<PathBuf> {
        let target = fs::read_link(&self.current).ok()?;
        let is_open = self.opened().is_some_and(|release| release.target == target);
        (!is_open && !self.failed_lately(&target)).then_some(target)
    }

    /// Opens what the link names, and again if it has changed meanwhile. One opening runs at a time.
    fn open_in_background(self: &Arc<Self>) {
        let Ok(turn) = Arc::clone(&self.opening).try_lock_owned() else {
            return;
        };
        let releases = Arc::clone(self);
        tokio::spawn(async move {
            while let Some(target) = releases.target_to_open() {
                releases.take_over(target).await;
            }
            drop(turn);
        });
    }

    /// Opens each new release while no request comes, until the server stops.
    pub(crate) async fn follow(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let stopped = stop.wait_for(|stopped| *stopped);
        let looking = async {
            loop {
                sleep(SWITCH_CHECK_INTERVAL).await;
                self.live().await;
            }
        };
        tokio::select! {
            _ = stopped => {}
            () = looking => {}
        }
    }

    /// The name of the live release below `dist`, or why there is none.
    pub(crate) async fn named(&self) -> Result<PathBuf, NoRelease> {
        if let Some(release) = self.newest().await {
            return Ok(release.target.clone());
        }
        let path = self.dist.join("current");
        Err(match fs::read_link(&path) {
            Ok(target) => NoRelease::Unreadable { path, target },
            Err(_) if path.exists() => NoRelease::NotALink { path },
            Err(_) => NoRelease::Missing { path },
        })
    }

    /// Opens a release and makes it the live one. The caller has the turn.
    async fn take_over(&self, target: PathBuf) -> Option<Arc<Release>> {
        let (dist, locales, wanted) = (self.dist.clone(), self.locales.clone(), target.clone());
        let (kept, clock) = (self.legal_texts.clone(), self.clock);
        let opened = spawn_blocking(move || {
            let release = Release::open(&dist, wanted, &locales)?;
            release.keep_legal_texts(&kept, clock());
            Ok(release)
        })
        .await;
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

    /// The legal texts of this and former releases.
    pub(crate) fn legal_texts(&self) -> &KeptTexts {
        &self.legal_texts
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
