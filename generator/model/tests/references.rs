//! Every reference in code, tests, templates and documents to a requirement, a rule or a section resolves to a document
//! in the repository (`generator/docs/`).

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use regex::Regex;
use walkdir::WalkDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Files written by people; data, recordings and generated files contain no references.
const SOURCES: [&str; 9] = [
    "generator",
    "islands",
    "templates",
    "locales",
    "scripts",
    "README.md",
    "vitrine.toml",
    "Cargo.toml",
    "clippy.toml",
];
const ENDINGS: [&str; 10] = ["rs", "ts", "tsx", "mjs", "css", "html", "md", "toml", "sh", ""];
const SKIPPED: [&str; 6] = ["node_modules", "build", "docs", "recorded", "test-results", "studio"];

/// Documents whose sections are numbered, by the name that references use.
const SECTIONED: [(&str, &str); 5] = [
    ("shopware", "shopware.md"),
    ("statamic", "statamic.md"),
    ("content model", "content-model.md"),
    ("law", "law.md"),
    ("specification", "specification.md"),
];

static REQUIREMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\bR-[A-Z0-9]+-\d+\b").unwrap());
static RULES: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\brules? (\d+)(?:(?:, | and | to )(\d+))*").unwrap());
static NUMBER: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\d+").unwrap());
static SECTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:\b(shopware|statamic|content model|law|specification) |(, |; | and | to | or ))?§(\d+[a-z]?(?:\.\d+)*)",
    )
    .unwrap()
});
static CONTROL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|[^A-Z-])((?:MENU|FLY|SEARCH|FACET|VAR|GAL|CART|QTY|CHK|ADDR|FORM|TOAST|LOAD|LOC|ORDER|LANG|CONSENT)-\d+)\b",
    )
    .unwrap()
});
static OUTSIDE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:CONTRACT|CONTENT-MODEL|SHOP-FIELDS)\b|\.\./shared").unwrap());

fn doc(name: &str) -> String {
    let path = Path::new(ROOT).join("generator/docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers of a document's headings (`7.3`, `4a`) and of the numbered items below them (`18.9`).
fn sections(text: &str) -> BTreeSet<String> {
    let heading = Regex::new(r"^#+ (\d+[a-z]?(?:\.\d+)*)\.? ").unwrap();
    let point = Regex::new(r"^(\d+)\. ").unwrap();
    let (mut found, mut current) = (BTreeSet::new(), String::new());
    for line in text.lines() {
        if let Some(number) = heading.captures(line) {
            current = number[1].to_owned();
            found.insert(current.clone());
        } else if let Some(number) = point.captures(line) {
            found.insert(format!("{current}.{}", &number[1]));
        }
    }
    found
}

struct Known {
    requirements: BTreeSet<String>,
    rules: BTreeSet<u32>,
    sections: BTreeMap<&'static str, BTreeSet<String>>,
    controls: BTreeSet<String>,
}

impl Known {
    fn read() -> Self {
        let line = Regex::new(r"(?m)^- (R-[A-Z0-9]+-\d+) ").unwrap();
        let rule = Regex::new(r"(?m)^(\d+)\. \*\*").unwrap();
        let control = Regex::new(r"(?m)^\| ([A-Z]+-\d+)\b").unwrap();
        let all = |regex: &Regex, name: &str| -> BTreeSet<String> {
            let text = doc(name);
            regex.captures_iter(&text).map(|found| found[1].to_owned()).collect()
        };
        Self {
            requirements: all(&line, "requirements.md"),
            rules: all(&rule, "rules.md")
                .iter()
                .map(|number| number.parse().unwrap())
                .collect(),
            sections: SECTIONED
                .iter()
                .map(|(name, file)| (*name, sections(&doc(file))))
                .collect(),
            controls: all(&control, "interaction.md"),
        }
    }

    /// The references in a text that do not resolve, as they are written.
    fn unresolved(&self, text: &str) -> BTreeSet<String> {
        let mut lost: BTreeSet<String> = OUTSIDE.find_iter(text).map(|found| found.as_str().to_owned()).collect();
        let named = |regex: &Regex, known: &BTreeSet<String>| -> Vec<String> {
            let found = regex.find_iter(text).map(|found| found.as_str().to_owned());
            found.filter(|id| !known.contains(id)).collect()
        };
        lost.extend(named(&REQUIREMENT, &self.requirements));
        let controls = CONTROL.captures_iter(text).map(|found| found[1].to_owned());
        lost.extend(controls.filter(|id| !self.controls.contains(id)));
        for found in RULES.find_iter(text) {
            let mut numbers = NUMBER
                .find_iter(found.as_str())
                .map(|number| number.as_str().parse::<u32>().unwrap());
            if numbers.any(|number| !self.rules.contains(&number)) {
                lost.insert(found.as_str().to_owned());
            }
        }
        lost.extend(self.unresolved_sections(text));
        lost
    }

    /// `Shopware §7, §8`: a section without a document name belongs to the document named just before it.
    fn unresolved_sections(&self, text: &str) -> Vec<String> {
        let (mut lost, mut document, mut end) = (Vec::new(), None, 0);
        for found in SECTION.captures_iter(text) {
            let whole = found.get(0).unwrap();
            document = match (found.get(1), found.get(2)) {
                (Some(name), _) => Some(name.as_str().to_lowercase()),
                (None, Some(_)) if whole.start() == end => document,
                _ => None,
            };
            end = whole.end();
            let known = document.as_deref().and_then(|name| self.sections.get(name));
            if known.is_none_or(|sections| !sections.contains(&found[3])) {
                lost.push(whole.as_str().to_owned());
            }
        }
        lost
    }
}

/// The text without comment marks and line ends, so that a reference may be wrapped.
fn unwrapped(text: &str) -> String {
    let wrap = Regex::new(r"\s*\n\s*(?:///?!?|//!|\*|#+)?\s*").unwrap();
    wrap.replace_all(text, " ").into_owned()
}

fn sources() -> impl Iterator<Item = PathBuf> {
    let files = SOURCES.iter().flat_map(|place| {
        WalkDir::new(Path::new(ROOT).join(place))
            .sort_by_file_name()
            .into_iter()
            .filter_entry(|entry| entry.depth() == 0 || !SKIPPED.iter().any(|name| entry.file_name() == *name))
    });
    files
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| {
            let ending = path.extension().map_or("", |ending| ending.to_str().unwrap_or("?"));
            ENDINGS.contains(&ending) && !path.ends_with("tests/references.rs")
        })
}

#[test]
fn every_reference_resolves_inside_the_repository() {
    let known = Known::read();
    assert!(known.requirements.len() > 100 && known.rules.len() == 25 && known.controls.len() > 100);
    let mut lost = Vec::new();
    for path in sources() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let shown = path.strip_prefix(ROOT).unwrap_or(&path).display().to_string();
        let found = known.unresolved(&unwrapped(&text));
        lost.extend(found.into_iter().map(|reference| format!("{shown}: {reference}")));
    }
    assert!(
        lost.is_empty(),
        "these references resolve to nothing in generator/docs (its README says how they are written):\n{}",
        lost.join("\n")
    );
}

#[test]
fn a_reference_that_resolves_to_nothing_is_found() {
    let known = Known::read();
    for bad in [
        concat!("R-CART", "-99"),
        "rule 26",
        "rules 1 to 40",
        "Shopware §99.1",
        "see §3",
        "law §70",
        "CART-999",
        "CONTRACT §3",
        "as ../shared says",
    ] {
        assert!(!known.unresolved(bad).is_empty(), "{bad}");
    }
    for good in [
        concat!("R-CART", "-02"),
        "rules 13 and 14",
        "Shopware §7.3",
        "Statamic §2, §14; content model §2",
        "law §4a",
        "CART-7",
        "specification §3",
    ] {
        assert_eq!(known.unresolved(good), BTreeSet::new(), "{good}");
    }
    assert!(
        known
            .unresolved(&unwrapped("/// as Shopware\n    /// §99 says"))
            .contains("Shopware §99")
    );
}
