//! Converts stored values to answered values, by fieldtype (Statamic §3). Relations are expanded one level; drafts,
//! unknown targets and those that do not exist in the site are dropped. An unset field has its fieldtype's empty value,
//! never a missing key.

use serde_json::{Map, Value, json};

use super::blueprint::{Field, Set};
use super::dates::{format_date, parse_date};
use super::links;
use super::relations;
use super::rich::{self, Segment, parts};
use super::scope::Scope;

/// The answered value of a field; none if the fieldtype has no key.
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
        "link" => links::field(value, scope),
        "markdown" => value
            .and_then(Value::as_str)
            .map_or(Value::Null, |text| json!(rich::markdown(text))),
        "bard" if !field.sets.is_empty() && value.is_some_and(Value::is_array) => sets(field, value, scope),
        "bard" => rich::bard(field, value, scope),
        "replicator" => sets(field, value, scope),
        "grid" => rows(field, value, scope),
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

/// Numeric keys are answered as numbers.
fn numeric_key(value: &Value) -> Value {
    match value.as_str().map(str::parse::<i64>) {
        Some(Ok(number)) => json!(number),
        _ => value.clone(),
    }
}

/// The label of an option: options are a map, a list of keys, or a list of `{key, value}`; without a label the key is
/// used.
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

/// A replicator, or a bard with sets.
fn sets(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let answer = |part: &Segment<'_>| match part {
        Segment::Text(text) => json!({"type": "text", "text": text}),
        Segment::Set(kind, blueprint, stored) => set(kind, blueprint, stored, scope),
    };
    parts(field, value, scope).iter().map(answer).collect()
}

/// One set: its fields, then `id` and `type`. A set without fields is answered as stored.
fn set(kind: &str, blueprint: &Set, stored: &Map<String, Value>, scope: &Scope<'_>) -> Value {
    let mut result = if blueprint.fields.is_empty() {
        stored
            .iter()
            .filter(|(key, _)| *key != "enabled")
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    } else {
        fields(&blueprint.fields, stored, scope)
    };
    result.insert("id".to_owned(), stored.get("id").cloned().unwrap_or(Value::Null));
    result.insert("type".to_owned(), json!(kind));
    Value::Object(result)
}

/// A grid.
fn rows(field: &Field, value: Option<&Value>, scope: &Scope<'_>) -> Value {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let row = |stored: &Map<String, Value>| {
        let mut result = fields(&field.fields, stored, scope);
        result.insert("id".to_owned(), stored.get("id").cloned().unwrap_or(Value::Null));
        Value::Object(result)
    };
    list.iter()
        .filter_map(Value::as_object)
        .map(row)
        .collect::<Vec<_>>()
        .into()
}

fn code(field: &Field, value: Option<&Value>) -> Value {
    let stored = value.and_then(|value| value.get("code").or(Some(value)));
    let configured = field.config.get("mode").cloned().unwrap_or_else(|| json!("htmlmixed"));
    let mode = value.and_then(|value| value.get("mode")).cloned().unwrap_or(configured);
    json!({"value": stored, "code": stored, "mode": mode})
}

/// An empty PHP map is serialised as a list.
fn array(value: Option<&Value>) -> Value {
    match value {
        None => Value::Null,
        Some(Value::Object(map)) if map.is_empty() => json!([]),
        Some(other) => other.clone(),
    }
}
