//! Every declared dependency is used: its name from `Cargo.toml` occurs in the crate's sources.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use toml::Table;
use walkdir::WalkDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn manifest(folder: &Path) -> Table {
    fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap()
}

/// The folders of all crates.
fn members(workspace: &Table) -> Vec<PathBuf> {
    let members = workspace["workspace"]["members"].as_array().unwrap().iter();
    members
        .map(|member| Path::new(ROOT).join(member.as_str().unwrap()))
        .collect()
}

fn names(manifest: &Table, section: &str) -> BTreeSet<String> {
    let table = manifest.get(section).and_then(toml::Value::as_table);
    table.map(|table| table.keys().cloned().collect()).unwrap_or_default()
}

/// The words of the sources below a folder of a crate.
fn words(folder: &Path) -> BTreeSet<String> {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = files.filter(|file| file.path().extension().is_some_and(|ending| ending == "rs"));
    let mut words = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file.path()).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            words.extend(
                line.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .map(str::to_owned),
            );
        }
    }
    words
}

/// The dependencies of a manifest that no source uses; `in_code` are the words of `src`, `in_tests` those of `tests`.
fn unused(manifest: &Table, in_code: &BTreeSet<String>, in_tests: &BTreeSet<String>) -> Vec<String> {
    let is_in = |name: &String, words: &BTreeSet<String>| words.contains(&name.replace('-', "_"));
    let code = names(manifest, "dependencies").into_iter();
    let code = code.filter(|name| !is_in(name, in_code));
    // Unit tests are in `src`.
    let tests = names(manifest, "dev-dependencies").into_iter();
    code.chain(tests.filter(|name| !is_in(name, in_code) && !is_in(name, in_tests)))
        .collect()
}

#[test]
fn every_declared_dependency_is_used() {
    let workspace = manifest(Path::new(ROOT));
    let mut declared = names(workspace["workspace"].as_table().unwrap(), "dependencies");
    // The workspace's own crates are not checked.
    declared.retain(|name| !name.starts_with("vitrine-"));
    let mut found = Vec::new();
    for folder in members(&workspace) {
        let own = manifest(&folder);
        for name in unused(&own, &words(&folder.join("src")), &words(&folder.join("tests"))) {
            found.push(format!("{}: {name}", folder.join("Cargo.toml").display()));
        }
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            declared.retain(|name| !names(&own, section).contains(name));
        }
    }
    found.extend(declared.iter().map(|name| format!("Cargo.toml: {name}")));
    assert!(
        found.is_empty(),
        "remove what is declared and not used:\n{}",
        found.join("\n")
    );
}

#[test]
fn an_unused_dependency_is_found() {
    let manifest: Table = "[dependencies]\nserde.workspace = true\nserde_json.workspace = true\n\n[dev-dependencies]\nhtml-escape = \"1\"\nproptest.workspace = true"
        .parse()
        .unwrap();
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
    let found = unused(&manifest, &set(&["serde"]), &set(&["html_escape", "serde_json"]));
    assert_eq!(found, ["serde_json", "proptest"]);
}
