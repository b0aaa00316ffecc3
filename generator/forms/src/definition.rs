//! Converts the CMS's definition of a form (Statamic §9) to a spec.
//!
//! **Invariant:** every condition of the spec refers to a field of the form, no conditions form a cycle, and every rule
//! is supported by both sides; everything left out is reported as a [`Finding`]. A field for files has a rule of kinds.

use vitrine_model::form::{FieldKind, Form, FormField, FormRule};

use crate::{
    file_kinds, laravel,
    spec::{FieldSpec, FormSpec},
};

/// Maximum number of fields of a form.
pub const MAX_FIELDS: usize = 200;
/// Maximum number of files of a field if the CMS has none.
const MAX_FILES: u32 = 10;

/// A part of a definition that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Handle of the field.
    pub field: String,
    /// The rule as in the CMS, or the word `condition` or `field`.
    pub what: String,
    /// The reason.
    pub why: String,
}

/// Converts a definition of the CMS to a spec.
pub fn read(form: &Form) -> (FormSpec, Vec<Finding>) {
    let mut findings = Vec::new();
    for field in form.fields.iter().skip(MAX_FIELDS) {
        findings.push(Finding {
            field: field.handle.clone(),
            what: "field".to_owned(),
            why: format!("the form has more than {MAX_FIELDS} fields"),
        });
    }
    let fields = form.fields.iter().take(MAX_FIELDS);
    let mut spec = FormSpec {
        handle: form.handle.to_string(),
        honeypot: form.honeypot.clone(),
        fields: fields.map(|field| read_field(field, &mut findings)).collect(),
    };
    keep_usable_conditions(&mut spec, &mut findings);
    (spec, findings)
}

fn read_field(field: &FormField, findings: &mut Vec<Finding>) -> FieldSpec {
    let mut spec = FieldSpec {
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
    findings.extend(field.rules.iter().filter_map(|rule| lumped(&field.handle, rule)));
    let mapped = laravel::map(&spec, &texts);
    let told = mapped.refused.into_iter().map(|refused| Finding {
        field: field.handle.clone(),
        what: refused.rule,
        why: refused.why,
    });
    findings.extend(told);
    spec.rules = mapped.rules;
    if spec.kind == FieldKind::Files {
        let removed = file_kinds::limit(&mut spec.rules);
        findings.extend(removed.into_iter().map(|kind| Finding {
            field: field.handle.clone(),
            what: format!("mimes:{kind}"),
            why: "a web server or a browser may run such files; this shop refuses them".to_owned(),
        }));
    }
    spec
}

/// Reports a rule that is one rule for the CMS and several for this shop.
fn lumped(field: &str, rule: &FormRule) -> Option<Finding> {
    let texts = laravel::texts(rule);
    (texts.len() > 1).then(|| Finding {
        field: field.to_owned(),
        what: texts.join("|"),
        why: "the CMS reads it as one rule and refuses what this shop takes; write a list of rules".to_owned(),
    })
}

/// Drops conditions on unknown fields, and those that form a cycle.
fn keep_usable_conditions(spec: &mut FormSpec, findings: &mut Vec<Finding>) {
    for at in 0..spec.fields.len() {
        let why = if conditions(spec, at).any(|other| other.is_none()) {
            "its condition names a field that the form does not have; the field is always shown"
        } else if leads_back(spec, at) {
            "its condition depends on the field itself; the field is always shown"
        } else {
            continue;
        };
        let Some(field) = spec.fields.get_mut(at) else { continue };
        field.condition = None;
        findings.push(Finding {
            field: field.handle.clone(),
            what: "condition".to_owned(),
            why: why.to_owned(),
        });
    }
}

/// The indexes of the fields that the condition of a field refers to.
fn conditions(spec: &FormSpec, at: usize) -> impl Iterator<Item = Option<usize>> {
    let condition = spec.fields.get(at).and_then(|field| field.condition.as_ref());
    let tests = condition
        .map(|condition| condition.tests.as_slice())
        .unwrap_or_default();
    tests.iter().map(|test| spec.position(&test.field))
}

fn leads_back(spec: &FormSpec, start: usize) -> bool {
    let mut seen = vec![false; spec.fields.len()];
    let mut open: Vec<usize> = conditions(spec, start).flatten().collect();
    while let Some(at) = open.pop() {
        if at == start {
            return true;
        }
        if seen.get_mut(at).is_some_and(|mark| !std::mem::replace(mark, true)) {
            open.extend(conditions(spec, at).flatten());
        }
    }
    false
}
