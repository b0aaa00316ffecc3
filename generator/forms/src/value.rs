//! What is submitted for a field, in the few shapes that a form can send.
//!
//! **Invariant:** what has another shape (a number, an object, a list in a list) is `Unusable`, which no field takes;
//! Statamic itself would store it (contract, Part C "Forms"). Texts are judged trimmed, with `\n` as line break, because
//! Laravel trims them and a browser without JavaScript sends `\r\n`.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use vitrine_model::form::FieldKind;

use crate::{classes::is_blank, spec::FieldSpec};

/// Maximum number of characters of one text.
pub const MAX_TEXT: usize = 20_000;
/// Maximum number of values of one field.
pub const MAX_VALUES: usize = 100;

/// The values of a submission by the handle of their field; a field that was not sent is not there.
pub type Values = HashMap<String, Value>;

/// A file that is uploaded, as far as rules ask.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct File {
    /// Name with extension, as the visitor's machine has it.
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
    /// What is typed or chosen.
    Text(String),
    /// Several that are chosen.
    List(Vec<String>),
    /// Files.
    Files(Vec<File>),
    /// In no shape that a field takes.
    Unusable,
}

impl Value {
    /// Reads a value of a JSON submission. Files never come in JSON: [`Value::Files`] is made of the parts of a multipart
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

    /// Whether nothing is filled in: what `required` refuses. A toggle that is off is empty.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Missing | Self::Flag(false) => true,
            Self::Flag(true) | Self::Unusable => false,
            Self::Text(text) => text.is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Files(files) => files.is_empty(),
        }
    }

    /// The value in the one shape that a field of this kind has; `Unusable` if it has none of it.
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

/// The text without blanks at its ends, each line break as `\n`.
pub fn trimmed(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim_matches(is_blank)
        .to_owned()
}
