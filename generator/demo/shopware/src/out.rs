//! Serialises entities as PHP does. `includes` are applied while building, so pruned values are never made.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Map, Value, json};

use super::errors::ApiError;

/// The id of the live version, the same for every versioned entity.
pub(crate) const LIVE_VERSION: &str = "0fa91ce3e96a4bc2be4bd9ce752c3425";

/// The `includes` of a request: for each apiAlias named, the fields to print.
#[derive(Debug, Clone, Default)]
pub(crate) struct Includes(Arc<HashMap<String, Fields>>);

/// The fields of one apiAlias.
#[derive(Debug, Clone, Default)]
struct Fields {
    named: HashSet<String>,
    /// Whether `translated` or a field below it was named.
    translated: bool,
}

impl Fields {
    fn of(list: &[Value]) -> Self {
        let named: HashSet<String> = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let translated = named
            .iter()
            .any(|field| field == "translated" || field.starts_with("translated."));
        Self { named, translated }
    }

    fn prints(&self, key: &str) -> bool {
        if key == "translated" {
            self.translated
        } else {
            self.named.contains(key)
        }
    }

    /// The value of a key, if it is printed. Of `translated`, only fields that were also named individually.
    fn print(&self, key: &str, value: impl FnOnce() -> Value) -> Option<Value> {
        let value = self.prints(key).then(value)?;
        Some(match value {
            // The extension of a search must also be named individually.
            Value::Object(mut map) if key == "extensions" && map.contains_key("search") => {
                if !self.prints("search") {
                    map.shift_remove("search");
                }
                return (!map.is_empty()).then_some(Value::Object(map));
            }
            Value::Object(map) if key == "translated" => {
                list_if_empty(map.into_iter().filter(|(key, _)| self.named.contains(key)).collect())
            }
            other => other,
        })
    }
}

impl Includes {
    /// Reads the `includes` of a criteria.
    pub(crate) fn parse(value: Option<&Value>) -> Result<Self, ApiError> {
        let map = match value {
            None | Some(Value::Null) => return Ok(Self::default()),
            Some(Value::Array(list)) if list.is_empty() => return Ok(Self::default()),
            Some(Value::Object(map)) => map,
            Some(other) => {
                let kind = php_type(other);
                return Err(ApiError::new(
                    StatusCode::BAD_REQUEST,
                    "FRAMEWORK__EXPECTED_ARRAY_WITH_TYPE",
                    format!("Expected data at includes to be of the type array, {kind} given"),
                    json!({"path": "includes", "type": kind}),
                ));
            }
        };
        let mut includes = HashMap::new();
        for (alias, fields) in map {
            let Some(fields) = fields.as_array() else {
                let kind = php_type(fields);
                return Err(ApiError::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "FRAMEWORK__INVALID_TYPE",
                    format!("The includes for type \"{alias}\" must be of the type array, {kind} given"),
                    json!({}),
                ));
            };
            includes.insert(alias.clone(), Fields::of(fields));
        }
        Ok(Self(Arc::new(includes)))
    }

    /// Whether a field of a struct is printed.
    pub(crate) fn prints(&self, alias: &str, key: &str) -> bool {
        self.of(alias).is_none_or(|fields| fields.prints(key))
    }

    fn of(&self, alias: &str) -> Option<&Fields> {
        self.0.get(alias)
    }

    /// Applies the includes to a complete answer.
    pub(crate) fn prune(&self, value: Value) -> Value {
        if self.0.is_empty() {
            return value;
        }
        match value {
            Value::Array(list) => Value::Array(list.into_iter().map(|item| self.prune(item)).collect()),
            Value::Object(map) => {
                let fields = map
                    .get("apiAlias")
                    .and_then(Value::as_str)
                    .and_then(|alias| self.of(alias))
                    .cloned();
                let kept = map.into_iter().filter_map(|(key, item)| {
                    let printed = match &fields {
                        Some(fields) if key != "apiAlias" => fields.print(&key, || self.prune(item))?,
                        _ => self.prune(item),
                    };
                    Some((key, printed))
                });
                Value::Object(kept.collect())
            }
            other => other,
        }
    }
}

/// A struct being written.
pub(crate) struct Out<'i> {
    alias: &'static str,
    fields: Option<&'i Fields>,
    map: Map<String, Value>,
}

impl<'i> Out<'i> {
    pub(crate) fn new(includes: &'i Includes, alias: &'static str) -> Self {
        Self {
            alias,
            fields: includes.of(alias),
            map: Map::new(),
        }
    }

    /// Adds a field whose value is cheap to make.
    pub(crate) fn put(&mut self, key: &str, value: impl Into<Value>) -> &mut Self {
        self.with(key, || value.into())
    }

    /// Adds a field whose value is only made if it is printed.
    pub(crate) fn with(&mut self, key: &str, value: impl FnOnce() -> Value) -> &mut Self {
        let printed = match self.fields {
            None => Some(value()),
            Some(fields) => fields.print(key, value),
        };
        if let Some(value) = printed {
            self.map.insert(key.to_owned(), value);
        }
        self
    }

    /// Fields that are unset.
    pub(crate) fn nulls(&mut self, keys: &[&str]) -> &mut Self {
        for key in keys {
            self.put(key, Value::Null);
        }
        self
    }

    /// Finishes the struct, `apiAlias` last.
    pub(crate) fn done(mut self) -> Value {
        self.map.insert("apiAlias".to_owned(), self.alias.into());
        Value::Object(self.map)
    }
}

/// A number as PHP prints it: without `.0`.
pub(crate) fn num(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9e15 {
        #[expect(clippy::cast_possible_truncation, reason = "a whole number within 53 bits")]
        return Value::from(number as i64);
    }
    Value::from(number)
}

/// A map as PHP prints it: `[]` if it is empty.
pub(crate) fn list_if_empty(map: Map<String, Value>) -> Value {
    if map.is_empty() {
        Value::Array(Vec::new())
    } else {
        Value::Object(map)
    }
}

/// A date-time as the Store API prints it.
pub(crate) fn date_time(at: jiff::Timestamp) -> Value {
    at.to_zoned(jiff::tz::TimeZone::UTC)
        .strftime("%Y-%m-%dT%H:%M:%S.%3f+00:00")
        .to_string()
        .into()
}

/// The result of PHP's `gettype`.
pub(crate) fn php_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "string",
        Value::Array(_) | Value::Object(_) => "array",
    }
}
