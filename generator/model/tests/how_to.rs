//! The files that `docs/how-to.md` and `ARCHITECTURE.md` refer to exist.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{fs, path::Path};

const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Folders that a path may be relative to, below `generator`.
const BASES: [&str; 9] = [
    ".",
    "..",
    "docs",
    "api/src",
    "backends/src",
    "cli/src",
    "site/src",
    "../islands/src",
    "../templates",
];

/// The paths of source files in backticks; patterns such as `<set>.rs` are not paths.
fn paths(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let plain =
        |path: &&str| path.contains('/') && path.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let source = |path: &&str| {
        let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ["rs", "ts", "mjs", "html", "css", "csv", "md", "graphql"].contains(&ending))
    };
    quoted.filter(plain).filter(source).collect()
}

#[test]
fn every_file_that_the_map_and_the_how_to_name_exists() {
    for document in ["docs/how-to.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(Path::new(GENERATOR).join(document)).unwrap();
        let paths = paths(&text);
        assert!(paths.len() > 10, "{document}: {paths:?}");
        for path in paths {
            let exists = BASES
                .iter()
                .any(|base| Path::new(GENERATOR).join(base).join(path).exists());
            assert!(exists, "{document} names {path}, where no file is");
        }
    }
}

/// The map stays short: contracts have their own files, each with a row in it.
#[test]
fn the_map_is_short_and_lists_every_contract() {
    let map = fs::read_to_string(Path::new(GENERATOR).join("ARCHITECTURE.md")).unwrap();
    assert!(map.lines().count() <= 200, "{} lines", map.lines().count());
    for file in fs::read_dir(Path::new(GENERATOR).join("docs/contracts")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(map.contains(&format!("(docs/contracts/{name})")), "{name} has no row");
    }
}
