//! The submitted values of fields, in the few shapes that a form can send.
//!
//! **Invariant:** a value of another shape (a number, an object, a nested list) is `Unusable`, which no field accepts;
//! Statamic itself would store it (contract, Part C "Forms"). Texts are validated trimmed, with `\n` as line break,
//! because Laravel trims them and a browser without JavaScript sends `\r\n`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use vitrine_model::form::FieldKind;

use crate::{classes::is_blank, spec::FieldSpec};

/// Maximum length of a text, in characters.
pub const MAX_TEXT: usize = 20_000;
/// Maximum number of values of one field.
pub const MAX_VALUES: usize = 100;

/// The values of a submission by field handle; fields that were not sent are missing.
pub type Values = HashMap<String, Value>;

/// An uploaded file, as far as rules need it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// Name with extension, as on the visitor's machine.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
}

/// A value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Not sent, or `null`.
    Missing,
    /// On or off.
    Flag(bool),
    /// Typed or selected text.
    Text(String),
    /// Several selected values.
    List(Vec<String>),
    /// Files.
    Files(Vec<File>),
    /// A shape that no field accepts.
    Unusable,
}

impl Value {
    /// Reads a value of a JSON submission. JSON has no files: [`Value::Files`] is created from the parts of a multipart
    /// body.
    pub fn of(json: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Missing,
            Json::Bool(on) => Self::Flag(*on),
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(list) if list.len() > MAX_VALUES => Self::Unusable,
            Json::Array(list) => {
                let texts: Option<Vec<String>> = list.iter().map(|item| item.as_str().map(str::to_owned)).collect();
                texts.map_or(Self::Unusable, Self::List)
            }
            Json::Number(_) | Json::Object(_) => Self::Unusable,
        }
    }

    /// Whether nothing is filled in, so that `required` fails. An unchecked toggle is empty.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Missing | Self::Flag(false) => true,
            Self::Flag(true) | Self::Unusable => false,
            Self::Text(text) => text.is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Files(files) => files.is_empty(),
        }
    }

    /// The value in the shape of a field of this kind; `Unusable` if it has another shape.
    #[must_use]
    pub fn of_field(self, field: &FieldSpec) -> Self {
        match (field.kind, self) {
            (FieldKind::Toggle, value) => Self::flag(&value),
            (FieldKind::Files, Self::Files(files)) => Self::Files(files),
            (FieldKind::Files, Self::Missing) => Self::Files(Vec::new()),
            (FieldKind::Files, Self::List(list)) if list.is_empty() => Self::Files(Vec::new()),
            (FieldKind::Files, Self::Text(text)) if text.is_empty() => Self::Files(Vec::new()),
            (_, Self::Missing) if field.is_list() => Self::List(Vec::new()),
            (_, Self::Text(text)) if field.is_list() => {
                Self::List(if text.is_empty() { Vec::new() } else { vec![text] })
            }
            (_, Self::List(list)) if field.is_list() => Self::List(list),
            (kind, Self::Text(text)) if kind != FieldKind::Files => match trimmed(&text) {
                text if text.is_empty() => Self::Missing,
                text => Self::Text(text),
            },
            (kind, Self::Missing) if kind != FieldKind::Files => Self::Missing,
            _ => Self::Unusable,
        }
    }

    fn flag(value: &Self) -> Self {
        match value {
            Self::Missing => Self::Flag(false),
            Self::Flag(on) => Self::Flag(*on),
            Self::Text(text) => match text.as_str() {
                "1" | "true" | "on" | "yes" => Self::Flag(true),
                "" | "0" | "false" | "off" | "no" => Self::Flag(false),
                _ => Self::Unusable,
            },
            Self::List(_) | Self::Files(_) | Self::Unusable => Self::Unusable,
        }
    }
}

/// The text without surrounding white space, with `\n` for each line break.
pub fn trimmed(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim_matches(is_blank)
        .to_owned()
}
