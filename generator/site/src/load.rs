//! Reads the site's sources: templates, texts, route words, asset manifest.
//!
//! **Invariant:** reads only files below the three given folders, sorted by name; the result is complete, or loading
//! fails.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use vitrine_model::{
    format::LocaleFormat,
    locale::{LocaleIndex, Locales},
};
use walkdir::WalkDir;

use crate::{
    assets::{AssetError, AssetManifest},
    config::SiteConfig,
    error::SiteError,
    gazetteer::{self, GazetteerFile},
    header_footer::{self, HeaderFooterViews},
    icons,
    messages::{CatalogueFile, Messages},
    pages::{PAGE_KINDS, PageKind},
    routes::Routes,
    templates::Templates,
};

/// The folders of the site's sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SitePaths {
    /// `templates/`
    pub templates: PathBuf,
    /// `locales/`, with one folder for each locale code.
    pub locales: PathBuf,
    /// `islands/build/`, with `manifest.json`.
    pub assets: PathBuf,
    /// The shop's gazetteer; `None` = the project's own, `places.csv` in `locales`, if it exists.
    pub places: Option<PathBuf>,
}

/// Folder of icons, below the templates and below `site/`.
const ICONS: &str = "icons/";

/// The search words of a locale, below its folder; copied to `server/search/`.
const SEARCH_WORDS: &str = "search-words.json";

/// The project's gazetteer, in the folder of the locales.
const PLACES: &str = "places.csv";

/// The files of one locale.
#[derive(Clone, Debug)]
pub(crate) struct LocaleFiles {
    pub(crate) code: String,
    pub(crate) messages: Arc<Messages>,
    pub(crate) format: Arc<LocaleFormat>,
    /// The source of the locale's search words; `{}` for a locale without them.
    pub(crate) search_words: Arc<str>,
    /// The gazetteer; `None` for a shop without one.
    pub(crate) gazetteer: Option<Arc<GazetteerFile>>,
}

/// All inputs of a build except the shop's data.
#[derive(Clone)]
pub struct Site {
    pub(crate) config: SiteConfig,
    pub(crate) locales: Vec<LocaleFiles>,
    pub(crate) routes: Routes,
    pub(crate) assets: AssetManifest,
    pub(crate) assets_folder: PathBuf,
    pub(crate) templates: Templates,
    /// Source of each icon by name (`icons/instagram.svg`): templates include them, and each is a file of the release
    /// (R-UI-06). The sprite of all of them is one more, at its own file (`assets/icons-….svg`), and so is each notice on
    /// the legal guarantee.
    pub(crate) icons: BTreeMap<String, String>,
    /// The sprite's file; `None` without icons.
    pub(crate) sprite: Option<String>,
    pub(crate) kinds: &'static [&'static dyn PageKind],
    pub(crate) header_footer: HeaderFooterViews,
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Site {
    /// Loads all sources, for the locales of the configuration.
    pub fn load(paths: &SitePaths, config: SiteConfig, locales: &Locales) -> Result<Self, SiteError> {
        let sources = read_templates(&paths.templates)?;
        let places = read_places(paths)?;
        let files = read_locales(&paths.locales, locales, &places)?;
        let mut words = BTreeMap::new();
        for (_, locale) in locales.iter() {
            let file = paths.locales.join(locale.code.as_str()).join("routes.json");
            words.insert(locale.code.to_string(), read("the route table", &file)?);
        }
        let routes = Routes::read(locales, |code| words.get(code).cloned().unwrap_or_default())?;
        let texts: Vec<_> = files
            .iter()
            .map(|f| (Arc::clone(&f.messages), Arc::clone(&f.format)))
            .collect();
        let manifest = paths.assets.join("manifest.json");
        let manifest =
            fs::read_to_string(&manifest).map_err(|source| AssetError::Missing { path: manifest, source })?;
        let icons: BTreeMap<String, String> = sources
            .iter()
            .filter(|(name, _)| name.starts_with(ICONS))
            .map(|(name, source)| (name.clone(), source.clone()))
            .collect();
        let sprite = icons::sprite(icons.iter())?;
        let notices: Vec<(String, String)> = config
            .guarantee_notices
            .values()
            .map(|notice| (notice.file.clone(), notice.svg.clone()))
            .collect();
        Ok(Self {
            config,
            routes,
            assets: AssetManifest::parse(&manifest)?,
            assets_folder: paths.assets.clone(),
            templates: Templates::new(&sources, &texts)?,
            locales: files,
            sprite: sprite.as_ref().map(|(file, _)| file.clone()),
            icons: icons.into_iter().chain(sprite).chain(notices).collect(),
            kinds: &PAGE_KINDS,
            header_footer: HeaderFooterViews {
                header: header_footer::views::header,
                footer: header_footer::views::footer,
                simple: header_footer::views::simple,
                link_pictures: header_footer::views::link_pictures,
            },
        })
    }

    /// The same site with other page kinds and other header and footer views.
    #[must_use]
    pub fn with_views(mut self, kinds: &'static [&'static dyn PageKind], header_footer: HeaderFooterViews) -> Self {
        self.kinds = kinds;
        self.header_footer = header_footer;
        self
    }

    /// Configuration.
    pub fn config(&self) -> &SiteConfig {
        &self.config
    }

    /// The route table.
    pub fn routes(&self) -> &Routes {
        &self.routes
    }

    /// Texts of every locale, in the order of the configuration.
    pub fn messages(&self) -> impl Iterator<Item = &Messages> {
        self.locales.iter().map(|l| l.messages.as_ref())
    }

    /// Number and date formats of each locale.
    pub(crate) fn formats(&self) -> impl Iterator<Item = &LocaleFormat> {
        self.locales.iter().map(|l| l.format.as_ref())
    }

    pub(crate) fn locale(&self, locale: LocaleIndex) -> Option<&LocaleFiles> {
        self.locales.get(usize::from(locale.0))
    }
}

fn read(what: &'static str, path: &Path) -> Result<String, SiteError> {
    fs::read_to_string(path).map_err(|source| SiteError::Read {
        what,
        path: path.to_owned(),
        source,
    })
}

/// Every `.html` and every icon (`icons/<name>.svg`) below a folder, by relative path.
fn read_templates(folder: &Path) -> Result<BTreeMap<String, String>, SiteError> {
    let mut sources = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let entry = entry.map_err(|e| SiteError::Read {
            what: "the template folder",
            path: e.path().unwrap_or(folder).to_owned(),
            source: e.into(),
        })?;
        let path = entry.path();
        let name = path.strip_prefix(folder).unwrap_or(path);
        let name: Vec<String> = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let name = name.join("/");
        if name.ends_with(".html") || (name.starts_with(ICONS) && name.ends_with(".svg")) {
            sources.insert(name, read("the template", path)?);
        }
    }
    Ok(sources)
}

fn read_locales(folder: &Path, locales: &Locales, places: &Places) -> Result<Vec<LocaleFiles>, SiteError> {
    locales
        .iter()
        .map(|(_, locale)| {
            let code = locale.code.as_str();
            let own = folder.join(code);
            let format_file = own.join("format.json");
            let format: LocaleFormat =
                serde_json::from_str(&read("the locale's format", &format_file)?).map_err(|e| SiteError::Format {
                    path: format_file,
                    message: e.to_string(),
                })?;
            Ok(LocaleFiles {
                code: code.to_owned(),
                messages: Arc::new(Messages::read(code, &read_catalogues(&own)?)?),
                format: Arc::new(format),
                search_words: read_search_words(&own.join(SEARCH_WORDS))?.into(),
                gazetteer: places.of(code)?.map(Arc::new),
            })
        })
        .collect()
}

/// The source of the gazetteer.
struct Places {
    path: PathBuf,
    text: String,
}

impl Places {
    fn of(&self, locale: &str) -> Result<Option<GazetteerFile>, SiteError> {
        gazetteer::file_for(&self.text, locale).map_err(|error| SiteError::Places {
            path: self.path.clone(),
            line: error.line,
            message: error.message,
        })
    }
}

/// A configured file must exist; the project's own is optional.
fn read_places(paths: &SitePaths) -> Result<Places, SiteError> {
    let path = paths.places.clone().unwrap_or_else(|| paths.locales.join(PLACES));
    let text = if paths.places.is_some() || path.exists() {
        read("the list of places (stores.places)", &path)?
    } else {
        String::new()
    };
    Ok(Places { path, text })
}

/// The search words of a locale; optional.
fn read_search_words(file: &Path) -> Result<String, SiteError> {
    if !file.exists() {
        return Ok("{}".to_owned());
    }
    let text = read("the words that search knows", file)?;
    let parsed: Result<SearchWords, _> = serde_json::from_str(&text);
    parsed.map(|_| text).map_err(|e| SiteError::SearchWords {
        path: file.to_owned(),
        message: e.to_string(),
    })
}

/// The format of a locale's search words, which the API reads.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SearchWords {
    #[serde(rename = "same")]
    _same: Vec<Vec<String>>,
    #[serde(rename = "covers")]
    _covers: BTreeMap<String, Vec<String>>,
    #[serde(rename = "stop")]
    _stop: Vec<String>,
    #[serde(rename = "at_most")]
    _at_most: Vec<String>,
    #[serde(rename = "at_least")]
    _at_least: Vec<String>,
    #[serde(rename = "currency")]
    _currency: Vec<String>,
    #[serde(rename = "units")]
    _units: Vec<String>,
}

fn read_catalogues(folder: &Path) -> Result<Vec<CatalogueFile>, SiteError> {
    let mut files = Vec::new();
    for (sub, prefix) in [("", ""), ("islands", "islands/")] {
        let place = folder.join(sub);
        if !sub.is_empty() && !place.is_dir() {
            continue;
        }
        let fail = |source| SiteError::Read {
            what: "the locale folder",
            path: place.clone(),
            source,
        };
        for entry in fs::read_dir(&place).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let catalogue =
                name.ends_with(".json") && !["format.json", "routes.json", SEARCH_WORDS].contains(&name.as_str());
            if catalogue {
                files.push(CatalogueFile {
                    name: format!("{prefix}{name}"),
                    text: read("the catalogue", &entry.path())?,
                });
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}
