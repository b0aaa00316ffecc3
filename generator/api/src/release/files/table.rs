//! The files of a release as listed in its `release.json`, with hashes and sizes, so that files need not be read for
//! that.
//!
//! **Invariant:** a file that the manifest does not list is never opened; for the path of a [`Listed::direct`] file,
//! the rules of [`Wanted`] and the redirects give the same file.

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, BufRead, BufReader},
};

use cap_std::fs::{Dir, File};
use serde::Deserialize;
use vitrine_model::release_format::refuse_newer;

use super::{
    coding::Coding,
    hash::{Hash, hash_of, parse},
    headers::{Kind, media_type},
    path::{FilePath, Wanted},
};

/// The prefix of a file below `site/`; the compressed version of `site/assets/x.js` is listed as
/// `server/assets/x.js.br`.
const SITE: &str = "site/";
const TWINS: &str = "server/assets/";

/// One file below `site/`.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) hash: Hash,
    pub(crate) length: u64,
    pub(crate) kind: Kind,
    pub(crate) media_type: &'static str,
    pub(crate) compressible: bool,
    /// Whether the file is an error page, which is always served with 404.
    pub(crate) error_page: bool,
    brotli_twin: bool,
    gzip_twin: bool,
    direct: bool,
}

impl Listed {
    /// Whether the release contains the file in this coding.
    pub(crate) const fn has_twin(&self, coding: Coding) -> bool {
        match coding {
            Coding::Identity => false,
            Coding::Brotli => self.brotli_twin,
            Coding::Gzip => self.gzip_twin,
        }
    }
}

impl Listed {
    /// An asset of another release, whose manifest was not read.
    pub(crate) fn asset(path: &str, content: &[u8]) -> Self {
        let (media_type, compressible) = media_type(path);
        Self {
            hash: hash_of(content),
            length: content.len() as u64,
            kind: Kind::of(path),
            media_type,
            compressible,
            error_page: false,
            brotli_twin: false,
            gzip_twin: false,
            direct: false,
        }
    }
}

/// All files by their path below `site/`.
#[derive(Default)]
pub(crate) struct FileTable {
    files: HashMap<Box<str>, Listed>,
    /// Style sheet and script of previews, which no page of the release names.
    of_previews: Vec<Box<str>>,
}

/// How the names of the files of previews begin.
const OF_PREVIEWS: &str = "assets/preview-";

#[derive(Deserialize)]
struct ManifestJson {
    files: BTreeMap<Box<str>, FileJson>,
}

#[derive(Deserialize)]
struct FileJson {
    hash: Box<str>,
    bytes: u64,
}

/// The opened `release.json` of a release that this program can read.
pub(crate) struct OpenManifest(BufReader<File>);

impl OpenManifest {
    /// Opens it; a newer format is an error.
    pub(crate) fn of(release: &Dir) -> io::Result<Self> {
        let file = release.open(MANIFEST).map_err(|error| said(&error))?;
        let mut file = BufReader::with_capacity(64 * 1024, file);
        refuse_newer(file.fill_buf().map_err(|error| said(&error))?).map_err(io::Error::other)?;
        Ok(Self(file))
    }
}

const MANIFEST: &str = "release.json";

fn said(error: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(format!("{MANIFEST}: {error}"))
}

impl FileTable {
    /// Reads a release's manifest as a stream, because most of it describes pages and is not needed here.
    pub(crate) fn read(
        manifest: OpenManifest,
        is_error_page: impl Fn(&str) -> bool,
        is_moved: impl Fn(&str) -> bool,
    ) -> io::Result<Self> {
        let manifest: ManifestJson = serde_json::from_reader(manifest.0).map_err(|error| said(&error))?;
        let has = |path: &str, ending: &str| manifest.files.contains_key(format!("{TWINS}{path}.{ending}").as_str());
        let (mut table, mut of_previews) = (HashMap::new(), Vec::new());
        for (name, about) in &manifest.files {
            let Some(path) = name.strip_prefix(SITE) else {
                continue;
            };
            let hash = parse(&about.hash).ok_or_else(|| said(&format!("the hash of {name} is none")))?;
            let (media_type, compressible) = media_type(path);
            let asset = path.strip_prefix("assets/");
            let listed = Listed {
                hash,
                length: about.bytes,
                kind: Kind::of(path),
                media_type,
                compressible,
                error_page: is_error_page(path),
                brotli_twin: compressible && asset.is_some_and(|asset| has(asset, "br")),
                gzip_twin: compressible && asset.is_some_and(|asset| has(asset, "gz")),
                direct: is_direct(path, &is_moved),
            };
            if path.starts_with(OF_PREVIEWS) {
                of_previews.push(path.into());
            }
            table.insert(path.into(), listed);
        }
        table.shrink_to_fit();
        Ok(Self {
            files: table,
            of_previews,
        })
    }

    /// A file by its path below `site/`.
    pub(crate) fn get(&self, path: &str) -> Option<(&str, &Listed)> {
        self.files.get_key_value(path).map(|(path, listed)| (&**path, listed))
    }

    /// The file of previews with this ending.
    pub(crate) fn of_previews(&self, ending: &str) -> Option<&str> {
        let mut files = self.of_previews.iter();
        files.find(|file| file.ends_with(ending)).map(|file| &**file)
    }

    /// The file of a request's path in the form of links. `None` means that the path has to be parsed.
    pub(crate) fn direct(&self, raw: &str) -> Option<(&str, &Listed)> {
        let inner = raw.strip_prefix('/').filter(|inner| *inner != "index")?;
        let found = if inner.starts_with("assets/") || inner.starts_with("icons/") {
            self.get(inner)
        } else if inner.is_empty() {
            self.get("index.html")
        } else {
            let mut page = String::with_capacity(inner.len() + 5);
            page.push_str(inner);
            page.push_str(".html");
            self.get(&page)
        };
        found.filter(|(_, listed)| listed.direct)
    }
}

fn is_direct(file: &str, is_moved: &impl Fn(&str) -> bool) -> bool {
    if file == "index.html" {
        return !is_moved("/");
    }
    let page = file.strip_suffix(".html").filter(|_| Kind::of(file) == Kind::Page);
    match Wanted::of(&format!("/{}", page.unwrap_or(file))) {
        Wanted::Page { path, tidy: true } => {
            page.is_some() && FilePath::of_page(&path).as_str() == file && !is_moved(path.as_str())
        }
        Wanted::File(path) => page.is_none() && path.as_str() == file,
        _ => false,
    }
}
