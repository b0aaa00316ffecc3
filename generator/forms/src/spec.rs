//! A form's definition as the rules need it; [`crate::definition`] creates it from the CMS's.
//!
//! **Invariant:** its JSON is what the island reads; every rule is supported by both sides.

use serde::{Deserialize, Serialize};
use vitrine_model::form::{FieldKind, FormCondition};

use crate::rule::Rule;

/// A form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormSpec {
    /// Handle (`contact`).
    pub handle: String,
    /// Name of the honeypot field, which only bots fill in.
    pub honeypot: String,
    /// Fields in the order of the CMS, including sections.
    pub fields: Vec<FieldSpec>,
}

/// A field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSpec {
    /// The key in submissions.
    pub handle: String,
    /// What it is.
    pub kind: FieldKind,
    /// Width in percent of the row.
    #[serde(default = "full_width", skip_serializing_if = "is_full_width")]
    pub width: u8,
    /// Keys of the options; empty if any value is allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Several options may be chosen.
    #[serde(default, skip_serializing_if = "is_false")]
    pub multiple: bool,
    /// Maximum number of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u32>,
    /// The initial value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Rules in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// Condition for showing the field; `None` = always shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<FormCondition>,
    /// Submitted even when hidden.
    #[serde(default, skip_serializing_if = "is_false")]
    pub always_save: bool,
}

const fn full_width() -> u8 {
    100
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_full_width(width: &u8) -> bool {
    *width == 100
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl FieldSpec {
    /// Whether the field has a value; sections do not.
    pub fn has_value(&self) -> bool {
        !matches!(self.kind, FieldKind::Section | FieldKind::Html)
    }

    /// Whether its value is a list of options.
    pub fn is_list(&self) -> bool {
        self.kind == FieldKind::Checkboxes || (self.kind == FieldKind::Select && self.multiple)
    }

    /// Whether the field is marked as required: it cannot be sent empty while it is shown.
    pub fn is_required(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule, Rule::Required | Rule::Accepted))
    }
}

impl FormSpec {
    /// The index of a field.
    pub fn position(&self, handle: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.handle == handle)
    }
}
