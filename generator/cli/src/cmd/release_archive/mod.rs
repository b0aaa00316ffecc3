//! The releases on disk for the editors' desk (docs/contracts/desk.md): what is in them, and going back to one.
//!
//! **Invariant:** a release is only named by an id of the history; going back does what `vitrine rollback` does, and does
//! not wait for a build that runs.

mod manifest;
mod products;

use std::{
    collections::VecDeque,
    fmt, fs, io,
    os::unix::fs::MetadataExt,
    path::PathBuf,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use vitrine_api::{Archive, ArchivedEntry, ArchivedRelease, Findings, PageChanges, WentWrong, first_heading};
use vitrine_model::path::SitePath;

use super::{releases::timestamp, rollback::roll_back};
use crate::{config::Config, lock::BuilderLock};

/// Answers that are kept: releases never change.
const REMEMBERED: usize = 32;
/// Maximum size of a page that is read, in bytes.
const LONGEST_PAGE: u64 = 8 * 1024 * 1024;
/// How long going back waits for the builder's lock: a build that just ends, and no more.
const PATIENCE: Duration = Duration::from_millis(500);

/// The releases of `build.dist`.
pub(crate) struct ReleaseArchive {
    config: Arc<Config>,
    dist: PathBuf,
    releases: Remembered<String, Vec<ArchivedRelease>>,
    changes: Remembered<(String, String), PageChanges>,
    entries: Remembered<(String, Vec<String>), Vec<ArchivedEntry>>,
    findings: Remembered<String, Findings>,
}

/// The last answers, the newest first. Held while one is worked out, so that nobody works out the same.
struct Remembered<K, V>(Mutex<VecDeque<(K, V)>>);

impl<K: PartialEq, V: Clone> Remembered<K, V> {
    fn new() -> Self {
        Self(Mutex::default())
    }

    fn get(&self, key: K, read: impl FnOnce(&K) -> io::Result<V>) -> io::Result<V> {
        let mut known: MutexGuard<'_, VecDeque<(K, V)>> = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = known.iter().find(|(other, _)| *other == key) {
            return Ok(value.clone());
        }
        let value = read(&key)?;
        known.push_front((key, value.clone()));
        known.truncate(REMEMBERED);
        Ok(value)
    }
}

impl ReleaseArchive {
    pub(crate) fn new(config: Arc<Config>) -> Self {
        Self {
            dist: config.path(&config.file.build.dist),
            config,
            releases: Remembered::new(),
            changes: Remembered::new(),
            entries: Remembered::new(),
            findings: Remembered::new(),
        }
    }

    /// The folder of a release that the history has.
    fn folder(&self, id: &str) -> io::Result<PathBuf> {
        let known = self.releases()?;
        match known.iter().any(|release| release.id == id) {
            true => Ok(self.dist.join("releases").join(id)),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// A name of the state of the list, which is replaced whenever it changes.
    fn state_of_list(&self) -> String {
        let list = fs::metadata(self.dist.join("releases/history"));
        let list = list.map(|about| (about.ino(), about.mtime(), about.mtime_nsec(), about.len()));
        let live = fs::read_link(self.dist.join("current"));
        format!("{:?} {:?}", list.ok(), live.ok())
    }

    /// The releases on disk, newest first. Counting their pages reads the whole of each manifest.
    fn read_releases(&self) -> io::Result<Vec<ArchivedRelease>> {
        let mut known = vitrine_site::releases(&self.dist).map_err(io::Error::other)?;
        known.reverse();
        let release = |one: vitrine_site::KnownRelease| ArchivedRelease {
            live: one.live,
            rolled_back: one.rolled_back,
            pages: one.pages.map(|pages| pages as u64),
            built_at: one.built.and_then(timestamp),
            id: one.id,
        };
        Ok(known.into_iter().map(release).collect())
    }

    fn read_page(&self, release: &str, path: &str) -> io::Result<Option<String>> {
        let Ok(path) = SitePath::parse(path) else {
            return Ok(None);
        };
        let file = self.folder(release)?.join("site").join(path.file());
        let about = match fs::metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            about => about?,
        };
        if !about.is_file() || about.len() > LONGEST_PAGE {
            return Ok(None);
        }
        fs::read_to_string(&file).map(Some)
    }

    fn read_entries(&self, release: &str, ids: &[String]) -> io::Result<Vec<ArchivedEntry>> {
        let mut entries: Vec<ArchivedEntry> = Vec::new();
        for (id, page) in manifest::pages_of(&self.folder(release)?, ids)? {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.id == id) {
                entry.pages.push(page.path);
                continue;
            }
            let html = self.read_page(release, &page.path)?;
            entries.push(ArchivedEntry {
                title: html.as_deref().and_then(first_heading),
                number: None,
                edit_url: page.edit_url().map(str::to_owned),
                pages: vec![page.path],
                id,
            });
        }
        let locales: Vec<&str> = self
            .config
            .locales
            .iter()
            .map(|(_, locale)| locale.code.as_str())
            .collect();
        for sold in products::of(&self.folder(release)?, ids, &locales)? {
            let first = sold
                .paths
                .first()
                .map(|path| self.read_page(release, path))
                .transpose()?;
            entries.push(ArchivedEntry {
                title: first.flatten().as_deref().and_then(first_heading),
                number: sold.number,
                edit_url: None,
                pages: sold.paths,
                id: sold.id,
            });
        }
        Ok(entries)
    }
}

impl Archive for ReleaseArchive {
    fn releases(&self) -> io::Result<Vec<ArchivedRelease>> {
        self.releases.get(self.state_of_list(), |_| self.read_releases())
    }

    fn changes(&self, from: &str, to: &str) -> io::Result<PageChanges> {
        let (before, after) = (self.folder(from)?, self.folder(to)?);
        let key = (from.to_owned(), to.to_owned());
        self.changes.get(key, |_| manifest::changes(&before, &after))
    }

    fn entries(&self, release: &str, ids: &[String]) -> io::Result<Vec<ArchivedEntry>> {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let key = (release.to_owned(), ids);
        self.entries.get(key, |(release, ids)| self.read_entries(release, ids))
    }

    fn findings(&self, release: &str) -> io::Result<Findings> {
        let folder = self.folder(release)?;
        self.findings.get(release.to_owned(), |_| manifest::findings(&folder))
    }

    fn page(&self, release: &str, path: &str) -> io::Result<Option<String>> {
        self.read_page(release, path)
    }

    fn go_back<'a>(&'a self, release: &'a str) -> Pin<Box<dyn Future<Output = Result<(), WentWrong>> + Send + 'a>> {
        let (config, id) = (Arc::clone(&self.config), release.to_owned());
        Box::pin(async move {
            self.folder(&id).map_err(|_| WentWrong::Gone)?;
            let done = tokio::task::spawn_blocking(move || {
                let Ok(lock) = BuilderLock::take(&config.state(), "desk", PATIENCE) else {
                    return Err(WentWrong::Busy);
                };
                let done = roll_back(&config, Some(&id));
                drop(lock);
                done.map(drop).map_err(|error| WentWrong::Failed(format!("{error:#}")))
            });
            done.await
                .unwrap_or_else(|error| Err(WentWrong::Failed(error.to_string())))
        })
    }
}

impl fmt::Debug for ReleaseArchive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReleaseArchive")
            .field("dist", &self.dist)
            .finish_non_exhaustive()
    }
}
