//! "No other crate names a path below `state.dir` but for the snapshot": callers know the traits of this crate.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{fs, path::Path};

use walkdir::WalkDir;

const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The crates that use the state.
const CRATES: [&str; 3] = ["api", "backends", "cli"];
/// Files that read the path of the folder from `vitrine.toml`, check it, pass it to this crate or set it for `vitrine
/// dev`.
const CONFIGURATION: [&str; 5] = [
    "cli/src/config/file.rs",
    "cli/src/config/folders.rs",
    "cli/src/config/mod.rs",
    "cli/src/cmd/dev/mod.rs",
    "cli/src/cmd/doctor/machine/mod.rs",
];
/// Names of files and folders of the state in code.
const NAMES: [&str; 17] = [
    "\"app.json\"",
    "\"build.lock\"",
    "\"built\"",
    "\"hooks/",
    "\"locks\"",
    "\"logged-out\"",
    ".done.json",
    ".join(\"dev\"",
    ".join(\"events\"",
    ".join(\"hooks",
    ".join(\"orders",
    ".join(\"prices\"",
    ".join(\"snapshot\"",
    ".join(\"withdrawals",
    ".pending.json",
    "tempfile_in",
    "tempdir_in",
];

/// The lines of code, without comments and unit tests, that contain one of these texts.
fn lines_with(source: &str, texts: &[&str]) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("//"))
        .filter(|line| texts.iter().any(|text| line.contains(text)))
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_other_crate_names_a_path_of_the_state() {
    let (mut found, mut files) = (Vec::new(), 0);
    for name in CRATES {
        let sources = WalkDir::new(Path::new(GENERATOR).join(name).join("src")).into_iter();
        for file in sources
            .map(|file| file.expect("a file"))
            .filter(|file| file.file_type().is_file())
        {
            let source = fs::read_to_string(file.path()).expect("a source");
            let place = file.path().strip_prefix(GENERATOR).unwrap().display().to_string();
            let place = place.trim_start_matches('/');
            let mut lines = lines_with(&source, &NAMES);
            if !CONFIGURATION.contains(&place) {
                lines.extend(
                    lines_with(&source, &["state_dir"])
                        .into_iter()
                        .filter(|line| !is_text(line)),
                );
            }
            found.extend(lines.into_iter().map(|line| format!("{place}: {line}")));
            files += 1;
        }
    }
    assert!(files > 200, "only {files} sources were found");
    assert!(
        found.is_empty(),
        "these lines name a path of the state. Add what they need to a trait of vitrine-state:\n{}",
        found.join("\n")
    );
}

/// Whether the line mentions the setting in a message, not in code.
fn is_text(line: &str) -> bool {
    line.contains('"') && !line.contains("state_dir)") && !line.contains("state_dir.")
}

#[test]
fn a_path_is_found_in_code_and_not_in_words() {
    let source =
        "//! The folder `hooks/`\nlet path = state_dir.join(\"hooks\");\n#[cfg(test)]\nmod tests { \"locks\" }";
    assert_eq!(lines_with(source, &NAMES), ["let path = state_dir.join(\"hooks\");"]);
    assert!(!is_text("let path = config.path(&build.state_dir).join(\"new\");"));
    assert!(is_text("remedy: \"Make build.state_dir of vitrine.toml a folder\""));
}
