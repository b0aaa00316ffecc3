//! Entries: each localization is converted separately, and grouped by the first entry of its origin chain (Statamic §2,
//! §14; content model §2).
//!
//! **Invariant:** an entry's path is its locale's prefix plus its `uri`, checked by `SitePath`; an entry that cannot be
//! a page is reported and left out.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use vitrine_model::{
    content::{Entry, Seo},
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    link::asks_for_preview,
    locale::{Locale, LocaleIndex},
    path::SitePath,
};

use super::{
    blocks::{blocks, shows_something},
    entry_redirects::{self, Redirecting},
    error::ConvertError,
    fields::{own_fields, values::begin_of},
    findings::Findings,
    input::{Input, place_of_line},
    inspect,
    protected::{Protected, scheme},
    scope::Scope,
};
use crate::{
    pull::is_set_by_cms,
    snapshot::name,
    statamic::wire::{Fields, Unread, elements, has_content},
};

/// Tree positions by entry id: the parent, and the 1-based position, depth first.
type Places = HashMap<String, (Option<String>, u32)>;

/// What is made of the entries of the CMS.
pub(crate) struct Converted {
    pub(crate) entries: Vec<Entry>,
    pub(crate) protected: Protected,
    pub(crate) redirecting: Vec<Redirecting>,
}

/// Converts the entries of every configured collection and locale.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Converted, ConvertError> {
    let mut entries = Vec::new();
    let (mut protected, mut redirecting) = (Protected::default(), Vec::new());
    let mut origins: HashMap<EntryId, Option<EntryId>> = HashMap::new();
    for collection in &input.config.collections {
        for (index, locale) in input.locales() {
            let places = places(input, collection, locale, findings)?;
            let file = name(&["statamic", "entries", collection, locale.code.as_str()])?;
            for (line, record) in input.records(&file, findings)?.enumerate() {
                let record = record?;
                let unread = Unread::default();
                let fields = Fields::of(&record).noting(&unread);
                let Some(id) = fields.text("id").and_then(|id| EntryId::parse(&id).ok()) else {
                    let place = nameless(fields, &file, line, locale);
                    findings.left_out(place, "id", "it has no id that can be read");
                    continue;
                };
                if !is_public(fields, collection, input) || is_closed(fields, collection, input) {
                    continue;
                }
                let place = Place {
                    source: "statamic".to_owned(),
                    kind: "entry".to_owned(),
                    id: id.to_string(),
                    locale: Some(locale.code.to_string()),
                    field: None,
                    edit_url: fields.text("edit_url"),
                };
                let origin = fields.text("origin_id").and_then(|id| EntryId::parse(&id).ok());
                if let Some(scheme) = scheme(fields) {
                    findings.protected(place, &scheme);
                    protected.add(index, [Some(id), origin]);
                    continue;
                }
                if origins.contains_key(&id) {
                    findings.left_out(place, "id", "another entry has its id");
                    continue;
                }
                origins.insert(id.clone(), origin);
                inspect::look(&record, &place, findings);
                let mut scope = Scope { input, place, findings };
                if let Some(mut entry) = entry(id, collection, index, locale, fields, &places, &mut scope) {
                    redirecting.extend(without_page(&mut entry, fields, &scope));
                    let is_own = entry.path.is_some() && OF_OWN_WORDS.contains(&collection.as_str());
                    if is_own && shows_nothing(fields) {
                        findings.empty_page(&scope.place);
                    }
                    entries.push(entry);
                }
                findings.unread(&scope.place, unread);
            }
        }
    }
    for entry in &mut entries {
        entry.group = root(&entry.id, &origins);
    }
    Ok(Converted {
        entries,
        protected,
        redirecting,
    })
}

/// Takes the page of an entry that redirects; `None` if it keeps it.
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

/// Collections whose pages have nothing but what their entries say; those of brands, places and events have more.
const OF_OWN_WORDS: [&str; 4] = ["pages", "news", "projects", "vacancies"];
/// Fields of every entry that are not what its page is for.
const BESIDE: [&str; 4] = ["title", "author", "breadcrumb_title", "template"];

/// Whether a page would have nothing but its title: no block shows anything, and no other field has a text or a list.
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
/// collection hides future entries. What the CMS called scheduled when it was pulled is public from its date on
/// (R-GEN-05).
fn is_public(fields: Fields<'_>, collection: &str, input: &Input<'_>) -> bool {
    let shown = |key: &str| fields.get(key).is_none_or(|value| *value == Value::Bool(false));
    let hides = input.config.future_private.iter().any(|handle| handle == collection);
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
        input.next_change.at(begins);
    }
    begins.is_none_or(|begins| begins <= input.config.now)
}

/// Whether the last day to apply for a vacancy lies before the day of the build: it goes without an editor's action
/// (R-GEN-05).
fn is_closed(fields: Fields<'_>, collection: &str, input: &Input<'_>) -> bool {
    if collection != "vacancies" {
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

fn places(input: &Input<'_>, collection: &str, locale: &Locale, findings: &Findings) -> Result<Places, ConvertError> {
    let mut places = Places::new();
    let mut order = 0;
    let file = name(&["statamic", "trees", collection, locale.code.as_str()])?;
    for node in input.records(&file, findings)? {
        place(&node?, None, &mut order, &mut places);
    }
    Ok(places)
}

fn place(node: &Value, parent: Option<&str>, order: &mut u32, places: &mut Places) {
    let fields = Fields::of(node);
    let Some(id) = fields.group("page").text("id") else {
        return;
    };
    *order += 1;
    places.insert(id.clone(), (parent.map(str::to_owned), *order));
    for child in fields.list("children") {
        place(child, Some(&id), order, places);
    }
}

fn entry(
    id: EntryId,
    collection: &str,
    index: LocaleIndex,
    locale: &Locale,
    fields: Fields<'_>,
    places: &Places,
    scope: &mut Scope<'_>,
) -> Option<Entry> {
    let path = match address(fields) {
        Ok(None) => None,
        address => match address.and_then(|uri| path_of(uri.as_deref().unwrap_or_default(), locale)) {
            Ok(path) => Some(path),
            Err(error) => {
                let place = scope.place.clone();
                let finding = Diagnostic::error("path-refused", format!("entry {id} has no page: {error}"), place);
                scope.findings.push(finding.hint("Change the entry's slug in the CMS."));
                return None;
            }
        },
    };
    let placed = places.get(id.as_str());
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
        collection: collection.to_owned(),
        locale: index,
        title,
        slug,
        path,
        parent: parent.and_then(|id| EntryId::parse(&id).ok()),
        order,
        seo: seo(fields, scope),
        blocks: blocks(fields, scope),
        fields: own_fields(collection, fields, scope),
        updated_at: fields.text("updated_at").and_then(|t| t.parse().ok()),
        edit_url: fields.text("edit_url"),
        id,
    })
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
