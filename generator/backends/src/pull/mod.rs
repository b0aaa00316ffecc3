//! The pull: reads all data of both backends into a snapshot, completely or not at all (R-GEN-01, R-GEN-02, rule 18).
//!
//! **Invariant:** it only reads, by GET except for cross-selling; a missing page, a changed total, or a set that became
//! empty is an error; the old snapshot stays until the new one is complete and has lost nothing. The caller holds the
//! builder's lock (rule 19).

mod addresses;
mod changed;
mod commerce;
mod completed;
mod config;
mod configuration;
mod content;
mod cross_selling;
mod dynamic_categories;
mod emptied;
mod error;
mod former_addresses;
mod former_paths;
mod job;
mod loss;
mod losses;
mod progress;
mod requested_fields;
mod run;
mod seo_urls;
mod side_by_side;
mod written;

use std::{collections::BTreeMap, path::Path};

use jiff::Timestamp;
use vitrine_model::{ids::LanguageId, locale::LocaleCode};

use self::{
    requested_fields::{FILE as FILLED, RequestedFields, Seen},
    run::{Pull, at},
};
use crate::{
    shopware::ShopwareClient,
    snapshot::{About, ShopContext, Snapshot, SnapshotWriter},
    statamic::StatamicClient,
};

pub(crate) use content::STORES;
pub(crate) use cross_selling::{FILE as KEPT_GROUPS, KeptGroups};
pub(crate) use dynamic_categories::{DynamicCategory, FILE as DYNAMIC_CATEGORIES};
pub(crate) use emptied::{EmptiedField, FILE as EMPTIED_FIELDS};
pub(crate) use former_addresses::{FILE as FORMER_ADDRESSES, FormerAddress, is_kept};
pub(crate) use former_paths::{FILE as FORMER_PATHS, FormerPath};
pub(crate) use seo_urls::FOLDER as SEO_URLS;
pub(crate) use written::is_set_by_cms;

pub use changed::{Named, ShopNews, pull_changed};
pub use config::{AcceptEmpty, OldStorefront, PullConfig};
pub use error::PullError;
pub use loss::Loss;
pub use progress::{Progress, Silent};

/// Pulls everything into the snapshot at `snapshot_dir`. `now` is stored as the time of the pull. Restarts when the
/// data changed during the pull, at most as often as the configuration has pauses.
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
    match pull.settled(now, snapshot_dir).await {
        // The CMS's cache is bypassed. Links in texts must be from the same state, so everything is read again.
        Err(reason @ PullError::WithoutAddresses { .. }) => {
            tracing::warn!(%reason, "the CMS is asked for everything once more, past its cache");
            let statamic = &statamic.anew();
            Pull { statamic, ..pull }.settled(now, snapshot_dir).await
        }
        ended => ended,
    }
}

impl Pull<'_> {
    /// One whole pull, after as many restarts as the configuration has pauses.
    async fn settled(&self, now: Timestamp, snapshot_dir: &Path) -> Result<Snapshot, PullError> {
        let pauses = &self.config.restart_pauses;
        let most = pauses.len();
        for (done, pause) in pauses.iter().enumerate() {
            match self.once(now, snapshot_dir).await {
                Err(reason) if reason.is_of_the_moment() => {
                    self.progress.restarts(&reason, done + 1, most, *pause);
                    tokio::time::sleep(*pause).await;
                }
                ended => return ended,
            }
        }
        match self.once(now, snapshot_dir).await {
            Err(source) if most > 0 && source.is_of_the_moment() => Err(PullError::Unsettled {
                pulls: most + 1,
                source: Box::new(source),
            }),
            ended => ended,
        }
    }

    async fn once(&self, now: Timestamp, snapshot_dir: &Path) -> Result<Snapshot, PullError> {
        let mut writer = SnapshotWriter::begin(snapshot_dir)?;
        // An unreadable last snapshot must not prevent a new pull.
        let last = Snapshot::open(snapshot_dir).ok();
        let shop = self.shop_context().await?;
        self.globals(&mut writer).await?;
        self.shop_data(&mut writer, &shop, last.as_ref()).await?;
        let requested = RequestedFields::after(last.as_ref(), self.config, now);
        let mut seen = Seen::at(now);
        let statamic = self.content(&mut writer, last.as_ref(), &requested, &mut seen).await?;
        writer.write_all(FILLED, requested.into_filled(seen))?;
        let mut about = About::new(now, &shop, statamic);
        about.configuration = Some(self.configuration());
        self.completed(writer, about, last.as_ref(), now)
    }

    /// Reads all of Shopware.
    async fn shop(&self, writer: &mut SnapshotWriter, last: Option<&Snapshot>) -> Result<ShopContext, PullError> {
        let shop = self.shop_context().await?;
        self.shop_data(writer, &shop, last).await?;
        Ok(shop)
    }

    async fn shop_context(&self) -> Result<ShopContext, PullError> {
        let context = self.shopware.channel_and_domains().await;
        let (channel, domains) = context.map_err(at("the channel's context"))?;
        Ok(ShopContext {
            channel,
            domains,
            languages: self.languages().await?,
        })
    }

    async fn shop_data(
        &self,
        writer: &mut SnapshotWriter,
        shop: &ShopContext,
        last: Option<&Snapshot>,
    ) -> Result<(), PullError> {
        self.commerce(writer, &shop.languages, last).await?;
        self.seo_urls(writer, &shop.languages).await
    }

    /// For each locale the configured language, otherwise the channel's language with its tag.
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
