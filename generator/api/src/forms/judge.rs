//! Validates a submission by the rules of the live release, and converts it for the CMS.
//!
//! **Invariant:** validation is `vitrine_forms::check` plus the content of files. Every shown field is sent to the CMS,
//! empty or not; fields hidden by a condition are not.

use jiff::civil::Date;
use vitrine_backends::statamic::{FormFile, FormSubmission, FormValue};
use vitrine_forms::{Fault, FormSpec, FormWords, HandedForm, Rule, Value, check, dates, message, spec::FieldSpec};
use vitrine_model::form::FieldKind;

use super::{body::Submitted, content};
use crate::web::{fields::FieldFault, messages::ErrorTexts};

/// Hidden fields for the page and the locale of a submission.
const LOCALE: &str = "locale";
const PAGE: &str = "page_url";

/// The origin of a submission.
pub(super) struct From<'a> {
    pub(super) locale: &'a str,
    /// The path of the page.
    pub(super) page: &'a str,
}

/// Overwrites these hidden fields with the values of the request.
pub(super) fn say_where(spec: &FormSpec, submitted: &mut Submitted, from: &From<'_>) {
    for field in spec.fields.iter().filter(|field| field.kind == FieldKind::Hidden) {
        let text = match field.handle.as_str() {
            LOCALE => from.locale,
            PAGE => from.page,
            _ => continue,
        };
        submitted
            .values
            .insert(field.handle.clone(), Value::Text(text.to_owned()));
    }
}

/// The faults in the order of the form's fields. `largest` is the maximum size of a file in bytes.
pub(super) fn faults(spec: &FormSpec, submitted: &Submitted, today: Date, largest: u64) -> Vec<Fault> {
    let judged = check(spec, &submitted.values, today);
    let mut faults = Vec::new();
    for field in &spec.fields {
        let found = judged.iter().find(|fault| fault.field == field.handle).cloned();
        faults.extend(found.or_else(|| in_files(field, submitted, largest)));
    }
    faults
}

/// As [`faults`], and the limits of appointments if the values have no fault.
pub(super) fn faults_of(form: &HandedForm, submitted: &Submitted, today: Date, largest: u64) -> Vec<Fault> {
    let mut faults = faults(&form.spec, submitted, today, largest);
    let limits = form.appointment.as_ref();
    for fault in limits
        .into_iter()
        .flat_map(|limits| limits.faults(&submitted.values, today))
    {
        if faults.iter().all(|known| known.field != fault.field) {
            faults.push(fault);
        }
    }
    faults.sort_by_key(|fault| form.spec.position(&fault.field));
    faults
}

fn in_files(field: &FieldSpec, submitted: &Submitted, largest: u64) -> Option<Fault> {
    let fault = |key, parameters| {
        Some(Fault {
            field: field.handle.clone(),
            key,
            parameters,
        })
    };
    for file in submitted.files.get(&field.handle)? {
        if file.content.len() as u64 > largest {
            return fault("file_size", vec![("n", (largest / 1024).to_string())]);
        }
        if content::mime(&file.name, &file.content).is_none() {
            let kinds = field.rules.iter().find_map(|rule| match rule {
                Rule::FileKinds(kinds) => Some(kinds.join(", ")),
                _ => None,
            });
            return match kinds {
                Some(kinds) => fault("file_kind", vec![("values", kinds)]),
                None => fault("invalid", Vec::new()),
            };
        }
    }
    None
}

/// The faults as texts of a locale.
pub(super) fn told(faults: &[Fault], words: &FormWords, texts: &ErrorTexts, locale: &str) -> Vec<FieldFault> {
    let said = |fault: &Fault| {
        let text = message::message(fault, words.field(&fault.field), |key| texts.raw(locale, key));
        let pointer = format!("/{}", fault.field);
        match text {
            Some(text) => FieldFault::saying(pointer, text),
            None => FieldFault::new(pointer, "fields.invalid"),
        }
    };
    faults.iter().map(said).collect()
}

/// The faults of fields that the CMS refuses, in our own words; those that the form does not have are told as one of the
/// whole.
pub(super) fn refused(spec: &FormSpec, fields: &[String]) -> Vec<Fault> {
    let known = fields.iter().filter(|field| spec.position(field).is_some());
    let fault = |field: &String| Fault {
        field: field.clone(),
        key: "invalid",
        parameters: Vec::new(),
    };
    known.map(fault).collect()
}

/// The submission as sent to the CMS; it must have no faults.
pub(super) fn submission(form: &HandedForm, submitted: &Submitted) -> FormSubmission {
    let spec = &form.spec;
    let shown = vitrine_forms::shown(spec, &submitted.values);
    let mut fields = Vec::new();
    for (field, shown) in spec.fields.iter().zip(shown) {
        if field.has_value() && (shown || (field.always_save && is_fit(field, submitted))) {
            fields.push((field.handle.clone(), value(field, submitted)));
        }
    }
    FormSubmission {
        form: spec.handle.clone(),
        fields,
    }
}

/// Whether the value of a hidden field, to which rules do not apply, has the shape of its kind, and its files those kinds
/// and sizes that the field accepts.
fn is_fit(field: &FieldSpec, submitted: &Submitted) -> bool {
    let of_files = field
        .rules
        .iter()
        .filter(|rule| matches!(rule, Rule::FileKinds(_) | Rule::FileSize(_)));
    let alone = FieldSpec {
        rules: of_files.cloned().collect(),
        condition: None,
        ..field.clone()
    };
    let spec = FormSpec {
        handle: String::new(),
        honeypot: String::new(),
        fields: vec![alone],
    };
    faults(&spec, submitted, Date::MAX, u64::MAX).is_empty()
}

fn value(field: &FieldSpec, submitted: &Submitted) -> FormValue {
    let value = submitted.values.get(&field.handle).cloned().unwrap_or(Value::Missing);
    match value.of_field(field) {
        Value::Flag(on) => FormValue::Flag(on),
        Value::List(list) => FormValue::List(list),
        Value::Files(_) => files(field, submitted),
        Value::Text(text) if field.kind == FieldKind::Date => FormValue::Day(dates::iso(&text)),
        Value::Text(text) => FormValue::Text(Some(text)),
        Value::Missing | Value::Unusable => match field.kind {
            FieldKind::Date => FormValue::Day(None),
            FieldKind::Files => files(field, submitted),
            FieldKind::Toggle => FormValue::Flag(false),
            _ if field.is_list() => FormValue::List(Vec::new()),
            _ => FormValue::Text(None),
        },
    }
}

fn files(field: &FieldSpec, submitted: &Submitted) -> FormValue {
    let sent = submitted.files.get(&field.handle).into_iter().flatten();
    let files = sent.filter_map(|file| {
        Some(FormFile {
            mime: content::mime(&file.name, &file.content)?.to_owned(),
            name: file.name.clone(),
            content: file.content.clone(),
        })
    });
    FormValue::Files {
        several: field.max_files != Some(1),
        files: files.collect(),
    }
}
