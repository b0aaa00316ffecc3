//! Stored values as answered values, by fieldtype (Statamic §3). Relations are expanded one level and no further; what is a draft, is
//! unknown or does not exist in the site is dropped. An unset field answers its fieldtype's own kind of nothing, never a missing key.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::blueprint::Field;
use super::content::{Content, format_date, parse_date};
use super::preview::Shown;
use super::relations;
use super::rich;

/// Base URLs of one answer.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    /// Origin of the request, such as `http://127.0.0.1:8123`.
    pub(crate) own: String,
    /// Origin of the image CDN.
    pub(crate) images: String,
    /// Extended profile.
    pub(crate) extended: bool,
}

/// How relations to entries and terms are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relations {
    /// As shallow objects.
    Shallow,
    /// As lists of raw ids: in globals and below nav and tree nodes of 5.x.
    Raw,
}

/// What a value is seen from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scope<'c> {
    /// What is shown.
    pub(crate) content: &'c Content,
    /// What queries look at: the same content without the entry of a live preview.
    pub(crate) saved: &'c Content,
    /// The live preview of this request; with one, drafts are answered on their own.
    pub(crate) preview: Option<&'c Shown>,
    pub(crate) hosts: &'c Hosts,
    pub(crate) now: Timestamp,
    /// Site of the answer.
    pub(crate) site: usize,
    /// Site that stores the value; links inside its HTML stay in it.
    pub(crate) owner: usize,
    pub(crate) relations: Relations,
    /// The entry the value belongs to, for `@child`.
    pub(crate) entry: Option<usize>,
    /// Set on the top level of an entry: its collection, which terms of the collection's own taxonomies carry in their URL.
    pub(crate) collection: Option<&'c str>,
}

/// The answered value of a field; none when the fieldtype has no key at all.
pub(crate) fn field(field: &Field, stored: Option<&Value>, scope: &Scope<'_>) -> Option<Value> {
    if field.kind == "section" {
        return None;
    }
    let stored = stored
        .filter(|value| !value.is_null())
        .or_else(|| field.config.get("default"));
    let value = stored.filter(|value| !value.is_null());
    Some(match field.kind.as_str() {
        "html" | "spacer" | "revealer" => Value::Null,
        "toggle" => json!(value.and_then(Value::as_bool).unwrap_or(false)),
        "template" => value.cloned().unwrap_or_else(|| json!("default")),
        "select" if field.flag("multiple") => choices(field, value),
        "checkboxes" => choices(field, value),
        "select" | "button_group" | "radio" | "width" => choice(field, value),
        "dictionary" => relations::dictionary(field, value, scope),
        "date" => date(value),
        "link" => value.map_or(Value::Null, |value| relations::link(value, scope)),
        "markdown" => value
            .and_then(Value::as_str)
            .map_or(Value::Null, |text| json!(rich::markdown(text))),
        "bard" => rich::bard(field, value, scope),
        "replicator" => rich::sets(field, value, scope),
        "grid" => rich::rows(field, value, scope),
        "group" => group(field, value, scope),
        "code" => code(field, value),
        "icon" => relations::icon(value, scope),
        "array" => array(value),
        "table" | "list" | "taggable" => value.cloned().unwrap_or(Value::Null),
        "integer" | "float" | "range" => value.map_or(Value::Null, number),
        _ if relations::KINDS.contains(&field.kind.as_str()) => relations::field(field, value, scope),
        _ => value.cloned().unwrap_or(Value::Null),
    })
}

/// All fields of a set, row or group.
pub(crate) fn fields(list: &[Field], stored: &Map<String, Value>, scope: &Scope<'_>) -> Map<String, Value> {
    let inner = Scope {
        collection: None,
        ..*scope
    };
    let answer = |one: &Field| Some((one.handle.clone(), field(one, stored.get(&one.handle), &inner)?));
    list.iter().filter_map(answer).collect()
}

fn choice(field: &Field, value: Option<&Value>) -> Value {
    let Some(value) = value else {
        return json!({"value": null, "label": null, "key": null});
    };
    let value = numeric_key(value);
    json!({"value": value, "label": label(field, &value), "key": value})
}

fn choices(field: &Field, value: Option<&Value>) -> Value {
    let one = |value: &Value| {
        let value = numeric_key(value);
        json!({"key": value, "value": value, "label": label(field, &value)})
    };
    match value {
        None => json!([]),
        Some(Value::Array(list)) => list.iter().map(one).collect(),
        Some(single) => json!([one(single)]),
    }
}

/// Number-like keys come back as numbers.
fn numeric_key(value: &Value) -> Value {
    match value.as_str().map(str::parse::<i64>) {
        Some(Ok(number)) => json!(number),
        _ => value.clone(),
    }
}

/// The label of an option: options are a map, a list of keys, or a list of `{key, value}`; without a label the key is shown.
fn label(field: &Field, key: &Value) -> Value {
    let text = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
    let found = match field.config.get("options") {
        Some(Value::Object(map)) => map.get(&text),
        Some(Value::Array(list)) => list
            .iter()
            .find(|option| {
                option
                    .get("key")
                    .is_some_and(|own| own == key || own.as_str() == Some(&text))
            })
            .and_then(|option| option.get("value")),
        _ => None,
    };
    found
        .filter(|label| !label.is_null())
        .cloned()
        .unwrap_or_else(|| key.clone())
}

fn date(value: Option<&Value>) -> Value {
    let one = |text: &Value| match text.as_str().and_then(parse_date) {
        Some(date) => json!(format_date(date)),
        None => text.clone(),
    };
    match value {
        None => Value::Null,
        Some(Value::Object(range)) => range
            .iter()
            .map(|(key, text)| (key.clone(), one(text)))
            .collect::<Map<_, _>>()
            .into(),
        Some(text) => one(text),
    }
}

fn number(value: &Value) -> Value {
    match value.as_str() {
        Some(text) => text
            .parse::<i64>()
            .map(Value::from)
            .or_else(|_| text.parse::<f64>().map(Value::from))
            .unwrap_or_default(),
        None => value.clone(),
    }
}

fn group(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let empty = Map::new();
    Value::Object(fields(
        &field.fields,
        value.and_then(Value::as_object).unwrap_or(&empty),
        scope,
    ))
}

fn code(field: &Field, value: Option<&Value>) -> Value {
    let stored = value.and_then(|value| value.get("code").or(Some(value)));
    let configured = field.config.get("mode").cloned().unwrap_or_else(|| json!("htmlmixed"));
    let mode = value.and_then(|value| value.get("mode")).cloned().unwrap_or(configured);
    json!({"value": stored, "code": stored, "mode": mode})
}

/// An empty PHP map becomes a list.
fn array(value: Option<&Value>) -> Value {
    match value {
        None => Value::Null,
        Some(Value::Object(map)) if map.is_empty() => json!([]),
        Some(other) => other.clone(),
    }
}
