//! The pull: everything of both backends into a snapshot, all or nothing (R-GEN-01, R-GEN-02, rule 18).
//!
//! **Invariant:** it only reads, by GET but for cross-selling; a page that is missing, a total that moves, or a set that became empty is an
//! error; the old snapshot stays until the new one is whole and has lost nothing. Whoever pulls holds the builder's lock (rule 19).

mod commerce;
mod content;
mod losses;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    time::Duration,
};

use jiff::Timestamp;
use vitrine_model::{
    ids::LanguageId,
    locale::{Locale, LocaleCode, LocaleIndex, Locales},
};

pub use losses::Loss;

use crate::{
    error::BackendError,
    shopware::ShopwareClient,
    snapshot::{About, Snapshot, SnapshotError, SnapshotWriter},
    statamic::StatamicClient,
};

/// Calls that are on their way at once.
const AT_ONCE: usize = 4;

/// What is pulled.
#[derive(Clone, Debug)]
pub struct PullConfig {
    /// The shop's locales.
    pub locales: Locales,
    /// Collection handles.
    pub collections: Vec<String>,
    /// Navigation handles.
    pub navigations: Vec<String>,
    /// Taxonomy handles.
    pub taxonomies: Vec<String>,
    /// Asset container handles; needed for sizes and focal points where asset references have none (stock profile).
    pub asset_containers: Vec<String>,
    /// The pauses before a pull is started again because the shop was changed under it; as many restarts as pauses.
    pub restart_pauses: Vec<Duration>,
    /// What may be empty although it was not.
    pub accept_empty: AcceptEmpty,
    /// Records by file of what is live, for comparison where no last pull lies there; empty where nothing is known.
    pub live_counts: BTreeMap<String, u64>,
}

/// What a pull may find empty although the last one had it (rule 18).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AcceptEmpty {
    /// Sets by name (`entries/news`, `redirects`, `product`).
    Named(BTreeSet<String>),
    /// Anything: nobody but the person who works on the shop sees it.
    Anything,
}

impl AcceptEmpty {
    fn has(&self, set: &str) -> bool {
        match self {
            Self::Named(names) => names.contains(set),
            Self::Anything => true,
        }
    }
}

/// Told how far the pull is.
pub trait Progress: Sync {
    /// `done` of `total` records of a stage (`products nl`, `entries pages nl`); `total` is 0 while it is unknown.
    fn step(&self, stage: &str, done: u64, total: u64);

    /// The shop was changed while it was read, so the pull starts again after a pause; `restart` of `most`, 1-based.
    fn restarts(&self, reason: &PullError, restart: usize, most: usize, pause: Duration);
}

/// Says nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str, _: u64, _: u64) {}
    fn restarts(&self, _: &PullError, _: usize, _: usize, _: Duration) {}
}

/// Why there is no new snapshot. The old one is as it was.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    /// A backend failed.
    #[error("the pull failed at {what}: {source}")]
    Backend {
        /// What was read (`products nl`).
        what: String,
        /// How it failed.
        source: BackendError,
    },
    /// A locale has no language at the commerce backend.
    #[error(
        "the sales channel has no language {iso} for the locale {locale:?}; it has {known}. Add the language to the channel, or set commerce_language."
    )]
    Language {
        /// The locale's code.
        locale: String,
        /// What was looked for.
        iso: String,
        /// What there is.
        known: String,
    },
    /// A list changed while it was read.
    #[error("the pull failed at {what}: its total moved from {expected} to {found} between two pages")]
    Moved {
        /// What was read.
        what: String,
        /// The total of the first page.
        expected: u64,
        /// The total, or the number of records, that came.
        found: u64,
    },
    /// The shop was changed under every pull that was tried.
    #[error(
        "the shop was changed while it was read, in each of {pulls} pulls; build again when less is changed. The last one: {source}"
    )]
    Unsettled {
        /// How many were tried.
        pulls: usize,
        /// Why the last one failed.
        source: Box<PullError>,
    },
    /// What the configuration names is not there.
    #[error(
        "the pull failed at {what}: Statamic answered with 404, as it does for what it does not have and for what its REST API does not show. Check {key} in the configuration, and that the CMS has it in the REST API (config/statamic/api.php)"
    )]
    Absent {
        /// What was read (`assets assets`).
        what: String,
        /// The key that names it.
        key: &'static str,
    },
    /// Sets that the last pull had are empty or gone (rule 18).
    #[error("the pull lost what the last one had: {}", losses::list(.0))]
    Lost(Vec<Loss>),
    /// The snapshot could not be written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

impl PullError {
    /// Whether the shop was changed while it was read, so that another pull can go well.
    fn is_of_the_moment(&self) -> bool {
        matches!(
            self,
            Self::Moved { .. }
                | Self::Backend {
                    source: BackendError::Moved { .. },
                    ..
                }
        )
    }
}

struct Pull<'a> {
    shopware: &'a ShopwareClient,
    statamic: &'a StatamicClient,
    config: &'a PullConfig,
    progress: &'a dyn Progress,
}

fn at(what: &str) -> impl FnOnce(BackendError) -> PullError + use<> {
    let what = what.to_owned();
    move |source| PullError::Backend { what, source }
}

/// Pulls everything into the snapshot at `snapshot_dir`. `now` is kept as the time of the pull. Starts again from zero, at most as often as
/// the configuration has pauses, when the shop was changed meanwhile.
pub async fn pull(
    shopware: &ShopwareClient,
    statamic: &StatamicClient,
    config: &PullConfig,
    now: Timestamp,
    snapshot_dir: &Path,
    progress: &dyn Progress,
) -> Result<Snapshot, PullError> {
    let pull = Pull {
        shopware,
        statamic,
        config,
        progress,
    };
    let most = config.restart_pauses.len();
    for (done, pause) in config.restart_pauses.iter().enumerate() {
        match pull.once(now, snapshot_dir).await {
            Err(reason) if reason.is_of_the_moment() => {
                progress.restarts(&reason, done + 1, most, *pause);
                tokio::time::sleep(*pause).await;
            }
            ended => return ended,
        }
    }
    match pull.once(now, snapshot_dir).await {
        Err(source) if most > 0 && source.is_of_the_moment() => Err(PullError::Unsettled {
            pulls: most + 1,
            source: Box::new(source),
        }),
        ended => ended,
    }
}

impl Pull<'_> {
    async fn once(&self, now: Timestamp, snapshot_dir: &Path) -> Result<Snapshot, PullError> {
        let mut writer = SnapshotWriter::begin(snapshot_dir)?;
        // One that cannot be read is no reason not to pull a new one.
        let last = Snapshot::open(snapshot_dir).ok();
        let channel = self.shopware.channel().await.map_err(at("the channel's context"))?;
        let languages = self.languages().await?;
        self.commerce(&mut writer, &languages).await?;
        self.content(&mut writer, last.as_ref()).await?;
        let snapshot = writer.written(About::new(now, &channel, languages))?;
        self.nothing_lost(&snapshot, last.as_ref())?;
        writer.put_in_place()?;
        Ok(snapshot)
    }

    fn locales(&self) -> impl Iterator<Item = (LocaleIndex, &Locale)> {
        self.config.locales.iter()
    }

    /// The configured language of each locale, else the channel's language with its tag.
    async fn languages(&self) -> Result<BTreeMap<LocaleCode, LanguageId>, PullError> {
        let known = if self.locales().all(|(_, l)| l.commerce_language.is_some()) {
            Vec::new()
        } else {
            self.shopware.languages().await.map_err(at("languages"))?
        };
        self.locales()
            .map(|(_, locale)| {
                let found = locale
                    .commerce_language
                    .as_ref()
                    .or_else(|| known.iter().find(|l| l.iso == locale.iso).map(|l| &l.id));
                let id = found.cloned().ok_or_else(|| PullError::Language {
                    locale: locale.code.to_string(),
                    iso: locale.iso.to_string(),
                    known: known.iter().map(|l| l.iso.as_str()).collect::<Vec<_>>().join(", "),
                })?;
                Ok((locale.code.clone(), id))
            })
            .collect()
    }
}
