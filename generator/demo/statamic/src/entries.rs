//! Entries: the entry object (Statamic §2), a single entry, and one by URI. Lists and single answers contain the same
//! object.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answer::Reply;
use super::augment;
use super::content::Entry;
use super::dates::format_date;
use super::options::StatamicVersion;
use super::query::Query;
use super::relations;
use super::scope::Scope;

/// Keys that Statamic defines itself; a blueprint field with such a name does not replace them.
const SYSTEM: &[&str] = &[
    "api_url",
    "blueprint",
    "collection",
    "date",
    "edit_url",
    "id",
    "is_entry",
    "last_modified",
    "locale",
    "mount",
    "order",
    "origin_id",
    "parent",
    "permalink",
    "private",
    "published",
    "slug",
    "status",
    "title",
    "updated_at",
    "updated_by",
    "uri",
    "url",
];

/// Keys of an entry's file that are answered, if set, without being fields of the blueprint (part C of the contract).
/// Statamic's own front end applies them, the API only returns them.
const FRONT_MATTER: &[&str] = &["protect", "redirect"];

/// The answered entry: keys in alphabetical order, then the extended ones.
pub(crate) fn object(index: usize, scope: &Scope<'_>) -> Option<Map<String, Value>> {
    let content = scope.content;
    let entry = content.entry(index)?;
    let blueprint = content.entry_blueprint(&entry.collection);
    let scope = Scope {
        site: entry.site,
        owner: entry.site,
        entry: Some(index),
        ..*scope
    };
    let mut result = system_keys(index, entry, &scope)?;
    if let Some(mark) = scope.edited_entry(index) {
        result.insert("live_preview".to_owned(), mark.clone());
    }
    for field in blueprint
        .map(|blueprint| blueprint.fields.as_slice())
        .unwrap_or_default()
    {
        if SYSTEM.contains(&field.handle.as_str()) {
            continue;
        }
        let found = content.value(entry, &field.handle);
        let owner = found.map_or(entry.site, |(_, owner)| owner);
        let scope = Scope {
            owner,
            collection: Some(&entry.collection),
            ..scope
        };
        if let Some(value) = augment::field(field, found.map(|(value, _)| value), &scope) {
            result.insert(field.handle.clone(), value);
        }
    }
    for key in FRONT_MATTER {
        if let Some((value, _)) = content.value(entry, key).filter(|(value, _)| !value.is_null()) {
            result.entry((*key).to_owned()).or_insert_with(|| value.clone());
        }
    }
    let mut result: Map<String, Value> = result.into_iter().collect();
    if scope.hosts.extended {
        result.insert("slugs".to_owned(), relations::slugs(&entry.key, &scope));
        result.insert("locales".to_owned(), locales(entry, &scope));
    }
    Some(result)
}

/// The keys that Statamic itself defines for an entry.
pub(crate) fn system_keys(index: usize, entry: &Entry, scope: &Scope<'_>) -> Option<BTreeMap<String, Value>> {
    let content = scope.content;
    let collection = content.collections.get(&entry.collection)?;
    let blueprint = content.entry_blueprint(&entry.collection)?;
    let own = &scope.hosts.own;
    let path = format!("collections/{}/entries/{}", entry.collection, entry.id);
    let url = content.entry_url(index);
    let updated_at = json!(format_date(entry.updated_at));
    let origin = entry
        .origin
        .and_then(|site| content.entry(content.localization(&entry.key, site)?));
    let mounted = content
        .collections
        .iter()
        .find(|(_, collection)| collection.mount.as_deref() == Some(&entry.key));
    let mut keys = BTreeMap::new();
    let mut put = |key: &str, value: Value| keys.insert(key.to_owned(), value);
    // An entry that was never saved has no id, so nothing can refer to it.
    let saved = (!entry.id.is_empty()).then_some(&entry.id);
    put("api_url", json!(saved.map(|_| format!("{own}/api/{path}"))));
    put(
        "blueprint",
        json!({"title": blueprint.title, "handle": blueprint.handle}),
    );
    put(
        "collection",
        json!({"title": collection.title, "handle": entry.collection}),
    );
    put("date", json!(content.date(entry).map(format_date)));
    put("edit_url", json!(saved.map(|_| format!("{own}/cp/{path}"))));
    put("id", json!(saved));
    put("is_entry", json!(true));
    put("last_modified", updated_at.clone());
    put("locale", json!(content.site_handle(entry.site)));
    put(
        "mount",
        json!(mounted.map(|(handle, collection)| json!({"title": collection.title, "handle": handle}))),
    );
    put("order", json!(content.places.order.get(index)));
    put("origin_id", json!(origin.map(|origin| &origin.id)));
    let has_parent = collection.has_home(content.site_handle(entry.site)) || blueprint.field("parent").is_some();
    if has_parent && scope.hosts.version == StatamicVersion::Five {
        let parent = content.places.parent.get(index).copied().flatten();
        put(
            "parent",
            json!(parent.and_then(|parent| relations::entry_reference(parent, scope))),
        );
    }
    put(
        "permalink",
        json!(url.as_ref().map(|url| relations::permalink(own, url))),
    );
    put("private", json!(content.is_private(entry, scope.now)));
    put("published", json!(content.is_published(entry)));
    put("slug", json!(content.slug(entry)));
    put("status", json!(content.status(entry, scope.now).as_str()));
    put("title", json!(content.text(entry, "title")));
    put("updated_at", updated_at);
    put("updated_by", relations::user(scope));
    put("uri", json!(content.places.uri.get(index)));
    put("url", json!(url));
    Some(keys)
}

/// `locales` of the extended profile: the published localizations.
fn locales(entry: &Entry, scope: &Scope<'_>) -> Value {
    let content = scope.content;
    let one = |index: usize| {
        let other = content.entry(index).filter(|other| content.is_published(other))?;
        let (uri, url) = (content.places.uri.get(index)?, content.entry_url(index));
        Some(json!({"site": content.site_handle(other.site), "id": other.id, "uri": uri, "url": url}))
    };
    content
        .localizations(&entry.key)
        .into_iter()
        .filter_map(one)
        .collect::<Vec<_>>()
        .into()
}

/// Whether an entry can be requested individually: scheduled ones can, drafts only in a live preview of any entry.
pub(crate) fn is_shown(entry: &Entry, scope: &Scope<'_>) -> bool {
    scope.preview.is_some() || scope.content.is_published(entry)
}

/// `GET collections/{collection}/entries/{id}`: all parameters except the token are ignored.
pub(crate) fn show(collection: &str, id: &str, scope: &Scope<'_>) -> Reply {
    let content = scope.content;
    let found = content.places.by_id.get(id).copied().filter(|index| {
        content
            .entry(*index)
            .is_some_and(|entry| entry.collection == collection && is_shown(entry, scope))
    });
    one(found, scope)
}

/// `GET entries-by-uri` of the extended profile.
pub(crate) fn by_uri(query: &Query, scope: &Scope<'_>) -> Reply {
    let content = scope.content;
    let site = match query.get("site") {
        None => Some(0),
        Some(handle) => content.site_index(handle),
    };
    let Some(uri) = query.get("uri") else {
        return Reply::NotFound;
    };
    let uri = format!("/{}", uri.trim_matches('/'));
    let found = content.places.uri.iter().enumerate().find_map(|(index, own)| {
        let entry = content.entry(index)?;
        let matches = own.as_deref() == Some(&uri) && Some(entry.site) == site && is_shown(entry, scope);
        matches.then_some(index)
    });
    one(found, scope)
}

fn one(found: Option<usize>, scope: &Scope<'_>) -> Reply {
    found
        .and_then(|index| object(index, scope))
        .map_or(Reply::NotFound, |entry| Reply::data(Value::Object(entry)))
}
