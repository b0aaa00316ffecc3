//! The islands of the shop's own folder: their sources, and their bundles with the addresses of what the program publishes.
//!
//! **Invariant:** a bundle imports only what the program publishes, by names that exist there; a file is named after its
//! content.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use super::{error::ThemeError, names::nearest, sheet::hashed};
use crate::{
    assets::{AssetManifest, PublishedModule},
    sources::Place,
};

/// The folder of sources.
const SOURCES: &str = "islands/";

/// The folder of bundles.
const BUNDLES: &str = "bundles/";

/// The entry of an island, in its folder.
const ENTRIES: [&str; 2] = ["index.tsx", "index.ts"];

/// How bundles name what the program publishes: `vitrine:react`.
pub const PUBLISHED: &str = "vitrine:";

/// An island of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IslandSource {
    /// `cord-length`
    pub name: String,
    /// `islands/cord-length/index.ts`
    pub entry: String,
}

impl IslandSource {
    /// Its bundle: `bundles/cord-length.js`.
    pub fn bundle(&self) -> String {
        format!("{BUNDLES}{}.js", self.name)
    }
}

/// A bundled island.
#[derive(Clone, Debug)]
pub(crate) struct OwnIsland {
    /// `assets/cord-length-1A2B3C4D.js`
    pub(super) file: String,
    pub(super) bytes: Vec<u8>,
    /// What it imports.
    pub(super) preload: Vec<String>,
}

/// The islands of a folder `theme/`, by name.
pub fn island_sources(folder: &Path) -> Result<Vec<IslandSource>, ThemeError> {
    if !folder.join(SOURCES).is_dir() {
        return Ok(Vec::new());
    }
    let names = Place::Folder(folder.to_owned()).files();
    let names = names.map_err(|error| ThemeError::new("", None, format!("the folder could not be read: {error}")))?;
    sources(&names)
}

fn sources(names: &[String]) -> Result<Vec<IslandSource>, ThemeError> {
    let below = names.iter().filter_map(|name| name.strip_prefix(SOURCES));
    let folders: BTreeSet<&str> = below.filter_map(|name| Some(name.split_once('/')?.0)).collect();
    folders.into_iter().map(|name| source(name, names)).collect()
}

fn source(name: &str, names: &[String]) -> Result<IslandSource, ThemeError> {
    let folder = format!("{SOURCES}{name}");
    let is_plain = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !is_plain {
        let message =
            "an island's name has small letters, digits and hyphens, and begins with a letter: rename the folder";
        return Err(ThemeError::new(&folder, None, message));
    }
    let entries = ENTRIES.map(|entry| format!("{folder}/{entry}"));
    let entry = entries.into_iter().find(|entry| names.contains(entry));
    let entry = entry.ok_or_else(|| {
        let message = format!(
            "the island has no {}: add the one that exports `mount` as its default, or remove the folder",
            ENTRIES.join(" or ")
        );
        ThemeError::new(&folder, None, message)
    })?;
    Ok(IslandSource {
        name: name.to_owned(),
        entry,
    })
}

/// The bundled islands of the folder.
pub(super) fn read(
    place: &Place,
    names: &[String],
    manifest: &AssetManifest,
) -> Result<BTreeMap<String, OwnIsland>, ThemeError> {
    let mut islands = BTreeMap::new();
    for source in sources(names)? {
        if manifest.islands.contains_key(&source.name) {
            let message = format!(
                "the program has an island {:?} too: give this one another name",
                source.name
            );
            return Err(ThemeError::new(&format!("{SOURCES}{}", source.name), None, message));
        }
        let file = source.bundle();
        let text = place.read_text(&file).map_err(|error| {
            let message = format!(
                "the bundle of {} could not be read: {error}; make it with `vitrine theme islands`",
                source.entry
            );
            ThemeError::new(&file, None, message)
        })?;
        let (text, preload) = linked(&file, &text, &manifest.modules)?;
        let bytes = text.into_bytes();
        islands.insert(
            source.name.clone(),
            OwnIsland {
                file: hashed(&format!("{}.js", source.name), &bytes),
                bytes,
                preload: preload.into_iter().collect(),
            },
        );
    }
    Ok(islands)
}

/// The bundle with the program's files in place of the names of published modules, and the files that it imports.
fn linked(
    file: &str,
    text: &str,
    modules: &BTreeMap<String, PublishedModule>,
) -> Result<(String, BTreeSet<String>), ThemeError> {
    let begin = format!("\"{PUBLISHED}");
    let (mut out, mut preload) = (String::with_capacity(text.len()), BTreeSet::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&begin) {
        let (name, after) = after.split_once('"').unwrap_or((after, ""));
        let module = modules.get(name).ok_or_else(|| unknown_module(file, name, modules))?;
        out.push_str(before);
        let is_at_once = check_use(file, &out, name, module)?;
        if is_at_once {
            preload.insert(module.file.clone());
            preload.extend(module.preload.iter().cloned());
        }
        // Both are below `assets/`.
        let beside = module.file.rsplit('/').next().unwrap_or(&module.file);
        out.push_str(&format!("\"./{beside}\""));
        rest = after;
    }
    out.push_str(rest);
    Ok((out, preload))
}

fn unknown_module(file: &str, name: &str, modules: &BTreeMap<String, PublishedModule>) -> ThemeError {
    let message = match nearest(name, modules.keys().map(String::as_str)) {
        Some(like) => format!("it imports {name:?}, which the program does not publish; the nearest is {like:?}"),
        None => "the program's assets are older than this program and publish nothing for islands of a shop's own: build them anew with `npm run build` in islands/".to_owned(),
    };
    ThemeError::new(file, None, message)
}

/// Checks the import whose source in quotes follows `before`; returns whether it is one that is loaded at once.
fn check_use(file: &str, before: &str, name: &str, module: &PublishedModule) -> Result<bool, ThemeError> {
    let refuse = |message: String| Err(ThemeError::new(file, None, message));
    let before = before.trim_end();
    if let Some(call) = before.strip_suffix('(') {
        return match call.ends_with("import") {
            true => Ok(false),
            false => refuse(format!(
                "a package in it asks for {name:?} with require(), which browsers do not have: use its ES module, or do without the package"
            )),
        };
    }
    let Some(clause) = before.strip_suffix("from") else {
        // An import for its effects.
        return Ok(true);
    };
    let clause = clause.trim_end();
    let Some(inside) = clause.strip_suffix('}') else {
        return match clause
            .rsplit_once("import")
            .is_some_and(|(_, names)| names.contains('*'))
        {
            true => Ok(true),
            false => refuse(format!(
                "it imports the default of {name:?}, which has none: import names, like {{ {} }}",
                module.exports.iter().take(2).cloned().collect::<Vec<_>>().join(", ")
            )),
        };
    };
    let (_, names) = inside.rsplit_once('{').unwrap_or(("", inside));
    let names = names.split(',').filter_map(|one| one.split_whitespace().next());
    for used in names {
        if !module.exports.iter().any(|known| known == used) {
            let like = nearest(used, module.exports.iter().map(String::as_str)).unwrap_or_default();
            return refuse(format!(
                "it imports {used:?} of {name:?}, which the program does not publish; the nearest is {like:?}"
            ));
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules() -> BTreeMap<String, PublishedModule> {
        let module = |file: &str, exports: &[&str], preload: &[&str]| PublishedModule {
            file: file.to_owned(),
            preload: preload.iter().map(|file| (*file).to_owned()).collect(),
            exports: exports.iter().map(|name| (*name).to_owned()).collect(),
        };
        BTreeMap::from([
            (
                "react".to_owned(),
                module("assets/react-1.js", &["useState", "memo"], &[]),
            ),
            (
                "vitrine/cart".to_owned(),
                module("assets/cart-2.js", &["cartStore"], &["assets/chunk-3.js"]),
            ),
        ])
    }

    #[test]
    fn published_modules_are_replaced_by_their_files() {
        let text = "import{useState as a,memo}from\"vitrine:react\";import*as r from\"vitrine:react\";var c=()=>import(\"vitrine:vitrine/cart\");";
        let (out, preload) = linked("bundles/x.js", text, &modules()).unwrap();
        assert_eq!(
            out,
            "import{useState as a,memo}from\"./react-1.js\";import*as r from\"./react-1.js\";var c=()=>import(\"./cart-2.js\");"
        );
        assert_eq!(Vec::from_iter(preload), ["assets/react-1.js"]);
        let (_, preload) = linked("x", "import\"vitrine:vitrine/cart\";", &modules()).unwrap();
        assert_eq!(Vec::from_iter(preload), ["assets/cart-2.js", "assets/chunk-3.js"]);
    }

    #[test]
    fn what_is_not_published_is_an_error() {
        for (text, part) in [
            ("import{useStat as a}from\"vitrine:react\";", "nearest is \"useState\""),
            (
                "import a from\"vitrine:react\";",
                "import names, like { useState, memo }",
            ),
            ("import a,{memo}from\"vitrine:react-doms\";", "nearest is \"react\""),
            ("var a=n(\"vitrine:react\");", "require()"),
        ] {
            let error = linked("bundles/x.js", text, &modules()).unwrap_err().to_string();
            assert!(
                error.contains(part) && error.starts_with("theme/bundles/x.js: "),
                "{error}"
            );
        }
        let error = linked("x", "import\"vitrine:react\";", &BTreeMap::new()).unwrap_err();
        assert!(error.message.contains("npm run build"), "{error}");
    }
}
