//! `vitrine build`: pull, convert, build, release.
//!
//! **Invariant:** whatever goes wrong, the live release and the last good snapshot stay as they were (R-GEN-02).

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use vitrine_backends::{pull, snapshot::Snapshot};
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Severity},
};
use vitrine_site::{BuildOptions, BuildReport, Stage};

use crate::{Outcome, cmd::wire, config::Config, progress, progress::Stages};

/// How to build.
#[derive(Args)]
pub(crate) struct BuildArguments {
    /// Build from the last pull instead of asking the backends.
    #[arg(long)]
    offline: bool,
    /// Go live although the release has fewer than 80 % of the pages of the live one.
    #[arg(long)]
    accept_fewer: bool,
    /// Go live although a kind of page (product, content, brand, …) vanished from a locale; may be given more than once.
    #[arg(long, value_name = "KIND")]
    accept_empty: Vec<String>,
    /// Print the report as JSON on stdout.
    #[arg(long)]
    json: bool,
    /// The time to build for (2026-11-21T09:00:00Z) instead of the machine's clock.
    #[arg(long, value_name = "TIME")]
    now: Option<jiff::Timestamp>,
}

/// How long each stage took.
struct Clock {
    began: Instant,
    times: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn lap<T>(&mut self, stage: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = Instant::now();
        let done = work()?;
        self.times.push((stage, began.elapsed()));
        Ok(done)
    }
}

struct Shown<'a>(&'a Stages);

impl pull::Progress for Shown<'_> {
    fn step(&self, stage: &str, done: u64, total: u64) {
        self.0.at(stage, done, total);
    }
}

impl vitrine_site::Progress for Shown<'_> {
    fn step(&self, stage: Stage, done: usize, total: usize) {
        self.0.at(&stage.to_string(), done as u64, total as u64);
    }
}

/// Builds and tells.
pub(crate) fn run(config: &Config, arguments: &BuildArguments) -> Result<Outcome> {
    let stages = Stages::new();
    let built = build(config, arguments, &stages);
    stages.clear();
    let (report, clock) = built?;
    if arguments.json {
        let times: serde_json::Map<_, _> = clock
            .times
            .iter()
            .map(|(stage, time)| ((*stage).to_owned(), time.as_secs_f64().into()))
            .collect();
        let whole = serde_json::json!({ "seconds": times, "report": report });
        progress::print(&whole.to_string()).context("could not print the report")?;
    }
    tell(&report, &clock);
    Ok(Outcome::Done)
}

fn build(config: &Config, arguments: &BuildArguments, stages: &Stages) -> Result<(BuildReport, Clock)> {
    let mut clock = Clock {
        began: Instant::now(),
        times: Vec::new(),
    };
    let now = arguments.now.unwrap_or_else(jiff::Timestamp::now);
    let site = wire::site(config, Some(now.to_zoned(jiff::tz::TimeZone::UTC).year()))?;
    let shown = Shown(stages);
    let snapshot = clock.lap("pull", || fetch_or_open(config, arguments, &shown))?;
    let (catalog, diagnostics) = clock.lap("convert", || {
        Ok(vitrine_backends::convert::convert(&snapshot, &wire::convert(config))?)
    })?;
    let options = options(config, arguments, &snapshot, diagnostics)?;
    let report = clock.lap("build", || make(&catalog, &site, &options, &shown))?;
    Ok((report, clock))
}

fn make(
    catalog: &Catalog,
    site: &vitrine_site::Site,
    options: &BuildOptions,
    shown: &Shown<'_>,
) -> Result<BuildReport> {
    vitrine_site::build(catalog, site, options, shown).context("the build stopped; the live release is as it was")
}

fn fetch_or_open(config: &Config, arguments: &BuildArguments, shown: &Shown<'_>) -> Result<Snapshot> {
    let dir = wire::snapshot_dir(config);
    if arguments.offline {
        return Ok(Snapshot::open(&dir)?);
    }
    let shopware = wire::shopware(config, wire::Purpose::Build)?;
    let statamic = wire::statamic(config)?;
    let now = arguments.now.unwrap_or_else(jiff::Timestamp::now);
    wire::runtime()?
        .block_on(pull::pull(&shopware, &statamic, &wire::pull(config), now, &dir, shown))
        .context("the build stopped; the live release and the last pull are as they were")
}

fn options(
    config: &Config,
    arguments: &BuildArguments,
    snapshot: &Snapshot,
    diagnostics_in: Vec<Diagnostic>,
) -> Result<BuildOptions> {
    Ok(BuildOptions {
        dist: config.path(&config.file.build.dist),
        accept_fewer: arguments.accept_fewer,
        accept_empty: arguments.accept_empty.clone(),
        keep_releases: config.file.build.keep_releases,
        diagnostics_in,
        source_snapshot: serde_json::to_string(&snapshot.about().counts).context("could not name the snapshot")?,
    })
}

fn tell(report: &BuildReport, clock: &Clock) {
    for warning in &report.warnings {
        progress::say(&warning_line(warning));
    }
    let times: Vec<String> = clock
        .times
        .iter()
        .map(|(stage, time)| format!("{stage} {:.2} s", time.as_secs_f64()))
        .collect();
    let changes = &report.changes;
    progress::say(&format!(
        "{} pages, {} files, {} KB: {} new, {} changed, {} gone, {} as before, {} warnings",
        report.pages,
        report.files,
        report.bytes / 1024,
        changes.added.len(),
        changes.changed.len(),
        changes.removed.len(),
        changes.unchanged,
        report.warnings.len()
    ));
    let reused = if report.reused { ", which lay there already" } else { "" };
    progress::say(&format!(
        "release {}{reused} is live after {:.2} s ({})",
        report.release,
        clock.began.elapsed().as_secs_f64(),
        times.join(", ")
    ));
}

/// One finding as a line: what, where, and what to do.
pub(crate) fn warning_line(found: &Diagnostic) -> String {
    let place = &found.place;
    let severity = match found.severity {
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut line = format!("{severity} {}: {}", found.code, found.message);
    let locale = place.locale.as_deref().map(|l| format!(" ({l})")).unwrap_or_default();
    let field = place.field.as_deref().map(|f| format!(", {f}")).unwrap_or_default();
    line.push_str(&format!(
        " [{} {} {}{locale}{field}]",
        place.source, place.kind, place.id
    ));
    for more in [&found.hint, &place.edit_url].into_iter().flatten() {
        line.push_str(&format!(" {more}"));
    }
    line
}
