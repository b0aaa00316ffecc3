//! Reads `content/` into [`Content`]. Every error has file and key; nothing is guessed or skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::asset;
use super::blueprint::Blueprint;
use super::check;
use super::content::{Content, Entry, Global, Nav, Term};
use super::dates::parse_date;
use super::files::{FormFile, NavFile};
use super::forms::rules::unknown_rule;
use super::ids::uuid;
use super::scale;
use vitrine_demo_shop::{ShopError, ShopFile, from_value, id_of, read_json, read_json_or_default};

/// Time of the last change if its file has no `updated_at`.
const UPDATED_AT: Timestamp = Timestamp::constant(1_777_629_600, 0);

/// Reads the content of a shop, with `growth` copies of every entry except the home page: 1 unless the shop is scaled.
pub(crate) fn load(shop_dir: &Path, shop: &ShopFile, growth: usize) -> Result<Content, ShopError> {
    let dir = shop_dir.join("content");
    let mut content = Content {
        shop_name: shop.name.clone(),
        sites: shop.sites.clone(),
        collections: read_json(&dir.join("collections.json"))?,
        taxonomies: read_json_or_default(&dir.join("taxonomies.json"))?,
        blueprints: blueprints(&dir)?,
        trees: read_json_or_default(&dir.join("trees.json"))?,
        redirects: read_json_or_default(&dir.join("redirects.json"))?,
        assets: asset::load(shop_dir, &shop.sites)?,
        ..Content::default()
    };
    for handle in content.collections.keys().cloned().collect::<Vec<_>>() {
        load_entries(&dir, &handle, &mut content, growth)?;
    }
    scale::grow_trees(&mut content, growth);
    content.terms = terms(&dir, &content)?;
    content.navs = navs(&dir, &content)?;
    content.globals = globals(&dir, &content)?;
    content.forms = forms(&dir)?;
    content.place();
    check::content(&dir, &content)?;
    Ok(content)
}

/// The JSON files of a folder by name, sorted; empty if the folder does not exist.
pub(crate) fn json_files(dir: &Path) -> Result<Vec<(String, PathBuf)>, ShopError> {
    if !dir.exists() {
        return Ok(Vec::new());
    }
    let read = |source| ShopError::Read {
        path: dir.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for item in std::fs::read_dir(dir).map_err(read)? {
        let path = item.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "json")
            && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
        {
            files.push((stem.to_owned(), path.clone()));
        }
    }
    files.sort();
    Ok(files)
}

fn blueprints(dir: &Path) -> Result<BTreeMap<String, Blueprint>, ShopError> {
    let mut all = BTreeMap::new();
    for (handle, path) in json_files(&dir.join("blueprints"))? {
        let mut blueprint: Blueprint = read_json(&path)?;
        blueprint.handle.clone_from(&handle);
        blueprint.check(&path)?;
        all.insert(handle, blueprint);
    }
    Ok(all)
}

fn load_entries(dir: &Path, collection: &str, content: &mut Content, growth: usize) -> Result<(), ShopError> {
    let mut entries = Vec::new();
    for (key, path) in json_files(&dir.join(collection))? {
        entries.extend(entry_file(&path, collection, &key, content)?);
    }
    scale::grow_entries(&mut entries, content, growth);
    // Statamic's index order is that of file paths: site, then date and slug.
    entries.sort_by_cached_key(|entry| {
        let own = |key: &str| entry.own.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
        let dated = content
            .collections
            .get(collection)
            .is_some_and(|collection| collection.dated);
        let date = if dated { own("date") } else { String::new() };
        let slug = if own("slug").is_empty() {
            entry.key.clone()
        } else {
            own("slug")
        };
        (content.site_handle(entry.site).to_owned(), date, slug)
    });
    content.entries.extend(entries);
    Ok(())
}

fn entry_file(path: &Path, collection: &str, key: &str, content: &Content) -> Result<Vec<Entry>, ShopError> {
    let mut file: Map<String, Value> = read_json(path)?;
    let ids = file.remove("id");
    let updated = updated_at(path, file.remove("updated_at"))?;
    let named_origin = file.remove("origin");
    let mut sites = Vec::new();
    for (handle, fields) in file {
        let Some(site) = content.site_index(&handle) else {
            return Err(ShopError::invalid(
                path,
                handle,
                "is neither a site of shop.json nor id, origin or updated_at",
            ));
        };
        let Value::Object(fields) = fields else {
            return Err(ShopError::invalid(
                path,
                handle,
                "must be an object with the fields of this site",
            ));
        };
        sites.push((site, fields));
    }
    sites.sort_by_key(|(site, _)| *site);
    let origin = match named_origin.as_ref().and_then(Value::as_str) {
        Some(handle) => content
            .site_index(handle)
            .filter(|site| sites.iter().any(|(other, _)| other == site)),
        None => sites.first().map(|(site, _)| *site),
    };
    let Some(origin) = origin else {
        return Err(ShopError::invalid(
            path,
            "origin",
            "must be a site this entry exists in; at least one site is needed",
        ));
    };
    let key = format!("{collection}/{key}");
    let mut entries = Vec::new();
    for (site, mut own) in sites {
        let handle = content.site_handle(site);
        let explicit = match &ids {
            Some(Value::String(id)) if site == origin => Some(id.clone()),
            Some(Value::Object(by_site)) => by_site.get(handle).and_then(Value::as_str).map(str::to_owned),
            _ => None,
        };
        let updated_at = own
            .remove("updated_at")
            .map_or(Ok(updated), |value| updated_at(path, Some(value)))?;
        entries.push(Entry {
            id: explicit.unwrap_or_else(|| uuid(&id_of("entry", &format!("{key}:{handle}"), None))),
            key: key.clone(),
            collection: collection.to_owned(),
            site,
            origin: (site != origin).then_some(origin),
            own,
            updated_at,
        });
    }
    Ok(entries)
}

fn updated_at(path: &Path, value: Option<Value>) -> Result<Timestamp, ShopError> {
    match value {
        None => Ok(UPDATED_AT),
        Some(value) => value
            .as_str()
            .and_then(parse_date)
            .ok_or_else(|| ShopError::invalid(path, "updated_at", "must be a date such as 2026-05-01T10:00:00Z")),
    }
}

fn terms(dir: &Path, content: &Content) -> Result<Vec<Term>, ShopError> {
    let mut terms = Vec::new();
    for taxonomy in content.taxonomies.keys() {
        for (key, path) in json_files(&dir.join("terms").join(taxonomy))? {
            let mut fields: Map<String, Value> = read_json(&path)?;
            let updated_at = updated_at(&path, fields.remove("updated_at"))?;
            let mut term = Term {
                taxonomy: taxonomy.clone(),
                key,
                fields,
                updated_at,
            };
            // A term is identified by its slug in the default site, not by its file name.
            term.key = content.term_slug(&term, 0).to_owned();
            terms.push(term);
        }
    }
    Ok(terms)
}

fn navs(dir: &Path, content: &Content) -> Result<BTreeMap<String, Nav>, ShopError> {
    let mut navs = BTreeMap::new();
    for (handle, path) in json_files(&dir.join("navs"))? {
        let file: NavFile = read_json(&path)?;
        if let Some(site) = file.tree.keys().find(|site| content.site_index(site).is_none()) {
            return Err(ShopError::invalid(
                &path,
                format!("tree.{site}"),
                "is no site of shop.json",
            ));
        }
        let found = blueprint_of(content, file.blueprint.as_deref(), "nav", &handle).cloned();
        let blueprint = match found {
            Some(blueprint) => blueprint,
            None => Blueprint {
                title: file.title.clone(),
                handle: handle.clone(),
                fields: file.fields,
            },
        };
        blueprint.check(&path)?;
        navs.insert(
            handle,
            Nav {
                title: file.title,
                blueprint,
                trees: file.tree,
            },
        );
    }
    Ok(navs)
}

fn blueprint_of<'c>(content: &'c Content, named: Option<&str>, prefix: &str, handle: &str) -> Option<&'c Blueprint> {
    if let Some(named) = named {
        return content.blueprints.get(named);
    }
    content
        .blueprints
        .get(&format!("{prefix}_{handle}"))
        .or_else(|| content.blueprints.get(handle))
}

fn globals(dir: &Path, content: &Content) -> Result<BTreeMap<String, Global>, ShopError> {
    let mut globals = BTreeMap::new();
    for (handle, path) in json_files(&dir.join("globals"))? {
        let mut file: Map<String, Value> = read_json(&path)?;
        let title: String = from_value(&path, "title", file.remove("title").unwrap_or(Value::Null))?;
        let named = file.remove("blueprint");
        let inline = file.remove("fields");
        let blueprint = match (
            inline,
            blueprint_of(content, named.as_ref().and_then(Value::as_str), "global", &handle),
        ) {
            (Some(fields), _) => Blueprint {
                title: title.clone(),
                handle: handle.clone(),
                fields: from_value(&path, "fields", fields)?,
            },
            (None, Some(blueprint)) => blueprint.clone(),
            (None, None) => {
                let problem =
                    format!("has no blueprint; add content/blueprints/global_{handle}.json or \"fields\" here");
                return Err(ShopError::invalid(&path, "blueprint", problem));
            }
        };
        blueprint.check(&path)?;
        let mut variables = BTreeMap::new();
        for (site, fields) in file {
            let Some(index) = content.site_index(&site) else {
                return Err(ShopError::invalid(
                    &path,
                    site,
                    "is neither a site of shop.json nor title, blueprint or fields",
                ));
            };
            variables.insert(index, from_value(&path, &site, fields)?);
        }
        globals.insert(
            handle,
            Global {
                title,
                blueprint,
                variables,
            },
        );
    }
    Ok(globals)
}

fn forms(dir: &Path) -> Result<BTreeMap<String, FormFile>, ShopError> {
    let mut forms = BTreeMap::new();
    for (handle, path) in json_files(&dir.join("forms"))? {
        let form: FormFile = read_json(&path)?;
        if let Some((field, rule)) = unknown_rule(&form) {
            let problem =
                format!("has the rule `{rule}`, which this stand-in does not check; add it to statamic/forms/rules.rs");
            return Err(ShopError::invalid(&path, format!("fields.{field}.validate"), problem));
        }
        let unknown = |handle: &&String| !form.fields.contains_key(handle.as_str());
        if let Some(field) = form.sections.iter().flat_map(|section| &section.fields).find(unknown) {
            return Err(ShopError::invalid(
                &path,
                "sections",
                format!("names the field `{field}`, which does not exist"),
            ));
        }
        forms.insert(handle, form);
    }
    Ok(forms)
}
