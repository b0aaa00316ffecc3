//! The builder of `vitrine serve` (R-GEN-03, R-GEN-05): builds after an event, at the time of a scheduled entry, and
//! periodically in case an event was lost.
//!
//! **Invariant:** at most one build of this process at a time. The build itself records which events its release
//! includes, so that no event is lost when either process is killed. Builds run in a separate process: its memory and its
//! crashes do not affect the server.

mod alert;
mod child;
mod clock;
mod orders;
mod plan;
mod polling;
mod runs;

use std::{
    collections::VecDeque,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use jiff::Timestamp;
use tokio::sync::Notify;
use vitrine_api::{BuildOutcome, BuildRun, Builder, BuilderReport, BuilderState, RunningBuild};
use vitrine_state::{Built, Log};

pub(crate) use self::alert::{Alert, AlertSettings};
pub(crate) use self::child::{BuildCommand, WaitingProcess};
pub(crate) use self::clock::Clock;
pub(crate) use self::orders::{BuildEnded, BuildOrder};
pub(crate) use self::plan::Pauses;
pub(crate) use self::polling::PollSettings;
pub(crate) use self::runs::Runs;
use self::{
    child::{Ended, Reached},
    plan::{Facts, Plan, Step},
    polling::Polling,
};
use crate::progress;

/// Interval of checks for events of other processes.
const LOOK: Duration = Duration::from_millis(250);
/// The builder's settings.
#[derive(Debug)]
pub(crate) struct BuilderSettings {
    pub(crate) dist: PathBuf,
    pub(crate) log: Arc<dyn Log>,
    /// Where the outcomes of builds are kept.
    pub(crate) runs: Runs,
    pub(crate) pauses: Pauses,
    pub(crate) command: BuildCommand,
    /// Whether and how often it polls Shopware for changes.
    pub(crate) look: Option<PollSettings>,
    /// Whom it tells when builds fail.
    pub(crate) alert: Alert,
    pub(crate) clock: Clock,
}

/// The builder.
#[derive(Debug)]
pub(crate) struct SiteBuilder {
    settings: BuilderSettings,
    status: Mutex<Status>,
    polling: Polling,
    events: Notify,
    /// Whether somebody asked for a build.
    asked: AtomicBool,
}

/// The reported state.
#[derive(Debug, Default)]
struct Status {
    state: BuilderState,
    stage: Option<String>,
    running: Option<RunningBuild>,
    next_change: Option<Timestamp>,
    builds: VecDeque<BuildRun>,
}

impl Builder for SiteBuilder {
    fn events_came(&self) {
        self.events.notify_one();
    }

    fn report(&self) -> BuilderReport {
        let status = self.status();
        BuilderReport {
            state: status.state,
            stage: status.stage.clone(),
            running: status.running.clone(),
            next_change: status.next_change.map(|moment| moment.to_string()),
            builds: status.builds.iter().cloned().collect(),
            look: self.polling.last_poll(),
            memory_bytes: self.settings.command.memory_in_use(),
            ..BuilderReport::default()
        }
    }

    fn build_now(&self) -> bool {
        self.asked.store(true, Ordering::SeqCst);
        self.events.notify_one();
        true
    }
}

impl SiteBuilder {
    pub(crate) fn new(settings: BuilderSettings) -> Self {
        let status = Status {
            builds: settings.runs.read(),
            ..Status::default()
        };
        Self {
            settings,
            status: Mutex::new(status),
            polling: Polling::default(),
            events: Notify::new(),
            asked: AtomicBool::new(false),
        }
    }

    fn status(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds whenever it is due; never returns. Dropping the future kills a running build, which leaves the live
    /// release unchanged.
    pub(crate) async fn run(self: Arc<Self>) {
        let looking = async {
            let Some(settings) = &self.settings.look else {
                return std::future::pending().await;
            };
            let busy = || self.status().state == BuilderState::Building;
            let changed = || self.events.notify_one();
            self.polling
                .run(
                    settings,
                    &*self.settings.log,
                    || self.settings.clock.now(),
                    busy,
                    changed,
                )
                .await
        };
        tokio::select! {
            () = looking => {}
            () = self.build_when_it_is_time() => {}
            () = self.tell_failures() => {}
        }
    }

    /// Tells the operator of builds that fail, forever.
    async fn tell_failures(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            self.settings.alert.tell(self.settings.clock.now(), self.live()).await;
        }
    }

    async fn build_when_it_is_time(&self) {
        let mut plan = Plan::new(self.settings.pauses.clone(), Instant::now());
        loop {
            self.settings.command.end_idle();
            let facts = self.facts();
            let step = match self.asked.swap(false, Ordering::SeqCst) {
                true => plan.asked(Instant::now(), &facts),
                false => plan.next(Instant::now(), &facts),
            };
            self.report_step(&step, &facts);
            match step {
                Step::Build(reason) => self.build(facts.called(reason), &facts, &mut plan).await,
                Step::Wait(until) => self.wait(until).await,
                Step::Rest => self.wait(Instant::now() + LOOK).await,
            }
        }
    }

    async fn wait(&self, until: Instant) {
        let look = (Instant::now() + LOOK).min(until);
        tokio::select! {
            () = self.events.notified() => {}
            () = tokio::time::sleep_until(look.into()) => {}
        }
    }

    /// The state on disk. A file that cannot be read is treated as missing and logged.
    fn facts(&self) -> Facts {
        let log = &self.settings.log;
        let read = |what: &str, error: &std::io::Error| tracing::error!(%error, "{what} cannot be read");
        let accepted = log.accepted().inspect_err(|error| read("the events", error));
        let built: Option<Built> = log
            .built()
            .inspect_err(|error| read("what was built", error))
            .ok()
            .flatten();
        let next_change = built.as_ref().and_then(|built| built.next_change.as_deref());
        let since = built.as_ref().and_then(|built| built.at.parse::<Timestamp>().ok());
        let (found, found_built) = self.polling.counts(built.as_ref());
        let accepted = accepted.unwrap_or_default();
        let events_built = built.as_ref().map_or(0, |built| built.events);
        Facts {
            events: accepted,
            found_only: accepted <= events_built && found > found_built,
            accepted: accepted + found,
            built: events_built + found_built,
            live: self.settings.dist.join("current/release.json").exists(),
            rolled_back: vitrine_site::rolled_back(&self.settings.dist),
            now: self.settings.clock.now(),
            built_at: since,
            next_change: next_change.and_then(|moment| moment.parse().ok()),
        }
    }

    fn report_step(&self, step: &Step, facts: &Facts) {
        let mut status = self.status();
        status.stage = None;
        status.next_change = facts.next_change;
        status.state = match step {
            Step::Build(_) => BuilderState::Building,
            Step::Wait(_) if facts.accepted > facts.built => BuilderState::Waiting,
            _ if facts.rolled_back => BuilderState::RolledBack,
            _ => BuilderState::Idle,
        };
    }

    async fn build(&self, reason: &'static str, facts: &Facts, plan: &mut Plan) {
        let began = Instant::now();
        let before = self.live();
        tracing::info!(reason, events = facts.events, "a build begins");
        self.status().running = Some(RunningBuild {
            reason: reason.to_owned(),
            events: facts.events,
            began_at: facts.now.to_string(),
            share: None,
        });
        let stage = |Reached { stage, share }| {
            let mut status = self.status();
            status.stage = Some(stage);
            if let Some(running) = &mut status.running {
                running.share = share;
            }
        };
        let running = self.settings.command.run(facts.now, stage);
        tokio::pin!(running);
        let ended = loop {
            tokio::select! {
                ended = &mut running => break ended,
                () = self.wait(began + Duration::from_secs(u64::from(u32::MAX))) => {
                    plan.events(Instant::now(), self.facts().accepted);
                }
            }
        };
        let after = self.live();
        let ended = Ended {
            // The disk says which release is live, whatever the build still reported.
            changed: ended.changed || after != before,
            release: ended
                .release
                .or_else(|| after.filter(|after| Some(after) != before.as_ref())),
            ..ended
        };
        plan.ended(Instant::now(), ended.release.is_some(), facts.accepted);
        self.report_build(reason, facts, began.elapsed(), before, ended);
    }

    /// The live release.
    fn live(&self) -> Option<String> {
        let target = std::fs::read_link(self.settings.dist.join("current")).ok()?;
        Some(target.file_name()?.to_string_lossy().into_owned())
    }

    fn report_build(&self, reason: &'static str, facts: &Facts, took: Duration, before: Option<String>, ended: Ended) {
        let seconds = took.as_secs_f64();
        let outcome = match (&ended.release, ended.changed) {
            (None, _) if !ended.refused.is_empty() => BuildOutcome::Refused,
            (None, _) => BuildOutcome::Failed,
            (Some(_), true) => BuildOutcome::Live,
            (Some(_), false) => BuildOutcome::Unchanged,
        };
        match (&ended.release, &ended.error) {
            (None, error) if outcome == BuildOutcome::Refused => progress::say(&format!(
                "the build ({reason}) was refused after {seconds:.1} s; the live release is as it was. {}",
                error.as_deref().unwrap_or_default()
            )),
            (None, error) => progress::say(&format!(
                "the build ({reason}) failed after {seconds:.1} s; the live release is as it was. {}",
                error.as_deref().unwrap_or_default()
            )),
            (Some(release), Some(error)) => progress::say(&format!(
                "release {release} is live ({reason}) after {seconds:.1} s, but its build could not be finished: {error}"
            )),
            (Some(release), None) if ended.changed => {
                progress::say(&format!("release {release} is live ({reason}) after {seconds:.1} s"))
            }
            (Some(_), None) => tracing::info!(reason, seconds, "nothing had changed"),
        }
        let failure = ended.error.as_deref().unwrap_or("no reason was told");
        self.settings
            .alert
            .ended(facts.now, ended.release.is_none().then_some(failure));
        let run = BuildRun {
            reason: reason.to_owned(),
            events: facts.events,
            began_at: facts.now.to_string(),
            seconds,
            outcome,
            pages: ended.pages.filter(|_| ended.changed && before.is_some()),
            release: ended.release,
            before,
            error: ended.error,
            refused: ended.refused,
        };
        let mut status = self.status();
        status.running = None;
        status.builds.push_front(run);
        status.builds.truncate(runs::REMEMBERED);
        self.settings.runs.write(&status.builds);
    }
}
