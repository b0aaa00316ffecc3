//! The values of a submission as stored and as answered under `submission`: one for every field of the form, by
//! fieldtype, null or an empty list without input; unknown fields are dropped.

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::super::files::FormFile;
use super::super::options::StatamicVersion;
use super::dates;
use super::input::Input;
use super::upload::Upload;

/// Fieldtypes without a value.
pub(super) const DECORATION: &[&str] = &["section", "spacer", "html"];

/// All values of a form.
pub(crate) fn of(form: &FormFile, input: &Input, version: StatamicVersion, now: Timestamp) -> Map<String, Value> {
    let mut data = Map::new();
    for (handle, config) in &form.fields {
        let kind = config.get("type").and_then(Value::as_str).unwrap_or("text");
        if DECORATION.contains(&kind) {
            continue;
        }
        let value = match kind {
            "files" if input.files(handle).is_empty() => Value::Null,
            "assets" => paths(config, folder(config), input.files(handle)),
            // Files without a container are stored in a folder with the time as its name.
            "files" => paths(config, &now.as_second().to_string(), input.files(handle)),
            "date" => dates::read(input.value(handle), version).map_or(Value::Null, Value::String),
            _ => value(kind, config, input.value(handle)),
        };
        data.insert(handle.clone(), value);
    }
    data
}

fn value(kind: &str, config: &Value, sent: &Value) -> Value {
    let many = config.get("multiple").and_then(Value::as_bool).unwrap_or(false) || kind == "checkboxes";
    match (kind, sent) {
        (_, Value::Null) if many => json!([]),
        (_, Value::Null) => Value::Null,
        ("toggle", sent) => json!(is_on(sent)),
        ("integer" | "range", Value::String(text)) => text.parse::<i64>().map_or_else(|_| sent.clone(), Value::from),
        ("float", Value::String(text)) => text.parse::<f64>().map_or_else(|_| sent.clone(), Value::from),
        (_, Value::Array(list)) => list.iter().filter(|item| !item.is_null()).cloned().collect(),
        (_, one) if many => json!([one]),
        _ => sent.clone(),
    }
}

/// The folder of a field with assets, in their container.
fn folder(config: &Value) -> &str {
    let folder = config.get("folder").and_then(Value::as_str);
    folder.unwrap_or_default().trim_matches('/')
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

/// Paths in the container: one or null for `max_files: 1`, otherwise a list. Without files, a field of the type `files`
/// has none.
fn paths(config: &Value, folder: &str, files: &[Upload]) -> Value {
    let path = |file: &Upload| match folder {
        "" => json!(file.name),
        folder => json!(format!("{folder}/{}", file.name)),
    };
    match (files, config.get("max_files").and_then(Value::as_u64)) {
        ([], Some(1)) => Value::Null,
        ([first, ..], Some(1)) => path(first),
        (files, _) => files.iter().map(path).collect(),
    }
}
