//! An opened release: its pages, files, redirects and shells.
//!
//! **Invariant:** everything is read below the release's folder, through a directory handle. Whether a file exists is
//! decided by the disk, not by `release.json`.

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
};

use cap_std::{ambient_authority, fs::Dir};
use vitrine_model::{
    path::SitePath,
    release_format::{NewerRelease, refuse_newer},
};

use super::{
    assets,
    manifest::{Locale, PageLine, Redirect, ReleaseFile, Rewrite, SiteFile, Warning},
    sets::{Map, Set},
};

/// Errors that prevent checking a release.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A file of the release could not be read.
    #[error("{} of the release in {} could not be read: {source}. Build the release again", file, folder.display())]
    Read {
        /// The folder of the release.
        folder: PathBuf,
        /// The file below it.
        file: String,
        /// Why.
        source: io::Error,
    },
    /// A newer program made the release.
    #[error("the release in {} could not be checked: {error}", folder.display())]
    Newer {
        /// The folder of the release.
        folder: PathBuf,
        /// Its format.
        error: NewerRelease,
    },
    /// A file of the release is not in the expected format.
    #[error(
        "{file} of the release in {} is not what this version of vitrine writes: {message}. Build the release again", folder.display()
    )]
    Format {
        /// The folder of the release.
        folder: PathBuf,
        /// The file below it.
        file: String,
        /// What is wrong.
        message: String,
    },
}

/// One page of a release.
#[derive(Debug)]
pub(crate) struct PageEntry {
    /// Decoded path: `/en/about-us`.
    pub(crate) path: String,
    /// Percent-encoded path, as links write it.
    pub(crate) href: String,
    /// File below `site/`.
    pub(crate) file: String,
    /// Kind of page: `content`, `product`, `cart`.
    pub(crate) kind: String,
    /// What the page is made from: `entry pages/service (nl)`.
    pub(crate) source: String,
    /// Where an editor can change it.
    pub(crate) edit_url: Option<String>,
    /// Index of its locale.
    pub(crate) locale: usize,
    /// Whether it is a screen or an error page: not part of the linked content of the site.
    pub(crate) is_screen: bool,
    /// Whether links can lead to it: not to an error page, nor to a shell, whose path is known only at run time.
    pub(crate) has_address: bool,
}

/// The release.
#[derive(Debug)]
pub(crate) struct Release {
    root: Dir,
    /// Its id.
    pub(crate) id: String,
    /// Its pages, in the order of `release.json`.
    pub(crate) pages: Vec<PageEntry>,
    /// The locales, the default one first.
    pub(crate) locales: Vec<Locale>,
    /// Redirects, by the encoded path that they lead away from.
    pub(crate) redirects: BTreeMap<String, Redirect>,
    /// Files that `release.json` lists but that do not exist.
    pub(crate) missing: Vec<String>,
    /// The warnings of the build.
    pub(crate) warnings: Vec<Warning>,
    /// The site's address without a trailing slash; `None` if `robots.txt` names none.
    pub(crate) base: Option<String>,
    /// The path of the page about cookies of each locale, by its code.
    pub(crate) cookie_pages: BTreeMap<String, String>,
    /// Whether it has a tag manager.
    pub(crate) has_tag_manager: bool,
    by_href: Map<String, u32>,
    files: Set<String>,
    /// Path patterns of pages with a parameter: `/checkout/order/:id`.
    pub(super) shells: Vec<String>,
    weights: Map<String, usize>,
}

impl Release {
    /// Opens the release in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, CheckError> {
        let fail = |file: &str, source| CheckError::Read {
            folder: folder.to_owned(),
            file: file.to_owned(),
            source,
        };
        let root = Dir::open_ambient_dir(folder, ambient_authority()).map_err(|error| fail("the folder", error))?;
        let reader = Reader { folder, root: &root };
        let listed = reader.manifest()?;
        let site: SiteFile = reader.json("server/site.json")?;
        let rewrites: Vec<Rewrite> = reader.json("server/rewrites.json")?;
        let redirects: Vec<Redirect> = reader.json("server/redirects.json")?;
        let mut on_disk = Set::default();
        walk(&root, "", &mut on_disk).map_err(|error| fail("a folder", error))?;
        let missing = listed
            .files
            .into_keys()
            .filter(|file| !on_disk.contains(file))
            .collect();
        let weights = assets::weights(&root, &on_disk);
        let files: Set<String> = on_disk
            .into_iter()
            .filter_map(|file| Some(file.strip_prefix("site/")?.to_owned()))
            .collect();
        let base = reader.text("site/robots.txt").ok().and_then(|robots| base_of(&robots));
        let (errors, screens) = (site.error_files(), site.screen_paths());
        let pages: Vec<PageEntry> = listed
            .pages
            .into_iter()
            .map(|page| entry(page, &site.locales, &errors, &screens, &rewrites))
            .collect();
        Ok(Self {
            by_href: pages
                .iter()
                .zip(0_u32..)
                .filter(|(page, _)| page.has_address && files.contains(&page.file))
                .map(|(page, at)| (page.href.clone(), at))
                .collect(),
            id: listed.id,
            pages,
            locales: site.locales,
            cookie_pages: site.cookie_pages,
            has_tag_manager: site.tag_hosts.is_some(),
            redirects: redirects
                .into_iter()
                .map(|redirect| (redirect.from.clone(), redirect))
                .collect(),
            missing,
            warnings: listed.warnings,
            base,
            files,
            shells: rewrites.into_iter().map(|rewrite| rewrite.pattern).collect(),
            weights,
            root,
        })
    }

    /// A page by its index.
    pub(crate) fn page(&self, page: u32) -> Option<&PageEntry> {
        self.pages.get(usize::try_from(page).ok()?)
    }

    /// The locale of a page.
    pub(crate) fn locale_of(&self, page: &PageEntry) -> Option<&Locale> {
        self.locales.get(page.locale)
    }

    /// The index of the page at a percent-encoded path.
    pub(crate) fn page_at(&self, href: &str) -> Option<u32> {
        if let Some(page) = self.by_href.get(href) {
            return Some(*page);
        }
        // A path may use a different but equivalent percent-encoding.
        let path = SitePath::parse(href).ok()?;
        self.by_href.get(&path.href()).copied()
    }

    /// The home page of each locale that has one, in the order of locales.
    pub(crate) fn homes(&self) -> impl Iterator<Item = (usize, u32)> {
        let homes = self.locales.iter().enumerate();
        homes.filter_map(|(locale, known)| Some((locale, self.page_at(known.home())?)))
    }

    /// Reads a file below the release.
    pub(crate) fn read(&self, file: &str) -> io::Result<String> {
        self.root.read_to_string(file)
    }

    /// Whether a file exists below `site/`.
    pub(crate) fn has_file(&self, file: &str) -> bool {
        self.files.contains(file)
    }

    /// The compressed size of a script or style sheet below `site/`, in bytes (gzip).
    pub(crate) fn weight(&self, file: &str) -> Option<usize> {
        self.weights.get(file).copied()
    }
}

fn entry(
    page: PageLine,
    locales: &[Locale],
    errors: &Set<&str>,
    screens: &Set<&str>,
    rewrites: &[Rewrite],
) -> PageEntry {
    let file = page.file();
    let edit_url = page.source.rsplit(' ').next().filter(|word| word.starts_with("http"));
    let source = edit_url
        .and_then(|url| page.source.strip_suffix(url))
        .unwrap_or(&page.source);
    let prefix_of = |locale: &Locale| locale.prefix_length(&page.path);
    let locale = (0..locales.len())
        .filter_map(|at| Some((prefix_of(locales.get(at)?)?, at)))
        .max();
    let href = SitePath::parse(&page.path).map_or_else(|_| page.path.clone(), |path| path.href());
    // A shell is reached only by path patterns; a page with an additional path has a URL of its own too.
    let is_shell = |rewrite: &Rewrite| rewrite.file == file && rewrite.pattern.contains(':');
    let has_address = !errors.contains(file.as_str()) && !rewrites.iter().any(is_shell);
    PageEntry {
        is_screen: !has_address || screens.contains(href.as_str()),
        has_address,
        source: source.trim_end().to_owned(),
        edit_url: edit_url.map(str::to_owned),
        locale: locale.map_or(0, |(_, at)| at),
        kind: page.kind,
        path: page.path,
        file,
        href,
    }
}

/// Reads files of a release that is being opened.
struct Reader<'a> {
    folder: &'a Path,
    root: &'a Dir,
}

impl Reader<'_> {
    fn text(&self, file: &str) -> Result<String, CheckError> {
        self.root.read_to_string(file).map_err(|source| CheckError::Read {
            folder: self.folder.to_owned(),
            file: file.to_owned(),
            source,
        })
    }

    fn manifest(&self) -> Result<ReleaseFile, CheckError> {
        let text = self.text("release.json")?;
        refuse_newer(text.as_bytes()).map_err(|error| CheckError::Newer {
            folder: self.folder.to_owned(),
            error,
        })?;
        self.parsed("release.json", &text)
    }

    fn json<T: serde::de::DeserializeOwned>(&self, file: &str) -> Result<T, CheckError> {
        self.parsed(file, &self.text(file)?)
    }

    fn parsed<T: serde::de::DeserializeOwned>(&self, file: &str, text: &str) -> Result<T, CheckError> {
        serde_json::from_str(text).map_err(|error| CheckError::Format {
            folder: self.folder.to_owned(),
            file: file.to_owned(),
            message: error.to_string(),
        })
    }
}

/// Collects the files below a folder, by their path in the release.
fn walk(folder: &Dir, below: &str, files: &mut Set<String>) -> io::Result<()> {
    for entry in folder.entries()? {
        let entry = entry?;
        let path = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&entry.open_dir()?, &format!("{path}/"), files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// The site's base URL, from the sitemap line of `robots.txt`.
fn base_of(robots: &str) -> Option<String> {
    let line = robots.lines().find_map(|line| line.strip_prefix("Sitemap:"))?;
    let (base, _) = line.trim().rsplit_once('/')?;
    Some(base.to_owned())
}
