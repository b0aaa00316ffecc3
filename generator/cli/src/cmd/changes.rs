//! `vitrine changes`: lists the files of `site/` that differ between two releases, so that only those need to be
//! uploaded.

use anyhow::{Context, Result};
use clap::Args;
use vitrine_site::FileChanges;

use crate::{Outcome, cmd::format::Format, config::Config, progress};

/// What to compare, and how to print it.
#[derive(Args)]
pub(crate) struct ChangesArguments {
    /// The release that the host has: an id of `vitrine releases`, a folder of a release, or a release.json; default:
    /// the previous release.
    #[arg(long, value_name = "RELEASE")]
    from: Option<String>,
    /// The release to upload; default: the live one.
    #[arg(long, value_name = "RELEASE")]
    to: Option<String>,
    /// Output format: a line per file (`+` new, `~` changed, `-` removed), or one JSON document.
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
}

/// Prints the list.
pub(crate) fn run(config: &Config, arguments: &ChangesArguments) -> Result<Outcome> {
    let dist = config.path(&config.file.build.dist);
    let changes = vitrine_site::file_changes(&dist, arguments.from.as_deref(), arguments.to.as_deref())?;
    let text = match arguments.format {
        Format::Json => json(&changes).to_string(),
        Format::Text => {
            progress::say(&summary(&changes));
            lines(&changes)
        }
    };
    if !text.is_empty() {
        progress::print(&text).context("could not print the list")?;
    }
    Ok(Outcome::Done)
}

fn json(changes: &FileChanges) -> serde_json::Value {
    let FileChanges {
        from,
        to,
        added,
        changed,
        removed,
        unchanged,
    } = changes;
    serde_json::json!({
        "format": 1, "from": from, "to": to, "added": added, "changed": changed, "removed": removed, "unchanged": unchanged
    })
}

fn lines(changes: &FileChanges) -> String {
    let marked = [('+', &changes.added), ('~', &changes.changed), ('-', &changes.removed)];
    let lines = marked
        .into_iter()
        .flat_map(|(mark, files)| files.iter().map(move |file| format!("{mark} {file}")));
    lines.collect::<Vec<_>>().join("\n")
}

fn summary(changes: &FileChanges) -> String {
    let since = match &changes.from {
        Some(from) => format!("since {from}"),
        None => "as no release came before".to_owned(),
    };
    format!(
        "release {}, {since}: {} new, {} changed, {} gone, {} the same",
        changes.to,
        changes.added.len(),
        changes.changed.len(),
        changes.removed.len(),
        changes.unchanged
    )
}
