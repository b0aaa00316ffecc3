//! Validates stored values against blueprints at start and at every edit: an unknown field, set or reference is an
//! error with file and key, because a silent `null` in an answer would be hard to trace.

use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::blueprint::{Blueprint, Field};
use super::content::Content;
use super::files::{NavFileNode, TreeFileNode};
use super::stored::{asset_path, find_term, references};
use vitrine_demo_shop::ShopError;

/// Keys that every entry may have besides its blueprint's fields.
const ENTRY_KEYS: &[&str] = &["title", "slug", "published", "date", "template", "protect", "redirect"];
const TERM_KEYS: &[&str] = &["title", "slug"];

/// Checks everything in `content`.
pub(crate) fn content(dir: &Path, content: &Content) -> Result<(), ShopError> {
    for (handle, collection) in &content.collections {
        if !content.blueprints.contains_key(&collection.blueprint) {
            let problem = format!("there is no content/blueprints/{}.json", collection.blueprint);
            return Err(ShopError::invalid(
                &dir.join("collections.json"),
                format!("{handle}.blueprint"),
                problem,
            ));
        }
    }
    let trees = dir.join("trees.json");
    for (key, collection) in tree_keys(&content.trees) {
        if content.origin(key).is_none() {
            return Err(ShopError::invalid(
                &trees,
                format!("{collection}: {key}"),
                "is no entry",
            ));
        }
    }
    for entry in &content.entries {
        let path = dir.join(format!("{}.json", entry.key));
        fields(content, &entry.collection, &entry.own).map_err(|(key, problem)| {
            ShopError::invalid(&path, format!("{}.{key}", content.site_handle(entry.site)), problem)
        })?;
    }
    for term in &content.terms {
        let path = dir
            .join("terms")
            .join(&term.taxonomy)
            .join(format!("{}.json", term.key));
        let unknown = |key: &&String| {
            !TERM_KEYS.contains(&key.as_str())
                && content
                    .term_blueprint(&term.taxonomy)
                    .is_none_or(|blueprint| blueprint.field(key).is_none())
        };
        if let Some(key) = term.fields.keys().find(unknown) {
            return Err(ShopError::invalid(
                &path,
                key,
                "is no field of the taxonomy's blueprint",
            ));
        }
    }
    sets_and_navs(dir, content)
}

fn sets_and_navs(dir: &Path, content: &Content) -> Result<(), ShopError> {
    for (handle, global) in &content.globals {
        let path = dir.join("globals").join(format!("{handle}.json"));
        for variables in global.variables.values() {
            map(content, &global.blueprint.fields, variables, &[])
                .map_err(|(key, problem)| ShopError::invalid(&path, key, problem))?;
        }
    }
    for (handle, nav) in &content.navs {
        let path = dir.join("navs").join(format!("{handle}.json"));
        for nodes in nav.trees.values() {
            nav_nodes(content, &nav.blueprint, nodes)
                .map_err(|(key, problem)| ShopError::invalid(&path, key, problem))?;
        }
    }
    Ok(())
}

/// A key as a path, and the problem.
pub(crate) type Problem = (String, String);

/// Validates the fields stored in a localization.
pub(crate) fn fields(content: &Content, collection: &str, own: &Map<String, Value>) -> Result<(), Problem> {
    let Some(blueprint) = content.entry_blueprint(collection) else {
        return Err((collection.to_owned(), "is no collection with a blueprint".to_owned()));
    };
    map(content, &blueprint.fields, own, ENTRY_KEYS)
}

/// Validates the fields of a term; its slug is a part of its address and stays.
pub(crate) fn term_fields(content: &Content, taxonomy: &str, own: &Map<String, Value>) -> Result<(), Problem> {
    let fields = content.term_blueprint(taxonomy).map(|one| one.fields.as_slice());
    map(content, fields.unwrap_or_default(), own, &["title"])
}

/// Validates variables of a global set.
pub(crate) fn variables(content: &Content, handle: &str, own: &Map<String, Value>) -> Result<(), Problem> {
    let Some(global) = content.globals.get(handle) else {
        return Err((handle.to_owned(), "is no global set".to_owned()));
    };
    map(content, &global.blueprint.fields, own, &[])
}

fn map(content: &Content, fields: &[Field], values: &Map<String, Value>, also: &[&str]) -> Result<(), Problem> {
    for (key, stored) in values {
        match fields.iter().find(|field| field.handle == *key) {
            Some(field) => value(content, field, stored).map_err(|(inner, problem)| {
                (
                    if inner.is_empty() {
                        key.clone()
                    } else {
                        format!("{key}.{inner}")
                    },
                    problem,
                )
            })?,
            None if also.contains(&key.as_str()) => {}
            None => return Err((key.clone(), "is no field of the blueprint".to_owned())),
        }
    }
    Ok(())
}

fn value(content: &Content, field: &Field, stored: &Value) -> Result<(), Problem> {
    let wrong = |problem: String| Err((String::new(), problem));
    match field.kind.as_str() {
        "entries" => match references(stored).into_iter().find(|key| content.origin(key).is_none()) {
            Some(key) => wrong(format!("names the entry `{key}`, which does not exist")),
            None => Ok(()),
        },
        "link" => match stored.as_str().and_then(|text| text.strip_prefix("entry::")) {
            Some(key) if content.origin(key).is_none() => {
                wrong(format!("links to the entry `{key}`, which does not exist"))
            }
            _ => Ok(()),
        },
        "assets" => match references(stored)
            .into_iter()
            .find(|key| !content.assets.contains_key(asset_path(key)))
        {
            Some(key) => wrong(format!(
                "names the asset `{key}`, which is neither in media/ nor in content/assets/"
            )),
            None => Ok(()),
        },
        "terms" => match references(stored)
            .into_iter()
            .find(|key| find_term(content, field, key).is_none())
        {
            Some(key) => wrong(format!("names the term `{key}`, which does not exist")),
            None => Ok(()),
        },
        "form" => match references(stored)
            .into_iter()
            .find(|key| !content.forms.contains_key(*key))
        {
            Some(key) => wrong(format!("names the form `{key}`, which does not exist")),
            None => Ok(()),
        },
        "group" => match stored {
            Value::Object(values) => map(content, &field.fields, values, &[]),
            _ => Ok(()),
        },
        "grid" => rows(stored, |row| map(content, &field.fields, row, &["id"])),
        "replicator" | "bard" => rows(stored, |row| set(content, field, row)),
        _ => Ok(()),
    }
}

fn rows(stored: &Value, check: impl Fn(&Map<String, Value>) -> Result<(), Problem>) -> Result<(), Problem> {
    let Value::Array(list) = stored else { return Ok(()) };
    for (index, row) in list.iter().enumerate() {
        let Value::Object(row) = row else {
            return Err((format!("[{index}]"), "must be an object".to_owned()));
        };
        check(row).map_err(|(key, problem)| (format!("[{index}].{key}"), problem))?;
    }
    Ok(())
}

fn set(content: &Content, field: &Field, row: &Map<String, Value>) -> Result<(), Problem> {
    let kind = row.get("type").and_then(Value::as_str).unwrap_or_default();
    match field.sets.get(kind) {
        Some(set) if set.fields.is_empty() => Ok(()),
        Some(set) => map(content, &set.fields, row, &["id", "type", "enabled"]),
        None if field.kind == "bard" && kind == "text" => Ok(()),
        None => Err(("type".to_owned(), format!("`{kind}` is no set of `{}`", field.handle))),
    }
}

fn nav_nodes(content: &Content, blueprint: &Blueprint, nodes: &[NavFileNode]) -> Result<(), Problem> {
    for node in nodes {
        let name = node.title.clone().or_else(|| node.entry.clone()).unwrap_or_default();
        if let Some(key) = &node.entry
            && content.origin(key).is_none()
        {
            return Err((name, format!("names the entry `{key}`, which does not exist")));
        }
        map(content, &blueprint.fields, &node.fields, &[])
            .map_err(|(key, problem)| (format!("{name}: {key}"), problem))?;
        nav_nodes(content, blueprint, &node.children)?;
    }
    Ok(())
}

/// Every entry key in a tree.
fn tree_keys(trees: &BTreeMap<String, Vec<TreeFileNode>>) -> IndexMap<&str, &str> {
    let mut keys = IndexMap::new();
    for (collection, nodes) in trees {
        let mut open: Vec<&TreeFileNode> = nodes.iter().collect();
        while let Some(node) = open.pop() {
            keys.insert(node.entry.as_str(), collection.as_str());
            open.extend(&node.children);
        }
    }
    keys
}

/// Index of the localization for `entry` and `site`, or an error.
pub(crate) fn find(content: &Content, entry: &str, site: &str) -> Result<usize, String> {
    let index = site_index(content, site)?;
    content
        .localization(entry, index)
        .ok_or_else(|| "no such entry; name it as collection/key, such as pages/home".to_owned())
}

/// Index of a site, or an error that lists the sites.
pub(crate) fn site_index(content: &Content, site: &str) -> Result<usize, String> {
    content.site_index(site).ok_or_else(|| {
        let known: Vec<&str> = content.sites.iter().map(|site| site.handle.as_str()).collect();
        format!("`{site}` is no site; sites are {}", known.join(", "))
    })
}
