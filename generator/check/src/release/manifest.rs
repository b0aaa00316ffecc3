//! The parts of a release's own files that checks read: `release.json` and `server/*.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};

use super::sets::Set;

/// `release.json`
#[derive(Debug, Deserialize)]
pub(super) struct ReleaseFile {
    pub(super) id: String,
    pub(super) pages: Vec<PageLine>,
    pub(super) files: BTreeMap<String, IgnoredAny>,
    #[serde(default)]
    pub(super) warnings: Vec<Warning>,
}

/// A page of `release.json`.
#[derive(Debug, Deserialize)]
pub(super) struct PageLine {
    pub(super) path: String,
    pub(super) kind: String,
    pub(super) source: String,
}

impl PageLine {
    /// The file below `site/`. A shell has underscores for its parameters.
    pub(super) fn file(&self) -> String {
        let name = self.path.trim_start_matches('/').replace('{', "_").replace('}', "");
        format!("{}.html", if name.is_empty() { "index" } else { &name })
    }
}

/// A warning that the build left in `release.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Warning {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) place: WarningPlace,
}

/// What a warning is about.
#[derive(Debug, Deserialize)]
pub(crate) struct WarningPlace {
    pub(crate) kind: String,
    pub(crate) id: String,
    pub(crate) edit_url: Option<String>,
}

/// A locale of `server/site.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Locale {
    /// `nl`
    pub(crate) code: String,
    /// `nl-NL`
    pub(crate) iso: String,
    /// First segment of its paths, `/en`; empty for the default locale.
    pub(crate) prefix: String,
}

impl Locale {
    /// The path of its home page.
    pub(super) fn home(&self) -> &str {
        if self.prefix.is_empty() { "/" } else { &self.prefix }
    }

    /// The length of its prefix, if a path is below it.
    pub(super) fn prefix_length(&self, path: &str) -> Option<usize> {
        let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        (self.prefix.is_empty() || self.prefix.trim_matches('/') == first).then_some(self.prefix.len())
    }
}

/// `server/site.json`
#[derive(Debug, Deserialize)]
pub(super) struct SiteFile {
    pub(super) locales: Vec<Locale>,
    #[serde(default)]
    not_found: BTreeMap<String, String>,
    #[serde(default)]
    maintenance: BTreeMap<String, String>,
    #[serde(default)]
    failure: BTreeMap<String, String>,
    /// Pages that the API fills and returns, by name.
    #[serde(default)]
    answers: BTreeMap<String, BTreeMap<String, String>>,
    #[serde(default)]
    routes: BTreeMap<String, BTreeMap<String, String>>,
}

impl SiteFile {
    /// The files without an address: error pages, and pages that the API fills.
    pub(super) fn error_files(&self) -> Set<&str> {
        let errors = [&self.not_found, &self.maintenance, &self.failure];
        errors
            .into_iter()
            .chain(self.answers.values())
            .flat_map(BTreeMap::values)
            .map(String::as_str)
            .collect()
    }

    /// The encoded paths of screens.
    pub(super) fn screen_paths(&self) -> Set<&str> {
        self.routes
            .values()
            .flat_map(BTreeMap::values)
            .map(String::as_str)
            .collect()
    }
}

/// A rewrite of `server/rewrites.json`.
#[derive(Debug, Deserialize)]
pub(super) struct Rewrite {
    pub(super) pattern: String,
    pub(super) file: String,
}

/// A redirect of `server/redirects.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Redirect {
    /// Encoded path.
    pub(crate) from: String,
    /// Encoded path; `None` where a page is gone.
    pub(crate) to: Option<String>,
    /// Set where an entry was at that address before.
    #[serde(default)]
    pub(crate) former: Option<Former>,
}

/// What a former address was.
#[derive(Debug, Deserialize)]
pub(crate) struct Former {
    /// The entry that left it, with its edit link.
    pub(crate) source: String,
    /// The day on which the redirect ends.
    pub(crate) until: String,
}
