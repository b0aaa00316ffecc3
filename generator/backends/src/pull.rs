//! The pull: everything of both backends into a snapshot, all or nothing (R-GEN-01, R-GEN-02, rule 18).
//!
//! **Invariant:** reads only, by GET; a page that is missing or a total that moves is an error; the old snapshot stays until the new one is whole.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::Path,
};

use futures::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;
use serde_json::Value;
use vitrine_model::{
    ids::{LanguageId, ProductId},
    locale::{Locale, LocaleCode, LocaleIndex, Locales},
};

use crate::{
    error::BackendError,
    shopware::{Channel, ProductDepth, RecordPage, ShopwareClient},
    snapshot::{About, Snapshot, SnapshotError, SnapshotWriter, name},
    statamic::StatamicClient,
};

/// Product pages that are on their way at once.
const AT_ONCE: usize = 4;
/// Rows of a product page, as the client asks for.
const PAGE: u64 = 100;

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
}

/// Told how far the pull is.
pub trait Progress: Sync {
    /// `done` of `total` records of a stage (`products nl`, `entries pages nl`); `total` is 0 while it is unknown.
    fn step(&self, stage: &str, done: u64, total: u64);
}

/// Says nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn step(&self, _: &str, _: u64, _: u64) {}
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
    #[error(
        "the pull failed at {what}: its total moved from {expected} to {found} between two pages. Build again; a failed build starts from zero."
    )]
    Moved {
        /// What was read.
        what: String,
        /// The total of the first page.
        expected: u64,
        /// The total, or the number of records, that came.
        found: u64,
    },
    /// The snapshot could not be written.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
}

struct Pull<'a> {
    shopware: &'a ShopwareClient,
    statamic: &'a StatamicClient,
    config: &'a PullConfig,
    progress: &'a dyn Progress,
}

/// Whom to ask for the products of each group: the parent where it is listed, else the first product that has the group.
#[derive(Debug, Default)]
struct CrossSellingOwners(BTreeMap<String, (bool, ProductId)>);

impl CrossSellingOwners {
    fn note(&mut self, record: &Value) {
        let groups = record.get("crossSellings").and_then(Value::as_array);
        let id = record
            .get("id")
            .and_then(Value::as_str)
            .and_then(|id| ProductId::parse(id).ok());
        let (Some(groups), Some(id)) = (groups, id) else { return };
        let owner = (record.get("parentId").is_some_and(Value::is_string), id);
        for group in groups.iter().filter_map(|group| group.get("id")?.as_str()) {
            match self.0.get_mut(group) {
                Some(known) if *known <= owner => {}
                Some(known) => known.clone_from(&owner),
                None => {
                    self.0.insert(group.to_owned(), owner.clone());
                }
            }
        }
    }

    fn into_products(self) -> BTreeSet<ProductId> {
        self.0.into_values().map(|(_, id)| id).collect()
    }
}

fn at(what: &str) -> impl FnOnce(BackendError) -> PullError + use<> {
    let what = what.to_owned();
    move |source| PullError::Backend { what, source }
}

/// Pulls everything into the snapshot at `snapshot_dir`. `now` is kept as the time of the pull.
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
    let mut writer = SnapshotWriter::begin(snapshot_dir)?;
    let channel = shopware.channel().await.map_err(at("the channel's context"))?;
    let languages = pull.languages().await?;
    pull.commerce(&mut writer, &languages).await?;
    pull.content(&mut writer).await?;
    finish(writer, now, &channel, languages)
}

fn finish(
    writer: SnapshotWriter,
    now: Timestamp,
    channel: &Channel,
    languages: BTreeMap<LocaleCode, LanguageId>,
) -> Result<Snapshot, PullError> {
    Ok(writer.finish(About::new(now, channel, languages))?)
}

impl Pull<'_> {
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

    async fn commerce(
        &self,
        writer: &mut SnapshotWriter,
        languages: &BTreeMap<LocaleCode, LanguageId>,
    ) -> Result<(), PullError> {
        for (index, locale) in self.locales() {
            let Some(language) = languages.get(&locale.code) else {
                continue;
            };
            let code = locale.code.as_str();
            let depth = if index == LocaleIndex(0) {
                ProductDepth::Full
            } else {
                ProductDepth::Texts
            };
            let owners = self.products(writer, code, language, depth).await?;
            if depth == ProductDepth::Full {
                self.cross_sellings(writer, &owners, language).await?;
            }
            let what = format!("categories {code}");
            let categories = self.shopware.navigation(language).await.map_err(at(&what))?;
            self.progress
                .step(&what, categories.len() as u64, categories.len() as u64);
            writer.write_all(&name(&["shopware", "categories", code])?, categories)?;
        }
        Ok(())
    }

    async fn products(
        &self,
        writer: &mut SnapshotWriter,
        code: &str,
        language: &LanguageId,
        depth: ProductDepth,
    ) -> Result<BTreeSet<ProductId>, PullError> {
        let what = format!("products {code}");
        let first = self
            .shopware
            .product_page(language, depth, 1)
            .await
            .map_err(at(&what))?;
        let total = first.total;
        let pages = u32::try_from(total.div_ceil(PAGE)).unwrap_or(u32::MAX);
        let mut file = writer.file(&name(&["shopware", "products", code])?)?;
        let mut seen = HashSet::new();
        let mut owners = CrossSellingOwners::default();
        let mut keep = |page: RecordPage| -> Result<(), PullError> {
            if page.total != total {
                return Err(PullError::Moved {
                    what: what.clone(),
                    expected: total,
                    found: page.total,
                });
            }
            for record in page.records {
                if let Some(id) = record.get("id").and_then(Value::as_str)
                    && seen.insert(id.to_owned())
                {
                    owners.note(&record);
                    file.write(record)?;
                }
            }
            self.progress.step(&what, seen.len() as u64, total);
            Ok(())
        };
        keep(first)?;
        let mut rest = stream::iter(2..=pages)
            .map(|page| self.shopware.product_page(language, depth, page))
            .buffered(AT_ONCE);
        while let Some(page) = rest.next().await {
            keep(page.map_err(at(&what))?)?;
        }
        let found = seen.len() as u64;
        if found != total {
            return Err(PullError::Moved {
                what,
                expected: total,
                found,
            });
        }
        writer.close(file)?;
        Ok(owners.into_products())
    }

    /// The products of every group of cross-selling, asked of one product each: a family's variants share the groups of their parent.
    async fn cross_sellings(
        &self,
        writer: &mut SnapshotWriter,
        owners: &BTreeSet<ProductId>,
        language: &LanguageId,
    ) -> Result<(), PullError> {
        const WHAT: &str = "cross-selling";
        let total = owners.len() as u64;
        let mut file = writer.file(&name(&["shopware", WHAT])?)?;
        let mut answers = stream::iter(owners)
            .map(|id| self.shopware.cross_selling(id, language))
            .buffered(AT_ONCE)
            .enumerate();
        while let Some((done, elements)) = answers.next().await {
            for element in elements.map_err(at(WHAT))? {
                file.write(element)?;
            }
            self.progress.step(WHAT, done as u64 + 1, total);
        }
        drop(answers);
        Ok(writer.close(file)?)
    }

    async fn content(&self, writer: &mut SnapshotWriter) -> Result<(), PullError> {
        let mut jobs: Vec<Job<'_>> = Vec::new();
        for (_, locale) in self.locales() {
            let of = |kind: Kind, handle: &String| Job::new(kind, handle, Some(locale));
            jobs.extend(self.config.collections.iter().map(|h| of(Kind::Entries, h)));
            jobs.extend(self.config.collections.iter().map(|h| of(Kind::Tree, h)));
            jobs.extend(self.config.navigations.iter().map(|h| of(Kind::Navigation, h)));
            jobs.extend(self.config.taxonomies.iter().map(|h| of(Kind::Terms, h)));
            jobs.push(Job::new(Kind::Globals, "", Some(locale)));
        }
        jobs.extend(
            self.config
                .asset_containers
                .iter()
                .map(|h| Job::new(Kind::Assets, h, None)),
        );
        jobs.push(Job::new(Kind::Redirects, "", None));
        jobs.push(Job::new(Kind::Forms, "", None));
        let mut done = stream::iter(jobs).map(|job| self.job(job)).buffered(AT_ONCE);
        while let Some((job, records)) = done.try_next().await? {
            if let Some(records) = records {
                let count = records.len() as u64;
                writer.write_all(&job.file()?, records)?;
                self.progress.step(&job.what(), count, count);
            }
        }
        Ok(())
    }

    async fn job<'l>(&self, job: Job<'l>) -> Result<(Job<'l>, Option<Vec<Value>>), PullError> {
        let handle = job.handle.as_str();
        let failed = at(&job.what());
        let statamic = self.statamic;
        let records = match (job.kind, job.locale.map(|l| &l.content_site)) {
            (Kind::Entries, Some(site)) => statamic.entries(handle, site).await.map(Some),
            (Kind::Tree, Some(site)) => statamic.collection_tree(handle, site).await,
            (Kind::Navigation, Some(site)) => statamic.navigation(handle, site).await,
            (Kind::Terms, Some(site)) => statamic.terms(handle, site).await.map(Some),
            (Kind::Globals, Some(site)) => statamic.globals(site).await.map(Some),
            (Kind::Assets, _) => statamic.assets(handle).await,
            (Kind::Redirects, _) => statamic.redirects().await,
            (Kind::Forms, _) => statamic.forms().await,
            (_, None) => Ok(None),
        };
        Ok((job, records.map_err(failed)?))
    }
}

/// A kind of content; its word in file names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Entries,
    Tree,
    Navigation,
    Terms,
    Globals,
    Assets,
    Redirects,
    Forms,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            Self::Tree => "trees",
            Self::Navigation => "navs",
            Self::Terms => "terms",
            Self::Globals => "globals",
            Self::Assets => "assets",
            Self::Redirects => "redirects",
            Self::Forms => "forms",
        }
    }
}

/// One read of the CMS.
struct Job<'l> {
    kind: Kind,
    handle: String,
    locale: Option<&'l Locale>,
}

impl<'l> Job<'l> {
    fn new(kind: Kind, handle: &str, locale: Option<&'l Locale>) -> Self {
        Self {
            kind,
            handle: handle.to_owned(),
            locale,
        }
    }

    fn parts(&self) -> Vec<&str> {
        let mut parts = vec![self.kind.word()];
        parts.extend(Some(self.handle.as_str()).filter(|h| !h.is_empty()));
        parts.extend(self.locale.map(|l| l.code.as_str()));
        parts
    }

    fn what(&self) -> String {
        self.parts().join(" ")
    }

    fn file(&self) -> Result<String, SnapshotError> {
        let mut parts = vec!["statamic"];
        parts.extend(self.parts());
        name(&parts)
    }
}
