//! Partial answers (`fields`, Shopware §5): only the named fields of an entity, its id, and computed fields of its
//! class.

use serde_json::{Map, Value, json};

/// Fields that a partial entity always has.
const ALWAYS: [&str; 2] = ["id", "apiAlias"];

/// Additional fields of a partial product that is not an association of another entity.
const COMPUTED: [&str; 5] = [
    "versionId",
    "extensions",
    "calculatedMaxPurchase",
    "isNew",
    "calculatedPrices",
];

/// The named fields; empty = everything.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(Vec<String>);

impl Fields {
    /// Reads the `fields` of a criteria.
    pub(crate) fn parse(value: Option<&Value>) -> Self {
        let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        Self(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
    }

    /// Whether whole entities were requested.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parts of paths that lead to associations.
    pub(crate) fn leading(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|field| Some(field.split_once('.')?.0))
    }

    /// The entity with only these fields.
    pub(crate) fn of(&self, value: Value) -> Value {
        if self.is_empty() {
            return value;
        }
        self.project(value, &COMPUTED)
    }

    fn project(&self, value: Value, computed: &[&str]) -> Value {
        let map = match value {
            Value::Array(list) => return list.into_iter().map(|item| self.project(item, computed)).collect(),
            Value::Object(map) => map,
            other => return other,
        };
        let mut kept = Map::new();
        for (key, value) in map {
            let below = self.below(&key);
            let always = ALWAYS.contains(&key.as_str()) || computed.contains(&key.as_str());
            if key == "translated" {
                kept.insert(key, self.translated(value));
            } else if !below.is_empty() {
                kept.insert(key, below.project(value, &[]));
            } else if always || self.0.contains(&key) {
                kept.insert(key, value);
            }
        }
        Value::Object(kept)
    }

    fn translated(&self, value: Value) -> Value {
        let Value::Object(map) = value else { return value };
        let named: Map<String, Value> = map.into_iter().filter(|(key, _)| self.0.contains(key)).collect();
        if named.is_empty() {
            json!([])
        } else {
            Value::Object(named)
        }
    }

    fn below(&self, association: &str) -> Self {
        let rest = |field: &String| Some(field.strip_prefix(association)?.strip_prefix('.')?.to_owned());
        Self(self.0.iter().filter_map(rest).collect())
    }
}
