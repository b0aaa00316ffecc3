//! `vitrine build`: pull, convert, build, release.
//!
//! **Invariant:** after any failure before `current` is switched, the live release and the last good snapshot are
//! unchanged (R-GEN-02); a failure after it is an error that says that the new release is live.

mod report;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use rustix::fs::Access;
use vitrine_backends::{convert::Converter, pull, seen_names::NameCounter, shopware::ShopState, snapshot::Snapshot};
use vitrine_model::{catalog::Catalog, diagnostic::Diagnostic};
use vitrine_site::{BuildOptions, Gate, KeptRelease, Retention, tag_manager};

use self::report::{Built, counts, machine_readable, tell};
use crate::{
    Outcome,
    cmd::{configured_names, folded, format::Format, front_end, gate, own_islands, remedy, seen::Seen, setup, wire},
    config::Config,
    progress, published_prices,
    stages::Stages,
};

/// Nice value of builds that a server starts.
const NICE: i32 = 10;
/// Seconds of a day.
const DAY: u64 = 24 * 3_600;

/// How to build.
#[derive(Args, Default)]
pub(crate) struct BuildArguments {
    /// Build from the last pull instead of calling the backends.
    #[arg(long)]
    offline: bool,
    /// Publish a release with fewer than 80 % of the live release's pages.
    #[arg(long)]
    accept_fewer: bool,
    /// Accept that this became empty or disappeared: a kind of page (product, content, brand, …) or a resource of the
    /// pull (entries/news, navs/main, globals/site, redirects, …); may be repeated.
    #[arg(long, value_name = "NAME")]
    accept_empty: Vec<String>,
    /// Publish although this error was found (law-terms-link, hole-menu, …); may be repeated. `build.accept` of the
    /// configuration does the same for every build.
    #[arg(long, value_name = "CODE")]
    accept: Vec<String>,
    /// Render every page, also those that are up to date in the live release.
    #[arg(long)]
    full: bool,
    /// Say why the page at this path was rendered; may be repeated.
    #[arg(long, value_name = "PATH")]
    why: Vec<String>,
    /// Output format: text on stderr, or the report as one JSON document on stdout too.
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The time to build for (2026-11-21T09:00:00Z) instead of the machine's clock.
    #[arg(long, value_name = "TIME")]
    now: Option<jiff::Timestamp>,
    /// Build into this folder instead, with the styleguide, for developers of the shop; the configured dist is not
    /// changed.
    #[arg(long, hide = true, value_name = "DIR")]
    styleguide: Option<PathBuf>,
    /// For the builder of `vitrine serve`: low priority, and a line of JSON on stdout for every stage.
    #[arg(long, hide = true)]
    for_server: bool,
    /// Render everything for every page instead of sharing fragments; slower, with the same bytes. For the test that
    /// compares the two.
    #[arg(long, hide = true)]
    no_sharing: bool,
}

impl BuildArguments {
    /// Whether the report is printed as JSON.
    fn is_json(&self) -> bool {
        self.json || self.format == Some(Format::Json)
    }

    /// A build for `vitrine serve`; `now` instead of the machine's clock.
    pub(crate) fn for_server(now: Option<jiff::Timestamp>) -> Self {
        Self {
            now,
            json: true,
            for_server: true,
            ..Self::default()
        }
    }
}

/// How a build ended that did not fail.
pub(crate) enum Ending {
    /// Its release is live.
    Done,
    /// Its release is not published; why, and what to do.
    Refused(String),
}

/// Builds and reports the result. Returns `ContentErrors` if the release was refused.
pub(crate) fn run(config: &Config, arguments: &BuildArguments) -> Result<Outcome> {
    if arguments.for_server {
        yield_to_the_server();
    }
    match build_once(config, arguments, &mut Kept::default())? {
        Ending::Done => Ok(Outcome::Done),
        Ending::Refused(why) => {
            progress::say(&format!("vitrine: {why}"));
            Ok(Outcome::ContentErrors)
        }
    }
}

/// Lowers the priority of this process for good: it serves no visitors.
pub(crate) fn yield_to_the_server() {
    let _as_it_is = rustix::process::nice(NICE).is_err();
}

/// What a process keeps from one build for the next; the default is for a single build.
#[derive(Default)]
pub(crate) struct Kept {
    converter: Converter,
    names: NameCounter,
    release: KeptRelease,
}

impl Kept {
    pub(crate) fn for_more() -> Self {
        Self {
            converter: Converter::for_more(),
            release: KeptRelease::for_more(),
            ..Self::default()
        }
    }
}

/// Builds and reports the result. `kept` is of the build before, in the same process.
pub(crate) fn build_once(config: &Config, arguments: &BuildArguments, kept: &mut Kept) -> Result<Ending> {
    gate::known_codes(config, &arguments.accept)?;
    // Held until the release is live: a second build could replace the snapshot during this one, or a newer release
    // with an older one.
    let lock = wire::builder_lock(config, "build")?;
    usable(&dist(config, arguments), arguments)?;
    front_end::say_if_older(config);
    own_islands::before_a_build(config)?;
    if arguments.styleguide.is_none() {
        published_prices::record_what_is_live(config, &dist(config, arguments), now(arguments))?;
    }
    let is_not_pulled = arguments.offline || arguments.styleguide.is_some();
    let seen = match is_not_pulled {
        true => None,
        false => Seen::before_the_pull(config, now(arguments), arguments.for_server)?,
    };
    let stages = Stages::new(arguments.for_server);
    let live = fs::read_link(dist(config, arguments).join("current")).ok();
    let built = build(config, arguments, seen.as_ref(), kept, &stages);
    stages.clear();
    let built = match built {
        Err(error) if gate::refused(&error).is_some() => {
            let why = gate::tell_refusal(gate::refused(&error).unwrap_or_default(), arguments.is_json())?;
            return Ok(Ending::Refused(why));
        }
        Err(error) => {
            if arguments.is_json() {
                folded::print_failures(&error)?;
            }
            return Err(error);
        }
        Ok(built) => built,
    };
    let seconds = stages.elapsed().as_secs_f64();
    let recorded = seen.map_or(Ok(()), |seen| {
        seen.record(config, (built.next_change, &built.planned), built.shop.as_ref())
    });
    let recorded = recorded.and_then(|()| match arguments.styleguide {
        None => published_prices::record(config, &dist(config, arguments), now(arguments)),
        Some(_) => Ok(()),
    });
    drop(lock);
    // The release is live: report that, whatever failed afterwards.
    if arguments.is_json() {
        let mut report = machine_readable(&built, seconds);
        let is_live = |live: PathBuf| live.ends_with(&built.report.release);
        report["changed"] = (!live.is_some_and(is_live)).into();
        progress::print(&report.to_string()).context("could not print the report")?;
    }
    configured_names::tell_unseen(&built.names);
    tell(&built, seconds);
    recorded?;
    match &built.report.unfinished {
        Some(unfinished) => Err(anyhow::Error::msg(unfinished.clone())),
        None => Ok(Ending::Done),
    }
}

fn build(
    config: &Config,
    arguments: &BuildArguments,
    seen: Option<&Seen>,
    kept: &mut Kept,
    stages: &Stages,
) -> Result<Built> {
    stages.begin("pull");
    let now = now(arguments);
    let mut site = wire::site(config, Some(now.to_zoned(jiff::tz::TimeZone::UTC).year()))?;
    if arguments.styleguide.is_some() {
        site = vitrine_site::styleguide::with_styleguide(site);
    }
    let (snapshot, shop) = fetch_or_open(config, arguments, seen, stages)?;
    stages.count(snapshot.about().counts.values().sum());
    stages.begin("convert");
    let settings = wire::convert(config, snapshot.about(), now)?;
    let Kept { converter, names, .. } = kept;
    let (converted, names) = thread::scope(|threads| {
        let names = threads.spawn(|| configured_names::of(config, &snapshot, names));
        (converter.convert(&snapshot, &settings), names.join())
    });
    let (catalog, mut diagnostics) = converted?;
    let names = names.map_err(|_| anyhow!("counting the names of the configuration panicked"))??;
    diagnostics.extend(config.unknown_holidays(now));
    setup::add_findings(&mut diagnostics, config, snapshot.about());
    diagnostics.extend(configured_names::warnings(&names));
    let counts = counts(&catalog);
    stages.count(counts.values().filter_map(serde_json::Value::as_u64).sum());
    let mut options = options(config, arguments, &snapshot, diagnostics)?;
    if arguments.styleguide.is_none() {
        options.gate = gate::of(config, &arguments.accept, &names, &catalog);
    }
    let report = vitrine_site::build(&catalog, &site, &options, &mut kept.release, stages)
        .context("the build stopped; the live release is as it was")?;
    Ok(Built {
        next_change: next_change(&catalog, now),
        planned: catalog.planned().to_vec(),
        lacks_tag_id: config.is_public() && !tag_manager::is_used(site.config(), &catalog),
        report,
        passed: stages.finish(),
        counts,
        names,
        shop,
    })
}

/// The next time at which the site changes without an event: because of its data, or of the year in its footer.
fn next_change(catalog: &Catalog, now: jiff::Timestamp) -> Option<jiff::Timestamp> {
    let utc = jiff::tz::TimeZone::UTC;
    let new_year = jiff::civil::Date::new(now.to_zoned(utc.clone()).year().saturating_add(1), 1, 1);
    let new_year = new_year.and_then(|day| day.to_zoned(utc)).map(|day| day.timestamp());
    catalog.next_change().into_iter().chain(new_year).min()
}

/// The time that is built for.
fn now(arguments: &BuildArguments) -> jiff::Timestamp {
    arguments.now.unwrap_or_else(jiff::Timestamp::now)
}

fn fetch_or_open(
    config: &Config,
    arguments: &BuildArguments,
    seen: Option<&Seen>,
    stages: &Stages,
) -> Result<(Snapshot, Option<ShopState>)> {
    let dir = wire::snapshot_dir(config);
    if arguments.offline {
        return Ok((Snapshot::open(&dir)?, None));
    }
    let shopware = wire::shopware(config, wire::Purpose::Build)?;
    let now = now(arguments);
    let statamic = wire::statamic(config)?.for_pull(seen.and_then(|seen| seen.new_event), now);
    let accept_empty = pull::AcceptEmpty::Named(arguments.accept_empty.iter().cloned().collect());
    let live = if Snapshot::open(&dir).is_ok() {
        BTreeMap::new()
    } else {
        live_counts(&dist(config, arguments))
    };
    let wanted = wire::pull(config, accept_empty, live)?;
    let pulled = async {
        match seen.and_then(|seen| seen.named.as_deref().map(|named| (named, &seen.news))) {
            Some(changed) => pull::pull_changed(&shopware, &statamic, &wanted, changed, now, &dir, stages).await,
            None => {
                let state = match seen {
                    Some(seen) => seen.news.state(&shopware).await,
                    None => None,
                };
                let snapshot = pull::pull(&shopware, &statamic, &wanted, now, &dir, stages).await?;
                Ok((snapshot, state))
            }
        }
    };
    wire::runtime()?
        .block_on(pulled)
        .map_err(|error| remedy::with(config, error.into()))
        .context("the build stopped; the live release and the last pull are as they were")
}

fn dist(config: &Config, arguments: &BuildArguments) -> PathBuf {
    let own = arguments.styleguide.clone();
    own.unwrap_or_else(|| config.path(&config.file.build.dist))
}

/// Fails early if no release can be written there, instead of after minutes of pulling.
fn usable(dist: &Path, arguments: &BuildArguments) -> Result<()> {
    let releases = dist.join("releases");
    let may_write = || rustix::fs::access(&releases, Access::WRITE_OK | Access::EXEC_OK).map_err(std::io::Error::from);
    let written = fs::create_dir_all(&releases).and_then(|()| may_write());
    let key = if arguments.styleguide.is_some() {
        "--styleguide"
    } else {
        "build.dist"
    };
    written.with_context(|| {
        format!(
            "no release can be written to {}: set {key} to a folder that this user may write, or make it one. Nothing was pulled, and nothing changed",
            dist.display()
        )
    })
}

/// Number of records by file in the pull of the live release, from the name set by [`options`]; empty without a
/// release.
fn live_counts(dist: &Path) -> BTreeMap<String, u64> {
    let named = vitrine_site::live_snapshot(dist);
    named
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn options(
    config: &Config,
    arguments: &BuildArguments,
    snapshot: &Snapshot,
    diagnostics_in: Vec<Diagnostic>,
) -> Result<BuildOptions> {
    Ok(BuildOptions {
        dist: dist(config, arguments),
        accept_fewer: arguments.accept_fewer,
        accept_empty: arguments.accept_empty.clone(),
        keep: Retention {
            releases: config.file.build.keep_releases,
            assets: Duration::from_secs(config.file.build.keep_assets_days * DAY),
        },
        diagnostics_in,
        pulled_on: Some(snapshot.about().pulled_at.to_zoned(jiff::tz::TimeZone::UTC).date()),
        sharing: !arguments.no_sharing,
        source_snapshot: serde_json::to_string(&snapshot.about().counts).context("could not name the snapshot")?,
        // The styleguide shows examples, some of them without what a page must have.
        gate: Gate::default(),
        full: arguments.full || arguments.no_sharing,
        why: arguments.why.clone(),
    })
}
