//! Reads the site's sources: templates, texts, route words, asset manifest.
//!
//! **Invariant:** reads only files of the given places, sorted by name; the result is complete, or loading
//! fails.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use vitrine_model::{
    format::LocaleFormat,
    locale::{LocaleIndex, Locales},
};

use crate::{
    assets::{AssetError, AssetManifest},
    config::SiteConfig,
    error::SiteError,
    header_footer::{self, HeaderFooterViews},
    icons,
    locale_sources::{LocaleFiles, LocaleSources, read},
    messages::Messages,
    pages::{PAGE_KINDS, PageKind, SCREENS},
    routes::Routes,
    sources::Place,
    templates::{OwnParts, Templates},
    theme::{Theme, island_sources, nearest},
};

/// The places of the site's sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SitePaths {
    /// `templates/`
    pub templates: Place,
    /// `locales/`, with one folder for each locale code.
    pub locales: Place,
    /// `islands/build/`, with `manifest.json`.
    pub assets: Place,
    /// The shop's own files, which are laid over those above.
    pub own: OwnFiles,
    /// The shop's gazetteer; `None` = the project's own, `places.csv` in `locales`, if it exists.
    pub places: Option<PathBuf>,
}

/// The folders of a shop's own files; each is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnFiles {
    /// `theme/`
    pub theme: Option<PathBuf>,
    /// `locales/`, with the texts that differ.
    pub locales: Option<PathBuf>,
}

/// The list of the built assets, in their folder.
const MANIFEST: &str = "manifest.json";

/// Folder of icons, below the templates and below `site/`.
const ICONS: &str = "icons/";

/// How a template names an island.
const ISLAND: &str = "data-island=\"";

/// Refuses an island of a template or a screen that was not built: its page would stay as it is without its script, and
/// nothing would say so. A name that is a value is that of a screen.
fn check_islands(assets: &AssetManifest, program: &BTreeMap<String, String>, theme: &Theme) -> Result<(), AssetError> {
    let own = theme.islands();
    let known: BTreeSet<&str> = assets.islands.keys().chain(own.keys()).map(String::as_str).collect();
    for (kind, island) in SCREENS
        .iter()
        .filter_map(|screen| Some((screen.kind, screen.island_name()?)))
    {
        check_island(&known, island, || format!("the screen {kind}"))?;
    }
    let of_program = program.iter().filter(|(name, _)| !theme.templates.contains_key(*name));
    let of_program = of_program.map(|(name, source)| ("templates", name, source));
    let own = theme
        .templates
        .iter()
        .map(|(name, source)| ("theme/templates", name, source));
    for (folder, file, source) in of_program.chain(own) {
        let names = source.split(ISLAND).skip(1).filter_map(|rest| rest.split('"').next());
        for name in names.filter(|name| !name.contains("{{")) {
            check_island(&known, name, || format!("{folder}/{file}"))?;
        }
    }
    Ok(())
}

fn check_island(known: &BTreeSet<&str>, name: &str, place: impl FnOnce() -> String) -> Result<(), AssetError> {
    if known.contains(name) {
        return Ok(());
    }
    let nearest = nearest(name, known.iter().copied());
    Err(AssetError::Island {
        template: place(),
        name: name.to_owned(),
        nearest: nearest.unwrap_or_default().to_owned(),
    })
}

/// All inputs of a build except the shop's data.
#[derive(Clone)]
pub struct Site {
    pub(crate) config: SiteConfig,
    pub(crate) locales: Vec<LocaleFiles>,
    pub(crate) routes: Routes,
    pub(crate) assets: AssetManifest,
    pub(crate) assets_place: Place,
    pub(crate) templates: Templates,
    pub(crate) theme: Theme,
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
        let mut sources = read_templates(&paths.templates)?;
        let islands = paths
            .own
            .theme
            .as_deref()
            .map_or_else(|| Ok(Vec::new()), island_sources)?;
        let of_locales = LocaleSources::of(&paths.locales, paths.own.locales.clone(), paths.places.as_ref());
        let of_locales = of_locales.with_islands(&islands);
        let files = of_locales.read_all(locales)?;
        let words = of_locales.routes(locales)?;
        let routes = Routes::read(locales, |code| words.get(code).cloned().unwrap_or_default())?;
        let texts: Vec<_> = files
            .iter()
            .map(|f| (Arc::clone(&f.messages), Arc::clone(&f.format)))
            .collect();
        let manifest = paths.assets.read_text(MANIFEST).map_err(|source| AssetError::Missing {
            path: paths.assets.path(MANIFEST),
            source,
        })?;
        let mut assets = AssetManifest::parse(&manifest)?;
        assets.check_version(paths.assets.path(MANIFEST))?;
        // Told here, a missing file costs no pull.
        if let Some(file) = assets.files.keys().find(|file| !paths.assets.has(file)) {
            return Err(AssetError::File {
                file: file.clone(),
                reason: "which is not there",
            }
            .into());
        }
        let theme = Theme::read(
            paths.own.theme.as_deref(),
            (&paths.templates, &paths.assets),
            &sources,
            &assets,
        )?;
        theme.add_to(&mut assets);
        check_islands(&assets, &sources, &theme)?;
        let own = OwnParts {
            templates: theme.templates.keys().cloned().collect(),
            islands: theme.islands(),
        };
        sources.extend(theme.templates.clone());
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
            assets,
            assets_place: paths.assets.clone(),
            templates: Templates::new(&sources, own, &texts)?,
            theme,
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

    /// The bytes of an asset (`assets/styles-….css`); `None` if the manifest does not list it or it cannot be read.
    pub fn asset(&self, file: &str) -> Option<Vec<u8>> {
        let known = self.assets.files.contains_key(file);
        known.then(|| self.asset_bytes(file).ok())?
    }

    pub(crate) fn asset_bytes(&self, below: &str) -> std::io::Result<Vec<u8>> {
        match self.theme.files.get(below) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.assets_place.read(below),
        }
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

/// Every `.html` and every icon (`icons/<name>.svg`) of a place, by name.
fn read_templates(place: &Place) -> Result<BTreeMap<String, String>, SiteError> {
    let names = place.files().map_err(|source| SiteError::Read {
        what: "the template folder",
        path: place.path(""),
        source,
    })?;
    names
        .into_iter()
        .filter(|name| name.ends_with(".html") || (name.starts_with(ICONS) && name.ends_with(".svg")))
        .map(|name| {
            let source = read("the template", place, &name)?;
            Ok((name, source))
        })
        .collect()
}
