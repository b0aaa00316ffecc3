//! The files below `server/` of a release: how they are read, and the one that describes the site.
//!
//! **Invariant:** an error names the file; a file that older releases do not have reads as empty.

use std::{collections::HashMap, io};

use cap_std::fs::Dir;
use serde::{Deserialize, de::DeserializeOwned};
use vitrine_model::{ids::LanguageId, money::Currency};

use super::{files::headers::TagHosts, guarded::Layouts};

/// A file below `site/` by locale.
pub(super) type PagesByLocale = HashMap<String, String>;
/// Paths of screens by name and locale.
pub(super) type Routes = HashMap<String, HashMap<String, String>>;

/// `server/site.json`, as far as requests need it.
#[derive(Deserialize)]
pub(super) struct SiteJson {
    #[serde(default)]
    pub(super) routes: Routes,
    #[serde(default)]
    pub(super) not_found: PagesByLocale,
    #[serde(default)]
    pub(super) maintenance: PagesByLocale,
    #[serde(default)]
    pub(super) failure: PagesByLocale,
    #[serde(default)]
    pub(super) answers: HashMap<String, PagesByLocale>,
    #[serde(default)]
    pub(super) currency: Option<Currency>,
    #[serde(default)]
    pub(super) link: Option<String>,
    #[serde(default)]
    pub(super) tag_hosts: Option<TagHosts>,
    #[serde(default)]
    pub(super) layouts: Layouts,
    #[serde(default)]
    pub(super) private: Vec<String>,
    #[serde(default)]
    pub(super) locales: Vec<LocaleJson>,
}

/// A locale in `server/site.json`.
#[derive(Deserialize)]
pub(super) struct LocaleJson {
    pub(super) code: String,
    /// Not in releases of older versions.
    #[serde(default)]
    pub(super) language: Option<LanguageId>,
}

/// A file below `server/`.
pub(super) fn read<T: DeserializeOwned>(server: &Dir, name: &str) -> io::Result<T> {
    let said = |error: &dyn std::fmt::Display| io::Error::other(format!("server/{name}: {error}"));
    let text = server.read(name).map_err(|error| said(&error))?;
    serde_json::from_slice(&text).map_err(|error| said(&error))
}

/// As [`read`], for a file that older releases do not have.
pub(super) fn read_if_there<T: DeserializeOwned + Default>(server: &Dir, name: &str) -> io::Result<T> {
    if server.exists(name) {
        read(server, name)
    } else {
        Ok(T::default())
    }
}

/// Shopware's language of each locale that names one, by code.
pub(super) fn languages(locales: Vec<LocaleJson>) -> HashMap<String, LanguageId> {
    let known = locales.into_iter();
    known
        .filter_map(|locale| Some((locale.code, locale.language?)))
        .collect()
}
