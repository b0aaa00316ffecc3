//! The values of a submission as stored and as answered under `submission`: one for every field of the form, by
//! fieldtype, null without input; unknown fields are dropped.

use serde_json::{Map, Value, json};

use super::super::files::FormFile;
use super::input::Input;
use super::upload::Upload;

/// Fieldtypes without a value.
pub(super) const DECORATION: &[&str] = &["section", "spacer", "html"];

/// All values of a form.
pub(super) fn of(form: &FormFile, input: &Input) -> Map<String, Value> {
    let mut data = Map::new();
    for (handle, config) in &form.fields {
        let kind = config.get("type").and_then(Value::as_str).unwrap_or("text");
        if DECORATION.contains(&kind) {
            continue;
        }
        let value = match kind {
            "assets" | "files" => paths(config, input.files(handle)),
            _ => value(kind, config, input.value(handle)),
        };
        data.insert(handle.clone(), value);
    }
    data
}

fn value(kind: &str, config: &Value, sent: &Value) -> Value {
    let many = config.get("multiple").and_then(Value::as_bool).unwrap_or(false) || kind == "checkboxes";
    match (kind, sent) {
        ("toggle", sent) => json!(is_on(sent)),
        (_, Value::Null) => Value::Null,
        ("integer" | "range", Value::String(text)) => text.parse::<i64>().map_or_else(|_| sent.clone(), Value::from),
        ("float", Value::String(text)) => text.parse::<f64>().map_or_else(|_| sent.clone(), Value::from),
        (_, Value::Array(list)) => list.iter().filter(|item| !item.is_null()).cloned().collect(),
        (_, one) if many => json!([one]),
        _ => sent.clone(),
    }
}

/// A boolean as PHP parses it.
pub(super) fn is_on(sent: &Value) -> bool {
    match sent {
        Value::Bool(on) => *on,
        Value::String(text) => !matches!(text.as_str(), "0" | "false" | "off" | "no"),
        Value::Number(number) => number.as_f64() != Some(0.0),
        _ => false,
    }
}

/// Paths in the container: one for `max_files: 1`, otherwise a list; null without files.
fn paths(config: &Value, files: &[Upload]) -> Value {
    let folder = config
        .get("folder")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .trim_matches('/');
    let path = |file: &Upload| match folder {
        "" => json!(file.name),
        folder => json!(format!("{folder}/{}", file.name)),
    };
    match (files, config.get("max_files").and_then(Value::as_u64)) {
        ([], _) => Value::Null,
        ([first, ..], Some(1)) => path(first),
        (files, _) => files.iter().map(path).collect(),
    }
}
