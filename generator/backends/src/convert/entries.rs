//! Entries: each localization is converted separately, and grouped by the first entry of its origin chain (Statamic §2,
//! §14; content model §2).
//!
//! **Invariant:** an entry's path is its locale's prefix plus its `uri`, checked by `SitePath`; an entry that cannot be
//! a page is reported and left out.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;
use vitrine_model::{
    content::{Block, BlockKind, BlockOptions, Entry, EntryKind, Heading, OverviewBlock, OverviewOf, PER_PAGE, Seo},
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    link::asks_for_preview,
    locale::{Locale, LocaleIndex},
    path::SitePath,
    planned::PlannedChange,
    rich_text::RichText,
};

use super::{
    blocks::{blocks, shows_something},
    entry_redirects::{self, Redirecting},
    error::ConvertError,
    fields::{own_fields, values::begin_of},
    findings::Findings,
    input::{Input, place_of_line},
    inspect,
    kinds::{Filled, Reading, leading, readings},
    protected::{Protected, scheme},
    scope::Scope,
    tree_places::{Places, places},
};
use crate::{
    pull::is_set_by_cms,
    snapshot::name,
    statamic::wire::{Fields, Read, Unread, elements, has_content},
};

/// The result of converting CMS entries.
pub(crate) struct Converted {
    pub(crate) entries: Vec<Entry>,
    pub(crate) protected: Protected,
    pub(crate) redirecting: Vec<Redirecting>,
}

/// Converts the entries of every configured collection and locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Converted, ConvertError> {
    let mut all = All {
        readings: readings(input, findings)?,
        ..All::default()
    };
    for collection in &input.config.collections {
        let (read, mut filled) = (Read::default(), Filled::default());
        for (index, locale) in input.locales() {
            let at = At {
                collection,
                index,
                locale,
                places: places(input, collection, locale, findings)?,
            };
            let file = name(&["statamic", "entries", collection, locale.code.as_str()])?;
            for (line, record) in input.records(&file, findings)?.enumerate() {
                let record = record?;
                let unread = Unread::default();
                let fields = Fields::of(&record).noting(&unread).watched(&read);
                let Some(id) = fields.text("id").and_then(|id| EntryId::parse(&id).ok()) else {
                    let place = nameless(fields, &file, line, locale);
                    findings.left_out(place, "id", "it has no id that can be read");
                    continue;
                };
                if let Some(place) = all.add(id, &record, fields, &at, input, findings) {
                    filled.note(fields.unwatched(), index);
                    findings.unread(&place, unread);
                }
            }
        }
        filled.report(collection, &read, findings);
    }
    all.below_their_lists();
    for entry in &mut all.entries {
        entry.group = root(&entry.id, &all.origins);
    }
    Ok(Converted {
        entries: all.entries,
        protected: all.protected,
        redirecting: all.redirecting,
    })
}

/// The position of a record.
pub(super) struct At<'a> {
    pub(super) collection: &'a str,
    pub(super) index: LocaleIndex,
    pub(super) locale: &'a Locale,
    pub(super) places: Places,
}

/// The state of the conversion.
#[derive(Default)]
struct All<'a> {
    readings: BTreeMap<&'a str, Reading>,
    entries: Vec<Entry>,
    protected: Protected,
    redirecting: Vec<Redirecting>,
    origins: HashMap<EntryId, Option<EntryId>>,
    /// The pages that list the articles of a collection.
    lists: HashMap<(String, LocaleIndex), EntryId>,
}

impl All<'_> {
    /// Converts a record; returns its index, unless it is not a public entry.
    fn add(
        &mut self,
        id: EntryId,
        record: &Value,
        fields: Fields<'_>,
        at: &At<'_>,
        input: &Input<'_>,
        findings: &Findings,
    ) -> Option<Place> {
        let reading = self.readings.get(at.collection)?;
        if !is_public(fields, at, input) || is_closed(fields, reading.kind, input) {
            return None;
        }
        let place = Place {
            source: "statamic".to_owned(),
            kind: "entry".to_owned(),
            id: id.to_string(),
            locale: Some(at.locale.code.to_string()),
            field: None,
            edit_url: fields.text("edit_url"),
        };
        let origin = fields.text("origin_id").and_then(|id| EntryId::parse(&id).ok());
        if let Some(scheme) = scheme(fields) {
            findings.protected(place, &scheme);
            self.protected.add(at.index, [Some(id), origin]);
            return None;
        }
        if self.origins.contains_key(&id) {
            findings.left_out(place, "id", "another entry has its id");
            return None;
        }
        self.origins.insert(id.clone(), origin);
        inspect::check(record, &place, findings);
        let mut scope = Scope { input, place, findings };
        if let Some(mut entry) = entry(id, reading, fields, at, &mut scope) {
            self.redirecting.extend(without_page(&mut entry, fields, &scope));
            let is_own = entry.path.is_some() && OF_OWN_WORDS.contains(&reading.kind);
            let list = mounted(&entry, fields, |handle| self.readings.get(handle));
            if let Some(handle) = list {
                entry.blocks.push(articles_of(&handle));
                self.lists.insert((handle, at.index), entry.id.clone());
            } else if is_own && shows_nothing(fields.unwatched()) {
                findings.empty_page(&scope.place);
            }
            self.entries.push(entry);
        }
        Some(scope.place)
    }

    /// Articles outside of any tree become children of the page that lists them.
    fn below_their_lists(&mut self) {
        for entry in &mut self.entries {
            let is_loose = entry.parent.is_none() && entry.fields.kind() == EntryKind::Article;
            if is_loose {
                entry.parent = self.lists.get(&(entry.collection.clone(), entry.locale)).cloned();
            }
        }
    }
}

/// The collection of articles mounted on a page without its own list.
pub(super) fn mounted<'r>(
    entry: &Entry,
    fields: Fields<'_>,
    reading: impl Fn(&str) -> Option<&'r Reading>,
) -> Option<String> {
    let handle = fields.quiet().group("mount").text("handle")?;
    let reading = reading(&handle)?;
    let is_list = entry.path.is_some() && entry.paged_list().is_none();
    (is_list && reading.kind == EntryKind::Article).then_some(handle)
}

pub(super) fn articles_of(collection: &str) -> Block {
    Block {
        id: format!("articles-{collection}"),
        options: BlockOptions::default(),
        kind: BlockKind::Overview(OverviewBlock {
            heading: Heading {
                level: 2,
                ..Heading::default()
            },
            text: RichText::default(),
            of: OverviewOf::Articles {
                collection: collection.to_owned(),
            },
            filters: Vec::new(),
            per_page: PER_PAGE,
            sort: None,
            empty_text: None,
        }),
    }
}

/// Removes the page of an entry that redirects; `None` if it does not.
fn without_page(entry: &mut Entry, fields: Fields<'_>, scope: &Scope<'_>) -> Option<Redirecting> {
    let (leads, status) = entry_redirects::leads(fields, scope)?;
    let locale = scope.place.locale.as_deref().unwrap_or_default();
    let edit = entry.edit_url.as_deref().unwrap_or_default();
    let source = format!(
        "redirect of entry {}/{} ({locale}) {edit}",
        entry.collection, entry.slug
    );
    Some(Redirecting {
        id: entry.id.clone(),
        locale: entry.locale,
        from: entry.path.take()?,
        leads,
        status,
        place: scope.place.clone(),
        source: source.trim_end().to_owned(),
    })
}

/// Kinds whose pages show only their entries' own content; those of brands, places and events show more.
const OF_OWN_WORDS: [EntryKind; 5] = [
    EntryKind::Page,
    EntryKind::Article,
    EntryKind::News,
    EntryKind::Project,
    EntryKind::Vacancy,
];
/// Fields of every entry that are not page content.
const BESIDE: [&str; 4] = ["title", "author", "breadcrumb_title", "template"];

/// Whether a page would show only its title: no block shows anything, and no other field has a text or a list.
fn shows_nothing(fields: Fields<'_>) -> bool {
    let is_own =
        |key: &str| !key.starts_with("seo_") && key != "blocks" && !BESIDE.contains(&key) && !is_set_by_cms(key);
    let has_text = |key: &str| {
        fields
            .get(key)
            .is_some_and(|value| (value.is_string() || elements(value).is_some()) && has_content(value))
    };
    !shows_something(fields) && !fields.keys().any(|key| is_own(key) && has_text(key))
}

/// The place of an entry without an id, described by other fields that an editor recognises.
fn nameless(fields: Fields<'_>, file: &str, line: usize, locale: &Locale) -> Place {
    let known = fields.text("slug").or_else(|| fields.text("title"));
    let place = place_of_line(file, line);
    Place {
        kind: "entry".to_owned(),
        id: known.unwrap_or(place.id),
        locale: Some(locale.code.to_string()),
        edit_url: fields.text("edit_url"),
        ..place
    }
}

/// Whether an entry is public: it is published, is not a draft from a preview, and its date has passed if the
/// collection hides future entries. An entry that was scheduled at the time of the pull is public from its date on
/// (R-GEN-05).
fn is_public(fields: Fields<'_>, of: &At<'_>, input: &Input<'_>) -> bool {
    let shown = |key: &str| fields.get(key).is_none_or(|value| *value == Value::Bool(false));
    let hides = input.config.future_private.iter().any(|handle| handle == of.collection);
    let begins = fields
        .text("date")
        .filter(|_| hides)
        .and_then(|date| begin_of(&date, &input.config.time_zone));
    let public = match fields.text("status").as_deref() {
        None | Some("published") => shown("private"),
        Some("scheduled") => begins.is_some(),
        Some(_) => false,
    };
    if !public || !shown("live_preview") {
        return false;
    }
    if let Some(begins) = begins {
        input.next_change.of_entry(PlannedChange {
            at: begins,
            appears: true,
            title: fields.text("title").unwrap_or_default(),
            locale: of.locale.code.to_string(),
            edit_url: fields.text("edit_url"),
        });
    }
    begins.is_none_or(|begins| begins <= input.config.now)
}

/// Whether the application deadline of a vacancy is before the day of the build: it disappears without an editor's
/// action (R-GEN-05).
fn is_closed(fields: Fields<'_>, kind: EntryKind, input: &Input<'_>) -> bool {
    if kind != EntryKind::Vacancy {
        return false;
    }
    let zone = &input.config.time_zone;
    let last = fields.text("closing_date").and_then(|date| begin_of(&date, zone));
    let today = input.config.now.to_zoned(zone.clone()).date();
    last.is_some_and(|last| last.to_zoned(zone.clone()).date() < today)
}

/// The first entry of an origin chain. It groups the localizations even if it was not pulled itself.
fn root(id: &EntryId, origins: &HashMap<EntryId, Option<EntryId>>) -> EntryId {
    let mut seen = HashSet::new();
    let mut current = id;
    while let Some(Some(origin)) = origins.get(current) {
        if !seen.insert(current) {
            break;
        }
        current = origin;
    }
    current.clone()
}

pub(super) fn entry(
    id: EntryId,
    reading: &Reading,
    fields: Fields<'_>,
    at: &At<'_>,
    scope: &mut Scope<'_>,
) -> Option<Entry> {
    let path = match address(fields) {
        Ok(None) => None,
        address => match address.and_then(|uri| path_of(uri.as_deref().unwrap_or_default(), at.locale)) {
            Ok(path) => Some(path),
            Err(error) => {
                let place = scope.place.clone();
                let finding = Diagnostic::error("path-refused", format!("entry {id} has no page: {error}"), place);
                scope.findings.push(finding.hint("Change the entry's slug in the CMS."));
                return None;
            }
        },
    };
    let placed = at.places.get(id.as_str());
    let parent = match placed {
        Some((parent, _)) => parent.clone(),
        None => fields.quiet().group("parent").text("id"),
    };
    let order = placed
        .map(|(_, order)| *order)
        .or_else(|| fields.integer("order").and_then(|n| u32::try_from(n).ok()));
    let slug = fields.text("slug").unwrap_or_else(|| id.to_string());
    let title = fields.text("title").unwrap_or_else(|| {
        scope.findings.untitled(&scope.place, &slug);
        slug.clone()
    });
    Some(Entry {
        group: id.clone(),
        collection: at.collection.to_owned(),
        locale: at.index,
        title,
        slug,
        path,
        parent: parent.and_then(|id| EntryId::parse(&id).ok()),
        order,
        seo: seo(fields, scope),
        blocks: all_blocks(reading, fields, scope),
        fields: own_fields(reading, fields.renamed(&reading.names), scope),
        updated_at: fields.text("updated_at").and_then(|t| t.parse().ok()),
        edit_url: fields.text("edit_url"),
        id,
    })
}

/// The blocks of an entry, preceded by a text that its kind has no field for.
fn all_blocks(reading: &Reading, fields: Fields<'_>, scope: &mut Scope<'_>) -> Vec<Block> {
    let is_page = reading.kind == EntryKind::Page;
    let text = reading.leads().then(|| leading(&reading.roles, is_page, fields, scope));
    let mut all = Vec::from_iter(text.flatten());
    all.extend(blocks(fields, scope));
    all
}

/// The entry's `uri`; an error if it is present but not a text.
fn address(fields: Fields<'_>) -> Result<Option<String>, String> {
    match (fields.text("uri"), fields.get("uri")) {
        (Some(uri), _) => Ok(Some(uri)),
        (None, None) => Ok(None),
        (None, Some(_)) => Err("its uri is no address".to_owned()),
    }
}

/// A page's path for a `uri`; an error for preview addresses and for paths of the generator's own files.
pub(super) fn path_of(uri: &str, locale: &Locale) -> Result<SitePath, String> {
    let path = SitePath::parse(&format!("{}{uri}", locale.prefix)).map_err(|error| error.to_string())?;
    if path
        .as_str()
        .split_once('?')
        .is_some_and(|(_, query)| asks_for_preview(query))
    {
        return Err("its address is that of a preview".to_owned());
    }
    path.for_content().map_err(|error| error.to_string())
}

fn seo(fields: Fields<'_>, scope: &Scope<'_>) -> Seo {
    Seo {
        title: fields.text("seo_title"),
        description: fields.text("seo_description"),
        image: scope.image(fields, "seo_og_image"),
        noindex: fields.toggle("seo_noindex"),
        hidden_in_sitemap: fields.get("seo_sitemap_enabled") == Some(&Value::Bool(false)),
    }
}
