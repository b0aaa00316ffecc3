//! Paths of the site. All text from content that becomes a URL or a file name passes through here (rules 1 and 4).
//!
//! **Invariant:** a [`SitePath`] is decoded once, in NFC, has no empty, dotted or reserved segment and no control
//! character; a [`LocalPath`] can never lead to another origin.

use std::{borrow::Cow, fmt, sync::Arc};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// Characters escaped in an href: everything but RFC 3986 unreserved characters, `/` and the sub-delimiters that
/// browsers keep in paths.
const HREF: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'|')
    .add(b'\\')
    .add(b'^')
    .add(b'[')
    .add(b']')
    .add(b'\'');

/// First segments that are reserved for files and endpoints; no page can have them.
const RESERVED: [&str; 5] = ["api", "assets", "icons", "hooks", "_demo"];

/// Files at the root of a release other than pages. Code that writes one uses its constant, so that
/// [`SitePath::kept_for_files`] covers all of them.
pub mod file {
    /// The sitemap index.
    pub const SITEMAP: &str = "sitemap.xml";
    /// The sitemap index under the name that older tools request.
    pub const INDEX_SITEMAP: &str = "index-sitemap.xml";
    /// End of the name of every sitemap of a locale: `nl-NL-sitemap.xml`, `nl-NL-sitemap-2.xml`.
    pub const SITEMAP_OF_LOCALE: &str = "-sitemap";
    /// Rules for crawlers.
    pub const ROBOTS: &str = "robots.txt";
    /// The overview for language models, one in each locale (llmstxt.org).
    pub const LLMS: &str = "llms.txt";
    /// The news feed of a locale, in the folder of its news.
    pub const FEED: &str = "rss.xml";
    /// Suffix of the file name of a page's Markdown version, next to the page.
    pub const MARKDOWN: &str = ".md";
    /// The date of the pull.
    pub const PULLED: &str = "pulled.json";
    /// The scripts and styles of the release, for pages loaded from an earlier one (R-UI-03).
    pub const BUILD: &str = "build.json";
    /// Start of the name of the file with the pictures of a locale's menus: `menu-nl.json`.
    pub const MENU: &str = "menu-";
    /// Redirects for a CDN. No content path can start with an underscore.
    pub const REDIRECTS: &str = "_redirects";
    /// Headers for a CDN. No content path can start with an underscore.
    pub const HEADERS: &str = "_headers";
    /// The error page of the default locale.
    pub const NOT_FOUND: &str = "404.html";
    /// The server error page of the default locale.
    pub const FAILURE: &str = "500.html";
    /// The maintenance page of the default locale.
    pub const MAINTENANCE: &str = "503.html";

    /// The files with a fixed name that [`super::SitePath`] would otherwise accept.
    pub(super) const NAMED: [&str; 9] = [
        SITEMAP,
        INDEX_SITEMAP,
        ROBOTS,
        LLMS,
        PULLED,
        BUILD,
        NOT_FOUND,
        FAILURE,
        MAINTENANCE,
    ];
}

const LONGEST_SEGMENT: usize = 200;
const LONGEST_PATH: usize = 1_000;

/// Why a path is invalid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("the path {path:?} cannot be used: {reason}")]
pub struct PathError {
    /// The invalid text, at most 200 characters of it.
    pub path: String,
    /// The reason.
    pub reason: &'static str,
}

fn refuse(path: &str, reason: &'static str) -> PathError {
    PathError {
        path: path.chars().take(200).collect(),
        reason,
    }
}

/// The path of a page, decoded and in NFC: `/`, `/en/products/ravel--oak`, `/de/passwort-zurücksetzen`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SitePath(Arc<str>);

impl SitePath {
    /// The home page of the default locale.
    pub fn root() -> Self {
        Self("/".into())
    }

    /// Parses an absolute path, percent-encoded or not; a trailing slash is dropped.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let decoded = percent_decode_str(text)
            .decode_utf8()
            .map_err(|_| refuse(text, "it is not UTF-8 after decoding"))?;
        let normal: String = decoded.nfc().collect();
        let Some(inner) = normal.strip_prefix('/') else {
            return Err(refuse(text, "it must begin with a slash"));
        };
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        if inner.is_empty() {
            return Ok(Self::root());
        }
        if inner.len() > LONGEST_PATH {
            return Err(refuse(text, "it is longer than 1,000 bytes"));
        }
        for (position, segment) in inner.split('/').enumerate() {
            check_segment(segment).map_err(|reason| refuse(text, reason))?;
            if position == 0 && RESERVED.contains(&segment) {
                return Err(refuse(text, "its first segment is reserved for files and endpoints"));
            }
        }
        Ok(Self(format!("/{inner}").into()))
    }

    /// This path with more segments appended.
    pub fn join(&self, rest: &str) -> Result<Self, PathError> {
        Self::parse(&format!(
            "{}/{}",
            self.0.trim_end_matches('/'),
            rest.trim_start_matches('/')
        ))
    }

    /// The decoded path, for display.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Percent-encoded, for an href, a sitemap or a Location header.
    pub fn href(&self) -> String {
        Cow::from(utf8_percent_encode(&self.0, HREF)).into_owned()
    }

    /// The file below `site/` that holds the page: `index.html`, `en.html`, `en/products/x.html`.
    pub fn file(&self) -> String {
        match self.0.strip_prefix('/') {
            Some("") | None => "index.html".to_owned(),
            Some(inner) => format!("{inner}.html"),
        }
    }

    /// The file below `site/` that holds the page's Markdown form: `index.md`, `en.md`, `en/products/x.md`.
    pub fn markdown_file(&self) -> String {
        let inner = self.0.strip_prefix('/').filter(|inner| !inner.is_empty());
        format!("{}{}", inner.unwrap_or("index"), file::MARKDOWN)
    }

    /// Where the page's Markdown form is, percent-encoded.
    pub fn markdown_href(&self) -> String {
        match self.0.as_ref() {
            "/" => format!("/index{}", file::MARKDOWN),
            _ => format!("{}{}", self.href(), file::MARKDOWN),
        }
    }

    /// Why content cannot use this path although it is valid: the generator writes a file there, or a host serves a
    /// page's file there. `None` = it can.
    pub fn kept_for_files(&self) -> Option<&'static str> {
        if self.is_own_file() {
            return Some("the generator writes a file of its own there");
        }
        let is_page_file = |segment: &str| segment.to_ascii_lowercase().ends_with(".html");
        if self.segments().any(is_page_file) {
            return Some("a segment ends in .html, as the files of pages do");
        }
        let last = self.segments().last().map(str::to_ascii_lowercase)?;
        match last.as_str() {
            "index" => Some("it ends in index, which hosts take for the page above it"),
            file::FEED | file::LLMS => Some("the generator writes files of its own with this name"),
            name if name.ends_with(file::MARKDOWN) => Some("it ends in .md, as the Markdown forms of pages do"),
            _ => None,
        }
    }

    /// This path, if content can use it.
    pub fn for_content(self) -> Result<Self, PathError> {
        match self.kept_for_files() {
            Some(reason) => Err(refuse(&self.0, reason)),
            None => Ok(self),
        }
    }

    /// Whether the generator writes a file at exactly this path.
    pub fn is_own_file(&self) -> bool {
        let name = self.0.strip_prefix('/').unwrap_or_default().to_ascii_lowercase();
        let sitemap = name
            .strip_suffix(".xml")
            .is_some_and(|name| name.contains(file::SITEMAP_OF_LOCALE));
        let menu = name.starts_with(file::MENU) && name.ends_with(".json");
        !name.contains('/') && (sitemap || menu || file::NAMED.contains(&name.as_str()))
    }

    /// Whether a static host would read this path as a pattern in `_redirects`: `*` matches any rest, `:name` any
    /// segment.
    pub fn reads_as_pattern(&self) -> bool {
        self.0.contains(['*', ':'])
    }

    /// The segments; empty for the root.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.0.split('/').filter(|s| !s.is_empty())
    }
}

fn check_segment(segment: &str) -> Result<(), &'static str> {
    if segment.is_empty() {
        return Err("it has an empty segment");
    }
    if segment.starts_with('.') {
        return Err("a segment begins with a dot");
    }
    if segment.starts_with('_') {
        return Err("a segment begins with an underscore, which is kept for the generator's own files");
    }
    if segment.len() > LONGEST_SEGMENT {
        return Err("a segment is longer than 200 bytes");
    }
    if segment.contains('\\') || segment.chars().any(char::is_control) {
        return Err("it holds a backslash or a control character");
    }
    Ok(())
}

impl TryFrom<String> for SitePath {
    type Error = PathError;
    fn try_from(text: String) -> Result<Self, PathError> {
        Self::parse(&text)
    }
}

impl From<SitePath> for String {
    fn from(path: SitePath) -> Self {
        path.0.as_ref().to_owned()
    }
}

impl fmt::Display for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SitePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// A path on this origin with its query (no fragment): a valid target of a redirect or a link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LocalPath {
    path: SitePath,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    query: Option<String>,
}

impl LocalPath {
    /// Resolves a reference against this origin and keeps only path and query; an error if it would leave the origin.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let text = text.trim();
        if !text.starts_with('/') || text.starts_with("//") || text.starts_with("/\\") {
            return Err(refuse(text, "it does not begin with exactly one slash"));
        }
        let without_fragment = text.split('#').next().unwrap_or(text);
        let (path, query) = match without_fragment.split_once('?') {
            Some((p, q)) => (p, Some(q)),
            None => (without_fragment, None),
        };
        let query = query.filter(|q| !q.is_empty());
        if query.is_some_and(|q| q.len() > 2_000 || q.chars().any(|c| c.is_control() || c.is_whitespace())) {
            return Err(refuse(text, "its query is too long or holds white space"));
        }
        Ok(Self {
            path: SitePath::parse(path)?,
            query: query.map(str::to_owned),
        })
    }

    /// The path without the query.
    pub fn path(&self) -> &SitePath {
        &self.path
    }

    /// Path and query, percent-encoded.
    pub fn href(&self) -> String {
        match &self.query {
            Some(query) => format!("{}?{query}", self.path.href()),
            None => self.path.href(),
        }
    }
}

impl From<SitePath> for LocalPath {
    fn from(path: SitePath) -> Self {
        Self { path, query: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn paths_are_read_once_and_normalised() {
        for (text, expected) in [
            ("/", "/"),
            ("/en/", "/en"),
            ("/de/passwort-zur%C3%BCcksetzen", "/de/passwort-zurücksetzen"),
            ("/de/passwort-zuru\u{308}cksetzen", "/de/passwort-zurücksetzen"),
            ("/100%25-wol", "/100%-wol"),
        ] {
            assert_eq!(SitePath::parse(text).unwrap().as_str(), expected);
        }
        assert_eq!(
            SitePath::parse("/de/passwort-zurücksetzen").unwrap().href(),
            "/de/passwort-zur%C3%BCcksetzen"
        );
        assert_eq!(
            SitePath::parse("/de/passwort-zurücksetzen").unwrap().file(),
            "de/passwort-zurücksetzen.html"
        );
        assert_eq!(SitePath::parse("/en").unwrap().file(), "en.html");
    }

    #[test]
    fn paths_that_would_leave_the_folder_are_refused() {
        for bad in [
            "",
            "x",
            "//x",
            "/a//b",
            "/../etc",
            "/a/..",
            "/a/./b",
            "/.env",
            "/a/.git",
            "/a\\b",
            "/a\nb",
            "/%2e%2e/x",
            "/a%2f..%2fb",
            "/api/x",
            "/assets/x",
            "/_redirects",
            "/%00",
            "/\u{7f}",
            "/%ff",
        ] {
            assert!(SitePath::parse(bad).is_err(), "{bad:?}");
        }
        assert!(SitePath::parse(&format!("/{}", "x".repeat(201))).is_err());
    }

    #[test]
    fn addresses_of_files_are_kept_from_content() {
        for kept in [
            "/sitemap.xml",
            "/Sitemap.XML",
            "/index-sitemap.xml",
            "/nl-NL-sitemap.xml",
            "/nl-NL-sitemap-2.xml",
            "/robots.txt",
            "/pulled.json",
            "/build.json",
            "/404.html",
            "/x.html",
            "/en/X.HTML",
            "/x.html/y",
            "/index",
            "/en/index",
            "/index.html",
            "/llms.txt",
            "/en/llms.txt",
            "/nieuws/rss.xml",
            "/x.md",
            "/en/X.MD",
        ] {
            assert!(SitePath::parse(kept).unwrap().kept_for_files().is_some(), "{kept}");
        }
        for free in [
            "/",
            "/en",
            "/service/robots.txt",
            "/index/x",
            "/indexen",
            "/html",
            "/sitemap",
            "/en/404",
            "/rss",
            "/x.md/y",
        ] {
            assert_eq!(SitePath::parse(free).unwrap().kept_for_files(), None, "{free}");
        }
    }

    #[test]
    fn local_paths_never_leave_the_origin() {
        assert_eq!(LocalPath::parse("/zoeken?q=a%20b#x").unwrap().href(), "/zoeken?q=a%20b");
        for bad in [
            "//evil.example",
            "/\\evil.example",
            "https://evil.example/",
            "javascript:alert(1)",
            "/a?b c",
            " ",
            "x",
        ] {
            assert!(LocalPath::parse(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_safe_path_or_none(text in "\\PC{0,60}") {
            if let Ok(path) = SitePath::parse(&format!("/{text}")) {
                prop_assert!(path.file().split('/').all(|part| !matches!(part, "" | "." | "..")));
                prop_assert!(!path.file().starts_with('/'));
                prop_assert_eq!(SitePath::parse(&path.href()).unwrap(), path);
            }
        }
    }
}
