//! Looks whether the front end of a repository is installed and built, before a build or `dev` takes its time.
//!
//! **Invariant:** where there are no sources of the front end beside the assets, there is nothing to say.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use walkdir::WalkDir;

use crate::{config::Config, progress};

/// The list of the built assets.
const MANIFEST: &str = "manifest.json";

/// Fails if the packages that bundle styles and islands are not those of the lock file; `islands` is the folder of the sources.
#[cfg(feature = "dev")]
pub(super) fn packages_are_installed(islands: &Path) -> Result<()> {
    let remedy = format!("type `npm ci --ignore-scripts` in {}", islands.display());
    let packages = islands.join("node_modules");
    if !packages.join("esbuild").is_dir() {
        bail!(
            "{} has no package esbuild, which bundles styles and islands: {remedy}. Nothing was started",
            packages.display()
        );
    }
    let (lock, installed) = (islands.join("package-lock.json"), packages.join(".package-lock.json"));
    // Another tool than npm may have installed them.
    if !lock.is_file() || !installed.is_file() {
        return Ok(());
    }
    let (wanted, installed) = (
        packages_of(&islands.join("package-lock.json"))?,
        packages_of(&installed)?,
    );
    let version = |package: &Value| {
        package
            .get("version")
            .and_then(Value::as_str)
            .unwrap_or("none")
            .to_owned()
    };
    for (name, package) in wanted.iter().filter(|(name, _)| !name.is_empty()) {
        let is_optional = package.get("optional").and_then(Value::as_bool).unwrap_or(false);
        match installed.get(name) {
            None if is_optional => {}
            Some(there) if version(there) == version(package) => {}
            other => bail!(
                "{name} is {}, where {} has {}: {remedy}. Nothing was started",
                other.map_or_else(|| "not installed".to_owned(), version),
                lock.display(),
                version(package)
            ),
        }
    }
    Ok(())
}

#[cfg(feature = "dev")]
fn packages_of(file: &Path) -> Result<Map<String, Value>> {
    let text = fs::read_to_string(file).with_context(|| format!("could not read {}", file.display()))?;
    let lock: Value = serde_json::from_str(&text).with_context(|| format!("could not read {}", file.display()))?;
    Ok(lock
        .get("packages")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default())
}

/// Says it if the built assets are older than one of their sources beside them.
pub(super) fn say_if_older(config: &Config) {
    let build = &config.file.build;
    let Some(assets) = build.assets.as_deref().map(|assets| config.path(assets)) else {
        return;
    };
    let Some(islands) = assets.parent().filter(|islands| islands.join("build.mjs").is_file()) else {
        return;
    };
    let styles = build
        .templates
        .as_deref()
        .map(|templates| config.path(&templates.join("styles")));
    let mut sources = vec![
        islands.join("src"),
        islands.join("build.mjs"),
        islands.join("package-lock.json"),
    ];
    sources.extend(styles);
    if let Some(newer) = newer(&assets.join(MANIFEST), &sources) {
        progress::say(&format!(
            "the built assets in {} are older than {}: type `npm run build` in {}",
            assets.display(),
            newer.display(),
            islands.display()
        ));
    }
}

/// The first source that was changed after a file; `None` also without the file, which is told otherwise.
fn newer(built: &Path, sources: &[PathBuf]) -> Option<PathBuf> {
    let changed = |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
    let built = changed(built)?;
    let files = sources
        .iter()
        .flat_map(|source| WalkDir::new(source).sort_by_file_name());
    let mut files = files.flatten().filter(|entry| entry.file_type().is_file());
    files
        .find(|entry| changed(entry.path()).is_some_and(|at| at > built))
        .map(walkdir::DirEntry::into_path)
}
