//! The process that builds for `vitrine serve`: the same program at low priority, which makes one build after the other
//! and keeps what the next one may need.
//!
//! **Invariant:** the process gets this process's environment without the webhook secrets and without the allocator
//! settings for serving; it is killed when the future that waits for its build is dropped. One that was killed while it
//! waited is replaced, and the build runs in the new one.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, ChildStdout},
    task::JoinHandle,
};
use vitrine_api::{PageCounts, RefusedFinding};

use super::orders::{BuildEnded, BuildOrder};
use crate::child;

/// Maximum length of an error message in characters.
const LONGEST: usize = 2_000;

/// The build command, with its process while that waits for the next build.
#[derive(Debug)]
pub(crate) struct BuildCommand {
    pub(crate) config: PathBuf,
    /// Whether to pass the time to the build; otherwise it uses the machine's clock.
    pub(crate) tell_time: bool,
    /// Names of environment variables that are not passed on.
    pub(crate) without: Vec<&'static str>,
    /// How long the process waits for another build; zero: it ends after each.
    pub(crate) idle: Duration,
    /// It ends after a build that leaves it with more memory than this, in bytes.
    pub(crate) memory: u64,
    pub(crate) waiting: WaitingProcess,
}

/// The process between two builds.
#[derive(Debug, Default)]
pub(crate) struct WaitingProcess(Mutex<Option<BuildProcess>>);

impl WaitingProcess {
    fn slot(&self) -> MutexGuard<'_, Option<BuildProcess>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running process.
#[derive(Debug)]
struct BuildProcess {
    child: Child,
    orders: ChildStdin,
    out: Lines<BufReader<ChildStdout>>,
    /// The last message on standard error that says why something failed.
    said: Arc<Mutex<Option<String>>>,
    errors: JoinHandle<()>,
    memory: Option<u64>,
    since: Instant,
}

/// The result of a build.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// The release that it made, if it is live.
    pub(super) release: Option<String>,
    /// Whether a different release was live before.
    pub(super) changed: bool,
    /// Why it failed, or what failed after its release went live.
    pub(super) error: Option<String>,
    /// The errors for which its release was refused.
    pub(super) refused: Vec<RefusedFinding>,
    /// How many pages differ from the release before.
    pub(super) pages: Option<PageCounts>,
}

/// How far a build is.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) stage: String,
    /// How much of the stage is done, from 0 to 1.
    pub(super) share: Option<f64>,
}

impl Reached {
    fn read(line: &Value) -> Option<Self> {
        let total = line["total"].as_f64().filter(|total| *total > 0.0);
        let share = line["done"]
            .as_f64()
            .zip(total)
            .map(|(done, total)| (done / total).clamp(0.0, 1.0));
        Some(Self {
            stage: line["stage"].as_str()?.to_owned(),
            share,
        })
    }
}

impl Ended {
    fn badly(error: String) -> Self {
        Self {
            error: Some(error),
            ..Self::default()
        }
    }

    fn of(report: &Value, error: Option<String>) -> Self {
        Self {
            release: report["report"]["release"].as_str().map(str::to_owned),
            changed: report["changed"] == true,
            error,
            refused: serde_json::from_value(report["refused"].clone()).unwrap_or_default(),
            pages: counts(&report["report"]["changes"]),
        }
    }
}

fn counts(changes: &Value) -> Option<PageCounts> {
    let count = |key: &str| Some(changes[key].as_array()?.len() as u64);
    Some(PageCounts {
        added: count("added")?,
        changed: count("changed")?,
        removed: count("removed")?,
    })
}

/// Why a process answered nothing to an order.
struct Gone(String);

impl BuildCommand {
    /// Runs a build and waits for it; `stage` is called with each stage, and with what is done of it.
    pub(super) async fn run(&self, now: Timestamp, stage: impl Fn(Reached)) -> Ended {
        let waiting = self.waiting.slot().take();
        if let Some(process) = waiting
            && let Ok(ended) = self.build_in(process, now, &stage).await
        {
            return ended;
        }
        let process = match self.start() {
            Ok(process) => process,
            Err(error) => return Ended::badly(format!("the build could not be started: {error}")),
        };
        let ended = self.build_in(process, now, &stage).await;
        ended.unwrap_or_else(|Gone(why)| Ended::badly(why))
    }

    /// Ends the process if it has waited for long enough.
    pub(super) fn end_idle(&self) {
        let mut slot = self.waiting.slot();
        if slot
            .as_ref()
            .is_some_and(|process| process.since.elapsed() >= self.idle)
        {
            *slot = None;
        }
    }

    /// The memory of the process that waits, in bytes, after its last build.
    pub(super) fn memory_in_use(&self) -> Option<u64> {
        self.waiting.slot().as_ref()?.memory
    }

    async fn build_in(
        &self,
        mut process: BuildProcess,
        now: Timestamp,
        stage: impl Fn(Reached),
    ) -> Result<Ended, Gone> {
        *locked(&process.said) = None;
        let order = BuildOrder {
            now: self.tell_time.then_some(now),
        };
        if process.order(&order).await.is_err() {
            return Err(Gone(process.why().await));
        }
        let (mut report, mut began) = (Value::Null, false);
        while let Ok(Some(line)) = process.out.next_line().await {
            began = true;
            let line: Value = serde_json::from_str(&line).unwrap_or_default();
            if let Some(reached) = Reached::read(&line) {
                stage(reached);
            } else if let Some(BuildEnded { error, memory_bytes }) = BuildEnded::read(&line) {
                self.keep(process, memory_bytes);
                return Ok(Ended::of(&report, error.map(|error| cut(&error))));
            } else {
                report = line;
            }
        }
        let why = process.why().await;
        // The report is printed after its release went live: a later failure does not change that.
        if began {
            Ok(Ended::of(&report, Some(why)))
        } else {
            Err(Gone(why))
        }
    }

    fn keep(&self, mut process: BuildProcess, memory: Option<u64>) {
        if self.idle.is_zero() || memory.is_none_or(|memory| memory > self.memory) {
            return;
        }
        (process.memory, process.since) = (memory, Instant::now());
        *self.waiting.slot() = Some(process);
    }

    fn start(&self) -> std::io::Result<BuildProcess> {
        let gone = || std::io::Error::other("its input and output are missing");
        let mut child = child::command(&self.config, "resident-build", &self.without)?.spawn()?;
        let (orders, out, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let said = Arc::default();
        Ok(BuildProcess {
            orders: orders.ok_or_else(gone)?,
            out: BufReader::new(out.ok_or_else(gone)?).lines(),
            errors: tokio::spawn(read_errors(errors.ok_or_else(gone)?, Arc::clone(&said))),
            said,
            child,
            memory: None,
            since: Instant::now(),
        })
    }
}

impl BuildProcess {
    async fn order(&mut self, order: &BuildOrder) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(order)?;
        line.push(b'\n');
        self.orders.write_all(&line).await
    }

    /// Why it ended.
    async fn why(mut self) -> String {
        let status = self.child.wait().await;
        let _read = self.errors.await;
        let said = locked(&self.said).take();
        match status {
            Ok(status) => said.unwrap_or_else(|| format!("it ended with {status}")),
            Err(error) => format!("the build could not be waited for: {error}"),
        }
    }
}

/// Standard error goes to the log; its last message says why the build failed.
async fn read_errors(errors: ChildStderr, said: Arc<Mutex<Option<String>>>) {
    let mut lines = BufReader::new(errors).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some(words) = line.strip_prefix("vitrine: ") {
            *locked(&said) = Some(cut(words));
        }
        tracing::info!(target: "vitrine::build", "{line}");
    }
}

fn locked(said: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    said.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cut(words: &str) -> String {
    words.chars().take(LONGEST).collect()
}
