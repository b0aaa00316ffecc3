//! Reads a Rust source: its imports and its paths.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The data read from one file.
#[derive(Default)]
pub(crate) struct Source {
    /// Imported names, the path of each, and whether it is re-exported.
    pub(crate) imports: Vec<(String, Vec<String>, bool)>,
    /// The paths outside imports, of two segments or more.
    pub(crate) paths: Vec<Vec<String>>,
    /// The identifiers outside imports.
    pub(crate) words: BTreeSet<String>,
}

/// The tokens of a file as a flat list, `::` as one token, without test modules.
fn flat(tokens: TokenStream, row: &mut Vec<String>) {
    let test = ["#", "[", "cfg", "(", "test", ")", "]", "mod"].map(str::to_owned);
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let is_test = row.split_last().is_some_and(|(_, before)| before.ends_with(&test));
                row.push(open.to_owned());
                if !is_test {
                    flat(group.stream(), row);
                }
                row.push(close.to_owned());
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' && row.last().is_some_and(|last| last == ":") => {
                *row.last_mut().unwrap() = "::".to_owned();
            }
            other => row.push(other.to_string()),
        }
    }
}

/// The names in a `use` tree, each with its path: `a::{b, c as d}` is `b` at `a::b` and `d` at `a::c`. Returns the
/// position after the tree.
fn leaves(row: &[String], mut at: usize, mut path: Vec<String>, found: &mut Vec<(String, Vec<String>)>) -> usize {
    let (mut name, begin) = (None, at);
    loop {
        match row[at].as_str() {
            "::" => {}
            "as" => {
                at += 1;
                name = Some(row[at].clone());
            }
            "{" => loop {
                at = leaves(row, at + 1, path.clone(), found);
                if row[at] == "}" {
                    return at + 1;
                }
            },
            "," | "}" | ";" => break,
            "self" if !path.is_empty() => {}
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
    // A trailing comma has no name after it.
    if let Some(last) = path.last().filter(|_| at > begin) {
        found.push((name.unwrap_or_else(|| last.clone()), path));
    }
    at
}

pub(crate) fn read(text: &str) -> Source {
    let mut row = Vec::new();
    flat(text.parse().expect("Rust"), &mut row);
    let (mut source, mut at) = (Source::default(), 0);
    while at < row.len() {
        let before = at.checked_sub(1).map_or("", |before| row[before].as_str());
        if row[at] == "use" && row[at + 1] != "<" {
            let mut found = Vec::new();
            at = leaves(&row, at + 1, Vec::new(), &mut found);
            let exported = before == "pub" || before == ")";
            source
                .imports
                .extend(found.into_iter().map(|(name, path)| (name, path, exported)));
            continue;
        }
        let mut path = vec![row[at].clone()];
        while row.get(at + 1).is_some_and(|mark| mark == "::") && row.get(at + 2).is_some() {
            at += 2;
            path.push(row[at].clone());
        }
        source.words.insert(path[0].clone());
        if path.len() > 1 {
            source.paths.push(path);
        }
        at += 1;
    }
    source
}
