//! One turn of `dev`: updates everything that depends on the changed sources, in the order of dependencies, and shows
//! the result.
//!
//! **Invariant:** a failed step is retried with the next change, whatever that is; pages are shown after all steps
//! succeeded.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use anyhow::{Context, Result};
use jiff::Timestamp;
use tokio::runtime::Handle;
use vitrine_backends::{convert, pull};
use vitrine_model::{catalog::Catalog, diagnostic::Diagnostic};
use vitrine_site::{draft::Draft, styleguide::with_styleguide};

use super::{
    backends::Backends,
    bundler::Bundler,
    fault::{Fault, Folders},
    overlay::DevOverlay,
    release::{Order, Releaser},
    watch::Changed,
};
use crate::{
    cmd::{own_islands, remedy, wire},
    config::Config,
    progress,
    stages::Stages,
};

/// The data of the last pull.
#[derive(Clone)]
struct Pulled {
    catalog: Arc<Catalog>,
    diagnostics: Vec<Diagnostic>,
    name: String,
}

/// The state of `dev` between turns.
pub(super) struct Turns {
    config: Arc<Config>,
    handle: Handle,
    overlay: Arc<DevOverlay>,
    backends: Backends,
    bundler: Option<Bundler>,
    releaser: Releaser,
    pulled: Option<Pulled>,
    /// What still has to be updated.
    pending: Changed,
}

impl Turns {
    pub(super) fn new(
        config: Arc<Config>,
        handle: Handle,
        overlay: Arc<DevOverlay>,
        backends: Backends,
        bundler: Option<Bundler>,
    ) -> Result<Self> {
        let releaser = Releaser::new(Arc::clone(&overlay), Folders::of(&config))?;
        Ok(Self {
            config,
            handle,
            overlay,
            backends,
            bundler,
            releaser,
            pulled: None,
            pending: Changed {
                sources: true,
                assets: true,
                data: false,
            },
        })
    }

    /// Builds the first pages and the first release.
    pub(super) fn open(&mut self) {
        let stages = Stages::new(false);
        match self.renew(&stages) {
            Ok((draft, order)) => {
                self.overlay.show(draft);
                match order.build(&stages) {
                    Ok(()) => drop(stages.finish()),
                    Err(error) => self.overlay.fail_release(Fault::of(&error.into(), &self.folders())),
                }
            }
            Err(error) => self.fail(&error),
        }
        stages.clear();
    }

    /// Runs a turn for the given changes.
    pub(super) fn turn(&mut self, changed: Changed) {
        let began = Instant::now();
        self.pending |= changed;
        let stages = Stages::new(false);
        match self.renew(&stages) {
            Ok((draft, order)) => {
                self.overlay.show(draft);
                progress::say(&format!("shown after {:.2} s", began.elapsed().as_secs_f64()));
                self.releaser.order(order);
            }
            Err(error) => self.fail(&error),
        }
        stages.clear();
    }

    fn fail(&self, error: &anyhow::Error) {
        self.overlay.fail(Fault::of(error, &self.folders()));
    }

    fn folders(&self) -> Folders {
        Folders::of(&self.config)
    }

    /// Updates everything that is pending.
    fn renew(&mut self, stages: &Stages) -> Result<(Draft, Order)> {
        if self.pending.assets {
            if let Some(bundler) = &mut self.bundler {
                bundler.bundle()?;
            }
            self.pending.assets = false;
        }
        if self.pending.data {
            self.backends.reload(&self.handle)?;
            self.pulled = None;
            self.pending.data = false;
        }
        own_islands::before_a_build(&self.config)?;
        let now = Timestamp::now();
        let pulled = match &self.pulled {
            Some(pulled) => pulled.clone(),
            None => self.pull(now, stages)?,
        };
        self.pulled = Some(pulled.clone());
        let year = now.to_zoned(jiff::tz::TimeZone::UTC).year();
        let site = wire::site(&self.config, Some(year))?;
        // The styleguide is only in the draft, not in the release.
        let shown = Arc::new(with_styleguide(site.clone()));
        let site = Arc::new(site);
        let draft = Draft::new(Arc::clone(&pulled.catalog), shown)?;
        self.pending.sources = false;
        let order = Order {
            catalog: pulled.catalog,
            site,
            diagnostics: pulled.diagnostics,
            source_snapshot: pulled.name,
            dist: self.config.path(&self.config.file.build.dist),
        };
        Ok((draft, order))
    }

    fn pull(&self, now: Timestamp, stages: &Stages) -> Result<Pulled> {
        stages.begin("pull");
        let config = &self.config;
        let shopware = wire::shopware(config, wire::Purpose::Build)?;
        let statamic = wire::statamic(config)?;
        let folder = wire::snapshot_dir(config);
        // During development, records may disappear at any time.
        let wanted = wire::pull(config, pull::AcceptEmpty::Anything, BTreeMap::new())?;
        let pulled = pull::pull(&shopware, &statamic, &wanted, now, &folder, stages);
        let snapshot = self
            .handle
            .block_on(pulled)
            .map_err(|error| remedy::with(config, error.into()))
            .context("the shop could not be pulled; what was pulled before is gone on with")?;
        stages.count(snapshot.about().counts.values().sum());
        stages.begin("convert");
        let (catalog, diagnostics) = convert::convert(&snapshot, &wire::convert(config, snapshot.about(), now)?)?;
        stages.count((catalog.products().len() + catalog.entries().len()) as u64);
        Ok(Pulled {
            catalog: Arc::new(catalog),
            diagnostics,
            name: serde_json::to_string(&snapshot.about().counts).context("could not name the snapshot")?,
        })
    }
}
