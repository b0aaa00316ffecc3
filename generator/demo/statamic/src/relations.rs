//! Fields that refer to other items: entries, terms, assets, forms, sites and others. A target that is a
//! draft, unknown or not localized in the answer's site is left out of lists, and null as a single value.

use serde_json::{Map, Value, json};

use super::blueprint::Field;
use super::content::{Term, hyphenated};
use super::countries;
use super::scope::{Relations, Scope, is_live};
use super::stored::{asset_path, find_term, references};

/// Fieldtypes answered here by [`field`].
pub(crate) const KINDS: &[&str] = &[
    "assets",
    "collections",
    "entries",
    "form",
    "navs",
    "sites",
    "structures",
    "taxonomies",
    "terms",
    "users",
];

/// The answered value of a relation.
pub(crate) fn field(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let keys = value.map(references).unwrap_or_default();
    if scope.relations == Relations::Raw && field.is_relation() {
        return raw(field, &keys, scope);
    }
    let found: Vec<Value> = keys.iter().filter_map(|key| one(field, key, scope)).collect();
    if field.is_single() {
        found.into_iter().next().unwrap_or(Value::Null)
    } else {
        Value::Array(found)
    }
}

fn one(field: &Field, key: &str, scope: &Scope<'_>) -> Option<Value> {
    let content = scope.content;
    match field.kind.as_str() {
        "entries" => {
            let index = content.localization(key, scope.site)?;
            is_live(index, scope).then(|| entry_reference(index, scope)).flatten()
        }
        "terms" => term_reference(find_term(content, field, key)?, Some(field), scope),
        "assets" => Some(scope.content.assets.get(asset_path(key))?.reference(scope.hosts)),
        "form" => {
            let form = content.forms.get(key)?;
            Some(json!({"handle": key, "title": form.title, "api_url": format!("{}/api/forms/{key}", scope.hosts.own)}))
        }
        "collections" | "structures" => {
            let title = content
                .collections
                .get(key.rsplit("::").next().unwrap_or(key))
                .map(|collection| &collection.title);
            let title = title.or_else(|| content.navs.get(key).map(|nav| &nav.title))?;
            Some(json!({"title": title, "handle": key}))
        }
        "navs" => Some(json!({"title": content.navs.get(key)?.title, "handle": key})),
        "taxonomies" => taxonomy(key, scope),
        "sites" => site(key, scope),
        "users" => (key == USER_ID).then(|| user(scope)),
        _ => None,
    }
}

/// Raw ids, always a list (Statamic §6, §8): entries by the id of their origin, terms by their slug.
fn raw(field: &Field, keys: &[&str], scope: &Scope<'_>) -> Value {
    keys.iter()
        .filter_map(|key| raw_id(field, key, scope))
        .collect::<Vec<_>>()
        .into()
}

fn raw_id(field: &Field, key: &str, scope: &Scope<'_>) -> Option<Value> {
    if field.kind != "entries" {
        return Some(json!(key));
    }
    Some(json!(scope.content.entry(scope.content.origin(key)?)?.id))
}

/// The stored value of a relation for filters: ids instead of keys.
pub(crate) fn stored(field: &Field, value: &Value, scope: &Scope<'_>) -> Value {
    match value {
        Value::String(key) if field.is_relation() => raw_id(field, key, scope).unwrap_or(Value::Null),
        Value::Array(_) if field.is_relation() => raw(field, &references(value), scope),
        other => other.clone(),
    }
}

/// The shallow entry of Statamic §3, with extended keys in the extended profile.
pub(crate) fn entry_reference(index: usize, scope: &Scope<'_>) -> Option<Value> {
    let content = scope.content;
    let entry = content.entry(index)?;
    let url = content.entry_url(index);
    let mut result = Map::new();
    result.insert("id".to_owned(), json!(entry.id));
    result.insert("title".to_owned(), json!(content.text(entry, "title")));
    if scope.hosts.extended {
        result.insert("slug".to_owned(), json!(content.slug(entry)));
        result.insert("uri".to_owned(), json!(content.places.uri.get(index)));
    }
    result.insert("url".to_owned(), json!(url));
    result.insert(
        "permalink".to_owned(),
        json!(url.map(|url| permalink(&scope.hosts.own, &url))),
    );
    let api_url = format!(
        "{}/api/collections/{}/entries/{}",
        scope.hosts.own, entry.collection, entry.id
    );
    result.insert("api_url".to_owned(), json!(api_url));
    if scope.hosts.extended {
        let title = content
            .collections
            .get(&entry.collection)
            .map(|collection| &collection.title);
        result.insert(
            "collection".to_owned(),
            json!({"title": title, "handle": entry.collection}),
        );
        result.insert("slugs".to_owned(), slugs(&entry.key, scope));
    }
    Some(Value::Object(result))
}

/// `slugs` of the extended profile: the URI without its first slash by site, for published localizations; the slug if
/// there is no route.
pub(crate) fn slugs(key: &str, scope: &Scope<'_>) -> Value {
    let content = scope.content;
    let mut result = Map::new();
    for index in content.localizations(key) {
        let Some(entry) = content.entry(index).filter(|entry| content.is_published(entry)) else {
            continue;
        };
        let uri = content.places.uri.get(index).and_then(Option::as_deref);
        let slug = uri.map_or_else(|| content.slug(entry), |uri| uri.trim_start_matches('/'));
        result.insert(content.site_handle(entry.site).to_owned(), json!(slug));
    }
    Value::Object(result)
}

/// An absolute URL; the home page's has no trailing slash, and the target of an entry that redirects to another site is
/// already absolute.
pub(crate) fn permalink(own: &str, url: &str) -> String {
    if !url.starts_with('/') {
        url.to_owned()
    } else if url == "/" {
        own.to_owned()
    } else {
        format!("{own}{url}")
    }
}

/// The shallow term. At the top level of an entry, the URL of terms of the collection's own taxonomy contains the
/// collection.
fn term_reference(term: &Term, field: Option<&Field>, scope: &Scope<'_>) -> Option<Value> {
    let slug = scope.content.term_slug(term, scope.site);
    let through = scope
        .collection
        .filter(|_| field.is_some_and(|field| field.handle == term.taxonomy));
    let prefix = through.map(|collection| format!("/{collection}")).unwrap_or_default();
    let uri = scope.content.term_uri(term, scope.site);
    let url = scope.content.url(scope.site, &format!("{prefix}{uri}"));
    Some(json!({
        "id": format!("{}::{}", term.taxonomy, term.key),
        "title": scope.content.term_value(term, "title", scope.site),
        "slug": slug,
        "url": url,
        "permalink": permalink(&scope.hosts.own, &url),
        "api_url": format!("{}/api/taxonomies/{}/terms/{slug}", scope.hosts.own, term.taxonomy),
    }))
}

/// The taxonomy object in terms and taxonomies fields; always of the default site.
pub(crate) fn taxonomy(handle: &str, scope: &Scope<'_>) -> Option<Value> {
    let taxonomy = scope.content.taxonomies.get(handle)?;
    let uri = format!("/{}", hyphenated(handle));
    Some(
        json!({"title": taxonomy.title, "handle": handle, "uri": uri, "url": uri, "permalink": permalink(&scope.hosts.own, &uri)}),
    )
}

/// A site in a sites field.
pub(crate) fn site(handle: &str, scope: &Scope<'_>) -> Option<Value> {
    let site = scope.content.sites.iter().find(|site| site.handle == handle)?;
    let url = if site.url == "/" {
        "/"
    } else {
        site.url.trim_end_matches('/')
    };
    Some(json!({
        "handle": site.handle, "name": site.name, "lang": site.lang, "locale": site.locale, "short_locale": site.lang,
        "url": url, "permalink": permalink(&scope.hosts.own, url), "direction": "ltr", "attributes": [],
    }))
}

/// Id of the only editor.
pub(crate) const USER_ID: &str = "u-1";

/// The editor in relations.
pub(crate) fn user(scope: &Scope<'_>) -> Value {
    let name: String = scope
        .content
        .shop_name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    json!({
        "id": USER_ID,
        "name": "Redactie",
        "email": format!("redactie@{}.example", name.to_lowercase()),
        "api_url": format!("{}/api/users/{USER_ID}", scope.hosts.own),
    })
}

/// A dictionary field; countries are the only dictionary.
pub(crate) fn dictionary(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let keys = value.map(references).unwrap_or_default();
    let lang = scope.content.sites.first().map_or("nl", |site| &site.lang);
    let mut found = keys.iter().map(|key| countries::option(key, lang));
    if field.is_single() {
        found
            .next()
            .unwrap_or_else(|| json!({"value": null, "label": null, "key": null}))
    } else {
        found.collect::<Vec<_>>().into()
    }
}

/// An icon's SVG source: `content/assets/icons/<name>.svg`.
pub(crate) fn icon(value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let name = value.and_then(Value::as_str).unwrap_or_default();
    json!(
        scope
            .content
            .assets
            .get(&format!("icons/{name}.svg"))
            .and_then(|asset| asset.svg.as_ref())
    )
}
