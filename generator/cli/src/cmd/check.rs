//! `vitrine check`: reports missing and unused texts without building. It reads only sources, so the result is the same
//! on every machine.

use anyhow::Result;
use vitrine_site::CheckSources;

use crate::{
    Outcome,
    cmd::{build::warning_line, wire},
    config::Config,
    progress,
};

/// Runs the checks and prints the diagnostics. Returns `ContentErrors` if a text is missing or unused.
pub(crate) fn run(config: &Config) -> Result<Outcome> {
    let site = wire::site(config, None)?;
    let sources = CheckSources {
        interface: vec![
            config.path(&config.file.build.templates),
            config.path("generator/site/src".as_ref()),
            config.path("generator/api/src".as_ref()),
        ],
        islands: vec![config.path("islands/src".as_ref())],
    };
    let found = vitrine_site::check(&site, &sources)?;
    for diagnostic in &found {
        progress::say(&warning_line(diagnostic));
    }
    progress::say(&format!(
        "texts: {} findings in {} locales",
        found.len(),
        config.locales.count()
    ));
    Ok(if found.is_empty() {
        Outcome::Done
    } else {
        Outcome::ContentErrors
    })
}
