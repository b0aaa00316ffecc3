//! Reads the files of each locale: those of the program, and over them those of the shop's own folder.
//!
//! **Invariant:** an own catalogue replaces single texts, which exist in the program's; another own file replaces the
//! whole file. `own.json` holds the texts of the shop's own templates.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use vitrine_model::{format::LocaleFormat, locale::Locales};

use crate::{
    error::SiteError,
    gazetteer::{self, GazetteerFile},
    messages::{CatalogueFile, Messages},
    own_texts,
    sources::Place,
    theme::IslandSource,
};

/// The search words of a locale, below its folder; copied to `server/search/`.
const SEARCH_WORDS: &str = "search-words.json";

/// How numbers and dates of a locale are written.
const FORMAT: &str = "format.json";

/// The words of a locale's paths.
const ROUTES: &str = "routes.json";

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

/// The places of the files of locales.
pub(crate) struct LocaleSources<'a> {
    program: &'a Place,
    own: Option<Place>,
    /// The names of the shop's own islands, which have catalogues of their own.
    islands: Vec<String>,
    /// The configured gazetteer.
    places: Option<&'a PathBuf>,
}

impl<'a> LocaleSources<'a> {
    /// The files of the program, those of the shop's own folder, and the configured gazetteer.
    pub(crate) fn of(program: &'a Place, own: Option<PathBuf>, places: Option<&'a PathBuf>) -> Self {
        Self {
            program,
            own: own.map(Place::Folder),
            islands: Vec::new(),
            places,
        }
    }

    /// The same with catalogues of the shop's own islands.
    pub(crate) fn with_islands(mut self, islands: &[IslandSource]) -> Self {
        self.islands = islands.iter().map(|island| island.name.clone()).collect();
        self
    }

    /// The place that has a file; the program's if none has it.
    fn place(&self, name: &str) -> &Place {
        self.own.as_ref().filter(|own| own.has(name)).unwrap_or(self.program)
    }

    fn read(&self, what: &'static str, name: &str) -> Result<String, SiteError> {
        read(what, self.place(name), name)
    }

    /// The files of every locale.
    pub(crate) fn read_all(&self, locales: &Locales) -> Result<Vec<LocaleFiles>, SiteError> {
        let places = self.read_places()?;
        let codes = locales.iter().map(|(_, locale)| locale.code.as_str());
        codes.map(|code| self.read_one(code, &places)).collect()
    }

    fn read_one(&self, code: &str, places: &Gazetteer) -> Result<LocaleFiles, SiteError> {
        let name = format!("{code}/{FORMAT}");
        let format = self.read("the locale's format", &name)?;
        let format: LocaleFormat = serde_json::from_str(&format).map_err(|e| SiteError::Format {
            path: self.place(&name).path(&name),
            message: e.to_string(),
        })?;
        Ok(LocaleFiles {
            code: code.to_owned(),
            messages: Arc::new(Messages::read(code, &self.catalogues(code)?)?),
            format: Arc::new(format),
            search_words: self.search_words(code)?.into(),
            gazetteer: places.of(code)?.map(Arc::new),
        })
    }

    /// The route table of each locale, by its code.
    pub(crate) fn routes(&self, locales: &Locales) -> Result<BTreeMap<String, String>, SiteError> {
        let codes = locales.iter().map(|(_, locale)| locale.code.to_string());
        codes
            .map(|code| {
                let table = self.read("the route table", &format!("{code}/{ROUTES}"))?;
                Ok((code, table))
            })
            .collect()
    }

    /// The catalogues of a locale, with the shop's own texts in them.
    fn catalogues(&self, code: &str) -> Result<Vec<CatalogueFile>, SiteError> {
        let program = catalogues_of(self.program, code)?;
        let own = match &self.own {
            Some(place) => catalogues_of(place, code)?,
            None => Vec::new(),
        };
        if program.is_empty() {
            return Ok(own);
        }
        Ok(own_texts::laid_over(code, program, &own, &self.islands)?)
    }

    /// A configured file must exist; the project's own is optional.
    fn read_places(&self) -> Result<Gazetteer, SiteError> {
        const WHAT: &str = "the list of places (stores.places)";
        if let Some(path) = self.places {
            let text = std::fs::read_to_string(path).map_err(|source| SiteError::Read {
                what: WHAT,
                path: path.clone(),
                source,
            })?;
            return Ok(Gazetteer {
                path: path.clone(),
                text,
            });
        }
        let place = self.place(PLACES);
        let text = if place.has(PLACES) {
            read(WHAT, place, PLACES)?
        } else {
            String::new()
        };
        Ok(Gazetteer {
            path: place.path(PLACES),
            text,
        })
    }

    /// The search words of a locale; optional.
    fn search_words(&self, code: &str) -> Result<String, SiteError> {
        let name = format!("{code}/{SEARCH_WORDS}");
        let place = self.place(&name);
        if !place.has(&name) {
            return Ok("{}".to_owned());
        }
        let text = read("the words that search knows", place, &name)?;
        let parsed: Result<SearchWords, _> = serde_json::from_str(&text);
        parsed.map(|_| text).map_err(|e| SiteError::SearchWords {
            path: place.path(&name),
            message: e.to_string(),
        })
    }
}

/// The source of the gazetteer.
struct Gazetteer {
    path: PathBuf,
    text: String,
}

impl Gazetteer {
    fn of(&self, locale: &str) -> Result<Option<GazetteerFile>, SiteError> {
        gazetteer::file_for(&self.text, locale).map_err(|error| SiteError::Places {
            path: self.path.clone(),
            line: error.line,
            message: error.message,
        })
    }
}

/// The text of a file of a place.
pub(crate) fn read(what: &'static str, place: &Place, name: &str) -> Result<String, SiteError> {
    place.read_text(name).map_err(|source| SiteError::Read {
        what,
        path: place.path(name),
        source,
    })
}

/// The catalogues of a locale in one place: those of its folder, and of `islands` below it.
fn catalogues_of(place: &Place, code: &str) -> Result<Vec<CatalogueFile>, SiteError> {
    let names = place.files().map_err(|source| SiteError::Read {
        what: "the locale folder",
        path: place.path(code),
        source,
    })?;
    let begin = format!("{code}/");
    let others = BTreeSet::from([FORMAT, ROUTES, SEARCH_WORDS]);
    names
        .iter()
        .filter_map(|full| Some((full, full.strip_prefix(&begin)?)))
        .filter(|(_, name)| name.ends_with(".json") && !others.contains(name))
        .filter(|(_, name)| !name.strip_prefix("islands/").unwrap_or(name).contains('/'))
        .map(|(full, name)| {
            Ok(CatalogueFile {
                name: name.to_owned(),
                text: read("the catalogue", place, full)?,
            })
        })
        .collect()
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
