//! No import cycles between the modules of a crate.
//!
//! A module is a file. It depends on another one if a path in it, in a `use` or inline, leads to an item that the other
//! file defines; re-exports (`pub use`) are followed to that file. Not counted: declaring a child, re-exporting an item
//! without using it, and code in a `#[cfg(test)]` module. A glob re-export (`pub use child::*`) counts. So `mod.rs` may
//! use its children, but a child that uses an item of a `mod.rs` that uses it is in a cycle with it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use walkdir::WalkDir;

const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Path of the module below `src`: `["static_files", "table"]`.
type Module = Vec<String>;

/// What is read from one file.
#[derive(Default)]
struct Source {
    /// Imported names, the path of each, and whether it is re-exported.
    imports: Vec<(String, Vec<String>, bool)>,
    /// The paths outside imports, of two segments or more.
    paths: Vec<Vec<String>>,
    /// The identifiers outside imports.
    words: BTreeSet<String>,
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

fn read(text: &str) -> Source {
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

struct Crate(BTreeMap<Module, Source>);

impl Crate {
    fn read(src: &Path) -> Self {
        let files = WalkDir::new(src).into_iter().filter_map(Result::ok);
        let files = files.filter(|file| file.path().extension().is_some_and(|ending| ending == "rs"));
        Self(
            files
                .map(|file| {
                    let place = file.path().strip_prefix(src).unwrap().with_extension("");
                    let mut module: Module = place.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                    module.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
                    (module, read(&fs::read_to_string(file.path()).unwrap()))
                })
                .collect(),
        )
    }

    /// The path from the crate's root, or `None` for one that leads out of the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let begin = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.clone(),
            "super" => {
                let parent = module[..module.len().checked_sub(1)?].to_vec();
                if rest.first().is_some_and(|next| next == "super") {
                    return self.absolute(&parent, rest);
                }
                parent
            }
            _ => Some([module.as_slice(), &path[..1]].concat()).filter(|child| self.0.contains_key(child))?,
        };
        Some([begin, rest.to_vec()].concat())
    }

    /// Like [`Self::absolute`], for a path that may start with an imported name.
    fn imported(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let import = self.0[module].imports.iter().find(|(name, ..)| *name == path[0]);
        match import.and_then(|(_, leads, _)| self.absolute(module, leads)) {
            Some(leads) => Some([leads, path[1..].to_vec()].concat()),
            None => self.absolute(module, path),
        }
    }

    /// The file that defines the item at a path from the crate's root; `None` for a whole module.
    fn home(&self, path: &[String]) -> Option<Module> {
        let mut module = Module::new();
        for (place, name) in path.iter().enumerate() {
            let below = [module.as_slice(), &path[place..=place]].concat();
            let rest = &path[place + 1..];
            // A module and an item may share a name: only a module can have a path below it.
            if rest.is_empty() || !self.0.contains_key(&below) {
                let mut exports = self.0[&module].imports.iter().filter(|(_, _, exported)| *exported);
                let leads = exports
                    .find(|(known, ..)| known == name)
                    .and_then(|(_, leads, _)| self.absolute(&module, leads));
                if let Some(leads) = leads {
                    return self.home(&[leads.as_slice(), rest].concat());
                }
                if !self.0.contains_key(&below) {
                    return Some(module);
                }
            }
            module = below;
        }
        None
    }

    fn needs(&self, module: &Module, source: &Source) -> BTreeSet<Module> {
        let imports = source
            .imports
            .iter()
            .filter(|(name, _, exported)| !exported || name == "*" || source.words.contains(name));
        let paths = imports.map(|(_, path, _)| path).chain(&source.paths);
        let homes = paths.filter_map(|path| self.home(&self.imported(module, path)?));
        homes.filter(|home| home != module).collect()
    }

    /// One cycle, each module followed by one that it depends on; empty if there is none.
    fn circle(&self) -> Vec<String> {
        let mut needs: BTreeMap<&Module, BTreeSet<Module>> = self
            .0
            .iter()
            .map(|(module, source)| (module, self.needs(module, source)))
            .collect();
        loop {
            let free: Vec<&Module> = needs
                .iter()
                .filter(|(_, of)| !of.iter().any(|need| needs.contains_key(need)))
                .map(|(module, _)| *module)
                .collect();
            if free.is_empty() {
                break;
            }
            needs.retain(|module, _| !free.contains(module));
        }
        let mut way: Vec<&Module> = needs.keys().next().copied().into_iter().collect();
        while let Some(next) = way
            .last()
            .and_then(|last| needs[last].iter().find(|need| needs.contains_key(need)))
        {
            if let Some(begin) = way.iter().position(|module| *module == next) {
                way.drain(..begin);
                way.push(way[0]);
                break;
            }
            way.push(needs.get_key_value(next).unwrap().0);
        }
        way.iter()
            .map(|module| {
                if module.is_empty() {
                    "the crate's root".to_owned()
                } else {
                    module.join("::")
                }
            })
            .collect()
    }
}

/// The sources of every crate, by the crate's folder below `generator`.
fn crates() -> BTreeMap<String, Crate> {
    let files = WalkDir::new(GENERATOR).into_iter().filter_map(Result::ok);
    let folders = files
        .filter(|file| file.file_name() == "Cargo.toml")
        .filter_map(|file| Some(file.path().parent()?.to_owned()));
    folders
        .map(|folder| {
            let name = folder.strip_prefix(GENERATOR).unwrap().to_str().unwrap().to_owned();
            (name, Crate::read(&folder.join("src")))
        })
        .collect()
}

#[test]
fn no_two_modules_of_a_crate_need_each_other() {
    let crates = crates();
    assert!(crates.len() >= 10, "only these crates were found: {:?}", crates.keys());
    let circles = crates.iter().map(|(name, sources)| (name, sources.circle()));
    let told: Vec<String> = circles
        .filter(|(_, circle)| !circle.is_empty())
        .map(|(name, circle)| format!("{name}: {}", circle.join(" -> ")))
        .collect();
    assert!(
        told.is_empty(),
        "these modules need each other in a circle. Move what the first takes of the second into a module below both:\n{}",
        told.join("\n")
    );
}

#[test]
fn a_circle_is_found_through_uses_paths_children_and_re_exports() {
    let of = |files: &[(&str, &str)]| {
        let modules = files.iter().map(|(name, text)| {
            (
                name.split('/')
                    .filter(|part| !part.is_empty())
                    .map(str::to_owned)
                    .collect(),
                read(text),
            )
        });
        Crate(modules.collect()).circle().join(" ")
    };
    let b = ("b", "pub struct B; fn f() { let _ = crate::a::A; }");
    assert_eq!(
        of(&[("", "mod a; mod b;"), ("a", "use super::b::B; pub struct A(B);"), b]),
        "a b a"
    );
    assert_eq!(
        of(&[("", "mod a; mod b; pub use b::B;"), ("a", "pub struct A(crate::B);"), b]),
        "a b a"
    );
    assert_eq!(
        of(&[
            ("", "mod a; mod b; fn f() { a::f(); } struct R;"),
            ("a", "use crate::R; pub fn f() {}"),
            b
        ]),
        "the crate's root a the crate's root"
    );
    assert_eq!(
        of(&[
            ("", "mod a; mod b; pub use a::A; pub use b::B;"),
            ("a", "use crate::b; pub struct A(b::B);"),
            ("b", "pub struct B; #[cfg(test)] mod tests { use crate::A; }")
        ]),
        ""
    );
}
