//! Pulls content: one read of the CMS for each kind, handle and locale.
//!
//! **Invariant:** a 404 for something configured by name is an error; where 404 is the CMS's answer for "none"
//! (Statamic §6, §17), the file is left out and [`super::losses`] compares with the last good pull. A 404 is retried
//! once past the CMS's cache, which keeps it for an hour after a resource was enabled.

use std::collections::BTreeSet;

use serde_json::Value;
use tokio::sync::OnceCell;

use vitrine_model::ids::SiteHandle;

use super::{
    addresses::Addresses,
    error::PullError,
    job::{Job, Kind},
    requested_fields::{RequestedFields, Seen},
    run::{Pull, at},
    side_by_side::side_by_side,
};
use crate::{
    error::BackendError,
    snapshot::{Snapshot, SnapshotWriter},
    statamic::{Dialect, StatamicClient, StatamicVersion, wire::Fields},
};

/// The collection that is read through GraphQL.
pub(crate) const STORES: &str = "stores";

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

    /// The reads in order. After a save, the CMS rebuilds each site's tree and the terms on first use, so the calls
    /// that need them come first, each for a different one. A tree is read if the last pull had one; whether there are
    /// others is known from the entries. Terms are read for all sites at once.
    fn order<'j>(&self, jobs: Vec<Job<'j>>, last: Option<&Snapshot>) -> Result<Vec<Job<'j>>, PullError> {
        let first = self.locales().next().map(|(_, locale)| locale.code.clone());
        let is_first = |job: &Job<'_>| job.locale.map(|locale| &locale.code) == first.as_ref();
        let mut order = Vec::new();
        for job in jobs {
            let place = match job.kind {
                Kind::Globals => continue,
                Kind::Tree if !self.may_have_tree(&job, last)? => continue,
                Kind::Tree => 0,
                Kind::Terms if !is_first(&job) => continue,
                Kind::Terms => 1,
                Kind::Assets | Kind::Forms | Kind::Redirects => 2,
                Kind::Entries => 3,
                Kind::Navigation => 4,
            };
            order.push((place, job));
        }
        // Reads of one handle are adjacent, one per site.
        order.sort_by(|(place, a), (other, b)| (place, &a.handle).cmp(&(other, &b.handle)));
        Ok(order.into_iter().map(|(_, job)| job).collect())
    }

    /// Whether a collection may have a tree, before its entries are read. For dealers this cannot be determined.
    fn may_have_tree(&self, job: &Job<'_>, last: Option<&Snapshot>) -> Result<bool, PullError> {
        Ok(match last {
            Some(last) => last.has(&job.file()?),
            None => job.handle == STORES,
        })
    }

    /// Reads the globals of every site first, so that a missing site is reported at once.
    pub(super) async fn globals(&self, writer: &mut SnapshotWriter) -> Result<(), PullError> {
        let (dialect, requested) = (OnceCell::new(), RequestedFields::default());
        let jobs = self.jobs().into_iter().filter(|job| job.kind == Kind::Globals);
        let mut done = side_by_side(jobs.map(|job| self.job(job, &dialect, &requested)));
        while let Some((job, records)) = done.next().await? {
            if let Some(records) = records {
                self.write(writer, &job, records)?;
            }
        }
        Ok(())
    }

    /// Reads everything but the globals, and returns the version of the CMS.
    pub(super) async fn content(
        &self,
        writer: &mut SnapshotWriter,
        last: Option<&Snapshot>,
        requested: &RequestedFields,
        seen: &mut Seen,
    ) -> Result<StatamicVersion, PullError> {
        // Determined by the first job that uses GraphQL.
        let dialect = OnceCell::new();
        let mut absent: Vec<Job<'_>> = Vec::new();
        let mut addresses = Addresses::default();
        let jobs = self.order(self.jobs(), last)?;
        let mut trees = BTreeSet::new();
        let mut done = side_by_side(jobs.into_iter().map(|job| self.job(job, &dialect, requested)));
        while let Some((job, records)) = done.next().await? {
            match records {
                Some(records) if job.kind == Kind::Terms => self.terms(writer, &job.handle, records).await?,
                Some(records) => {
                    addresses.note(&job, &records);
                    seen.note(requested, &job, &records);
                    self.write(writer, &job, records)?;
                    if job.kind == Kind::Tree {
                        trees.insert(job.file()?);
                    }
                }
                None => absent.push(job),
            }
        }
        drop(done);
        self.further_trees(&trees, writer, last, &mut addresses).await?;
        self.trees_of_doubt(&mut addresses).await?;
        addresses.check(last, &self.config.accept_empty)?;
        // With a last pull, missing resources are compared with it.
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

    /// Writes the terms of every site, which came in one list (Statamic §7). If the CMS does not return a term's site,
    /// each site is read separately.
    async fn terms(&self, writer: &mut SnapshotWriter, taxonomy: &str, records: Vec<Value>) -> Result<(), PullError> {
        let told = records.iter().all(|record| Fields::of(record).text("locale").is_some());
        for (_, locale) in self.locales() {
            let job = Job::new(Kind::Terms, taxonomy, Some(locale));
            let site = &locale.content_site;
            let is_here = |record: &&Value| Fields::of(record).text("locale").as_deref() == Some(site.as_str());
            let here = if told {
                records.iter().filter(is_here).cloned().collect()
            } else {
                let read = self.statamic.terms(taxonomy, Some(site)).await;
                read.map_err(at(&job.what()))?
            };
            self.write(writer, &job, here)?;
        }
        Ok(())
    }

    /// Most collections have no tree. One is requested if the last pull had it, or if entries refer to it; a 404 is
    /// retried once past the CMS's cache.
    async fn further_trees(
        &self,
        trees: &BTreeSet<String>,
        writer: &mut SnapshotWriter,
        last: Option<&Snapshot>,
        addresses: &mut Addresses,
    ) -> Result<(), PullError> {
        let mut wanted = Vec::new();
        for job in self.jobs().into_iter().filter(|job| job.kind == Kind::Tree) {
            let file = job.file()?;
            let had = last.is_some_and(|last| last.has(&file));
            if !trees.contains(&file) && (had || addresses.is_ordered(&job)) {
                wanted.push((job, had));
            }
        }
        let calls = wanted.into_iter();
        let mut done = side_by_side(calls.map(|(job, was_requested)| self.further_tree(job, was_requested)));
        while let Some((job, records)) = done.next().await? {
            if let Some(records) = records {
                addresses.note(&job, &records);
                self.write(writer, &job, records)?;
            }
        }
        Ok(())
    }

    /// If no entry of a tree has a path, the tree's own paths are checked: if it has some, it is routed.
    async fn trees_of_doubt(&self, addresses: &mut Addresses) -> Result<(), PullError> {
        let anew = self.statamic.anew();
        for job in self.jobs() {
            let Some(locale) = job.locale.filter(|_| addresses.is_in_doubt(&job)) else {
                continue;
            };
            let read = anew.tree_with_addresses(&job.handle, &locale.content_site).await;
            let records = read.map_err(at(&job.what()))?;
            addresses.note(&job, &records.unwrap_or_default());
        }
        Ok(())
    }

    async fn further_tree<'l>(
        &self,
        job: Job<'l>,
        was_requested: bool,
    ) -> Result<(Job<'l>, Option<Vec<Value>>), PullError> {
        let (dialect, all) = (OnceCell::new(), RequestedFields::default());
        let mut records = Ok(None);
        if !was_requested {
            records = self.read(self.statamic, &job, &dialect, &all).await;
        }
        if is_absent(&records) {
            records = self.read(&self.statamic.anew(), &job, &dialect, &all).await;
        }
        let records = records.map_err(at(&job.what()))?;
        Ok((job, records))
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
        requested: &RequestedFields,
    ) -> Result<Option<Vec<Value>>, BackendError> {
        let handle = job.handle.as_str();
        let fields = requested.fields(handle);
        match (job.kind, job.locale.map(|l| &l.content_site)) {
            (Kind::Entries, Some(site)) if handle == STORES => stores(statamic, site, dialect).await.map(Some),
            (Kind::Entries, Some(site)) if self.config.future_private.iter().any(|hides| hides == handle) => {
                statamic.entries_with_scheduled(handle, site, fields).await.map(Some)
            }
            (Kind::Entries, Some(site)) => statamic.entries(handle, site, fields).await.map(Some),
            (Kind::Tree, Some(site)) => statamic.collection_tree(handle, site).await,
            (Kind::Navigation, Some(site)) => statamic.navigation(handle, site).await,
            (Kind::Terms, _) => statamic.terms(handle, None).await.map(Some),
            (Kind::Globals, Some(site)) => statamic.globals(site).await,
            (Kind::Assets, _) => statamic.assets(handle).await,
            (Kind::Redirects, _) => statamic.redirects().await,
            (Kind::Forms, _) => statamic.forms().await,
            (_, None) => Ok(None),
        }
    }

    pub(super) async fn job<'l>(
        &self,
        job: Job<'l>,
        dialect: &OnceCell<Dialect>,
        requested: &RequestedFields,
    ) -> Result<(Job<'l>, Option<Vec<Value>>), PullError> {
        let mut records = self.read(self.statamic, &job, dialect, requested).await;
        if job.kind != Kind::Tree && is_absent(&records) {
            records = self.read(&self.statamic.anew(), &job, dialect, requested).await;
        }
        match (records, job.kind) {
            (Ok(None), Kind::Assets) => Err(job.absent()),
            // For GraphQL, 404 means that the endpoint's URL is wrong.
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
