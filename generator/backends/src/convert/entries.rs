//! Entries, every localization on its own, tied together by the first of their origin chain (CONTRACT §2, §14; CONTENT-MODEL §2).
//!
//! **Invariant:** an entry's path is its locale's prefix and its `uri`, checked by `SitePath`; what cannot be a page is told and left out.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use vitrine_model::{
    content::{Entry, Seo},
    diagnostic::{Diagnostic, Place},
    ids::EntryId,
    locale::{Locale, LocaleIndex},
    path::SitePath,
};

use super::{ConvertError, Input, blocks::blocks, fields::own_fields, findings::Findings, scope::Scope};
use crate::{snapshot::name, statamic::wire::Fields};

/// Where an entry stands in its tree: the entry above it and its place, depth first from 1.
type Places = HashMap<String, (Option<String>, u32)>;

/// Converts the entries of every configured collection and locale.
pub(crate) fn convert(input: &Input<'_>, findings: &mut Findings) -> Result<Vec<Entry>, ConvertError> {
    let mut entries = Vec::new();
    let mut origins: HashMap<EntryId, Option<EntryId>> = HashMap::new();
    for collection in &input.config.collections {
        for (index, locale) in input.locales() {
            let places = places(input, collection, locale)?;
            let file = name(&["statamic", "entries", collection, locale.code.as_str()])?;
            for record in input.snapshot.records::<Value>(&file)? {
                let record = record?;
                let fields = Fields::of(&record);
                let Some(id) = fields.text("id").and_then(|id| EntryId::parse(&id).ok()) else {
                    continue;
                };
                if fields.text("status").is_some_and(|status| status != "published") {
                    continue;
                }
                let origin = fields.text("origin_id").and_then(|id| EntryId::parse(&id).ok());
                origins.insert(id.clone(), origin);
                let place = Place {
                    source: "statamic".to_owned(),
                    kind: "entry".to_owned(),
                    id: id.to_string(),
                    locale: Some(locale.code.to_string()),
                    field: None,
                    edit_url: fields.text("edit_url"),
                };
                let mut scope = Scope { input, place, findings };
                entries.extend(entry(id, collection, index, locale, fields, &places, &mut scope));
            }
        }
    }
    for entry in &mut entries {
        entry.group = root(&entry.id, &origins);
    }
    Ok(entries)
}

/// The first of a chain of origins; one that was not pulled still ties its localizations together.
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

fn places(input: &Input<'_>, collection: &str, locale: &Locale) -> Result<Places, ConvertError> {
    let mut places = Places::new();
    let mut order = 0;
    let file = name(&["statamic", "trees", collection, locale.code.as_str()])?;
    for node in input.snapshot.records::<Value>(&file)? {
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
    let path = match fields.text("uri") {
        None => None,
        Some(uri) => match SitePath::parse(&format!("{}{}", locale.prefix, uri)) {
            Ok(path) => Some(path),
            Err(error) => {
                let place = scope.place.clone();
                let finding = Diagnostic::warning("path-refused", format!("entry {id} has no page: {error}"), place);
                scope.findings.push(finding.hint("Change the entry's slug in the CMS."));
                return None;
            }
        },
    };
    let placed = places.get(id.as_str());
    let parent = match placed {
        Some((parent, _)) => parent.clone(),
        None => fields.group("parent").text("id"),
    };
    let order = placed
        .map(|(_, order)| *order)
        .or_else(|| fields.integer("order").and_then(|n| u32::try_from(n).ok()));
    let slug = fields.text("slug").unwrap_or_else(|| id.to_string());
    Some(Entry {
        group: id.clone(),
        collection: collection.to_owned(),
        locale: index,
        title: fields.text("title").unwrap_or_else(|| slug.clone()),
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

fn seo(fields: Fields<'_>, scope: &Scope<'_>) -> Seo {
    Seo {
        title: fields.text("seo_title"),
        description: fields.text("seo_description"),
        image: scope.image(fields, "seo_og_image"),
        noindex: fields.toggle("seo_noindex"),
        hidden_in_sitemap: fields.get("seo_sitemap_enabled") == Some(&Value::Bool(false)),
    }
}
