//! Pulls content: one read of the CMS for each kind, handle and locale.
//!
//! **Invariant:** a 404 for something configured by name is an error; where 404 is the CMS's answer for "none"
//! (Statamic §6, §17), the file is left out and [`super::losses`] compares with the last good pull.

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use tokio::sync::OnceCell;

use vitrine_model::ids::SiteHandle;

use super::{
    error::PullError,
    job::{Job, Kind},
    run::{AT_ONCE, Pull, at},
};
use crate::{
    error::BackendError,
    snapshot::{Snapshot, SnapshotWriter},
    statamic::{Dialect, StatamicVersion},
};

/// The collection that is read through GraphQL.
const STORES: &str = "stores";

impl Pull<'_> {
    pub(super) fn jobs(&self) -> Vec<Job<'_>> {
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
        jobs
    }

    /// Reads everything, and tells which version answered.
    pub(super) async fn content(
        &self,
        writer: &mut SnapshotWriter,
        last: Option<&Snapshot>,
    ) -> Result<StatamicVersion, PullError> {
        // Found out by the first job that asks GraphQL.
        let dialect = OnceCell::new();
        let mut absent: Vec<Job<'_>> = Vec::new();
        let mut done = stream::iter(self.jobs())
            .map(|job| self.job(job, &dialect))
            .buffered(AT_ONCE);
        while let Some((job, records)) = done.try_next().await? {
            match records {
                Some(records) => {
                    let count = records.len() as u64;
                    writer.write_all(&job.file()?, records)?;
                    self.progress.step(&job.what(), count, count);
                }
                None => absent.push(job),
            }
        }
        drop(done);
        // With a last pull, what is absent is compared with that.
        if last.is_none() {
            self.not_nowhere(&absent)?;
        }
        match dialect.into_inner() {
            Some(found) => Ok(found.version),
            None => self.statamic.version().await.map_err(at("the version of Statamic")),
        }
    }

    async fn stores(&self, site: &SiteHandle, dialect: &OnceCell<Dialect>) -> Result<Vec<Value>, BackendError> {
        let dialect = dialect.get_or_try_init(|| self.statamic.dialect()).await?;
        self.statamic.stores(site, dialect).await
    }

    /// A navigation that is absent in every site does not exist in the CMS or is not exposed.
    fn not_nowhere(&self, absent: &[Job<'_>]) -> Result<(), PullError> {
        let sites = self.locales().count();
        let gone = |handle: &&String| {
            let in_sites = absent.iter().filter(|job| job.kind == Kind::Navigation);
            in_sites.filter(|job| &job.handle == *handle).count() == sites
        };
        let meant = |handle: &&String| self.config.accept_empty.has(&format!("navs/{handle}"));
        match self.config.navigations.iter().find(|h| gone(h) && !meant(h)) {
            Some(handle) => Err(PullError::Absent {
                what: format!("navs {handle}"),
                key: Kind::Navigation.key(),
            }),
            None => Ok(()),
        }
    }

    async fn job<'l>(
        &self,
        job: Job<'l>,
        dialect: &OnceCell<Dialect>,
    ) -> Result<(Job<'l>, Option<Vec<Value>>), PullError> {
        let handle = job.handle.as_str();
        let statamic = self.statamic;
        let records = match (job.kind, job.locale.map(|l| &l.content_site)) {
            (Kind::Entries, Some(site)) if handle == STORES => self.stores(site, dialect).await.map(Some),
            (Kind::Entries, Some(site)) if self.config.future_private.iter().any(|hides| hides == handle) => {
                statamic.entries_with_scheduled(handle, site).await.map(Some)
            }
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
        match (records, job.kind) {
            (Ok(None), Kind::Assets) => Err(job.absent()),
            // For GraphQL, 404 means that the endpoint's address is wrong.
            (Err(BackendError::Status { status: 404, .. }), Kind::Entries | Kind::Terms) if handle != STORES => {
                Err(job.absent())
            }
            (records, _) => {
                let records = records.map_err(at(&job.what()))?;
                Ok((job, records))
            }
        }
    }
}
