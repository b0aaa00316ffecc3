//! What became of each save: a function of the events, the builds and the releases on disk.
//!
//! **Invariant:** a save is called live only if a release that has seen it is live.

use serde::Serialize;
use vitrine_state::{Built, Event};

use super::archive::{ArchivedEntry, ArchivedRelease};
use crate::events::report::{BuildOutcome, BuildRun, BuilderReport, BuilderState, PageCounts, RefusedFinding};

/// Stages in which the pages of a build are finished and are looked at or published.
const CHECKING: [&str; 2] = ["check", "release"];

/// One save.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Save {
    /// Its number.
    pub(crate) n: u64,
    /// When it was accepted, in seconds since 1970.
    pub(crate) at: u64,
    /// Who saved it; `null` if the sender did not say.
    pub(crate) by: Option<String>,
    /// `content` or `commerce`.
    pub(crate) from: String,
    /// `entry.saved`, `product.written`.
    pub(crate) kind: String,
    /// What was saved, as far as it is known.
    pub(crate) what: Vec<What>,
    /// What became of it.
    #[serde(flatten)]
    pub(crate) standing: Standing,
}

/// One thing that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct What {
    /// `entry.saved`.
    pub(crate) kind: String,
    pub(crate) id: Option<String>,
    pub(crate) handle: Option<String>,
    pub(crate) collection: Option<String>,
    pub(crate) title: Option<String>,
    /// The number of a product.
    pub(crate) number: Option<String>,
    pub(crate) edit_url: Option<String>,
    /// The paths of its pages in the live release.
    pub(crate) pages: Vec<String>,
}

/// What became of a save.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub(crate) enum Standing {
    /// A build with it begins soon.
    Waiting,
    /// It is being built.
    Building { stage: Option<String>, share: Option<f64> },
    /// It is built, and is being checked and published.
    Checking { stage: Option<String>, share: Option<f64> },
    /// It is live.
    Live {
        /// The release that first had it; `null` if that is not known any more.
        release: Option<String>,
        /// The release before that one.
        before: Option<String>,
        /// When it went live (RFC 3339).
        live_at: Option<String>,
        /// How many pages it changed, with the other saves of the same build.
        pages: Option<PageCounts>,
    },
    /// It was live, and a release from before it was gone back to.
    TakenBack {
        release: Option<String>,
        before: Option<String>,
    },
    /// The release has errors that keep it from being published.
    Refused {
        /// When (RFC 3339).
        ended_at: String,
        error: Option<String>,
        findings: Vec<RefusedFinding>,
    },
    /// The build failed; it is tried again.
    Failed { ended_at: String, error: Option<String> },
}

/// What is known of events, builds and releases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) report: &'a BuilderReport,
    pub(crate) built: Option<&'a Built>,
    /// Newest first.
    pub(crate) releases: &'a [ArchivedRelease],
    /// Of the live release.
    pub(crate) entries: &'a [ArchivedEntry],
}

impl Known<'_> {
    /// A save with what became of it.
    pub(crate) fn save(&self, event: Event) -> Save {
        let standing = self.standing(event.number, event.at);
        let saved = event.saved.unwrap_or_default().into_iter();
        let what = saved.map(|one| {
            let entry = self.entries.iter().find(|entry| Some(&entry.id) == one.id.as_ref());
            What {
                title: entry.and_then(|entry| entry.title.clone()),
                number: entry.and_then(|entry| entry.number.clone()),
                edit_url: entry.and_then(|entry| entry.edit_url.clone()),
                pages: entry.map(|entry| entry.pages.clone()).unwrap_or_default(),
                kind: one.kind,
                id: one.id,
                handle: one.handle,
                collection: one.collection,
            }
        });
        Save {
            n: event.number,
            at: event.at,
            by: event.by,
            from: event.from,
            kind: event.kind,
            what: what.collect(),
            standing,
        }
    }

    /// `at` is when the save was accepted, in seconds since 1970.
    fn standing(&self, number: u64, at: u64) -> Standing {
        let builds = &self.report.builds;
        let seen = |build: &&BuildRun| build.events >= number;
        // Oldest first: the first release with the save is the one that changed its pages.
        if let Some(build) = builds.iter().rev().filter(seen).find(|build| build.release.is_some()) {
            return self.since(self.brought(build, at));
        }
        if self.built.is_some_and(|built| built.events >= number) {
            return Standing::Live {
                release: None,
                before: None,
                live_at: None,
                pages: None,
            };
        }
        if let Some(running) = self.report.running.as_ref().filter(|running| running.events >= number) {
            let (stage, share) = (self.report.stage.clone(), running.share);
            return match stage.as_deref().is_some_and(|stage| CHECKING.contains(&stage)) {
                true => Standing::Checking { stage, share },
                false => Standing::Building { stage, share },
            };
        }
        match builds.iter().find(seen) {
            Some(build) if build.outcome == BuildOutcome::Refused => Standing::Refused {
                ended_at: ended(build),
                error: build.error.clone(),
                findings: build.refused.clone(),
            },
            Some(build) => Standing::Failed {
                ended_at: ended(build),
                error: build.error.clone(),
            },
            None => Standing::Waiting,
        }
    }

    /// The build that brought a save which this one has seen: if it found nothing to change, that may be the one before, which
    /// still ran when the save came and has read it already.
    fn brought<'b>(&'b self, build: &'b BuildRun, at: u64) -> &'b BuildRun {
        let ran_then = |other: &&BuildRun| {
            let ended: Option<jiff::Timestamp> = ended(other).parse().ok();
            let is_late = ended.is_some_and(|ended| ended.as_second().unsigned_abs() >= at);
            other.outcome == BuildOutcome::Live && other.release == build.release && is_late
        };
        match build.outcome {
            BuildOutcome::Unchanged => self.report.builds.iter().find(ran_then).unwrap_or(build),
            _ => build,
        }
    }

    /// What became of a save that a build has put live.
    fn since(&self, build: &BuildRun) -> Standing {
        let place = |id: &str| self.releases.iter().position(|release| release.id == id);
        let live = self.releases.iter().position(|release| release.live);
        let its = build.release.as_deref().and_then(place);
        // A release that is no longer on disk is older than all that are.
        if its.zip(live).is_some_and(|(its, live)| its < live) {
            return Standing::TakenBack {
                release: build.release.clone(),
                before: build.before.clone().filter(|_| build.outcome == BuildOutcome::Live),
            };
        }
        Standing::Live {
            release: build.release.clone(),
            before: build.before.clone().filter(|_| build.outcome == BuildOutcome::Live),
            live_at: Some(ended(build)),
            pages: match build.outcome {
                BuildOutcome::Unchanged => Some(PageCounts::default()),
                _ => build.pages,
            },
        }
    }

    /// Whether the live release was gone back to.
    pub(crate) fn is_rolled_back(&self) -> bool {
        self.report.state == BuilderState::RolledBack || self.releases.first().is_some_and(|last| last.rolled_back)
    }
}

/// When a build ended (RFC 3339).
fn ended(build: &BuildRun) -> String {
    let began: Option<jiff::Timestamp> = build.began_at.parse().ok();
    let took = jiff::SignedDuration::try_from_secs_f64(build.seconds).unwrap_or_default();
    let ended = began.and_then(|began| began.checked_add(took).ok());
    let whole = ended.and_then(|ended| jiff::Timestamp::from_second(ended.as_second()).ok());
    whole.map_or_else(|| build.began_at.clone(), |ended| ended.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After every build of these tests.
    const AT: u64 = 1_900_000_000;

    fn build(events: u64, outcome: BuildOutcome, release: Option<&str>) -> BuildRun {
        BuildRun {
            reason: "event".to_owned(),
            events,
            began_at: "2026-11-29T10:41:00Z".to_owned(),
            seconds: 7.4,
            outcome,
            release: release.map(str::to_owned),
            before: Some("one".to_owned()),
            pages: Some(PageCounts {
                changed: 3,
                ..PageCounts::default()
            }),
            error: release.is_none().then(|| "the CMS does not answer".to_owned()),
            refused: Vec::new(),
        }
    }

    fn release(id: &str, live: bool) -> ArchivedRelease {
        ArchivedRelease {
            id: id.to_owned(),
            live,
            rolled_back: false,
            pages: Some(9),
            built_at: None,
        }
    }

    fn standing(number: u64, report: &BuilderReport, releases: &[ArchivedRelease]) -> Standing {
        let built = Built {
            events: 2,
            at: String::new(),
            next_change: None,
            shop: None,
            planned: Vec::new(),
        };
        let known = Known {
            report,
            built: Some(&built),
            releases,
            entries: &[],
        };
        known.standing(number, AT)
    }

    #[test]
    fn a_save_is_live_since_the_first_release_that_has_it() {
        let report = BuilderReport {
            builds: vec![
                build(9, BuildOutcome::Failed, None),
                build(8, BuildOutcome::Unchanged, Some("three")),
                build(7, BuildOutcome::Live, Some("three")),
                build(5, BuildOutcome::Live, Some("two")),
            ],
            ..BuilderReport::default()
        };
        let releases = [release("three", true), release("two", false), release("one", false)];
        let Standing::Live {
            release,
            live_at,
            pages,
            ..
        } = standing(4, &report, &releases)
        else {
            panic!("it is live")
        };
        assert_eq!(release.as_deref(), Some("two"));
        assert_eq!(live_at.as_deref(), Some("2026-11-29T10:41:07Z"));
        assert_eq!(pages.map(PageCounts::total), Some(3));
        let unchanged = standing(8, &report, &releases);
        assert!(
            matches!(unchanged, Standing::Live { pages: Some(pages), before: None, .. } if pages.total() == 0),
            "{unchanged:?}"
        );
        assert!(matches!(
            standing(9, &report, &releases),
            Standing::Failed { error: Some(_), .. }
        ));
        assert_eq!(standing(10, &report, &releases), Standing::Waiting);
    }

    #[test]
    fn a_save_that_came_in_time_for_the_build_that_ran_is_of_that_build() {
        let report = BuilderReport {
            builds: vec![
                build(1, BuildOutcome::Unchanged, Some("two")),
                build(0, BuildOutcome::Live, Some("two")),
            ],
            ..BuilderReport::default()
        };
        let releases = [release("two", true), release("one", false)];
        let known = Known {
            report: &report,
            built: None,
            releases: &releases,
            entries: &[],
        };
        let at = "2026-11-29T10:41:03Z"
            .parse::<jiff::Timestamp>()
            .expect("a time")
            .as_second()
            .unsigned_abs();
        let Standing::Live { pages, before, .. } = known.standing(1, at) else {
            panic!("it is live")
        };
        assert_eq!(
            (pages.map(PageCounts::total), before.as_deref()),
            (Some(3), Some("one"))
        );
    }

    #[test]
    fn a_save_that_no_build_remembers_is_live_if_the_live_release_has_seen_it() {
        let report = BuilderReport::default();
        assert!(matches!(
            standing(2, &report, &[]),
            Standing::Live { release: None, .. }
        ));
        assert_eq!(standing(3, &report, &[]), Standing::Waiting);
    }

    #[test]
    fn going_back_takes_back_every_save_since() {
        let report = BuilderReport {
            builds: vec![
                build(7, BuildOutcome::Live, Some("three")),
                build(5, BuildOutcome::Live, Some("two")),
            ],
            ..BuilderReport::default()
        };
        let releases = [release("three", false), release("two", false), release("one", true)];
        for number in [4, 6] {
            assert!(matches!(
                standing(number, &report, &releases),
                Standing::TakenBack { .. }
            ));
        }
        // A later build has all content again.
        let after = [release("four", true), release("three", false), release("two", false)];
        assert!(matches!(standing(6, &report, &after), Standing::Live { .. }));
    }
}
