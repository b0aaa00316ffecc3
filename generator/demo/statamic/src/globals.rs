//! Globals, forms, redirects and users: resources without paging or localization. Relations in globals are raw id lists
//! in version 5 and objects in version 6, and the list of all globals fails with 500 if a set does not exist in the requested site (Statamic §8).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answer::Reply;
use super::augment;
use super::content::Global;
use super::files::FormFile;
use super::options::StatamicVersion;
use super::page;
use super::query::Query;
use super::relations;
use super::scope::{Relations, Scope};

/// The answered set: variables in alphabetical order, then `handle` and `api_url`. None when it is not localized in the site.
fn object(handle: &str, global: &Global, site: usize, scope: &Scope<'_>) -> Option<Value> {
    let own = global.variables.get(&site)?;
    let (origin_site, origin) = global.variables.first_key_value()?;
    let mut keys = BTreeMap::new();
    for field in &global.blueprint.fields {
        let (stored, owner) = match own.get(&field.handle) {
            Some(value) => (Some(value), site),
            None => (origin.get(&field.handle), *origin_site),
        };
        let scope = Scope {
            site,
            owner,
            relations: match scope.hosts.version {
                StatamicVersion::Five => Relations::Raw,
                StatamicVersion::Six => Relations::Shallow,
            },
            entry: None,
            collection: None,
            ..*scope
        };
        if let Some(value) = augment::field(field, stored, &scope) {
            keys.insert(field.handle.clone(), value);
        }
    }
    let mut result: Map<String, Value> = keys.into_iter().collect();
    result.insert("handle".to_owned(), json!(handle));
    result.insert(
        "api_url".to_owned(),
        json!(format!("{}/api/globals/{handle}", scope.hosts.own)),
    );
    Some(Value::Object(result))
}

fn site(query: &Query, scope: &Scope<'_>) -> Option<usize> {
    match query.get("site") {
        None => Some(0),
        Some(handle) => scope.content.site_index(handle),
    }
}

/// `GET globals`.
pub(crate) fn list(query: &Query, scope: &Scope<'_>) -> Reply {
    let Some(site) = site(query, scope) else {
        return Reply::ServerError;
    };
    let sets = scope
        .content
        .globals
        .iter()
        .map(|(handle, global)| object(handle, global, site, scope));
    match sets.collect::<Option<Vec<_>>>() {
        Some(sets) => Reply::data(Value::Array(sets)),
        None => Reply::ServerError,
    }
}

/// `GET globals/{handle}`.
pub(crate) fn show(handle: &str, query: &Query, scope: &Scope<'_>) -> Reply {
    let found = site(query, scope).and_then(|site| object(handle, scope.content.globals.get(handle)?, site, scope));
    found.map_or(Reply::NotFound, Reply::data)
}

/// The answered form: its fields with their config, in order, each with `handle` and `width`.
fn form(handle: &str, form: &FormFile, scope: &Scope<'_>) -> Value {
    let mut fields = Map::new();
    for (name, config) in &form.fields {
        let mut config = config.as_object().cloned().unwrap_or_default();
        config.insert("handle".to_owned(), json!(name));
        config.entry("width").or_insert_with(|| json!(100));
        fields.insert(name.clone(), Value::Object(config));
    }
    // An empty PHP map is serialised as a list.
    let fields = if fields.is_empty() {
        json!([])
    } else {
        Value::Object(fields)
    };
    let api_url = format!("{}/api/forms/{handle}", scope.hosts.own);
    json!({"handle": handle, "title": form.title, "fields": fields, "api_url": api_url})
}

/// `GET forms`.
pub(crate) fn forms(scope: &Scope<'_>) -> Reply {
    Reply::data(
        scope
            .content
            .forms
            .iter()
            .map(|(handle, file)| form(handle, file, scope))
            .collect(),
    )
}

/// `GET forms/{handle}`.
pub(crate) fn show_form(handle: &str, scope: &Scope<'_>) -> Reply {
    scope
        .content
        .forms
        .get(handle)
        .map_or(Reply::NotFound, |file| Reply::data(form(handle, file, scope)))
}

/// `GET redirects` of the extended profile; `site` filters it.
pub(crate) fn redirects(query: &Query, scope: &Scope<'_>) -> Reply {
    let wanted = query.get("site");
    let of_site =
        |redirect: &&Value| wanted.is_none_or(|site| redirect.get("site").and_then(Value::as_str) == Some(site));
    Reply::data(scope.content.redirects.iter().filter(of_site).cloned().collect())
}

fn full_user(scope: &Scope<'_>) -> Value {
    let user = relations::user(scope);
    json!({"id": user.get("id"), "email": user.get("email"), "name": user.get("name"), "is_super": true, "api_url": user.get("api_url")})
}

/// `GET users`.
pub(crate) fn users(query: &Query, scope: &Scope<'_>, path: &str) -> Reply {
    if let Some(reply) = query.forbidden(|name| matches!(name, "id" | "email" | "name")) {
        return reply;
    }
    page::paged(query, scope.hosts, path, &[()], |()| full_user(scope))
}

/// `GET users/{id}`.
pub(crate) fn show_user(id: &str, scope: &Scope<'_>) -> Reply {
    if id == relations::USER_ID {
        Reply::data(full_user(scope))
    } else {
        Reply::NotFound
    }
}
