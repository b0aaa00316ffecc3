//! Decides when to build: a pure function of the state on disk, the clock, and the times of events.
//!
//! **Invariant:** the first event waits only for others of the same save; any number of events during a build cause one
//! more build (rule 19). After a rollback only an event starts a build (rule 21).

use std::time::{Duration, Instant};

use jiff::Timestamp;

/// `[builder]` of the configuration.
#[derive(Clone, Debug)]
pub(crate) struct Pauses {
    /// How long the first event waits for others of the same save; at most `quiet`.
    pub(crate) burst: Duration,
    pub(crate) quiet: Duration,
    pub(crate) gather: Duration,
    /// Zero: never.
    pub(crate) reconcile: Duration,
    /// At least one; the last one is used for all further attempts.
    pub(crate) retry: Vec<Duration>,
}

/// The state on disk.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// Number of the last accepted event.
    pub(super) events: u64,
    /// Whether all pending changes were found by polling, not reported by events.
    pub(super) found_only: bool,
    /// Number of accepted events and found changes, and how many of them a build has seen.
    pub(super) accepted: u64,
    pub(super) built: u64,
    /// Whether there is a live release.
    pub(super) live: bool,
    /// Whether the last release was rolled back.
    pub(super) rolled_back: bool,
    pub(super) now: Timestamp,
    /// Start of the last build; `None` before the first build report.
    pub(super) built_at: Option<Timestamp>,
    pub(super) next_change: Option<Timestamp>,
}

impl Facts {
    /// The name of a build for this reason.
    pub(super) fn called(&self, reason: &'static str) -> &'static str {
        if reason == "event" && self.found_only {
            "change"
        } else {
            reason
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Build now, for this reason.
    Build(&'static str),
    /// Check again at this time, or when events arrive.
    Wait(Instant),
    /// Nothing to do.
    Rest,
}

#[derive(Debug)]
pub(super) struct Plan {
    pauses: Pauses,
    /// The last event noticed, and when.
    seen: u64,
    last_event: Option<Instant>,
    /// When the first event of the next build arrived, and how long it waits for another one and for all.
    gathering: Option<Gathering>,
    building: bool,
    /// Number of consecutive failed builds, when the last one ended, and the last event that it had seen.
    failed: usize,
    failed_at: Option<(Instant, u64)>,
    /// The last event that a successful build of this process has seen, even if that could not be recorded.
    built: u64,
    /// When the last build of this process succeeded, or when the process started.
    well_at: Instant,
    /// The state on disk before this process's last successful build: still the same if that build could not record
    /// what it had seen.
    before: Option<Option<Timestamp>>,
    begun: Option<Timestamp>,
}

/// Events that are being collected for the next build.
#[derive(Clone, Copy, Debug)]
struct Gathering {
    since: Instant,
    another: Duration,
    all: Duration,
}

impl Plan {
    pub(super) fn new(pauses: Pauses, now: Instant) -> Self {
        Self {
            pauses,
            seen: 0,
            last_event: None,
            gathering: None,
            building: false,
            failed: 0,
            failed_at: None,
            built: 0,
            well_at: now,
            before: None,
            begun: None,
        }
    }

    /// Called when events arrive, during a build too.
    pub(super) fn events(&mut self, now: Instant, accepted: u64) {
        if accepted <= self.seen {
            return;
        }
        self.seen = accepted;
        self.last_event = Some(now);
        // One save sends up to 26 events (Statamic, Part C).
        let Pauses {
            burst, quiet, gather, ..
        } = self.pauses;
        let (another, all) = match self.building || self.failed > 0 {
            true => (quiet, gather),
            false => (burst, quiet),
        };
        let since = now;
        self.gathering.get_or_insert(Gathering { since, another, all });
    }

    /// Called when a build has ended that had seen all events up to `seen`.
    pub(super) fn ended(&mut self, now: Instant, well: bool, seen: u64) {
        self.building = false;
        if well {
            (self.failed, self.failed_at) = (0, None);
            self.built = self.built.max(seen);
            self.well_at = now;
            self.before = Some(self.begun);
        } else {
            self.failed += 1;
            self.failed_at = Some((now, seen));
        }
    }

    /// The next step.
    pub(super) fn next(&mut self, now: Instant, facts: &Facts) -> Step {
        self.events(now, facts.accepted);
        let step = if facts.accepted > facts.built.max(self.built) {
            self.pending(now)
        } else {
            self.gathering = None;
            self.idle(now, facts)
        };
        if matches!(step, Step::Build(_)) {
            self.building = true;
            self.begun = facts.built_at;
            self.gathering = None;
        }
        step
    }

    /// The step after somebody asked for a build.
    pub(super) fn asked(&mut self, now: Instant, facts: &Facts) -> Step {
        self.events(now, facts.accepted);
        self.building = true;
        self.begun = facts.built_at;
        self.gathering = None;
        Step::Build("asked")
    }

    /// The step while events are pending.
    fn pending(&self, now: Instant) -> Step {
        if let Some((failed_at, seen)) = self.failed_at
            && seen == self.seen
        {
            return due(now, failed_at + self.retry_pause(), "retry");
        }
        match (self.gathering, self.last_event) {
            (Some(events), Some(last)) => {
                let at = (last + events.another).min(events.since + events.all);
                due(now, at, "event")
            }
            _ => Step::Build("event"),
        }
    }

    /// The step without pending events.
    fn idle(&self, now: Instant, facts: &Facts) -> Step {
        if let Some((failed_at, _)) = self.failed_at {
            return due(now, failed_at + self.retry_pause(), "retry");
        }
        if !facts.live {
            return Step::Build("first");
        }
        if facts.rolled_back {
            return Step::Rest;
        }
        let pause = self.pauses.reconcile;
        if self.before == Some(facts.built_at) {
            let at = self.well_at + pause;
            return if pause.is_zero() {
                Step::Rest
            } else {
                due(now, at, "reconciliation")
            };
        }
        let Some(built_at) = facts.built_at else {
            // There is no known next change, and missed events are unknown.
            return Step::Build("reconciliation");
        };
        let in_time = |moment: Timestamp| {
            let wait = moment.duration_since(facts.now);
            now + Duration::try_from(wait).unwrap_or_default()
        };
        // A clock that was set back must not postpone the next build: a build in the future counts as built when this
        // process last built or started.
        let reconcile = (!pause.is_zero()).then(|| match built_at.saturating_add(pause) {
            Ok(at) if built_at <= facts.now => in_time(at),
            _ => self.well_at + pause,
        });
        let schedule = facts.next_change.map(in_time);
        match (schedule, reconcile) {
            (Some(schedule), _) if schedule <= now => Step::Build("schedule"),
            (_, Some(reconcile)) if reconcile <= now => Step::Build("reconciliation"),
            (Some(one), Some(other)) => Step::Wait(one.min(other)),
            (Some(one), None) | (None, Some(one)) => Step::Wait(one),
            (None, None) => Step::Rest,
        }
    }

    fn retry_pause(&self) -> Duration {
        let at = self.failed.saturating_sub(1);
        let pause = self.pauses.retry.get(at).or(self.pauses.retry.last());
        pause.copied().unwrap_or(Duration::from_secs(60))
    }
}

fn due(now: Instant, at: Instant, reason: &'static str) -> Step {
    if at <= now { Step::Build(reason) } else { Step::Wait(at) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn pauses() -> Pauses {
        Pauses {
            burst: 100 * MS,
            quiet: 300 * MS,
            gather: Duration::from_secs(10),
            reconcile: Duration::from_secs(900),
            retry: vec![Duration::from_secs(5), Duration::from_secs(30)],
        }
    }

    /// Pauses without waiting for other events.
    fn at_once() -> Pauses {
        Pauses {
            burst: Duration::ZERO,
            ..pauses()
        }
    }

    fn time(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn facts(accepted: u64, built: u64) -> Facts {
        Facts {
            events: accepted,
            found_only: false,
            accepted,
            built,
            live: true,
            rolled_back: false,
            now: time("2026-11-21T09:00:00Z"),
            built_at: Some(time("2026-11-21T08:59:00Z")),
            next_change: None,
        }
    }

    /// R-GEN-03 "coalesced": 1,000 events in 10 s, while a build takes 3 s, make at most 3 builds, and the last one has seen
    /// all of them.
    #[test]
    fn r_gen_03_a_thousand_events_make_at_most_three_builds() {
        for build in [200, 1_000, 3_000, 8_000] {
            let began = Instant::now();
            let mut plan = Plan::new(pauses(), Instant::now());
            let (mut built, mut builds, mut ends): (u64, usize, Option<(Instant, u64)>) = (0, 0, None);
            for ms in 0..60_000 {
                let now = began + ms * MS;
                let accepted = u64::from(ms.min(9_999) / 10 + 1);
                match ends {
                    Some((at, seen)) if at <= now => {
                        (built, ends) = (seen, None);
                        plan.ended(now, true, seen);
                    }
                    Some(_) => plan.events(now, accepted),
                    None => {}
                }
                if ends.is_none() && plan.next(now, &facts(accepted, built)) == Step::Build("event") {
                    builds += 1;
                    ends = Some((now + build * MS, accepted));
                }
            }
            assert!(builds <= 3 && built == 1_000, "builds of {build} ms: {builds}, {built}");
        }
    }

    /// The events of one save cause one build: the first waits a little for the next, but not forever.
    #[test]
    fn r_gen_03_one_save_is_one_build() {
        let now = Instant::now();
        let mut plan = Plan::new(pauses(), now);
        assert_eq!(plan.next(now, &facts(1, 0)), Step::Wait(now + 100 * MS));
        assert_eq!(plan.next(now + 90 * MS, &facts(3, 0)), Step::Wait(now + 190 * MS));
        assert_eq!(plan.next(now + 180 * MS, &facts(4, 0)), Step::Wait(now + 280 * MS));
        assert_eq!(plan.next(now + 270 * MS, &facts(9, 0)), Step::Wait(now + 300 * MS));
        assert_eq!(plan.next(now + 300 * MS, &facts(9, 0)), Step::Build("event"));
        plan.ended(now + 900 * MS, true, 9);
        assert!(matches!(plan.next(now + 900 * MS, &facts(9, 9)), Step::Wait(_)));
        assert_eq!(Plan::new(at_once(), now).next(now, &facts(1, 0)), Step::Build("event"));
    }

    /// The first event starts a build when its save is complete; one that arrives during the build causes one more
    /// after a quiet period.
    #[test]
    fn r_gen_03_what_comes_during_a_build_makes_one_more() {
        let begun = Instant::now();
        let mut plan = Plan::new(pauses(), begun);
        assert!(matches!(plan.next(begun, &facts(0, 0)), Step::Wait(_)));
        assert_eq!(plan.next(begun, &facts(1, 0)), Step::Wait(begun + 100 * MS));
        let now = begun + 100 * MS;
        assert_eq!(plan.next(now, &facts(1, 0)), Step::Build("event"));
        plan.events(now + 1_000 * MS, 2);
        plan.ended(now + 1_100 * MS, true, 1);
        assert_eq!(plan.next(now + 1_100 * MS, &facts(2, 1)), Step::Wait(now + 1_300 * MS));
        assert_eq!(plan.next(now + 1_300 * MS, &facts(2, 1)), Step::Build("event"));
        plan.ended(now + 2_000 * MS, true, 2);
        assert_eq!(
            plan.next(now + 2_001 * MS, &facts(3, 2)),
            Step::Wait(now + 2_101 * MS),
            "nothing was under way"
        );
    }

    /// A failed build is retried after its pause, and immediately after a new save.
    #[test]
    fn r_gen_02_a_failed_build_is_tried_again() {
        let now = Instant::now();
        let mut plan = Plan::new(at_once(), Instant::now());
        assert_eq!(plan.next(now, &facts(1, 0)), Step::Build("event"));
        plan.ended(now, false, 1);
        assert_eq!(plan.next(now, &facts(1, 0)), Step::Wait(now + 5_000 * MS));
        assert_eq!(plan.next(now + 5_000 * MS, &facts(1, 0)), Step::Build("retry"));
        plan.ended(now + 6_000 * MS, false, 1);
        assert_eq!(plan.next(now + 6_000 * MS, &facts(1, 0)), Step::Wait(now + 36_000 * MS));
        assert_eq!(plan.next(now + 7_000 * MS, &facts(2, 0)), Step::Wait(now + 7_300 * MS));
        assert_eq!(plan.next(now + 7_300 * MS, &facts(2, 0)), Step::Build("event"));
        plan.ended(now + 8_000 * MS, true, 2);
        assert!(matches!(plan.next(now + 8_000 * MS, &facts(2, 2)), Step::Wait(_)));
    }

    /// A save during a failing build was not in it: it is built immediately, however long the retry pause is.
    #[test]
    fn r_gen_02_what_is_saved_during_a_failing_build_is_tried_at_once() {
        for failures in 0..4 {
            let mut now = Instant::now();
            let mut plan = Plan::new(at_once(), now);
            for _ in 0..failures {
                assert!(matches!(plan.next(now, &facts(1, 0)), Step::Build(_)));
                plan.ended(now, false, 1);
                now += 3_600_000 * MS;
            }
            assert!(matches!(plan.next(now, &facts(1, 0)), Step::Build(_)));
            plan.events(now + 500 * MS, 2);
            plan.ended(now + 900 * MS, false, 1);
            assert_eq!(
                plan.next(now + 900 * MS, &facts(2, 0)),
                Step::Build("event"),
                "after {failures}"
            );
            plan.ended(now + 1_500 * MS, false, 2);
            assert!(
                matches!(plan.next(now + 1_500 * MS, &facts(2, 0)), Step::Wait(_)),
                "nothing new"
            );
        }
    }

    /// The machine's clock may be set back or forth: this causes neither repeated builds nor a long delay. Neither does
    /// a build that could not record what it has seen.
    #[test]
    fn r_gen_05_a_clock_that_is_moved_neither_stops_nor_drives_the_builder() {
        for (clock, due_after) in [
            ("2026-11-21T09:00:00Z", 840),
            ("2026-11-21T08:00:00Z", 900),
            ("2025-11-21T09:00:00Z", 900),
            ("2026-11-22T09:00:00Z", 0),
        ] {
            let now = Instant::now();
            let moved = Facts {
                now: time(clock),
                ..facts(4, 4)
            };
            let due = now + Duration::from_secs(due_after);
            let wanted = if due_after == 0 {
                Step::Build("reconciliation")
            } else {
                Step::Wait(due)
            };
            assert_eq!(Plan::new(pauses(), now).next(now, &moved), wanted, "{clock}");
        }
        for built_at in [None, Some(time("2026-11-21T08:00:00Z"))] {
            let now = Instant::now();
            let mut plan = Plan::new(pauses(), now);
            let unwritten = Facts {
                built_at,
                next_change: Some(time("2026-11-21T08:30:00Z")),
                ..facts(4, 4)
            };
            assert!(matches!(plan.next(now, &unwritten), Step::Build(_)), "{built_at:?}");
            plan.ended(now, true, 4);
            assert_eq!(
                plan.next(now, &unwritten),
                Step::Wait(now + Duration::from_secs(900)),
                "{built_at:?}"
            );
        }
    }

    /// R-GEN-05 "Scheduled entries appear and expired ones go at their time"; lost events are made up for; neither
    /// reverts a rollback.
    #[test]
    fn r_gen_05_what_is_due_is_built() {
        let now = Instant::now();
        let due = |change: &dyn Fn(&mut Facts)| {
            let mut facts = facts(4, 4);
            change(&mut facts);
            Plan::new(at_once(), Instant::now()).next(now, &facts)
        };
        assert_eq!(
            due(&|facts| facts.next_change = Some(time("2026-11-21T09:00:05Z"))),
            Step::Wait(now + 5_000 * MS)
        );
        assert_eq!(
            due(&|facts| facts.next_change = Some(facts.now)),
            Step::Build("schedule")
        );
        assert_eq!(
            due(&|facts| facts.built_at = Some(time("2026-11-21T08:45:00Z"))),
            Step::Build("reconciliation")
        );
        assert_eq!(due(&|facts| facts.built_at = None), Step::Build("reconciliation"));
        assert_eq!(due(&|facts| facts.live = false), Step::Build("first"));
        let taken_back = due(&|facts| {
            facts.rolled_back = true;
            facts.next_change = Some(facts.now);
            facts.built_at = None;
        });
        assert_eq!(taken_back, Step::Rest);
        let event = due(&|facts| {
            facts.rolled_back = true;
            facts.accepted = 5;
        });
        assert_eq!(event, Step::Build("event"));
    }
}
