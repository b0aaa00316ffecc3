//! Finds the release to check.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use vitrine_check::Report;

use crate::{config::Config, progress::Bars};

/// The folder of the live release, if there is one.
pub(super) fn live(config: &Config) -> Option<PathBuf> {
    let current = config.path(&config.file.build.dist).join("current");
    is_release(&current).then_some(current)
}

/// The folder of a release by its path or its id.
pub(super) fn named(config: &Config, named: &str) -> Result<PathBuf> {
    let releases = config.path(&config.file.build.dist).join("releases");
    // An id is a name, not a path.
    let by_id = (!named.contains(['/', '\\']) && !named.starts_with('.')).then(|| releases.join(named));
    let tried: Vec<PathBuf> = by_id.into_iter().chain([PathBuf::from(named)]).collect();
    match tried.iter().find(|folder| is_release(folder)) {
        Some(folder) => Ok(folder.clone()),
        None => bail!(
            "--release {named:?} is neither a release in {} nor a folder with a release.json: name one of the folders there, or leave it out for the live one",
            releases.display()
        ),
    }
}

fn is_release(folder: &Path) -> bool {
    folder.join("release.json").is_file()
}

/// Checks a release, with a progress bar on a terminal.
pub(super) fn check(folder: &Path) -> Result<Report> {
    let bars = Bars::new();
    let at = |done: usize, total: usize| {
        // Updating the bar for every hundredth page is enough.
        if done.is_multiple_of(100) || done == total {
            bars.at("check", done as u64, total as u64);
        }
    };
    let report = vitrine_check::check(folder, &at);
    bars.clear();
    Ok(report?)
}
