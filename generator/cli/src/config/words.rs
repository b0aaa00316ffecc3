//! Checks names and texts in the file: locales, handles, query parameters, the image URL template.
//!
//! **Invariant:** a value that is part of a folder, file or URL contains only plain characters.

use std::collections::BTreeSet;

use vitrine_model::{
    ids::{LanguageId, SiteHandle},
    locale::{Locale, Locales},
    path::SitePath,
};

use super::{
    file::{ConfigFile, LocaleTable, StatamicTable},
    wrong::Wrong,
};

/// First path segments that cannot be the prefix of a locale.
const TAKEN: [&str; 3] = ["/api", "/assets", "/_dev"];
/// Allowed placeholders of `images.template`.
const PLACES: [&str; 6] = ["url", "width", "height", "quality", "focus_x", "focus_y"];

/// Checks all names.
pub(super) fn check(file: &ConfigFile, wrong: &mut Wrong) {
    let texts = [
        ("site.title_separator", Some(&file.site.title_separator)),
        ("images.template", file.images.template.as_ref()),
    ];
    for (key, text) in texts {
        let Some(text) = text else { continue };
        if text.contains(char::is_control) {
            wrong.add(key, format!("is {text:?}: write it without control characters"));
        }
    }
    old_prefixes(file, wrong);
    templates(file, wrong);
    handles(&file.statamic, wrong);
    kinds(file, wrong);
    for name in &file.seo.canonical_query {
        if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_control() || "&=#?%+".contains(c)) {
            wrong.add(
                "seo.canonical_query",
                format!("names {name:?}: write names of query parameters, like \"q\""),
            );
        }
    }
}

fn old_prefixes(file: &ConfigFile, wrong: &mut Wrong) {
    for prefix in file.shopware.old_storefront.values() {
        let is_path = SitePath::parse(&format!("{prefix}/x")).is_ok() && !prefix.ends_with('/');
        if !is_path || prefix.contains(['?', '#']) {
            wrong.add(
                "shopware.old_storefront",
                format!(
                    "has the prefix {prefix:?}: write the path of that language's old address, like \"/en\" or \"\""
                ),
            );
        }
    }
}

/// The shop's locales; also checks the keys that refer to a locale.
pub(super) fn locales(file: &ConfigFile, wrong: &mut Wrong) -> Option<Locales> {
    let list: Vec<Locale> = file.locales.iter().filter_map(|table| locale(table, wrong)).collect();
    if list.len() < file.locales.len() {
        return None;
    }
    if list.len() > 100 {
        wrong.add("locales", format!("has {} tables: 100 are the most", list.len()));
        return None;
    }
    let locales = wrong.keep(
        "locales",
        Locales::new(list).map_err(|error| format!("cannot be used: {error}")),
    )?;
    let mut tags = BTreeSet::new();
    for (_, one) in locales.iter() {
        if !tags.insert(one.iso.as_str().to_ascii_lowercase()) {
            wrong.add(
                "locales",
                format!("has two tables with iso {:?}: each needs its own", one.iso.as_str()),
            );
        }
    }
    let named = file.ordering.consumer_locales.iter();
    let named = named.map(|code| ("ordering.consumer_locales", code));
    let fields = file.statamic.alt_fields.keys();
    let fields = fields.map(|code| ("statamic.alt_fields", code));
    let old = file.shopware.old_storefront.keys();
    let old = old.map(|code| ("shopware.old_storefront", code));
    for (key, code) in named.chain(fields).chain(old) {
        if locales.by_code(code).is_none() {
            wrong.add(
                key,
                format!("names {code:?}, which is no locale: use the code of a [[locales]] table"),
            );
        }
    }
    Some(locales)
}

fn locale(table: &LocaleTable, wrong: &mut Wrong) -> Option<Locale> {
    let LocaleTable {
        code,
        iso,
        name,
        prefix,
        content_site,
        commerce_language,
    } = table;
    let tag = |text: &str| {
        (2..=35).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let key = |field: &str| format!("locales.{field}");
    let mut sound = true;
    let mut refuse = |field: &str, what: String, wrong: &mut Wrong| {
        sound = false;
        wrong.add(&key(field), what);
    };
    for (field, text, example) in [("code", code, "nl"), ("iso", iso, "nl-NL")] {
        if !tag(text) {
            refuse(field, format!("is {text:?}: write one like {example:?}"), wrong);
        }
    }
    if name.trim().is_empty() || name.contains(char::is_control) {
        refuse(
            "name",
            format!("is {name:?}: write the language's name in itself"),
            wrong,
        );
    }
    if TAKEN.contains(&prefix.as_str()) {
        refuse(
            "prefix",
            format!("is {prefix:?}, which is not free: write one like \"/{code}\""),
            wrong,
        );
    }
    let site = SiteHandle::parse(content_site);
    let language = commerce_language.as_deref().map(LanguageId::parse).transpose();
    if let Err(error) = &site {
        refuse("content_site", format!("cannot be used: {error}"), wrong);
    }
    if let Err(error) = &language {
        refuse("commerce_language", format!("cannot be used: {error}"), wrong);
    }
    let (Ok(content_site), Ok(commerce_language), true) = (site, language, sound) else {
        return None;
    };
    Some(Locale {
        code: code.as_str().into(),
        iso: iso.as_str().into(),
        name: name.clone(),
        prefix: prefix.clone(),
        commerce_language,
        content_site,
    })
}

fn templates(file: &ConfigFile, wrong: &mut Wrong) {
    let templates = [
        ("images.template", file.images.template.as_ref()),
        ("images.packshot_template", file.images.packshot_template.as_ref()),
    ];
    for (key, template) in templates {
        let Some(template) = template else { continue };
        if !template.contains("{url}") || !template.contains("{width}") {
            wrong.add(key, format!("{template:?} must hold {{url}} and {{width}}"));
        }
        let mut parts = template.split('{').skip(1);
        if let Some(part) = parts.find(|part| !part.split_once('}').is_some_and(|(name, _)| PLACES.contains(&name))) {
            let known = PLACES.map(|name| format!("{{{name}}}")).join(", ");
            wrong.add(
                key,
                format!("has {:?}, which is not known: use {known}", format!("{{{part}")),
            );
        }
    }
}

fn handles(table: &StatamicTable, wrong: &mut Wrong) {
    for (key, list) in [
        ("statamic.collections", &table.collections),
        ("statamic.taxonomies", &table.taxonomies),
        ("statamic.asset_containers", &table.asset_containers),
    ] {
        let mut seen = BTreeSet::new();
        for handle in list {
            if !plain(handle) {
                wrong.add(key, format!("names {handle:?}: {HANDLE}"));
            } else if !seen.insert(handle) {
                wrong.add(key, format!("names {handle:?} twice: name it once"));
            }
        }
    }
    for (slot, handle) in table.navigations.places() {
        if let Some(handle) = handle.filter(|handle| !plain(handle)) {
            wrong.add(
                &format!("statamic.navigations.{slot}"),
                format!("is {handle:?}: {HANDLE}"),
            );
        }
    }
    for (form, field) in &table.honeypots {
        if field.trim().is_empty() {
            wrong.add(
                &format!("statamic.honeypots.{form}"),
                "is empty: write the name of the field, or leave the form out",
            );
        }
    }
}

/// Checks the tables of `[[content.kinds]]`.
fn kinds(file: &ConfigFile, wrong: &mut Wrong) {
    let mut seen = BTreeSet::new();
    for table in &file.content.kinds {
        let collection = table.collection.as_str();
        let key = format!("content.kinds of {collection:?}");
        if !file.statamic.collections.iter().any(|handle| handle == collection) {
            wrong.add(
                &key,
                "is for no collection that is read: name it in statamic.collections too",
            );
        }
        if !seen.insert(collection) {
            wrong.add(&key, "stands there twice: write one table for a collection");
        }
        if let Some(unused) = table.without_use() {
            wrong.add(&key, format!("names {unused}, which its kind shows nothing of: leave it out, or choose another kind, like \"article\""));
        }
        for field in [&table.text, &table.picture, &table.date, &table.excerpt] {
            if let Some(field) = field.as_deref().filter(|field| !plain(field)) {
                wrong.add(&key, format!("names {field:?}: {HANDLE}"));
            }
        }
    }
}

const HANDLE: &str = "write a handle of the CMS, letters, digits, - and _";

fn plain(text: &str) -> bool {
    (1..=100).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}
