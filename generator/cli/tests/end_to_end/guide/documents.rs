//! The documents whose commands are typed, and the commands in them.

use std::fs;

use crate::support::root;

/// Languages of fenced blocks whose lines are commands.
const COMMANDS: [&str; 3] = ["sh", "bash", "text"];
/// Languages of fenced blocks that are files or drawings.
const OTHERS: [&str; 2] = ["diagram", "ini"];

/// README.md and every chapter of the guide, by their paths in the repository.
pub(super) fn all() -> Vec<String> {
    let guide = "generator/docs/guide";
    let mut chapters: Vec<String> = fs::read_dir(root().join(guide))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("{guide}/{name}"))
        .collect();
    chapters.sort();
    assert!(chapters.len() >= 9, "the chapters are found: {chapters:?}");
    [vec!["README.md".to_owned()], chapters].concat()
}

pub(super) fn text(document: &str) -> String {
    let path = root().join(document);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The commands of a document, in order.
pub(super) fn commands(document: &str) -> Vec<String> {
    let (mut found, mut inside) = (Vec::new(), None);
    let mut block = Vec::new();
    for line in text(document).lines() {
        match (line.trim_start().strip_prefix("```"), inside) {
            (Some(language), None) => {
                let is_command = COMMANDS.contains(&language);
                assert!(
                    is_command || OTHERS.contains(&language),
                    "{document}: a block in the language {language:?}: commands are {COMMANDS:?}, others {OTHERS:?}"
                );
                inside = Some(is_command);
            }
            (Some(_), Some(_)) => {
                found.extend(split(&block.join("\n")));
                block.clear();
                inside = None;
            }
            (None, Some(true)) => block.push(line.to_owned()),
            (None, _) => {}
        }
    }
    assert_eq!(inside, None, "{document}: a block does not end");
    found
}

/// The commands of a block: a line with those that continue it, and with its here-document.
pub(super) fn split(block: &str) -> Vec<String> {
    let (mut found, mut lines) = (Vec::new(), block.lines());
    while let Some(line) = lines.next() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let mut command = line.to_owned();
        while command.ends_with('\\') {
            command = format!("{command}\n{}", lines.next().expect("a line that continues"));
        }
        let end = command
            .split_once("<<'")
            .and_then(|(_, rest)| rest.split('\'').next().map(str::to_owned));
        if let Some(end) = end {
            for line in lines.by_ref() {
                command = format!("{command}\n{line}");
                if line == end {
                    break;
                }
            }
        }
        found.push(command);
    }
    found
}

/// A command without the comment after it.
pub(super) fn bare(command: &str) -> &str {
    command.split("  #").next().unwrap_or_default().trim()
}
