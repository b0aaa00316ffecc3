//! The builder's clock.

use std::{fmt, time::Instant};

use jiff::{SignedDuration, Timestamp};

/// Returns the current time. It is read anew for each decision: the time since the start does not tell it, because an
/// operator may set the machine's clock, and a suspend does not count for [`Instant`].
pub(crate) struct Clock(Box<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub(crate) fn machine() -> Self {
        Self(Box::new(Timestamp::now))
    }

    /// A clock that starts at a time and advances with the process; for tests of dates.
    pub(crate) fn starting_at(began_at: Timestamp) -> Self {
        let began = Instant::now();
        Self(Box::new(move || {
            let passed = SignedDuration::try_from(began.elapsed()).unwrap_or_default();
            began_at.saturating_add(passed).unwrap_or(began_at)
        }))
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::PathBuf,
        sync::{Arc, Mutex, PoisonError},
        time::Duration,
    };

    use vitrine_state::{Built, Log, StateFolder};

    use super::{
        super::{
            Alert, AlertSettings, BuildCommand, BuilderSettings, Pauses, Runs, SiteBuilder, WaitingProcess,
            plan::{Plan, Step},
        },
        *,
    };

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// A builder with a live release, and the time that its clock shows.
    struct Bench {
        builder: SiteBuilder,
        log: Arc<dyn Log>,
        shown: Arc<Mutex<Timestamp>>,
        plan: Plan,
        now: Instant,
        _folder: tempfile::TempDir,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().expect("a folder");
            let dist = folder.path().join("dist");
            fs::create_dir_all(dist.join("current")).expect("made");
            fs::write(dist.join("current/release.json"), "{}").expect("written");
            let log = StateFolder::at(folder.path().join("state")).log();
            let shown = Arc::new(Mutex::new(Timestamp::UNIX_EPOCH));
            let clock = Arc::clone(&shown);
            let pauses = Pauses {
                burst: Duration::ZERO,
                quiet: Duration::ZERO,
                gather: Duration::ZERO,
                reconcile: Duration::ZERO,
                retry: vec![Duration::from_secs(600)],
            };
            let now = Instant::now();
            let builder = SiteBuilder::new(BuilderSettings {
                dist,
                log: Arc::clone(&log),
                runs: Runs::of(&StateFolder::at(folder.path().join("state"))),
                pauses: pauses.clone(),
                command: BuildCommand {
                    config: PathBuf::new(),
                    tell_time: false,
                    without: Vec::new(),
                    idle: Duration::ZERO,
                    memory: 0,
                    waiting: WaitingProcess::default(),
                },
                look: None,
                alert: Alert::new(AlertSettings {
                    after: None,
                    shop: String::new(),
                    time_zone: jiff::tz::TimeZone::UTC,
                    mail: None,
                    url: None,
                }),
                clock: Clock(Box::new(move || *clock.lock().unwrap_or_else(PoisonError::into_inner))),
            });
            Self {
                builder,
                log,
                shown,
                plan: Plan::new(pauses, now),
                now,
                _folder: folder,
            }
        }

        /// Records a build, as `vitrine build` does at its end.
        fn built(&self, at: &str, next_change: Option<&str>) {
            let built = Built {
                events: 0,
                at: at.to_owned(),
                next_change: next_change.map(str::to_owned),
                shop: None,
                planned: Vec::new(),
            };
            self.log.record_built(&built).expect("recorded");
        }

        /// The next step when the clock shows a time; no time has passed for [`Instant`].
        fn at(&mut self, clock: &str) -> Step {
            *self.shown.lock().unwrap_or_else(PoisonError::into_inner) = time(clock);
            self.plan.next(self.now, &self.builder.facts())
        }
    }

    /// R-GEN-05 "Scheduled entries appear and expired ones go at their time": also where the time passed during a
    /// suspend, or an operator set the clock forward.
    #[test]
    fn r_gen_05_what_became_due_during_a_suspend_is_built_after_it() {
        let mut bench = Bench::new();
        bench.built("2026-11-21T08:59:00Z", Some("2026-11-21T18:00:00Z"));
        let wait = bench.now + Duration::from_hours(9);
        assert_eq!(bench.at("2026-11-21T09:00:00Z"), Step::Wait(wait));
        assert_eq!(bench.at("2026-11-21T18:00:01Z"), Step::Build("schedule"));
        bench.plan.ended(bench.now, true, 0);
        bench.built("2026-11-21T18:00:01Z", Some("2026-11-22T00:00:01Z"));
        let wait = bench.now + Duration::from_hours(6);
        assert_eq!(bench.at("2026-11-21T18:00:01Z"), Step::Wait(wait));
        assert_eq!(bench.at("2026-12-01T00:00:00Z"), Step::Build("schedule"));
    }

    /// The clock is set back while a scheduled build runs, which reads the same clock: the change is due once more, and
    /// nothing is built before.
    #[test]
    fn r_gen_05_a_clock_that_is_set_back_repeats_no_scheduled_build() {
        for (back, hours) in [
            ("2026-11-21T17:00:00Z", 1),
            ("2026-11-20T18:00:00Z", 24),
            ("2026-10-22T18:00:00Z", 720),
        ] {
            let mut bench = Bench::new();
            bench.built("2026-11-21T09:00:00Z", Some("2026-11-21T18:00:00Z"));
            assert_eq!(bench.at("2026-11-21T18:00:00Z"), Step::Build("schedule"));
            bench.plan.ended(bench.now, true, 0);
            bench.built(back, Some("2026-11-21T18:00:00Z"));
            let wait = bench.now + Duration::from_hours(hours);
            for _ in 0..3 {
                assert_eq!(bench.at(back), Step::Wait(wait), "{back}");
            }
            assert_eq!(bench.at("2026-11-21T18:00:00Z"), Step::Build("schedule"), "{back}");
        }
    }
}
