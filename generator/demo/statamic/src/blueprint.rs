//! Blueprints: the fields of an entry, term, set or nav node, with their fieldtypes. An unsupported fieldtype is an
//! error at start, so that no field is answered in an invented format.

use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use vitrine_demo_shop::ShopError;

/// Supported fieldtypes: those whose answers are in Statamic §3.
const FIELDTYPES: &[&str] = &[
    "array",
    "assets",
    "bard",
    "button_group",
    "checkboxes",
    "code",
    "collections",
    "color",
    "date",
    "dictionary",
    "entries",
    "float",
    "form",
    "grid",
    "group",
    "hidden",
    "html",
    "icon",
    "integer",
    "link",
    "list",
    "markdown",
    "navs",
    "radio",
    "range",
    "replicator",
    "revealer",
    "section",
    "select",
    "sites",
    "slug",
    "spacer",
    "structures",
    "table",
    "taggable",
    "taxonomies",
    "template",
    "terms",
    "text",
    "textarea",
    "time",
    "toggle",
    "users",
    "video",
    "width",
    "yaml",
];

/// A blueprint in `content/blueprints/<handle>.json`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Blueprint {
    /// Its title; answered as `blueprint.title`.
    pub(crate) title: String,
    /// File name without `.json`.
    #[serde(skip)]
    pub(crate) handle: String,
    /// Fields in the order of the form.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
}

/// One field.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Field {
    /// Handle; the key in entries.
    pub(crate) handle: String,
    /// Fieldtype.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// Fields of a grid or group.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
    /// Sets of a replicator or bard.
    #[serde(default)]
    pub(crate) sets: IndexMap<String, Set>,
    /// All other config (`max_items`, `options`, `default`, …).
    #[serde(flatten)]
    pub(crate) config: Map<String, Value>,
}

/// One set of a replicator or bard.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Set {
    /// Its fields; none = the set is answered as it is stored.
    #[serde(default)]
    pub(crate) fields: Vec<Field>,
}

impl Blueprint {
    /// The field with this handle.
    pub(crate) fn field(&self, handle: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.handle == handle)
    }

    /// Reports unsupported fieldtypes.
    pub(crate) fn check(&self, path: &Path) -> Result<(), ShopError> {
        check_fields(path, &self.handle, &self.fields)
    }
}

impl Field {
    /// A number in the config.
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.config.get(key).and_then(Value::as_u64)
    }

    /// A boolean in the config.
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.config.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Whether a relation has a single item instead of a list.
    pub(crate) fn is_single(&self) -> bool {
        match self.kind.as_str() {
            "assets" => self.number("max_files") == Some(1),
            "form" => self.number("max_items").unwrap_or(1) == 1,
            "sites" => false,
            _ => self.number("max_items") == Some(1),
        }
    }

    /// Whether the stored value consists of keys of other items.
    pub(crate) fn is_relation(&self) -> bool {
        matches!(self.kind.as_str(), "entries" | "terms")
    }

    /// The taxonomy of a terms field, if it has exactly one.
    pub(crate) fn taxonomy(&self) -> Option<&str> {
        if self.kind != "terms" {
            return None;
        }
        let named = self.config.get("taxonomies").or_else(|| self.config.get("taxonomy"));
        match named {
            Some(Value::String(one)) => Some(one),
            Some(Value::Array(list)) => match list.as_slice() {
                [one] => one.as_str(),
                _ => None,
            },
            _ => Some(&self.handle),
        }
    }
}

fn check_fields(path: &Path, place: &str, fields: &[Field]) -> Result<(), ShopError> {
    for field in fields {
        let place = format!("{place}.{}", field.handle);
        if !FIELDTYPES.contains(&field.kind.as_str()) {
            let problem = format!(
                "unknown fieldtype `{}`; known are {}",
                field.kind,
                FIELDTYPES.join(", ")
            );
            return Err(ShopError::invalid(path, place, problem));
        }
        check_fields(path, &place, &field.fields)?;
        for (name, set) in &field.sets {
            check_fields(path, &format!("{place}.{name}"), &set.fields)?;
        }
    }
    Ok(())
}
