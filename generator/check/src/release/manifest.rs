//! The parts of `release.json` and `server/*.json` that checks need.

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
    /// The file below `site/`. Parameters in the path of a shell are replaced by underscores.
    pub(super) fn file(&self) -> String {
        let name = self.path.trim_start_matches('/').replace('{', "_").replace('}', "");
        format!("{}.html", if name.is_empty() { "index" } else { &name })
    }
}

/// A warning of the build, from `release.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Warning {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) place: WarningPlace,
}

/// What a warning refers to.
#[derive(Debug, Deserialize)]
pub(crate) struct WarningPlace {
    pub(crate) kind: String,
    pub(crate) id: String,
    /// Code of the locale, if it matters.
    #[serde(default)]
    pub(crate) locale: Option<String>,
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

    /// The length of its prefix, if the path is below it.
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
    /// The page about cookies of each locale, by its code.
    #[serde(default)]
    pub(super) cookie_pages: BTreeMap<String, String>,
    /// The hosts of its tag manager.
    #[serde(default)]
    pub(super) tag_hosts: Option<serde_json::Value>,
}

impl SiteFile {
    /// Files without a URL: error pages, and pages that the API fills.
    pub(super) fn error_files(&self) -> Set<&str> {
        let errors = [&self.not_found, &self.maintenance, &self.failure];
        errors
            .into_iter()
            .chain(self.answers.values())
            .flat_map(BTreeMap::values)
            .map(String::as_str)
            .collect()
    }

    /// The percent-encoded paths of screens.
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
    /// Percent-encoded path.
    pub(crate) from: String,
    /// Percent-encoded path; `None` if the page is gone.
    pub(crate) to: Option<String>,
    /// Set if the path is a former path of an entry.
    #[serde(default)]
    pub(crate) former: Option<Former>,
}

/// A former path of an entry.
#[derive(Debug, Deserialize)]
pub(crate) struct Former {
    /// The entry, with its edit link.
    pub(crate) source: String,
    /// The day on which the redirect expires.
    pub(crate) until: String,
}
