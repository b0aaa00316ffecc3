//! No import cycles between the modules of a crate, nor between its folders.
//!
//! A module is a file. It depends on another one if a path in it, in a `use` or inline, leads to an item that the other
//! file defines; re-exports (`pub use`) are followed to that file. Not counted: declaring a child, re-exporting an item
//! without using it, and code in a `#[cfg(test)]` module. A glob re-export (`pub use child::*`) counts. So `mod.rs` may
//! use its children, but a child that uses an item of a `mod.rs` that uses it is in a cycle with it.
//!
//! A folder is counted too, with all that is in it (`plan.rs` is in the folder `plan`): it depends on a file or folder
//! beside it if a file in it does. So each crate, and each folder in it, is in layers.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

mod source;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use walkdir::WalkDir;

use source::{Source, read};

const GENERATOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Path of the module below `src`: `["static_files", "table"]`.
type Module = Vec<String>;

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

    /// The dependencies of each module.
    fn graph(&self) -> BTreeMap<Module, BTreeSet<Module>> {
        let modules = self.0.iter();
        modules
            .map(|(module, source)| (module.clone(), self.needs(module, source)))
            .collect()
    }

    /// One cycle of files.
    fn cycle(&self) -> Vec<String> {
        cycle_in(self.graph())
    }

    /// One cycle among the files and folders of a folder; a folder counts with all its content.
    fn folder_cycle(&self) -> Vec<String> {
        let graph = self.graph();
        let parents: BTreeSet<&[String]> = graph
            .keys()
            .flat_map(|module| (0..module.len()).map(|depth| &module[..depth]))
            .collect();
        let in_folder = parents.into_iter().map(|parent| {
            let child = |module: &Module| {
                (module.len() > parent.len() && module.starts_with(parent)).then(|| module[..=parent.len()].to_vec())
            };
            let mut below: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
            for (module, needs) in &graph {
                if let Some(own) = child(module) {
                    let others = needs.iter().filter_map(child).filter(|other| *other != own);
                    below.entry(own.clone()).or_default().extend(others);
                }
            }
            cycle_in(below)
        });
        in_folder
            .into_iter()
            .find(|cycle| !cycle.is_empty())
            .unwrap_or_default()
    }
}

/// One cycle, each module followed by one that it depends on; empty if there is none.
fn cycle_in(mut needs: BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    loop {
        let free = |of: &BTreeSet<Module>| !of.iter().any(|need| needs.contains_key(need));
        let free: Vec<Module> = needs
            .iter()
            .filter(|(_, of)| free(of))
            .map(|(module, _)| module.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        needs.retain(|module, _| !free.contains(module));
    }
    let mut way: Vec<&Module> = needs.keys().next().into_iter().collect();
    while let Some(next) = way
        .last()
        .and_then(|last| needs[*last].iter().find(|need| needs.contains_key(*need)))
    {
        if let Some(begin) = way.iter().position(|module| *module == next) {
            way.drain(..begin);
            way.push(way[0]);
            break;
        }
        way.push(next);
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
    refuse(crates.iter().map(|(name, sources)| (name, sources.cycle())));
}

#[test]
fn no_two_folders_of_a_crate_need_each_other() {
    refuse(crates().iter().map(|(name, sources)| (name, sources.folder_cycle())));
}

fn refuse<'a>(cycles: impl Iterator<Item = (&'a String, Vec<String>)>) {
    let found: Vec<String> = cycles
        .filter(|(_, cycle)| !cycle.is_empty())
        .map(|(name, cycle)| format!("{name}: {}", cycle.join(" -> ")))
        .collect();
    assert!(
        found.is_empty(),
        "these need each other in a cycle. Move what the first takes of the second into a module below both:\n{}",
        found.join("\n")
    );
}

/// The fixture is a crate in layers: `pages` above `view` above `plan`. One import from `plan` up to `view` is a cycle of
/// folders, though no two files need each other.
#[test]
fn an_import_up_to_a_higher_folder_is_found() {
    let mut sources = Crate::read(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/import_cycles/fixture/src"
    )));
    assert_eq!(sources.folder_cycle(), Vec::<String>::new());
    let route = vec!["plan".to_owned(), "route".to_owned()];
    sources
        .0
        .insert(route, read("use crate::view::color::Color; pub struct Route(Color);"));
    assert_eq!(sources.cycle(), Vec::<String>::new());
    assert_eq!(sources.folder_cycle(), ["plan", "view", "plan"]);
}

#[test]
fn a_cycle_is_found_through_uses_paths_children_and_re_exports() {
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
        Crate(modules.collect()).cycle().join(" ")
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
