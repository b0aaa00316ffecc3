//! Forms in GraphQL: with sections and the honeypot, which REST does not return, and rules separate from the rest of a
//! field's config.

use serde_json::{Map, Value, json};

use super::super::files::FormFile;
use super::super::forms::rules;
use super::nodes::Node;
use super::run::Run;

/// Keys of a field's config that have their own GraphQL field, or are part of `rules`.
const OWN_KEYS: &[&str] = &[
    "type",
    "display",
    "instructions",
    "width",
    "validate",
    "required",
    "if",
    "unless",
];

/// A form: fields with the rest of their config, rules, sections.
pub(super) fn node<'c>(handle: &str, form: &FormFile, run: &Run<'_>) -> Node<'c> {
    let fields: Vec<Value> = form
        .fields
        .iter()
        .map(|(handle, config)| form_field(handle, config))
        .collect();
    let rules: Map<String, Value> = form
        .fields
        .iter()
        .map(|(handle, config)| (handle.clone(), json!(rules::shown(config))))
        .collect();
    let honeypot = run.honeypots.then_some(&form.honeypot);
    let sections = sections(form);
    let keys = json!({"handle": handle, "title": form.title, "honeypot": honeypot, "fields": fields, "rules": rules, "sections": sections});
    let keys = if let Value::Object(keys) = keys {
        keys
    } else {
        Map::new()
    };
    Node::Object("Form".to_owned(), keys)
}

fn form_field(handle: &str, config: &Value) -> Value {
    let get = |key: &str| config.get(key).cloned().unwrap_or_default();
    let rest: Map<String, Value> = config
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(key, _)| !OWN_KEYS.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    // An empty PHP map is serialised as a list.
    let rest = if rest.is_empty() {
        json!([])
    } else {
        Value::Object(rest)
    };
    let width = config.get("width").cloned().unwrap_or_else(|| json!(100));
    json!({"handle": handle, "type": get("type"), "display": get("display"), "instructions": get("instructions"),
           "width": width, "config": rest, "if": get("if"), "unless": get("unless")})
}

/// The sections in the file, or one that starts at each field of type `section`.
fn sections(form: &FormFile) -> Vec<Value> {
    let section = |display: Value, instructions: Value, fields: Vec<Value>| json!({"display": display, "instructions": instructions, "fields": fields});
    if !form.sections.is_empty() {
        let of = |handle: &String| Some(form_field(handle, form.fields.get(handle)?));
        let named = form.sections.iter();
        return named
            .map(|one| {
                section(
                    json!(one.display),
                    json!(one.instructions),
                    one.fields.iter().filter_map(of).collect(),
                )
            })
            .collect();
    }
    let mut result = Vec::new();
    let mut open = (Value::Null, Value::Null, Vec::new());
    for (handle, config) in &form.fields {
        if config.get("type").and_then(Value::as_str) != Some("section") {
            open.2.push(form_field(handle, config));
            continue;
        }
        let get = |key: &str| config.get(key).cloned().unwrap_or_default();
        let ended = std::mem::replace(&mut open, (get("display"), get("instructions"), Vec::new()));
        // Fields before the first heading are a section only if there are any.
        if !ended.2.is_empty() || !ended.0.is_null() {
            result.push(section(ended.0, ended.1, ended.2));
        }
    }
    result.push(section(open.0, open.1, open.2));
    result
}
