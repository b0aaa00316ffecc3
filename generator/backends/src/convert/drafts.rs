//! Single entries and terms as an editor has them in a live preview, beside a Catalog that was converted from the same pull.
//!
//! **Invariant:** a draft is converted as the entry would be by a build after it was saved and published, except that what
//! other records decide stays: its place in the tree, its group, and its address if it has one.

use std::collections::BTreeMap;

use serde_json::Value;
use vitrine_model::{
    catalog::Catalog,
    content::Entry,
    diagnostic::Place,
    ids::{EntryId, TermId},
    locale::{Locale, LocaleIndex, Locales},
    path::SitePath,
    record::Record,
    taxonomy::Term,
};

use super::{
    assets::Assets,
    config::ConvertConfig,
    entries::{At, articles_of, entry, mounted},
    error::ConvertError,
    findings::Findings,
    input::Input,
    kinds::{Reading, readings},
    locales,
    next_change::NextChange,
    own_origins,
    scope::Scope,
    terms,
    tree_places::{Places, places},
};
use crate::{
    pull::STORES,
    snapshot::{Snapshot, clean},
    statamic::{TermPlace, wire::Fields},
};

/// What entries of one pull are converted with.
#[derive(Debug)]
pub struct Drafts {
    snapshot: Snapshot,
    config: ConvertConfig,
    locales: Locales,
    assets: Assets,
    own_origins: Vec<String>,
    readings: BTreeMap<String, Reading>,
}

impl Drafts {
    /// Reads what all entries need.
    pub fn of(snapshot: Snapshot, config: ConvertConfig) -> Result<Self, ConvertError> {
        let mut drafts = Self {
            locales: locales(&snapshot, &config)?,
            assets: Assets::read(&snapshot, &config)?,
            own_origins: own_origins(&config),
            readings: BTreeMap::new(),
            snapshot,
            config,
        };
        let next_change = NextChange::after(drafts.config.now);
        let found = readings(&drafts.input(&next_change), &Findings::default())?;
        let owned = found.into_iter().map(|(handle, reading)| (handle.to_owned(), reading));
        drafts.readings = owned.collect();
        Ok(drafts)
    }

    /// The entry of a record; `None` if the record is no entry that can have a page. `catalog` is that of the same pull.
    pub fn entry(&self, mut record: Value, collection: &str, catalog: &Catalog) -> Result<Option<Entry>, ConvertError> {
        clean(&mut record);
        let fields = Fields::of(&record);
        let id = fields.text("id").and_then(|id| EntryId::parse(&id).ok());
        let site = fields.text("locale").unwrap_or_default();
        let of_site = |(_, locale): &(LocaleIndex, &Locale)| locale.content_site.as_str() == site;
        // Dealers have another form in the snapshot, and no pages.
        let reading = self.readings.get(collection).filter(|_| collection != STORES);
        let (Some(id), Some((index, locale)), Some(reading)) = (id, self.locales.iter().find(of_site), reading) else {
            return Ok(None);
        };
        let (next_change, findings) = (NextChange::after(self.config.now), Findings::default());
        let input = self.input(&next_change);
        let published = catalog.entry(&id).map(Record::value);
        let at = At {
            collection,
            index,
            locale,
            places: match published {
                Some(_) => Places::new(),
                None => places(&input, collection, locale, &findings)?,
            },
        };
        let mut scope = Scope {
            input: &input,
            place: Place {
                source: "statamic".to_owned(),
                kind: "entry".to_owned(),
                id: id.to_string(),
                locale: Some(locale.code.to_string()),
                ..Place::default()
            },
            findings: &findings,
        };
        let made = entry(id, reading, fields, &at, &mut scope);
        Ok(made.map(|mut made| {
            if let Some(handle) = mounted(&made, fields, |handle| self.readings.get(handle)) {
                made.blocks.push(articles_of(&handle));
            }
            placed(made, fields, published, catalog)
        }))
    }

    /// The term of a record, its words in the locale of the record's site as the draft has them; `None` if it is none that can be
    /// read.
    pub fn term(&self, mut record: Value, taxonomy: &str, catalog: &Catalog) -> Option<Term> {
        clean(&mut record);
        let fields = Fields::of(&record);
        let id = fields.text("id").and_then(|id| TermId::parse(&id).ok())?;
        let site = fields.text("locale").unwrap_or_default();
        let (index, locale) = self
            .locales
            .iter()
            .find(|(_, locale)| locale.content_site.as_str() == site)?;
        let (next_change, findings) = (NextChange::after(self.config.now), Findings::default());
        let input = self.input(&next_change);
        let place = Place {
            source: "statamic".to_owned(),
            kind: "term".to_owned(),
            id: id.to_string(),
            locale: Some(locale.code.to_string()),
            ..Place::default()
        };
        let scope = Scope {
            input: &input,
            place,
            findings: &findings,
        };
        let published = catalog.term(&id).map(|record| record.value().clone());
        let mut term = published.unwrap_or_else(|| terms::without_texts(id, taxonomy));
        term.shop_category_code = fields.text("shop_category_code").or(term.shop_category_code);
        term.texts.set(index, terms::texts(&term.id, fields, &scope));
        Some(term)
    }

    /// The term whose address in the CMS a path is, and the locale of its site: `/event-types/beurs`, `/en/event-types/fair`.
    pub fn term_at(&self, path: &SitePath, catalog: &Catalog) -> Option<(TermId, TermPlace, LocaleIndex)> {
        let index = self.locales.of_path(path.as_str());
        let prefix = self.locales.get(index)?.prefix.as_str();
        let uri = path.as_str().strip_prefix(prefix).unwrap_or(path.as_str());
        let (handle, slug) = uri.trim_start_matches('/').split_once('/')?;
        let is_at = |term: &&Term| {
            // The CMS writes hyphens in addresses.
            let is_of_taxonomy = term.taxonomy == handle || term.taxonomy.replace('_', "-") == handle;
            is_of_taxonomy && term.texts.get(index).is_some_and(|texts| texts.slug == slug)
        };
        let term = catalog.terms().map(Record::value).find(is_at)?;
        let place = TermPlace {
            taxonomy: term.taxonomy.clone(),
            slug: terms::default_slug(&term.id).to_owned(),
        };
        Some((term.id.clone(), place, index))
    }

    fn input<'d>(&'d self, next_change: &'d NextChange) -> Input<'d> {
        Input {
            snapshot: &self.snapshot,
            config: &self.config,
            locales: &self.locales,
            assets: &self.assets,
            own_origins: &self.own_origins,
            next_change,
        }
    }
}

/// The draft at the place that the published entry has, or that the entry it was localized from gives it.
fn placed(mut made: Entry, fields: Fields<'_>, published: Option<&Entry>, catalog: &Catalog) -> Entry {
    let origin = fields.text("origin_id").and_then(|id| EntryId::parse(&id).ok());
    match (published, origin) {
        (Some(published), _) => {
            made.group = published.group.clone();
            made.parent = published.parent.clone();
            made.order = published.order;
        }
        (None, Some(origin)) => {
            let known = catalog.entry(&origin).map(|record| record.value().group.clone());
            made.group = known.unwrap_or(origin);
        }
        (None, None) => {}
    }
    made
}
