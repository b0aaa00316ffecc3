//! A form's definition as the rules need it, made of the CMS's (Statamic §9).
//!
//! **Invariant:** every condition names a field of the form and none leads back to itself, every rule is one that both
//! sides know; what had to be left out is told as a [`Finding`].

use serde::{Deserialize, Serialize};
use vitrine_model::form::{FieldKind, Form, FormCondition, FormField};

use crate::{laravel, rule::Rule};

/// Maximum number of fields of a form.
pub const MAX_FIELDS: usize = 200;
/// Files that a field takes where the CMS names no number.
const MAX_FILES: u32 = 10;

/// A form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormSpec {
    /// Handle (`contact`).
    pub handle: String,
    /// Name of the field that only a program fills in.
    pub honeypot: String,
    /// Fields in the order of the CMS, sections among them.
    pub fields: Vec<FieldSpec>,
}

/// A field.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSpec {
    /// The key that is submitted.
    pub handle: String,
    /// What it is.
    pub kind: FieldKind,
    /// Percent of the row.
    #[serde(default = "full_width", skip_serializing_if = "is_full_width")]
    pub width: u8,
    /// Keys of the options; empty where everything may be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Several options may be chosen.
    #[serde(default, skip_serializing_if = "is_false")]
    pub multiple: bool,
    /// Maximum number of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u32>,
    /// What the field begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Rules in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// When the field is shown; `None` = always.
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

/// What of a definition is not taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Handle of the field.
    pub field: String,
    /// The rule as the CMS has it, or the word `condition` or `field`.
    pub what: String,
    /// Why it is not taken.
    pub why: String,
}

impl FieldSpec {
    /// Whether the field has a value at all.
    pub fn has_value(&self) -> bool {
        !matches!(self.kind, FieldKind::Section | FieldKind::Html)
    }

    /// Whether its value is a list of options.
    pub fn is_list(&self) -> bool {
        self.kind == FieldKind::Checkboxes || (self.kind == FieldKind::Select && self.multiple)
    }

    /// Whether the field gets a mark: it cannot be sent empty while it is shown.
    pub fn is_required(&self) -> bool {
        self.rules
            .iter()
            .any(|rule| matches!(rule, Rule::Required | Rule::Accepted))
    }

    fn of(field: &FormField, findings: &mut Vec<Finding>) -> Self {
        let mut spec = Self {
            handle: field.handle.clone(),
            kind: field.kind,
            width: field.width,
            options: field.options.iter().map(|option| option.key.clone()).collect(),
            multiple: field.multiple,
            max_files: (field.kind == FieldKind::Files).then(|| field.max_files.unwrap_or(MAX_FILES)),
            default: field.default.clone(),
            rules: Vec::new(),
            condition: field.condition.clone(),
            always_save: field.always_save,
        };
        let texts: Vec<String> = field.rules.iter().flat_map(laravel::texts).collect();
        let mapped = laravel::map(&spec, &texts);
        let told = mapped.refused.into_iter().map(|refused| Finding {
            field: field.handle.clone(),
            what: refused.rule,
            why: refused.why,
        });
        findings.extend(told);
        spec.rules = mapped.rules;
        spec
    }
}

impl FormSpec {
    /// Makes a spec of the CMS's definition.
    pub fn of(form: &Form) -> (Self, Vec<Finding>) {
        let mut findings = Vec::new();
        for field in form.fields.iter().skip(MAX_FIELDS) {
            findings.push(Finding {
                field: field.handle.clone(),
                what: "field".to_owned(),
                why: format!("the form has more than {MAX_FIELDS} fields"),
            });
        }
        let fields = form.fields.iter().take(MAX_FIELDS);
        let mut spec = Self {
            handle: form.handle.to_string(),
            honeypot: form.honeypot.clone(),
            fields: fields.map(|field| FieldSpec::of(field, &mut findings)).collect(),
        };
        spec.keep_usable_conditions(&mut findings);
        (spec, findings)
    }

    /// The place of a field.
    pub fn position(&self, handle: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.handle == handle)
    }

    /// Drops conditions on fields that are not there, and those that lead back to their own field.
    fn keep_usable_conditions(&mut self, findings: &mut Vec<Finding>) {
        for at in 0..self.fields.len() {
            let why = if self.leads_nowhere(at) {
                "its condition names a field that the form does not have; the field is always shown"
            } else if self.leads_back(at) {
                "its condition depends on the field itself; the field is always shown"
            } else {
                continue;
            };
            let Some(field) = self.fields.get_mut(at) else { continue };
            field.condition = None;
            findings.push(Finding {
                field: field.handle.clone(),
                what: "condition".to_owned(),
                why: why.to_owned(),
            });
        }
    }

    fn conditions(&self, at: usize) -> impl Iterator<Item = Option<usize>> {
        let condition = self.fields.get(at).and_then(|field| field.condition.as_ref());
        let tests = condition
            .map(|condition| condition.tests.as_slice())
            .unwrap_or_default();
        tests.iter().map(|test| self.position(&test.field))
    }

    fn leads_nowhere(&self, at: usize) -> bool {
        self.conditions(at).any(|other| other.is_none())
    }

    fn leads_back(&self, start: usize) -> bool {
        let mut seen = vec![false; self.fields.len()];
        let mut open: Vec<usize> = self.conditions(start).flatten().collect();
        while let Some(at) = open.pop() {
            if at == start {
                return true;
            }
            if seen.get_mut(at).is_some_and(|mark| !std::mem::replace(mark, true)) {
                open.extend(self.conditions(at).flatten());
            }
        }
        false
    }
}
