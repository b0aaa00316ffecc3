//! Bard, replicator, grid and markdown. Disabled sets are dropped and the `enabled` key never answered; consecutive bard texts between two
//! sets are one element. Links inside HTML point into the site that stores the HTML, not the one of the answer (CONTRACT §3).

use pulldown_cmark::{Parser, html};
use serde_json::{Map, Value, json};

use super::augment::{self, Scope};
use super::blueprint::Field;

const LINK: &str = "statamic://";

/// Markdown as HTML.
pub(crate) fn markdown(text: &str) -> String {
    let mut result = String::new();
    html::push_html(&mut result, Parser::new(text));
    result
}

/// A bard field: a string without sets in its blueprint, a list with them. A stored string stays a string in both.
pub(crate) fn bard(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let with_sets = !field.sets.is_empty();
    match value {
        Some(Value::String(text)) if !text.is_empty() => json!(resolve_links(text, scope)),
        Some(Value::Array(list)) if with_sets => bard_elements(field, list, scope),
        Some(Value::Array(list)) if !list.is_empty() => {
            let texts = list.iter().filter_map(|element| element.get("text")?.as_str());
            json!(resolve_links(&texts.collect::<String>(), scope))
        }
        _ if with_sets => json!([]),
        _ => Value::Null,
    }
}

fn bard_elements(field: &Field, list: &[Value], scope: &Scope<'_>) -> Value {
    let mut elements = Vec::new();
    let mut text = String::new();
    for element in list {
        if element.get("type").and_then(Value::as_str) == Some("text") {
            text.push_str(element.get("text").and_then(Value::as_str).unwrap_or_default());
        } else if let Some(set) = set(field, element, scope) {
            flush(&mut text, &mut elements, scope);
            elements.push(set);
        }
    }
    flush(&mut text, &mut elements, scope);
    Value::Array(elements)
}

fn flush(text: &mut String, elements: &mut Vec<Value>, scope: &Scope<'_>) {
    if !text.is_empty() {
        elements.push(json!({"type": "text", "text": resolve_links(text, scope)}));
        text.clear();
    }
}

/// A replicator.
pub(crate) fn sets(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .filter_map(|element| set(field, element, scope))
        .collect::<Vec<_>>()
        .into()
}

/// One set: its fields, then `id` and `type`; none when it is disabled. A set without fields is answered as stored.
fn set(field: &Field, element: &Value, scope: &Scope<'_>) -> Option<Value> {
    let stored = element.as_object()?;
    if stored.get("enabled").and_then(Value::as_bool) == Some(false) {
        return None;
    }
    let kind = stored.get("type").and_then(Value::as_str)?;
    let blueprint = field.sets.get(kind)?;
    let mut result = if blueprint.fields.is_empty() {
        stored
            .iter()
            .filter(|(key, _)| *key != "enabled")
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    } else {
        augment::fields(&blueprint.fields, stored, scope)
    };
    result.insert("id".to_owned(), stored.get("id").cloned().unwrap_or(Value::Null));
    result.insert("type".to_owned(), json!(kind));
    Some(Value::Object(result))
}

/// A grid.
pub(crate) fn rows(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let row = |stored: &Map<String, Value>| {
        let mut result = augment::fields(&field.fields, stored, scope);
        result.insert("id".to_owned(), stored.get("id").cloned().unwrap_or(Value::Null));
        Value::Object(result)
    };
    list.iter()
        .filter_map(Value::as_object)
        .map(row)
        .collect::<Vec<_>>()
        .into()
}

/// Replaces `statamic://entry::<key>` and `statamic://asset::<id>`; a target that does not exist leaves an empty link, as in Statamic.
fn resolve_links(text: &str, scope: &Scope<'_>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(LINK) {
        result.push_str(before);
        let end = after
            .find(['"', '\'', ' ', '<', '>', '#', '?', ')'])
            .unwrap_or(after.len());
        let (target, tail) = after.split_at(end);
        result.push_str(&target_url(target, scope).unwrap_or_default());
        rest = tail;
    }
    result.push_str(rest);
    result
}

fn target_url(target: &str, scope: &Scope<'_>) -> Option<String> {
    let content = scope.content;
    if let Some(key) = target.strip_prefix("entry::") {
        let index = content.localization(key, scope.owner).or_else(|| content.origin(key))?;
        return content.entry_url(index);
    }
    let path = target.strip_prefix("asset::")?;
    Some(
        content
            .assets
            .get(path.strip_prefix("assets::").unwrap_or(path))?
            .url(scope.hosts),
    )
}
