//! Names the build of this crate: a hash over the sources of everything that renders a page. It is in the base of every
//! page, so that a release that another build rendered is rendered anew.
//!
//! **Invariant:** the same sources give the same name on every machine; no path and no time is in it.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// This crate, those of the workspace that it depends on, and the versions of all others.
const SOURCES: [&str; 4] = ["src", "../model/src", "../forms/src", "../../Cargo.lock"];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        for file in files(Path::new(source))? {
            file.hash(&mut hasher);
            fs::read(&file)?.hash(&mut hasher);
        }
    }
    println!("cargo:rustc-env=VITRINE_SITE_BUILD={:016x}", hasher.finish());
    Ok(())
}

/// The files at or below a path, sorted.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut all = Vec::new();
    for entry in fs::read_dir(path)? {
        all.extend(files(&entry?.path())?);
    }
    all.sort();
    Ok(all)
}
