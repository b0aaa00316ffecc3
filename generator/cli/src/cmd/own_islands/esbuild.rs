//! Runs esbuild, which the shop's folder or the machine has.
//!
//! **Invariant:** what the program publishes (React, `vitrine`) is not in a bundle: it is imported as `vitrine:NAME`.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, de::IgnoredAny};
use vitrine_site::theme::{IslandSource, PUBLISHED};

use super::bundled::BUNDLES;

/// Packages of which all modules are published.
const PACKAGES: [&str; 3] = ["react", "react-dom", "vitrine"];

/// How a bundle is made; the same for all, whatever the folder has for editors.
const OPTIONS: [&str; 12] = [
    "--bundle",
    "--format=esm",
    "--jsx=automatic",
    "--target=es2022",
    "--minify",
    "--charset=utf8",
    "--legal-comments=none",
    "--log-level=warning",
    "--log-limit=1",
    "--color=false",
    "--tsconfig-raw={}",
    "--define:process.env.NODE_ENV=\"production\"",
];

/// What to do without esbuild.
const REMEDY: &str = "install Node.js 20 or newer and type `npm install --save-dev esbuild` in the shop's folder, or put the program esbuild into PATH";

/// esbuild.
#[derive(Debug)]
pub(super) struct Esbuild(PathBuf);

/// Why an island was not bundled.
pub(super) enum Refused {
    /// A source has an error.
    Source {
        /// `theme/islands/cord-length/index.ts`
        file: String,
        /// 1-based.
        line: usize,
        message: String,
    },
    Other(anyhow::Error),
}

impl From<anyhow::Error> for Refused {
    fn from(error: anyhow::Error) -> Self {
        Self::Other(error)
    }
}

/// What esbuild reports of a bundle.
#[derive(Deserialize)]
struct Report {
    inputs: BTreeMap<String, IgnoredAny>,
}

impl Esbuild {
    /// That of the folder, or of one above it, otherwise that of the machine.
    pub(super) fn find(root: &Path) -> Result<Self> {
        let root = std::path::absolute(root).context("could not tell where the shop's folder is")?;
        for folder in root.ancestors() {
            let packages = folder.join("node_modules");
            let native = native(&packages.join("@esbuild"));
            let script = Some(packages.join(".bin/esbuild")).filter(|file| file.exists());
            if let Some(found) = native.or(script) {
                return Ok(Self(found));
            }
        }
        let esbuild = Self(PathBuf::from("esbuild"));
        match esbuild.command(&root).arg("--version").output() {
            Ok(answer) if answer.status.success() => Ok(esbuild),
            _ => {
                bail!("bundling it needs esbuild, which is neither in node_modules of the folder nor in PATH: {REMEDY}")
            }
        }
    }

    fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(&self.0);
        command.current_dir(root);
        command
    }

    /// Bundles an island; returns the files that are in it, relative to the shop's folder.
    pub(super) fn bundle(&self, root: &Path, theme: &Path, island: &IslandSource) -> Result<Vec<String>, Refused> {
        let root = std::path::absolute(root).context("could not tell where the shop's folder is")?;
        let theme = std::path::absolute(theme).context("could not tell where the theme is")?;
        let report = theme.join(BUNDLES).join(format!("{}.json", island.name));
        let mut command = self.command(&root);
        command.arg(theme.join(&island.entry)).args(OPTIONS);
        for package in PACKAGES {
            command.arg(format!("--alias:{package}={PUBLISHED}{package}"));
        }
        command
            .arg(format!("--external:{PUBLISHED}*"))
            .arg(format!("--outfile={}", theme.join(island.bundle()).display()))
            .arg(format!("--metafile={}", report.display()));
        let answer = command.output().map_err(|error| self.not_started(&error))?;
        if !answer.status.success() {
            return Err(self.refused(&answer));
        }
        let text = fs::read_to_string(&report).context("could not read what esbuild reports")?;
        fs::remove_file(&report).context("could not remove what esbuild reports")?;
        let read: Report = serde_json::from_str(&text).context("could not read what esbuild reports")?;
        let inputs: Vec<String> = read.inputs.into_keys().collect();
        if let Some(style) = inputs.iter().find(|file| file.ends_with(".css")) {
            let _sheet = fs::remove_file(theme.join(BUNDLES).join(format!("{}.css", island.name)));
            return Err(Refused::Other(anyhow!(
                "it imports the style sheet {style}: put its rules into theme/styles/{}.css, which every page has",
                island.name
            )));
        }
        Ok(inputs)
    }

    fn not_started(&self, error: &io::Error) -> anyhow::Error {
        anyhow!("{} could not be started: {error}; {REMEDY}", self.0.display())
    }

    /// The first error that esbuild tells, with its place.
    fn refused(&self, answer: &Output) -> Refused {
        let text = String::from_utf8_lossy(&answer.stderr);
        if let Some(told) = told(&text) {
            return told;
        }
        // 127: the script of the package did not find Node.
        let said = text.trim().lines().next().unwrap_or("it said nothing").to_owned();
        Refused::Other(anyhow!(
            "{} ended with {}: {said}; {REMEDY}",
            self.0.display(),
            answer.status
        ))
    }
}

/// The program in the package for this machine, which needs no Node.
fn native(packages: &Path) -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(packages)
        .ok()?
        .filter_map(|folder| Some(folder.ok()?.path().join("bin/esbuild")))
        .filter(|file| file.is_file())
        .collect();
    found.sort();
    found.into_iter().next()
}

/// An error as esbuild prints it: `✘ [ERROR] Unexpected ";"`, and after an empty line `    file.ts:1:18:`.
fn told(text: &str) -> Option<Refused> {
    let mut lines = text.lines().skip_while(|line| !line.contains("[ERROR]"));
    let message = lines.next()?.split_once("[ERROR]")?.1.trim().to_owned();
    let place = lines.map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let parts: Vec<&str> = place.trim_end_matches(':').rsplitn(3, ':').collect();
    let [_, line, file] = parts.as_slice() else {
        return Some(Refused::Other(anyhow!("{message}")));
    };
    Some(match line.parse() {
        Ok(line) => Refused::Source {
            file: (*file).to_owned(),
            line,
            message,
        },
        Err(_) => Refused::Other(anyhow!("{message}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_an_error_is_found() {
        let text =
            "✘ [ERROR] Unexpected \";\"\n\n    theme/islands/night/helper.ts:3:18:\n      3 │ x\n        ╵ ^\n\n";
        let Some(Refused::Source { file, line, message }) = told(text) else {
            panic!("no place");
        };
        assert_eq!(
            (file.as_str(), line, message.as_str()),
            ("theme/islands/night/helper.ts", 3, "Unexpected \";\"")
        );
        assert!(matches!(told("✘ [ERROR] Cannot write\n"), Some(Refused::Other(_))));
        assert!(told("env: 'node': No such file or directory").is_none());
    }
}
