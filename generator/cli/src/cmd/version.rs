//! `vitrine version`: what this program is, and which formats it reads and writes.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use vitrine_backends::snapshot;
use vitrine_model::release_format::RELEASE_FORMAT;
use vitrine_site::theme::THEME_CONTRACT;
use vitrine_state::STATE_FORMAT;

use crate::{
    Outcome,
    build_info::{COMMIT, COMMITTED, HAS_DEMO, PLATFORM, PROFILE, VERSION},
    carried,
    cmd::format::Format,
    progress,
};

/// What a program says that was not built by scripts/release.
const UNKNOWN: &str = "unknown commit (built from a work tree)";

/// Output options.
#[derive(Args)]
pub(crate) struct VersionArguments {
    /// Output format: text, or one JSON document.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// Prints it.
pub(crate) fn run(arguments: &VersionArguments) -> Result<Outcome> {
    let carries = carried::read()?.is_some();
    let text = match arguments.format {
        Format::Text => text(carries),
        Format::Json => document(carries).to_string(),
    };
    progress::print(&text).context("could not print the version")?;
    Ok(Outcome::Done)
}

fn text(carries: bool) -> String {
    let commit = match (COMMIT, COMMITTED) {
        (Some(commit), Some(time)) => format!("commit {commit} of {time}"),
        (Some(commit), None) => format!("commit {commit}"),
        (None, _) => UNKNOWN.to_owned(),
    };
    let (os, architecture) = PLATFORM;
    let demo = if HAS_DEMO { "with" } else { "without" };
    let carried = if carries {
        "carries templates, texts and assets"
    } else {
        "carries no templates, texts and assets: build.templates, build.locales and build.assets name them"
    };
    format!(
        "vitrine {VERSION}\n{commit}\n{PROFILE} build for {os} {architecture}, {demo} the demo\n{}\nformats: release {RELEASE_FORMAT}, state {STATE_FORMAT}, pull {}, theme contract {THEME_CONTRACT}\n{carried}",
        vitrine_site::GENERATOR,
        snapshot::FORMAT,
    )
}

fn document(carries: bool) -> Value {
    let (os, architecture) = PLATFORM;
    json!({
        "format": 1,
        "version": VERSION,
        "commit": COMMIT,
        "committed": COMMITTED,
        "build": { "profile": PROFILE, "os": os, "architecture": architecture, "demo": HAS_DEMO },
        "generator": vitrine_site::GENERATOR,
        "formats": {
            "release": RELEASE_FORMAT,
            "state": STATE_FORMAT,
            "pull": snapshot::FORMAT,
            "theme_contract": THEME_CONTRACT,
        },
        "carries_files": carries,
    })
}
