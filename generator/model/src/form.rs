//! Form definitions of the CMS (Statamic §9, content model §6, R-FORM-01).
//!
//! **Invariant:** fields keep the blueprint's order. Forms are not localized in the CMS: a label is either words or the key of a text
//! (`forms.fields.email`), which the view looks up in its locale.

use serde::{Deserialize, Serialize};

use crate::ids::FormHandle;

/// One form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Form {
    /// Handle (`contact`).
    pub handle: FormHandle,
    /// What editors call it.
    pub title: String,
    /// The field that people never see; what fills it is a machine. Statamic does not tell it: it comes from the configuration.
    pub honeypot: String,
    /// Fields in order.
    pub fields: Vec<FormField>,
}

/// What a field is. A type that is not known here is a text input (Statamic §9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// One line.
    Text,
    /// Several lines.
    Textarea,
    /// One or several of a list.
    Select,
    /// One of a few.
    Radio,
    /// Several of a few.
    Checkboxes,
    /// Yes or no.
    Toggle,
    /// Files.
    Files,
    /// A date.
    Date,
    /// A time.
    Time,
    /// A whole number.
    Integer,
    /// A number.
    Decimal,
    /// Not seen.
    Hidden,
    /// A heading between fields.
    Section,
    /// Words between fields.
    Html,
}

/// An option of a select, radio or checkboxes field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormOption {
    /// What is sent.
    pub key: String,
    /// Words, or the key of a text.
    pub label: String,
}

/// A rule of Laravel as it stands in the blueprint: `max:60` is `max` with `60`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormRule {
    /// `required`, `max`, `mimes`, …
    pub name: String,
    /// What stands behind the colon, split at commas (`regex` in one piece).
    pub arguments: Vec<String>,
}

/// How a field's value is compared in a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// Loosely equal.
    Equals,
    /// Loosely different.
    Not,
    /// The same.
    Same,
    /// Not the same.
    NotSame,
    /// More.
    Greater,
    /// More or as much.
    GreaterOrEqual,
    /// Less.
    Less,
    /// Less or as much.
    LessOrEqual,
    /// In a list, or a part of a text.
    Contains,
    /// Any of a comma list.
    ContainsAny,
}

/// One comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormTest {
    /// The other field.
    pub field: String,
    /// How.
    pub comparison: Comparison,
    /// With what (`empty`, `null`, `true` keep their meaning of Statamic §9).
    pub value: String,
}

/// When a field is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormCondition {
    /// Hidden when the tests hold (`unless`, `hide_when`).
    pub negated: bool,
    /// One test is enough (`…_any`).
    pub any: bool,
    /// The tests.
    pub tests: Vec<FormTest>,
}

/// One field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormField {
    /// Handle, the key that is sent.
    pub handle: String,
    /// What it is.
    pub kind: FieldKind,
    /// Words or the key of a text; the handle where nobody wrote one.
    pub label: String,
    /// Not printed, only read out.
    pub label_hidden: bool,
    /// `email`, `tel`, `url`, …; for text fields.
    pub input_type: Option<String>,
    /// For browsers that fill in.
    pub autocomplete: Option<String>,
    /// Words or the key of a text.
    pub placeholder: Option<String>,
    /// Words or the key of a text.
    pub instructions: Option<String>,
    /// Words or the key of a text, beside a toggle.
    pub inline_label: Option<String>,
    /// Percent of the row: 25, 33, 50, 66, 75 or 100.
    pub width: u8,
    /// Options in order.
    pub options: Vec<FormOption>,
    /// Options stand beside each other.
    pub inline: bool,
    /// Several may be chosen.
    pub multiple: bool,
    /// May be emptied again.
    pub clearable: bool,
    /// How many files at most.
    pub max_files: Option<u32>,
    /// How many characters at most, counted for the visitor.
    pub character_limit: Option<u32>,
    /// What stands there at first.
    pub default: Option<String>,
    /// Rules in order.
    pub rules: Vec<FormRule>,
    /// When it is there; `None` = always.
    pub condition: Option<FormCondition>,
    /// Sent even while it is not shown.
    pub always_save: bool,
}

impl FormField {
    /// Whether it must be filled in wherever it is shown.
    pub fn is_required(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule.name.as_str(), "required" | "accepted"))
    }
}
