//! The shop's own templates, and the contract of those that they may build on.
//!
//! **Invariant:** an own template stands in for one of the program, or is below `own/`; a block that it fills exists in
//! the template that it extends.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{error::ThemeError, made_for::THEME_CONTRACT, names::nearest};
use crate::sources::Place;

/// The folder of own templates.
const TEMPLATES: &str = "templates/";

/// Names a template of the program, also where an own one stands in for it.
const OF_PROGRAM: &str = "vitrine:";

/// Templates and blocks that stay as they are, below the program's templates.
const DOCUMENTED: &str = "contract.json";

/// The functions of every template.
const FUNCTIONS: [&str; 8] = [
    "fragment",
    "island_data",
    "island_messages",
    "json_script",
    "plural",
    "slot",
    "t",
    "t_in",
];

/// The documented templates of the program.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// Its version: see [`super::THEME_CONTRACT`].
    #[serde(default)]
    pub version: u32,
    /// By name (`components/header.html`).
    pub templates: BTreeMap<String, ContractEntry>,
    /// What has another name now: templates, and blocks as `components/header.html#tools`.
    #[serde(default)]
    pub renamed: BTreeMap<String, String>,
}

/// A documented template.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContractEntry {
    /// Where it is shown.
    pub about: String,
    /// Its blocks, with what each holds.
    #[serde(default)]
    pub blocks: BTreeMap<String, String>,
    /// The values that it prints.
    #[serde(default)]
    pub values: Vec<String>,
}

impl Contract {
    /// Reads the contract of a program's templates; empty without the file.
    pub fn read(program: &Place) -> Result<Self, ThemeError> {
        if !program.has(DOCUMENTED) {
            return Ok(Self::default());
        }
        let text = program.read_text(DOCUMENTED).map_err(|error| error.to_string());
        let contract = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
        let contract: Self = contract.map_err(|error| {
            ThemeError::new(
                "",
                None,
                format!("the program's {DOCUMENTED} cannot be read: {error}; install it again"),
            )
        })?;
        if contract.version == THEME_CONTRACT {
            return Ok(contract);
        }
        let message = format!(
            "{} has version {} of the theme contract, and this vitrine {THEME_CONTRACT}: the templates are of another version; take those of this one, or leave build.templates out of vitrine.toml where the program carries its own",
            program.path(DOCUMENTED).display(),
            contract.version
        );
        Err(ThemeError::new("", None, message))
    }

    fn renamed(&self, name: &str) -> Option<&str> {
        self.renamed.get(name).map(String::as_str)
    }
}

/// The names of a template's blocks, in order.
pub fn blocks_of(source: &str) -> Vec<(usize, String)> {
    tags(source, "block")
        .map(|(line, rest)| {
            let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
            (line, name.unwrap_or("").to_owned())
        })
        .collect()
}

/// The values that a template prints or asks for, without the functions that every template has.
pub fn values_of(source: &str) -> Result<Vec<String>, minijinja::Error> {
    let environment = minijinja::Environment::new();
    let names = environment.template_from_str(source)?.undeclared_variables(true);
    let mut values: Vec<String> = names
        .into_iter()
        .filter(|name| !FUNCTIONS.contains(&name.as_str()))
        .collect();
    values.sort();
    Ok(values)
}

/// The tags of a kind, `{% block … %}`, with their lines and what follows the word.
fn tags<'a>(source: &'a str, word: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    source.match_indices("{%").filter_map(move |(at, _)| {
        let inside = source.get(at + 2..)?.trim_start_matches(['-', '+']).trim_start();
        let rest = inside.strip_prefix(word)?;
        let line = source.get(..at)?.matches('\n').count() + 1;
        rest.starts_with(char::is_whitespace).then(|| (line, rest.trim_start()))
    })
}

/// The template that one extends, by its name in quotes.
fn parent(source: &str) -> Option<(usize, &str)> {
    let (line, rest) = tags(source, "extends").next()?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest.get(1..)?.split_once(quote).map(|(name, _)| (line, name))
}

/// The own templates and icons by name, and of the program those that they name as `vitrine:…`.
pub(super) fn read(
    place: &Place,
    names: &[String],
    program: &BTreeMap<String, String>,
    contract: &Contract,
) -> Result<BTreeMap<String, String>, ThemeError> {
    let mut own = BTreeMap::new();
    for file in names {
        let icon = file.starts_with("icons/") && file.ends_with(".svg");
        let template = file.strip_prefix(TEMPLATES).filter(|name| name.ends_with(".html"));
        let Some(name) = template.or(icon.then_some(file.as_str())) else {
            continue;
        };
        let is_known = icon || name.starts_with("own/") || program.contains_key(name);
        if !is_known {
            return Err(unknown_template(file, None, name, program, contract));
        }
        let text = place.read_text(file);
        let text = text.map_err(|error| ThemeError::new(file, None, format!("could not be read: {error}")))?;
        own.insert(name.to_owned(), text);
    }
    let mut named = BTreeMap::new();
    for (name, source) in &own {
        let file = format!("{TEMPLATES}{name}");
        for (line, other) in named_of_program(source) {
            let Some(known) = program.get(other) else {
                return Err(unknown_template(&file, Some(line), other, program, contract));
            };
            named.insert(format!("{OF_PROGRAM}{other}"), known.clone());
        }
        check_blocks(&file, source, &own, program, contract)?;
    }
    own.extend(named);
    Ok(own)
}

/// The templates of the program that a source names.
fn named_of_program(source: &str) -> impl Iterator<Item = (usize, &str)> {
    source.match_indices(OF_PROGRAM).filter_map(|(at, _)| {
        let rest = source.get(at + OF_PROGRAM.len()..)?;
        let name = rest.split(['"', '\'']).next()?;
        let line = source.get(..at)?.matches('\n').count() + 1;
        name.ends_with(".html").then_some((line, name))
    })
}

fn unknown_template(
    file: &str,
    line: Option<usize>,
    name: &str,
    program: &BTreeMap<String, String>,
    contract: &Contract,
) -> ThemeError {
    let message = match contract.renamed(name) {
        Some(new) => format!("the program's template {name} is called {new} now: rename it here"),
        None => {
            let like = nearest(name, program.keys().map(String::as_str)).unwrap_or_default();
            format!(
                "the program has no template {name}; the nearest is {like}. Templates of your own stand in theme/templates/own/"
            )
        }
    };
    ThemeError::new(file, line, message)
}

/// Checks that every block exists in the templates that this one extends.
fn check_blocks(
    file: &str,
    source: &str,
    own: &BTreeMap<String, String>,
    program: &BTreeMap<String, String>,
    contract: &Contract,
) -> Result<(), ThemeError> {
    let Some((_, first)) = parent(source) else {
        return Ok(());
    };
    let mut known = BTreeSet::new();
    let mut next = Some(first);
    let mut seen = BTreeSet::new();
    while let Some(name) = next.filter(|name| seen.insert(*name)) {
        let of_program = name.strip_prefix(OF_PROGRAM);
        let found = match of_program {
            Some(name) => program.get(name),
            None => own.get(name).or_else(|| program.get(name)),
        };
        let Some(found) = found else { break };
        known.extend(blocks_of(found).into_iter().map(|(_, block)| block));
        next = parent(found).map(|(_, name)| name);
    }
    for (line, block) in blocks_of(source) {
        if known.contains(&block) {
            continue;
        }
        let extended = first.strip_prefix(OF_PROGRAM).unwrap_or(first);
        let message = match contract.renamed(&format!("{extended}#{block}")) {
            Some(new) => format!("the block {block:?} of {extended} is called {new:?} now: rename it here"),
            None => match nearest(&block, known.iter().map(String::as_str)) {
                Some(like) => format!("{extended} has no block {block:?}; the nearest is {like:?}"),
                None => format!("{extended} has no blocks: copy it as a whole, without {{% extends %}}"),
            },
        };
        return Err(ThemeError::new(file, line, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_parents_are_found_as_they_are_written() {
        let source = "{%- extends \"vitrine:a/b.html\" -%}\n{% block one %}{% endblock %}\n{%+block two -%}{% endblock %}{% blocks %}";
        assert_eq!(parent(source), Some((1, "vitrine:a/b.html")));
        assert_eq!(blocks_of(source), [(2, "one".to_owned()), (3, "two".to_owned())]);
        assert_eq!(named_of_program(source).collect::<Vec<_>>(), [(1, "a/b.html")]);
    }

    #[test]
    fn what_has_another_name_now_is_told() {
        let program = BTreeMap::from([("a.html".to_owned(), "{% block one %}{% endblock %}".to_owned())]);
        let renamed = [("old.html", "a.html"), ("a.html#eins", "one")];
        let contract = Contract {
            renamed: renamed
                .iter()
                .map(|(old, new)| ((*old).to_owned(), (*new).to_owned()))
                .collect(),
            ..Contract::default()
        };
        let error = unknown_template("templates/old.html", None, "old.html", &program, &contract);
        assert!(error.message.contains("is called a.html now"), "{error}");
        let own = "{% extends \"vitrine:a.html\" %}\n{% block eins %}{% endblock %}";
        let error = check_blocks("templates/a.html", own, &BTreeMap::new(), &program, &contract).unwrap_err();
        assert_eq!(error.line, Some(2));
        assert!(error.message.contains("is called \"one\" now"), "{error}");
        let own = own.replace("eins", "ones");
        let error = check_blocks("templates/a.html", &own, &BTreeMap::new(), &program, &contract).unwrap_err();
        assert!(error.message.contains("the nearest is \"one\""), "{error}");
    }
}
