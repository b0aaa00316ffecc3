//! Bard, replicator, grid and markdown. Disabled sets are left out and the `enabled` key is not answered; consecutive
//! texts of a bard field between two sets are one element. Links inside HTML point to the site that stores the HTML,
//! not to the answer's site (Statamic §3).

use pulldown_cmark::{Parser, html};
use serde_json::{Map, Value, json};

use super::blueprint::{Field, Set};
use super::scope::Scope;

const LINK: &str = "statamic://";

/// Markdown as HTML.
pub(crate) fn markdown(text: &str) -> String {
    let mut result = String::new();
    html::push_html(&mut result, Parser::new(text));
    result
}

/// A bard field with text: a string without sets in its blueprint, a list with them. A stored string stays a string in
/// both cases.
pub(crate) fn bard(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let with_sets = !field.sets.is_empty();
    match value {
        Some(Value::String(text)) if !text.is_empty() => json!(resolve_links(text, scope)),
        Some(Value::Array(list)) if !list.is_empty() => {
            let texts = list.iter().filter_map(|element| element.get("text")?.as_str());
            json!(resolve_links(&texts.collect::<String>(), scope))
        }
        _ if with_sets => json!([]),
        _ => Value::Null,
    }
}

/// A part of a bard or replicator field.
pub(crate) enum Segment<'c> {
    /// All text between two sets.
    Text(String),
    /// A set: its type, its blueprint and its stored value.
    Set(&'c str, &'c Set, &'c Map<String, Value>),
}

/// The parts of a bard or replicator field: enabled sets, with one text between them.
pub(crate) fn parts<'c>(field: &'c Field, value: Option<&'c Value>, scope: &Scope<'_>) -> Vec<Segment<'c>> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut parts = Vec::new();
    let mut text = String::new();
    for element in list {
        if field.kind == "bard" && element.get("type").and_then(Value::as_str) == Some("text") {
            text.push_str(element.get("text").and_then(Value::as_str).unwrap_or_default());
        } else if let Some(set) = enabled(field, element) {
            flush(&mut text, &mut parts, scope);
            parts.push(set);
        }
    }
    flush(&mut text, &mut parts, scope);
    parts
}

fn flush(text: &mut String, parts: &mut Vec<Segment<'_>>, scope: &Scope<'_>) {
    if !text.is_empty() {
        parts.push(Segment::Text(resolve_links(text, scope)));
        text.clear();
    }
}

fn enabled<'c>(field: &'c Field, element: &'c Value) -> Option<Segment<'c>> {
    let stored = element.as_object()?;
    if stored.get("enabled").and_then(Value::as_bool) == Some(false) {
        return None;
    }
    let kind = stored.get("type").and_then(Value::as_str)?;
    Some(Segment::Set(kind, field.sets.get(kind)?, stored))
}

/// Replaces `statamic://entry::<key>` and `statamic://asset::<id>`; an unknown target gives an empty link, as in
/// Statamic.
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
