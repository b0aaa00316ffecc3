//! README.md is short, and the links of the documents lead somewhere.

use std::{collections::BTreeSet, fs, path::Path};

use super::documents;
use crate::support::root;

/// Documents beside README.md and the guide whose links are followed.
const OTHERS: [&str; 5] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "generator/ARCHITECTURE.md",
    "generator/docs/README.md",
];

/// The picture of README.md in bytes, and README.md in lines and columns.
const PICTURE: u64 = 150_000;
const LINES: usize = 80;
const COLUMNS: usize = 100;

/// The names by which links reach the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| -> String {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(name).collect()
}

/// The targets of a document's links and pictures in this repository.
fn targets(text: &str) -> Vec<String> {
    let found = text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned()));
    found.filter(|target| !target.starts_with("https://")).collect()
}

/// Why a link of a document leads nowhere.
fn broken(document: &str, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let here = root().join(document);
    let path = if file.is_empty() {
        here
    } else {
        here.parent().unwrap().join(file)
    };
    if !path.exists() {
        return Some(format!("{document}: {target} is no file"));
    }
    let is_there = anchor.is_empty() || anchors(&fs::read_to_string(&path).unwrap()).contains(anchor);
    (!is_there).then(|| format!("{document}: {target} is no heading"))
}

#[test]
fn links_of_the_documents_lead_to_files_and_headings() {
    let others = OTHERS.iter().map(|name| (*name).to_owned());
    let (mut followed, mut lost) = (0, Vec::new());
    for document in documents::all().into_iter().chain(others) {
        let links = targets(&documents::text(&document));
        followed += links.len();
        lost.extend(links.iter().filter_map(|target| broken(&document, target)));
    }
    assert!(followed > 100, "links are found: {followed}");
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(broken("README.md", "generator/docs/guide/none.md").is_some());
    assert!(broken("README.md", "generator/docs/guide/deploy.md#none").is_some());
}

#[test]
fn the_readme_has_at_most_two_screens_and_leads_to_every_chapter() {
    let text = documents::text("README.md");
    assert!(text.lines().count() <= LINES, "{} lines", text.lines().count());
    for line in text.lines() {
        assert!(line.chars().count() <= COLUMNS, "{line}");
    }
    let links = targets(&text);
    for chapter in documents::all().iter().skip(1) {
        assert!(links.contains(chapter), "README.md does not lead to {chapter}");
    }
    let ends_as = |link: &&String, ending: &str| Path::new(link).extension().is_some_and(|found| found == ending);
    let picture = links.iter().find(|link| ends_as(link, "webp")).expect("a picture");
    let bytes = fs::metadata(root().join(picture)).unwrap().len();
    assert!(bytes <= PICTURE, "{picture} has {bytes} bytes");
}
