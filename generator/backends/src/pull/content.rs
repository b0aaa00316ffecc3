//! Pulls content: one read of the CMS for each kind, handle and locale.
//!
//! **Invariant:** a 404 for something configured by name is an error; where 404 is the CMS's answer for "none"
//! (Statamic §6, §17), the file is left out and [`super::losses`] compares with the last good pull. A 404 is asked for
//! once more past the CMS's cache, which keeps it for an hour after something was switched on.

use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use tokio::sync::OnceCell;

use vitrine_model::ids::SiteHandle;

use super::{
    addresses::Addresses,
    error::PullError,
    job::{Job, Kind},
    run::{AT_ONCE, Pull, at},
};
use crate::{
    error::BackendError,
    snapshot::{Snapshot, SnapshotWriter},
    statamic::{Dialect, StatamicClient, StatamicVersion},
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

    /// Reads the globals of every site: before all else, so that a site that is not there is told at once.
    pub(super) async fn globals(&self, writer: &mut SnapshotWriter) -> Result<(), PullError> {
        for job in self.jobs().into_iter().filter(|job| job.kind == Kind::Globals) {
            let (job, records) = self.job(job, &OnceCell::new()).await?;
            if let Some(records) = records {
                self.write(writer, &job, records)?;
            }
        }
        Ok(())
    }

    /// Reads everything but the globals, and tells which version answered.
    pub(super) async fn content(
        &self,
        writer: &mut SnapshotWriter,
        last: Option<&Snapshot>,
    ) -> Result<StatamicVersion, PullError> {
        // Found out by the first job that asks GraphQL.
        let dialect = OnceCell::new();
        let mut absent: Vec<Job<'_>> = Vec::new();
        let mut addresses = Addresses::default();
        let jobs = self.jobs().into_iter().filter(|job| job.kind != Kind::Globals);
        let mut done = stream::iter(jobs).map(|job| self.job(job, &dialect)).buffered(AT_ONCE);
        while let Some((job, records)) = done.try_next().await? {
            match records {
                Some(records) => {
                    addresses.note(&job, &records);
                    self.write(writer, &job, records)?;
                }
                None => absent.push(job),
            }
        }
        drop(done);
        self.trees_again(&absent, writer, last, &mut addresses, &dialect)
            .await?;
        addresses.check(last, &self.config.accept_empty)?;
        // With a last pull, what is absent is compared with that.
        if last.is_none() {
            self.not_nowhere(&absent)?;
        }
        match dialect.into_inner() {
            Some(found) => Ok(found.version),
            None => self.statamic.version().await.map_err(at("the version of Statamic")),
        }
    }

    fn write(&self, writer: &mut SnapshotWriter, job: &Job<'_>, records: Vec<Value>) -> Result<(), PullError> {
        let count = records.len() as u64;
        writer.write_all(&job.file()?, records)?;
        self.progress.step(&job.what(), count, count);
        Ok(())
    }

    /// Most collections have no tree, and 404 says so. It is asked for once more where the last pull had one, or where the
    /// entries say that they are in one.
    async fn trees_again(
        &self,
        absent: &[Job<'_>],
        writer: &mut SnapshotWriter,
        last: Option<&Snapshot>,
        addresses: &mut Addresses,
        dialect: &OnceCell<Dialect>,
    ) -> Result<(), PullError> {
        for job in absent.iter().filter(|job| job.kind == Kind::Tree) {
            let file = job.file()?;
            if !addresses.is_ordered(job) && last.is_none_or(|last| !last.has(&file)) {
                continue;
            }
            let read = self.read(&self.statamic.anew(), job, dialect).await;
            if let Some(records) = read.map_err(at(&job.what()))? {
                addresses.note(job, &records);
                self.write(writer, job, records)?;
            }
        }
        Ok(())
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

    async fn read(
        &self,
        statamic: &StatamicClient,
        job: &Job<'_>,
        dialect: &OnceCell<Dialect>,
    ) -> Result<Option<Vec<Value>>, BackendError> {
        let handle = job.handle.as_str();
        match (job.kind, job.locale.map(|l| &l.content_site)) {
            (Kind::Entries, Some(site)) if handle == STORES => stores(statamic, site, dialect).await.map(Some),
            (Kind::Entries, Some(site)) if self.config.future_private.iter().any(|hides| hides == handle) => {
                statamic.entries_with_scheduled(handle, site).await.map(Some)
            }
            (Kind::Entries, Some(site)) => statamic.entries(handle, site).await.map(Some),
            (Kind::Tree, Some(site)) => statamic.collection_tree(handle, site).await,
            (Kind::Navigation, Some(site)) => statamic.navigation(handle, site).await,
            (Kind::Terms, Some(site)) => statamic.terms(handle, site).await.map(Some),
            (Kind::Globals, Some(site)) => statamic.globals(site).await,
            (Kind::Assets, _) => statamic.assets(handle).await,
            (Kind::Redirects, _) => statamic.redirects().await,
            (Kind::Forms, _) => statamic.forms().await,
            (_, None) => Ok(None),
        }
    }

    async fn job<'l>(
        &self,
        job: Job<'l>,
        dialect: &OnceCell<Dialect>,
    ) -> Result<(Job<'l>, Option<Vec<Value>>), PullError> {
        let mut records = self.read(self.statamic, &job, dialect).await;
        if job.kind != Kind::Tree && is_absent(&records) {
            records = self.read(&self.statamic.anew(), &job, dialect).await;
        }
        match (records, job.kind) {
            (Ok(None), Kind::Assets) => Err(job.absent()),
            // For GraphQL, 404 means that the endpoint's address is wrong.
            (Err(BackendError::Status { status: 404, .. }), Kind::Entries | Kind::Terms) if job.handle != STORES => {
                Err(job.absent())
            }
            (records, _) => {
                let records = records.map_err(at(&job.what()))?;
                Ok((job, records))
            }
        }
    }
}

async fn stores(
    statamic: &StatamicClient,
    site: &SiteHandle,
    dialect: &OnceCell<Dialect>,
) -> Result<Vec<Value>, BackendError> {
    let dialect = dialect.get_or_try_init(|| statamic.dialect()).await?;
    statamic.stores(site, dialect).await
}

fn is_absent(records: &Result<Option<Vec<Value>>, BackendError>) -> bool {
    match records {
        Ok(records) => records.is_none(),
        Err(error) => error.status() == Some(404),
    }
}
