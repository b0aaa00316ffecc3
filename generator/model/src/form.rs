//! Form definitions of the CMS (Statamic §9, content model §6, R-FORM-01).
//!
//! **Invariant:** fields keep the blueprint's order. Forms are not localized in the CMS: a label is either text or a
//! text key (`forms.fields.email`), which the view looks up in its locale.

use serde::{Deserialize, Serialize};

use crate::ids::FormHandle;

/// One form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Form {
    /// Handle (`contact`).
    pub handle: FormHandle,
    /// Title shown to editors.
    pub title: String,
    /// Name of the honeypot field, which is hidden from people; a submission that fills it is spam. Statamic does not
    /// expose it: it comes from the configuration.
    pub honeypot: String,
    /// Fields in order.
    pub fields: Vec<FormField>,
}

/// Type of a field. An unknown type is treated as a text input (Statamic §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Single-line text.
    Text,
    /// Multi-line text.
    Textarea,
    /// One or several options of a list.
    Select,
    /// One of a few options.
    Radio,
    /// Several of a few options.
    Checkboxes,
    /// Yes or no.
    Toggle,
    /// File upload.
    Files,
    /// A date.
    Date,
    /// A time.
    Time,
    /// A whole number.
    Integer,
    /// A number.
    Decimal,
    /// Hidden input.
    Hidden,
    /// A heading between fields.
    Section,
    /// Text between fields.
    Html,
}

/// An option of a select, radio or checkboxes field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormOption {
    /// Value that is submitted.
    pub key: String,
    /// Text, or a text key.
    pub label: String,
}

/// A Laravel validation rule from the blueprint: `max:60` is `max` with `60`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormRule {
    /// `required`, `max`, `mimes`, …
    pub name: String,
    /// Arguments after the colon, split at commas (`regex` is not split).
    pub arguments: Vec<String>,
}

/// Comparison operator of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// Loosely equal.
    Equals,
    /// Loosely different.
    Not,
    /// Strictly equal.
    Same,
    /// Strictly different.
    NotSame,
    /// Greater than.
    Greater,
    /// Greater than or equal.
    GreaterOrEqual,
    /// Less than.
    Less,
    /// Less than or equal.
    LessOrEqual,
    /// Contained in a list, or a substring.
    Contains,
    /// Contains any value of a comma-separated list.
    ContainsAny,
}

/// One comparison in a condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormTest {
    /// The other field.
    pub field: String,
    /// Operator.
    pub comparison: Comparison,
    /// Value to compare with (`empty`, `null`, `true` have their meaning of Statamic §9).
    pub value: String,
}

/// When a field is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormCondition {
    /// Hidden when the tests hold (`unless`, `hide_when`).
    pub negated: bool,
    /// One matching test is enough (`…_any`).
    pub any: bool,
    /// The tests.
    pub tests: Vec<FormTest>,
}

/// One field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormField {
    /// Handle; the key that is submitted.
    pub handle: String,
    /// What it is.
    pub kind: FieldKind,
    /// Text or a text key; the handle if there is no label.
    pub label: String,
    /// The label is visually hidden and only for screen readers.
    pub label_hidden: bool,
    /// `email`, `tel`, `url`, …; for text fields.
    pub input_type: Option<String>,
    /// Value of the `autocomplete` attribute.
    pub autocomplete: Option<String>,
    /// Text or a text key.
    pub placeholder: Option<String>,
    /// Text or a text key.
    pub instructions: Option<String>,
    /// Text or a text key, next to a toggle.
    pub inline_label: Option<String>,
    /// Percent of the row: 25, 33, 50, 66, 75 or 100.
    pub width: u8,
    /// Options in order.
    pub options: Vec<FormOption>,
    /// Options are shown side by side.
    pub inline: bool,
    /// Several options may be chosen.
    pub multiple: bool,
    /// The choice may be cleared.
    pub clearable: bool,
    /// Maximum number of files.
    pub max_files: Option<u32>,
    /// Maximum number of characters, shown to the visitor as a counter.
    pub character_limit: Option<u32>,
    /// Default value.
    pub default: Option<String>,
    /// Rules in order.
    pub rules: Vec<FormRule>,
    /// When the field is shown; `None` = always.
    pub condition: Option<FormCondition>,
    /// Submitted even when hidden.
    pub always_save: bool,
}

impl FormField {
    /// Whether the field is required whenever it is shown.
    pub fn is_required(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule.name.as_str(), "required" | "accepted"))
    }
}
