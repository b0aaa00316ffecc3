//! The stages of a build: a progress bar or a line for each, and time, peak memory and count for the report (R-GEN-04).
//!
//! **Invariant:** every moment between start and end belongs to exactly one stage, so the stages' times add up to the
//! total.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use serde::Serialize;
use vitrine_backends::pull;
use vitrine_site::Stage;

use crate::progress::{self, Bars};

/// Least time between two announcements of how much of a stage is done.
const BETWEEN: Duration = Duration::from_millis(250);

/// A finished stage.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Passed {
    /// `pull`, `convert`, `plan`, `render`, `write`, `check`, `release`.
    pub(crate) stage: &'static str,
    pub(crate) seconds: f64,
    /// Number of items.
    pub(crate) count: u64,
    /// The kind of items.
    pub(crate) unit: &'static str,
    /// Peak memory of the process by the end of the stage, in bytes; `None` if the system does not provide it.
    pub(crate) peak_memory_bytes: Option<u64>,
}

struct Running {
    stage: &'static str,
    began: Instant,
    count: u64,
    /// When its share was last announced.
    announced: Instant,
}

/// Measures one build.
pub(crate) struct Stages {
    began: Instant,
    bars: Bars,
    /// Whether each stage is printed on stdout when it begins.
    announced: bool,
    state: Mutex<(Option<Running>, Vec<Passed>)>,
}

impl Stages {
    pub(crate) fn new(announced: bool) -> Self {
        Self {
            announced,
            began: Instant::now(),
            bars: Bars::new(),
            state: Mutex::new((None, Vec::new())),
        }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Ends the current stage and starts this one.
    pub(crate) fn begin(&self, stage: &'static str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.enter(&mut state, stage);
    }

    fn enter(&self, (running, passed): &mut (Option<Running>, Vec<Passed>), stage: &'static str) {
        if running.as_ref().is_some_and(|now| now.stage == stage) {
            return;
        }
        // Time before the first stage counts as part of it.
        let began = if running.is_none() && passed.is_empty() {
            self.began
        } else {
            Instant::now()
        };
        self.leave(running, passed);
        if self.announced {
            // The reader may have ended; the build continues.
            let _gone = progress::print(&serde_json::json!({ "stage": stage }).to_string()).is_err();
        }
        *running = Some(Running {
            stage,
            began,
            count: 0,
            announced: began,
        });
    }

    /// Prints how much of the current stage is done, now and then.
    fn announce_share(&self, running: &mut Running, total: u64) {
        if !self.announced || total == 0 || running.announced.elapsed() < BETWEEN {
            return;
        }
        running.announced = Instant::now();
        let line = serde_json::json!({ "stage": running.stage, "done": running.count, "total": total });
        let _gone = progress::print(&line.to_string()).is_err();
    }

    fn leave(&self, running: &mut Option<Running>, passed: &mut Vec<Passed>) {
        let Some(over) = running.take() else { return };
        self.bars.clear();
        let over = Passed {
            stage: over.stage,
            seconds: over.began.elapsed().as_secs_f64(),
            count: over.count,
            unit: unit(over.stage),
            // The kernel's per-thread counters may give a slightly lower value later.
            peak_memory_bytes: progress::peak_memory().max(passed.last().and_then(|last| last.peak_memory_bytes)),
        };
        progress::say(&line(&over));
        passed.push(over);
    }

    /// Sets the count of the current stage.
    pub(crate) fn count(&self, count: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &mut state.0 {
            running.count = count;
        }
    }

    /// Ends the last stage.
    pub(crate) fn finish(&self) -> Vec<Passed> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (running, passed) = &mut *state;
        self.leave(running, passed);
        passed.clone()
    }

    /// Removes the progress bar, so that the error of a failed build is printed below it.
    pub(crate) fn clear(&self) {
        self.bars.clear();
    }
}

impl pull::Progress for Stages {
    fn step(&self, part: &str, done: u64, total: u64) {
        self.bars.at(part, done, total);
    }

    fn takes(&self, line: &str) {
        self.bars.clear();
        progress::say(line);
    }

    fn restarts(&self, reason: &pull::PullError, restart: usize, most: usize, pause: Duration) {
        self.bars.clear();
        progress::say(&format!(
            "the shop was changed while it was read, so the pull starts again in {} s (restart {restart} of {most}): {reason}",
            pause.as_secs()
        ));
    }
}

impl vitrine_site::Progress for Stages {
    fn step(&self, stage: Stage, done: usize, total: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.enter(&mut state, name(stage));
        if let Some(running) = &mut state.0 {
            // Several threads report progress, not always in order.
            running.count = running.count.max(done as u64);
            self.announce_share(running, total as u64);
        }
        self.bars.at(name(stage), done as u64, total as u64);
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Plan => "plan",
        Stage::Render => "render",
        Stage::Write => "write",
        Stage::Check => "check",
        Stage::Release => "release",
    }
}

fn unit(stage: &str) -> &'static str {
    match stage {
        "pull" | "convert" => "records",
        "plan" | "render" => "pages",
        "check" => "warnings",
        _ => "files",
    }
}

fn line(passed: &Passed) -> String {
    let Passed {
        stage,
        seconds,
        count,
        unit,
        ..
    } = passed;
    let peak = passed
        .peak_memory_bytes
        .map_or_else(String::new, |bytes| format!(", peak memory {} MiB", bytes >> 20));
    format!("{stage}: {count} {unit} in {seconds:.2} s{peak}")
}
