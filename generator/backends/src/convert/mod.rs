//! The one edge where the backends' JSON becomes model types: snapshot in, Catalog and findings out.
//!
//! **Invariant:** pure but for reading the snapshot; never more than one raw record is held, and the order of records changes nothing.
//! Start at [`convert`].

mod blocks;
mod categories;
mod cross_selling;
mod custom_fields;
mod entries;
mod entries_by_id;
mod fields;
mod findings;
mod forms;
mod globals;
mod inspect;
mod media;
mod navigation;
mod prices;
mod product_texts;
mod products;
mod properties;
mod redirects;
mod scope;
mod terms;

use std::collections::BTreeMap;

use jiff::{Timestamp, tz::TimeZone};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};
use vitrine_model::{
    catalog::{Catalog, CatalogParts},
    diagnostic::{Diagnostic, Place},
    locale::{Locale, LocaleIndex, Locales, Localized},
};

use crate::{
    json,
    snapshot::{Snapshot, SnapshotError, name},
};
use findings::Findings;
pub(crate) use prices::live_product;
use scope::Assets;

/// What the conversion must know of the configuration.
#[derive(Clone, Debug)]
pub struct ConvertConfig {
    /// The shop's locales; their commerce languages are taken from the snapshot.
    pub locales: Locales,
    /// Collections of the CMS, as pulled.
    pub collections: Vec<String>,
    /// Navigations of the CMS, as pulled.
    pub navigations: Vec<String>,
    /// Taxonomies of the CMS, as pulled.
    pub taxonomies: Vec<String>,
    /// Asset containers of the CMS, as pulled.
    pub asset_containers: Vec<String>,
    /// Fields of an asset that hold its alternative text, by locale code; other locales have the CMS's one `alt`.
    pub alt_fields: BTreeMap<String, String>,
    /// Honeypot fields of the forms that do not have Statamic's default one, by form handle.
    pub honeypots: BTreeMap<String, String>,
    /// Collections whose entries are not shown before their date (Statamic's date behaviour "future: private").
    pub future_private: Vec<String>,
    /// The time to build for.
    pub now: Timestamp,
    /// The zone in which the shop writes dates and times.
    pub time_zone: TimeZone,
    /// `stock.limited_at_most`: up to so many pieces are limited stock.
    pub limited_at_most: u32,
    /// Names of custom fields.
    pub fields: FieldNames,
    /// The CMS's origin (`https://cms.example`), for assets with a relative URL; links to it are local.
    pub content_origin: String,
    /// More origins that mean this site (`https://shop.example`).
    pub own_origins: Vec<String>,
}

/// Names of Shopware's custom fields (shopware-fields.md, `[shopware.fields]`).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FieldNames {
    /// `vitrine_retail_price`
    pub retail_price: String,
    /// `vitrine_diameter`
    pub diameter: String,
    /// `vitrine_depth`
    pub depth: String,
    /// `vitrine_downloads`
    pub downloads: String,
    /// `vitrine_faq`
    pub faq: String,
    /// `vitrine_maintenance`
    pub maintenance: String,
    /// `vitrine_parts`
    pub parts: String,
    /// `vitrine_bundle`
    pub bundle: String,
    /// `vitrine_withdrawal_excluded`
    pub withdrawal_excluded: String,
    /// `vitrine_energy`
    pub energy: String,
    /// `vitrine_gpsr`, of manufacturers
    pub gpsr: String,
    /// `vitrine_warnings`
    pub warnings: String,
    /// `vitrine_brand_code`, of manufacturers
    pub brand_code: String,
    /// `vitrine_entry`, of property options
    pub entry: String,
    /// `vitrine_code`, of categories
    pub category_code: String,
    /// `externalId`, of property groups
    pub external_id: String,
}

impl Default for FieldNames {
    fn default() -> Self {
        let vitrine = |name: &str| format!("vitrine_{name}");
        Self {
            retail_price: vitrine("retail_price"),
            diameter: vitrine("diameter"),
            depth: vitrine("depth"),
            downloads: vitrine("downloads"),
            faq: vitrine("faq"),
            maintenance: vitrine("maintenance"),
            parts: vitrine("parts"),
            bundle: vitrine("bundle"),
            withdrawal_excluded: vitrine("withdrawal_excluded"),
            energy: vitrine("energy"),
            gpsr: vitrine("gpsr"),
            warnings: vitrine("warnings"),
            brand_code: vitrine("brand_code"),
            entry: vitrine("entry"),
            category_code: vitrine("code"),
            external_id: "externalId".to_owned(),
        }
    }
}

/// Why a snapshot makes no catalogue.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// The snapshot cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The snapshot was pulled for other locales.
    #[error("the snapshot has no products for the locale {0:?}: build once without --offline")]
    Locale(String),
}

/// What every part of the conversion looks at.
pub(crate) struct Input<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) config: &'a ConvertConfig,
    pub(crate) locales: &'a Locales,
    pub(crate) assets: &'a Assets,
    pub(crate) own_origins: &'a [String],
}

impl Input<'_> {
    pub(crate) fn locales(&self) -> impl Iterator<Item = (LocaleIndex, &Locale)> {
        self.locales.iter()
    }

    /// The records of a file of the snapshot, one at a time; one that cannot be read is told and left out.
    pub(crate) fn records<'s>(
        &'s self,
        file: &str,
        findings: &'s Findings,
    ) -> Result<impl Iterator<Item = Result<Value, SnapshotError>> + use<'s>, SnapshotError> {
        let file = file.to_owned();
        let raw = self.snapshot.records::<Box<RawValue>>(&file)?.enumerate();
        Ok(raw.filter_map(move |(line, raw)| {
            let raw = match raw {
                Ok(raw) => raw,
                Err(error) => return Some(Err(error)),
            };
            match json::read(raw.get().as_bytes()) {
                Ok(record) => Some(Ok(record)),
                Err(error) => {
                    findings.left_out(place_of_line(&file, line), "record", &error.to_string());
                    None
                }
            }
        }))
    }
}

/// A record that has no name of its own: its file and line.
pub(crate) fn place_of_line(file: &str, line: usize) -> Place {
    let (source, kind) = file.split_once('/').unwrap_or(("", file));
    Place {
        source: source.to_owned(),
        kind: "record".to_owned(),
        id: format!("{} of {}", line + 1, kind.trim_end_matches(".jsonl")),
        ..Place::default()
    }
}

/// Converts a snapshot. The findings are warnings with the place and the remedy; none of them stops the conversion.
pub fn convert(snapshot: &Snapshot, config: &ConvertConfig) -> Result<(Catalog, Vec<Diagnostic>), ConvertError> {
    let locales = locales(snapshot, config)?;
    let mut own_origins = config.own_origins.clone();
    own_origins.push(config.content_origin.clone());
    own_origins.retain(|origin| !origin.trim().is_empty());
    let assets = Assets::read(snapshot, config)?;
    let input = Input {
        snapshot,
        config,
        locales: &locales,
        assets: &assets,
        own_origins: &own_origins,
    };
    let findings = Findings::default();
    let commerce = products::convert(&input, &findings)?;
    let categories = categories::convert(&input, &findings)?;
    let entries = entries::convert(&input, &findings)?;
    let navigations = navigation::convert(&input, &findings)?;
    let globals = globals::convert(&input, &findings)?;
    let terms = terms::convert(&input, &findings)?;
    let forms = forms::convert(&input, &findings)?;
    let redirects = redirects::convert(&input, &entries_by_id::EntryPaths::of(&entries), &findings)?;
    let catalog = Catalog::new(CatalogParts {
        currency: snapshot.about().currency,
        products: commerce.products,
        families: commerce.families,
        brands: commerce.brands,
        property_groups: commerce.groups,
        property_options: commerce.options,
        categories,
        entries,
        terms,
        forms,
        navigations,
        globals,
        redirects,
        locales,
    });
    Ok((catalog, findings.into_list()))
}

/// The configured locales with the languages that the pull found.
fn locales(snapshot: &Snapshot, config: &ConvertConfig) -> Result<Locales, ConvertError> {
    let mut locales = config.locales.clone();
    let mut found = Localized::new();
    for (index, locale) in locales.iter() {
        let language = snapshot.about().languages.get(&locale.code);
        let file = name(&["shopware", "products", locale.code.as_str()])?;
        let language = language
            .filter(|_| snapshot.has(&file))
            .ok_or_else(|| ConvertError::Locale(locale.code.to_string()))?;
        found.set(index, language.clone());
    }
    for (index, language) in found.iter() {
        locales.set_commerce_language(index, language.clone());
    }
    Ok(locales)
}
