//! The names that the data of a pull has: custom fields, fields of entries and assets, handles. They are compared with
//! the names in the configuration, because a misspelt one is in none of the data.
//!
//! **Invariant:** reads only the snapshot. A record that cannot be read is not counted; the conversion reports it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::{
    json,
    shopware::wire::{Dict, List},
    snapshot::{OpenedFile, Snapshot, SnapshotError, name},
};

/// What has names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named {
    /// Custom fields of products.
    Products,
    /// Custom fields of manufacturers.
    Manufacturers,
    /// Custom fields of products' pictures.
    Pictures,
    /// Custom fields of property groups.
    PropertyGroups,
    /// Custom fields of property values.
    PropertyValues,
    /// Custom fields of categories.
    Categories,
    /// Handles of collections: number of entries.
    Collections,
    /// Handles of navigations: number of entries on the first level.
    Navigations,
    /// Handles of taxonomies: number of terms.
    Taxonomies,
    /// Handles of asset containers: number of assets.
    Containers,
    /// Fields of assets.
    Assets,
    /// Handles of forms.
    Forms,
    /// Fields of the entries of a collection.
    Entries(String),
}

impl Named {
    /// In words, in the plural.
    pub fn words(&self) -> String {
        let words = match self {
            Self::Products => "products",
            Self::Manufacturers => "manufacturers",
            Self::Pictures => "pictures of products",
            Self::PropertyGroups => "property groups",
            Self::PropertyValues => "property values",
            Self::Categories => "categories",
            Self::Collections => "collections",
            Self::Navigations => "navigations",
            Self::Taxonomies => "taxonomies",
            Self::Containers => "asset containers",
            Self::Assets => "assets",
            Self::Forms => "forms",
            Self::Entries(collection) => return format!("entries of {collection}"),
        };
        words.to_owned()
    }
}

/// How often each name is in one kind of data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeenNames {
    /// Number of records.
    pub records: u64,
    /// Number of records with each name.
    pub names: BTreeMap<String, u64>,
}

impl SeenNames {
    fn note<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        self.records += 1;
        for name in names {
            match self.names.get_mut(name) {
                Some(count) => *count += 1,
                None => drop(self.names.insert(name.to_owned(), 1)),
            }
        }
    }
}

/// The handles of the CMS that were pulled, and what is asked about its fields.
#[derive(Clone, Debug, Default)]
pub struct WantedNames {
    /// Codes of the locales, the default one first.
    pub locales: Vec<String>,
    /// Handles of collections.
    pub collections: Vec<String>,
    /// Handles of navigations.
    pub navigations: Vec<String>,
    /// Handles of taxonomies.
    pub taxonomies: Vec<String>,
    /// Handles of asset containers.
    pub asset_containers: Vec<String>,
    /// Whether the fields of assets are counted.
    pub assets: bool,
    /// Collections of which the fields are counted.
    pub entries: Vec<String>,
}

type Values = Dict<Option<IgnoredAny>>;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Translated {
    #[serde(rename = "customFields")]
    custom_fields: Values,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Part {
    id: String,
    translated: Translated,
    group: Option<Box<Part>>,
    children: List<Part>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Picture {
    media: Option<Part>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ProductNames {
    translated: Translated,
    manufacturer: Option<Part>,
    media: List<Picture>,
    properties: List<Part>,
    options: List<Part>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FormName {
    handle: String,
}

fn keys(values: &Values) -> impl Iterator<Item = &str> {
    let some = values.0.iter().filter(|(_, value)| value.is_some());
    some.map(|(name, _)| name.as_str())
}

/// Counts the names of one pull after the other, and keeps what it counted in files that the next one has as well.
#[derive(Debug, Default)]
pub struct NameCounter {
    kept: BTreeMap<String, (OpenedFile, Found)>,
}

impl NameCounter {
    /// Counts the names of a pull.
    pub fn count(
        &mut self,
        snapshot: &Snapshot,
        wanted: &WantedNames,
    ) -> Result<BTreeMap<Named, SeenNames>, SnapshotError> {
        let mut counts = Counts {
            snapshot,
            found: Found::default(),
            before: std::mem::take(&mut self.kept),
            kept: BTreeMap::new(),
        };
        count(&mut counts, wanted)?;
        self.kept = counts.kept;
        Ok(counts.found.0)
    }
}

fn count(seen: &mut Counts<'_>, wanted: &WantedNames) -> Result<(), SnapshotError> {
    let first = wanted.locales.first().map_or("", String::as_str);
    seen.products(first)?;
    let categories = name(&["shopware", "categories", first])?;
    seen.each::<Part>(&categories, |found, part| {
        let mut waiting = vec![part];
        while let Some(category) = waiting.pop() {
            found
                .of(Named::Categories)
                .note(keys(&category.translated.custom_fields));
            waiting.extend(&category.children.0);
        }
    })?;
    seen.each::<FormName>(&name(&["statamic", "forms"])?, |found, form| {
        found.of(Named::Forms).note([form.handle.as_str()]);
    })?;
    for (kind, named, handles) in [
        ("entries", Named::Collections, &wanted.collections),
        ("navs", Named::Navigations, &wanted.navigations),
        ("terms", Named::Taxonomies, &wanted.taxonomies),
    ] {
        for handle in handles {
            let mut count = 0;
            for locale in &wanted.locales {
                count += seen.records(&name(&["statamic", kind, handle, locale])?);
            }
            seen.handle(&named, handle, count);
        }
    }
    for handle in &wanted.asset_containers {
        let file = name(&["statamic", "assets", handle])?;
        seen.handle(&Named::Containers, handle, seen.records(&file));
        if wanted.assets {
            seen.each::<Values>(&file, |found, asset| found.of(Named::Assets).note(keys(asset)))?;
        }
    }
    for collection in &wanted.entries {
        let of = Named::Entries(collection.clone());
        let file = name(&["statamic", "entries", collection, first])?;
        seen.each::<Values>(&file, |found, entry| found.of(of.clone()).note(keys(entry)))?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Found(BTreeMap<Named, SeenNames>);

impl Found {
    fn of(&mut self, named: Named) -> &mut SeenNames {
        self.0.entry(named).or_default()
    }

    fn add(&mut self, other: &Self) {
        for (named, seen) in &other.0 {
            let own = self.of(named.clone());
            own.records += seen.records;
            for (name, count) in &seen.names {
                *own.names.entry(name.clone()).or_default() += count;
            }
        }
    }
}

struct Counts<'a> {
    snapshot: &'a Snapshot,
    found: Found,
    /// What was counted in the files of the pull before.
    before: BTreeMap<String, (OpenedFile, Found)>,
    kept: BTreeMap<String, (OpenedFile, Found)>,
}

impl Counts<'_> {
    fn records(&self, file: &str) -> u64 {
        self.snapshot.about().counts.get(file).copied().unwrap_or(0)
    }

    /// A handle that was asked for: the number of its records, of all that were read.
    fn handle(&mut self, named: &Named, handle: &str, count: u64) {
        let of = self.found.of(named.clone());
        of.records += count;
        if count > 0 {
            of.names.insert(handle.to_owned(), count);
        }
    }

    fn each<T: DeserializeOwned>(
        &mut self,
        file: &str,
        mut note: impl FnMut(&mut Found, &T),
    ) -> Result<(), SnapshotError> {
        let snapshot = self.snapshot;
        if !snapshot.has(file) {
            return Ok(());
        }
        let opened = snapshot.opened(file)?;
        if let Some(kept) = self.before.remove(file).filter(|(before, _)| *before == opened) {
            self.found.add(&kept.1);
            self.kept.insert(file.to_owned(), kept);
            return Ok(());
        }
        let mut found = Found::default();
        for line in snapshot.read_lines(file)? {
            let line = line?;
            match json::read::<T>(line.json().as_bytes()) {
                Ok(record) => note(&mut found, &record),
                Err(_) => line.is_json()?,
            }
        }
        self.found.add(&found);
        self.kept.insert(file.to_owned(), (opened, found));
        Ok(())
    }

    /// Custom fields of products, and of what they share; each shared record is counted once.
    fn products(&mut self, locale: &str) -> Result<(), SnapshotError> {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let file = name(&["shopware", "products", locale])?;
        self.each::<ProductNames>(&file, |found, product| {
            found.of(Named::Products).note(keys(&product.translated.custom_fields));
            let mut part = |named: Named, part: &Part| {
                if known.insert(part.id.clone()) {
                    found.of(named).note(keys(&part.translated.custom_fields));
                }
            };
            if let Some(maker) = &product.manufacturer {
                part(Named::Manufacturers, maker);
            }
            for picture in product.media.0.iter().filter_map(|picture| picture.media.as_ref()) {
                part(Named::Pictures, picture);
            }
            for value in product.properties.0.iter().chain(&product.options.0) {
                part(Named::PropertyValues, value);
                if let Some(group) = &value.group {
                    part(Named::PropertyGroups, group);
                }
            }
        })
    }
}
