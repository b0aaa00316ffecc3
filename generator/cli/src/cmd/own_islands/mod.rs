//! Bundles the islands of the shop's own folder with esbuild: `vitrine theme islands`, and before `build` and `dev`.
//!
//! **Invariant:** an island is bundled if one of its sources is another than that of its bundle, so a folder with its
//! bundles needs neither Node nor esbuild; a failed bundle leaves the previous one.

mod bundled;
mod esbuild;

use std::{fs, path::Path};

use anyhow::{Context, Result};
use vitrine_site::theme::{IslandSource, ThemeError, island_sources};

pub(crate) use self::bundled::BUNDLES;
use self::{
    bundled::Bundled,
    esbuild::{Esbuild, Refused},
};
use crate::{
    config::{Config, THEME},
    progress,
};

/// The names of the islands, and of those that were bundled.
pub(crate) struct Done {
    pub(crate) all: Vec<String>,
    pub(crate) anew: Vec<String>,
}

/// Bundles the islands whose sources changed; all of them if `all` is set.
pub(crate) fn bundle(config: &Config, all: bool) -> Result<Done> {
    let theme = config.path(Path::new(THEME));
    let islands = island_sources(&theme)?;
    let mut bundled = Bundled::read(&theme)?;
    let outdated = |island: &&IslandSource| all || !bundled.is_current(&config.root, &theme, island);
    let changed: Vec<IslandSource> = islands.iter().filter(outdated).cloned().collect();
    let has_gone = bundled.keep(&theme, &islands)?;
    if !changed.is_empty() {
        let esbuild = Esbuild::find(&config.root).with_context(|| without_esbuild(&theme, &changed))?;
        fs::create_dir_all(theme.join(BUNDLES))
            .with_context(|| format!("could not make the folder {}", theme.join(BUNDLES).display()))?;
        for island in &changed {
            let inputs = esbuild
                .bundle(&config.root, &theme, island)
                .map_err(|refused| not_bundled(island, refused))?;
            bundled.add(&config.root, island, &inputs)?;
            say_what_pages_refuse(&theme, island)?;
        }
    }
    if has_gone || !changed.is_empty() {
        bundled.write(&theme)?;
    }
    let names = |islands: &[IslandSource]| islands.iter().map(|island| island.name.clone()).collect();
    Ok(Done {
        all: names(&islands),
        anew: names(&changed),
    })
}

/// Bundles before a build, and says what was bundled.
pub(crate) fn before_a_build(config: &Config) -> Result<()> {
    let done = bundle(config, false)?;
    if !done.anew.is_empty() {
        progress::say(&format!("bundled {}", done.anew.join(", ")));
    }
    Ok(())
}

/// What turns text into markup or script, which the policy of pages refuses (Trusted Types).
const REFUSED: [&str; 7] = [
    ".innerHTML=",
    ".outerHTML=",
    ".insertAdjacentHTML(",
    "document.write(",
    "eval(",
    "new Function(",
    "dangerouslySetInnerHTML:",
];

/// A package may have such code and not run it, so it is said and nothing more.
fn say_what_pages_refuse(theme: &Path, island: &IslandSource) -> Result<()> {
    let file = theme.join(island.bundle());
    let text = fs::read_to_string(&file).with_context(|| format!("could not read {}", file.display()))?;
    let found: Vec<&str> = REFUSED.into_iter().filter(|code| text.contains(code)).collect();
    if !found.is_empty() {
        let found: Vec<&str> = found
            .iter()
            .map(|code| code.trim_matches(['.', '=', '(', ':']))
            .collect();
        progress::say(&format!(
            "theme/islands/{} uses {}, which browsers refuse on the shop's pages (Trusted Types): write text with textContent, and elements with createElement or React",
            island.name,
            found.join(", ")
        ));
    }
    Ok(())
}

/// What is said where there is no esbuild: which island needs it, and why.
fn without_esbuild(theme: &Path, changed: &[IslandSource]) -> String {
    let names: Vec<&str> = changed.iter().map(|island| island.name.as_str()).collect();
    let is_bundled = changed.iter().all(|island| theme.join(island.bundle()).is_file());
    let why = match is_bundled {
        true => "was changed after it was bundled",
        false => "is not bundled",
    };
    format!("theme/islands/{} {why}", names.join(" and theme/islands/"))
}

fn not_bundled(island: &IslandSource, refused: Refused) -> anyhow::Error {
    match refused {
        Refused::Other(error) => error.context(format!("could not bundle theme/{}", island.entry)),
        // The place is in a file of the theme, or it is named as it is.
        Refused::Source { file, line, message } => match file.strip_prefix("theme/") {
            Some(file) => ThemeError {
                file: file.to_owned(),
                line: Some(line),
                message,
            }
            .into(),
            None => anyhow::anyhow!("{file}:{line}: {message} (bundling theme/{})", island.entry),
        },
    }
}
