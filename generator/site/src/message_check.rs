//! Finds texts that are missing, unused, or inconsistent between locales, for `vitrine check` (R-I18N-06).
//!
//! Sources are scanned as plain text: a text counts as used if a string in a source contains its key, whole or with
//! placeholders. One with placeholders that `satisfies` a type of TypeScript names no key: those of its type do.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use vitrine_model::diagnostic::{Diagnostic, Place};
use walkdir::WalkDir;

use crate::{
    error::SiteError,
    load::Site,
    messages::{Catalogue, Message, Messages},
};

/// The sources that use texts.
#[derive(Clone, Debug, Default)]
pub struct CheckSources {
    /// Templates and Rust sources (folders): `templates/`, `generator/site/src/`, `generator/api/src/`, `generator/forms/src/`.
    pub interface: Vec<PathBuf>,
    /// TypeScript sources: `islands/src/`.
    pub islands: Vec<PathBuf>,
}

/// All diagnostics of `vitrine check` that do not depend on the shop's content.
pub fn check(site: &Site, sources: &CheckSources) -> Result<Vec<Diagnostic>, SiteError> {
    let messages: Vec<&Messages> = site.messages().collect();
    let interface = UsedKeys::scan(&sources.interface)?;
    let islands = UsedKeys::scan(&sources.islands)?;
    Ok(check_messages(&messages, &interface, &islands))
}

/// The keys that sources use.
#[derive(Clone, Debug, Default)]
pub struct UsedKeys {
    /// Keys in `t("…")` and `plural("…")`, with the first file that uses them.
    asked: BTreeMap<String, String>,
    /// All strings that may be a key.
    plain: BTreeSet<String>,
    /// Strings with placeholders, split into the texts around them.
    patterns: BTreeSet<Vec<String>>,
}

impl UsedKeys {
    /// Scans every `.html`, `.rs`, `.ts` and `.tsx` below the folders, except tests.
    pub fn scan(folders: &[PathBuf]) -> Result<Self, SiteError> {
        let mut used = Self::default();
        for folder in folders {
            for entry in WalkDir::new(folder).sort_by_file_name() {
                let entry = entry.map_err(|e| SiteError::Read {
                    what: "the source folder",
                    path: e.path().unwrap_or(folder).to_owned(),
                    source: e.into(),
                })?;
                let path = entry.path();
                if entry.file_type().is_file() && is_source(path) {
                    let text = fs::read_to_string(path).map_err(|source| SiteError::Read {
                        what: "the source",
                        path: path.to_owned(),
                        source,
                    })?;
                    used.add(&path.display().to_string(), &text);
                }
            }
        }
        Ok(used)
    }

    /// Adds the strings of one source file.
    pub fn add(&mut self, file: &str, text: &str) {
        for (before, literal, after) in literals(text) {
            if !is_key_like(literal) {
                continue;
            }
            let pieces = pieces(literal);
            if pieces.len() > 1 {
                // A string that starts with a placeholder (`"{prefix}.{key}"`) is ignored, because it would match every
                // key.
                if !after.trim_start().starts_with("satisfies ")
                    && pieces
                        .first()
                        .is_some_and(|group| group.find('.').is_some_and(|at| at > 0))
                {
                    self.patterns.insert(pieces);
                }
                continue;
            }
            let call = before.trim_end();
            if ["t(", "plural("].iter().any(|name| is_call(call, name)) {
                self.asked.entry(literal.to_owned()).or_insert_with(|| file.to_owned());
            }
            self.plain.insert(literal.to_owned());
        }
    }

    fn uses(&self, key: &str) -> bool {
        // For the number 1 the API uses the variant `.one` of a key.
        let base = key.strip_suffix(".one").unwrap_or(key);
        self.plain.contains(base) || self.plain.contains(key) || self.patterns.iter().any(|pieces| fits(key, pieces))
    }
}

fn is_source(path: &Path) -> bool {
    let name = path
        .file_name()
        .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let kind = path
        .extension()
        .is_some_and(|e| ["html", "rs", "ts", "tsx"].iter().any(|k| e == *k));
    kind && !name.contains(".test.") && !name.ends_with(".d.ts")
}

fn is_call(before: &str, name: &str) -> bool {
    before
        .strip_suffix(name)
        .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// Quoted strings within one line, each with the texts before and after it on that line.
fn literals(text: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    text.lines().flat_map(|line| {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = line.get(at..)?;
            let begin = rest.find(['"', '\'', '`'])?;
            let quote = rest.get(begin..)?.chars().next()?;
            let inside = rest.get(begin + 1..)?;
            // An apostrophe in a comment does not start a string: continue at the next quote.
            let Some(length) = inside.find(quote) else {
                at += begin + 1;
                return Some((line.get(..at)?, "", ""));
            };
            let before = line.get(..at + begin)?;
            let (literal, after) = (inside.get(..length)?, inside.get(length + 1..)?);
            // `"{{ t('common.cart') }}"` contains another string, which is examined next.
            at += if is_key_like(literal) && !literal.contains(['"', '\'', '`']) {
                begin + length + 2
            } else {
                begin + 1
            };
            Some((before, literal, after))
        })
    })
}

/// Words separated by dots, which may contain `{…}` or `${…}`.
fn is_key_like(text: &str) -> bool {
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '.' | '$' => {}
            _ => return false,
        }
    }
    text.contains('.') && depth == 0
}

/// The texts around placeholders.
fn pieces(literal: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut depth = 0_u32;
    for c in literal.chars() {
        match c {
            '{' => {
                if depth == 0 {
                    pieces.push(String::new());
                }
                depth += 1;
            }
            '}' => depth = depth.saturating_sub(1),
            '$' => {}
            _ if depth > 0 => {}
            other => {
                if let Some(last) = pieces.last_mut() {
                    last.push(other);
                }
            }
        }
    }
    pieces
}

fn fits(key: &str, pieces: &[String]) -> bool {
    let Some((first, others)) = pieces.split_first() else {
        return false;
    };
    let Some(mut rest) = key.strip_prefix(first.as_str()) else {
        return false;
    };
    let Some((last, middle)) = others.split_last() else {
        return rest.is_empty();
    };
    for piece in middle {
        match rest.find(piece.as_str()) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or(""),
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}

/// Compares the catalogues with each other and with the used keys. The first locale defines the set of keys.
pub fn check_messages(locales: &[&Messages], interface: &UsedKeys, islands: &UsedKeys) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some((first, others)) = locales.split_first() else {
        return found;
    };
    for messages in locales {
        plural_forms(messages, "", messages.texts(), &mut found);
        for (island, texts) in messages.islands() {
            plural_forms(messages, island, texts, &mut found);
        }
    }
    for other in others {
        compare(first, other, "", first.texts(), other.texts(), &mut found);
        compare_islands(first, other, &mut found);
    }
    for (key, file) in &interface.asked {
        if !first.knows(key) {
            found.push(finding(
                "text-missing",
                first,
                "",
                key,
                &format!("{file} asks for a text that no catalogue has"),
            ));
        }
    }
    for key in first.texts().keys().filter(|key| !interface.uses(key)) {
        found.push(finding("text-unused", first, "", key, "no source asks for it"));
    }
    for (island, texts) in first.islands() {
        for key in texts.keys().filter(|key| !islands.uses(key)) {
            found.push(finding("text-unused", first, island, key, "no island asks for it"));
        }
    }
    let known: BTreeSet<&String> = first.islands().flat_map(|(_, texts)| texts.keys()).collect();
    for (key, file) in islands.asked.iter().filter(|(key, _)| !known.contains(key)) {
        found.push(finding(
            "text-missing",
            first,
            "",
            key,
            &format!("{file} asks for a text that no island's catalogue has"),
        ));
    }
    found.sort();
    found
}

fn finding(code: &'static str, messages: &Messages, island: &str, key: &str, what: &str) -> Diagnostic {
    let file = if island.is_empty() {
        messages.file_of(key).unwrap_or("common.json").to_owned()
    } else {
        format!("islands/{island}.json")
    };
    let place = Place {
        source: "locales".to_owned(),
        kind: "text".to_owned(),
        id: key.to_owned(),
        locale: Some(messages.locale().to_owned()),
        field: Some(file.clone()),
        edit_url: None,
    };
    let message = format!("the text {key:?} (locales/{}/{file}): {what}", messages.locale());
    let hint = if code == "text-unused" {
        "remove it from every locale"
    } else {
        "write it in that file"
    };
    Diagnostic::error(code, message, place).hint(hint)
}

fn compare(
    first: &Messages,
    other: &Messages,
    island: &str,
    own: &Catalogue,
    theirs: &Catalogue,
    found: &mut Vec<Diagnostic>,
) {
    for (key, message) in own {
        let Some(translation) = theirs.get(key) else {
            found.push(finding(
                "text-missing",
                other,
                island,
                key,
                &format!("it is written in {} alone", first.locale()),
            ));
            continue;
        };
        let (asked, given) = (message.parameters(), translation.parameters());
        if asked != given {
            let what = format!(
                "its parameters are [{}], in {} they are [{}]",
                given.join(", "),
                first.locale(),
                asked.join(", ")
            );
            found.push(finding("text-parameters", other, island, key, &what));
        }
        if matches!(message, Message::Plural(_)) != matches!(translation, Message::Plural(_)) {
            found.push(finding(
                "text-parameters",
                other,
                island,
                key,
                &format!(
                    "it has plural forms in one of {} and {} alone",
                    first.locale(),
                    other.locale()
                ),
            ));
        }
    }
    for key in theirs.keys().filter(|key| !own.contains_key(*key)) {
        found.push(finding(
            "text-extra",
            other,
            island,
            key,
            &format!("it is not written in {}", first.locale()),
        ));
    }
}

fn compare_islands(first: &Messages, other: &Messages, found: &mut Vec<Diagnostic>) {
    let theirs: BTreeMap<&str, &Catalogue> = other.islands().collect();
    let own: BTreeMap<&str, &Catalogue> = first.islands().collect();
    let names: BTreeSet<&str> = own.keys().chain(theirs.keys()).copied().collect();
    for island in names {
        let of =
            |texts: &BTreeMap<&str, &'_ Catalogue>| texts.get(island).map_or_else(Catalogue::new, |t| (*t).clone());
        compare(first, other, island, &of(&own), &of(&theirs), found);
    }
}

/// Plural texts must have exactly the forms of their language (CLDR).
fn plural_forms(messages: &Messages, island: &str, texts: &Catalogue, found: &mut Vec<Diagnostic>) {
    let wanted = messages.plural_rule().categories();
    for (key, message) in texts {
        if let Message::Plural(forms) = message {
            let given: Vec<&str> = forms.keys().map(String::as_str).collect();
            if given != wanted {
                let what = format!(
                    "its plural forms are [{}], the language has [{}]",
                    given.join(", "),
                    wanted.join(", ")
                );
                found.push(finding("text-plural", messages, island, key, &what));
            }
        }
    }
}
