//! Builds the whole release in the background after a quiet period, so that every page is checked and everything
//! besides pages (redirects, sitemaps, the API's files) is updated.
//!
//! **Invariant:** one build at a time, of the newest sources, leaving one core free for serving.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use vitrine_model::{catalog::Catalog, diagnostic::Diagnostic};
use vitrine_site::{BuildOptions, KeptRelease, Progress, Retention, Site, SiteError, Stage, pages::PAGE_KINDS};

use super::{
    fault::{Fault, Folders},
    overlay::DevOverlay,
};

/// How long there must be no change before a build starts.
const QUIET: Duration = Duration::from_millis(400);

/// The inputs of a release.
#[derive(Clone)]
pub(super) struct Order {
    pub(super) catalog: Arc<Catalog>,
    pub(super) site: Arc<Site>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) source_snapshot: String,
    pub(super) dist: PathBuf,
}

impl Order {
    /// Builds the release and makes it live.
    pub(super) fn build(&self, progress: &dyn Progress) -> Result<(), SiteError> {
        let options = BuildOptions {
            sharing: true,
            dist: self.dist.clone(),
            // During development, pages may disappear at any time.
            accept_fewer: true,
            accept_empty: PAGE_KINDS.iter().map(|kind| kind.name().to_owned()).collect(),
            keep: Retention {
                releases: 2,
                assets: Duration::ZERO,
            },
            diagnostics_in: self.diagnostics.clone(),
            source_snapshot: self.source_snapshot.clone(),
            // Development pages show current data.
            pulled_on: None,
            // A developer sees the page, whatever it lacks.
            gate: vitrine_site::Gate::default(),
            full: false,
            why: Vec::new(),
        };
        vitrine_site::build(
            &self.catalog,
            &self.site,
            &options,
            &mut KeptRelease::default(),
            progress,
        )
        .map(drop)
    }
}

/// Builds on its own thread, which may be ended at any time: an incomplete release never becomes live.
pub(super) struct Releaser(Sender<Order>);

struct Silent;

impl Progress for Silent {
    fn step(&self, _stage: Stage, _done: usize, _total: usize) {}
}

impl Releaser {
    pub(super) fn new(overlay: Arc<DevOverlay>, folders: Folders) -> anyhow::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(cores.saturating_sub(1).max(1))
            .build()?;
        let (orders, received) = mpsc::channel::<Order>();
        thread::spawn(move || {
            while let Ok(mut order) = received.recv() {
                loop {
                    match received.recv_timeout(QUIET) {
                        Ok(newer) => order = newer,
                        Err(RecvTimeoutError::Timeout) => break,
                        Err(RecvTimeoutError::Disconnected) => return,
                    }
                }
                match pool.install(|| order.build(&Silent)) {
                    Ok(()) => overlay.pass_release(),
                    Err(error) => {
                        let error =
                            anyhow::Error::from(error).context("the release behind these pages could not be built");
                        overlay.fail_release(Fault::of(&error, &folders));
                    }
                }
            }
        });
        Ok(Self(orders))
    }

    /// Replaces an order that has not started.
    pub(super) fn order(&self, order: Order) {
        // The thread only ends together with `self`.
        let _ended = self.0.send(order).is_err();
    }
}
