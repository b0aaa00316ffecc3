//! `vitrine releases`: lists the releases in dist, newest first, and marks the live one.

use std::time::SystemTime;

use anyhow::{Context, Result};
use clap::Args;
use vitrine_site::KnownRelease;

use crate::{Outcome, cmd::format::Format, config::Config, progress};

/// Output options.
#[derive(Args)]
pub(crate) struct ReleasesArguments {
    /// Output format: text, or one JSON document.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// Prints the list.
pub(crate) fn run(config: &Config, arguments: &ReleasesArguments) -> Result<Outcome> {
    let dist = config.path(&config.file.build.dist);
    let mut releases = vitrine_site::releases(&dist)?;
    releases.reverse();
    if arguments.format == Format::Json {
        let list: Vec<_> = releases.iter().map(json).collect();
        let document = serde_json::json!({ "format": 1, "releases": list });
        progress::print(&document.to_string()).context("could not print the list")?;
        return Ok(Outcome::Done);
    }
    if releases.is_empty() {
        progress::say(&format!("no release lies in {}: build one", dist.display()));
    }
    for release in &releases {
        progress::print(&line(release)).context("could not print the list")?;
    }
    Ok(Outcome::Done)
}

fn json(release: &KnownRelease) -> serde_json::Value {
    serde_json::json!({
        "id": release.id,
        "live": release.live,
        "rolled_back": release.rolled_back,
        "pages": release.pages,
        "built_at": release.built.and_then(timestamp).map(|built| built.to_string()),
    })
}

/// `* 95064e… 2026-11-21T09:00:00Z   1727 pages  live`
fn line(release: &KnownRelease) -> String {
    let mark = if release.live { '*' } else { ' ' };
    let built = release.built.and_then(timestamp);
    let built = built.map_or_else(|| "?".to_owned(), |built| built.to_string());
    let pages = release.pages.map_or_else(|| "?".to_owned(), |pages| pages.to_string());
    let word = match (release.live, release.rolled_back) {
        (true, _) => "  live",
        (false, true) => "  rolled back",
        (false, false) => "",
    };
    format!("{mark} {} {built:20} {pages:>6} pages{word}", release.id)
}

/// Whole seconds.
pub(super) fn timestamp(time: SystemTime) -> Option<jiff::Timestamp> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    jiff::Timestamp::from_second(time.as_second()).ok()
}
