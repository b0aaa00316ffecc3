//! A field of a form as HTML needs it.
//!
//! **Invariant:** the words are those of the page's locale, ids are unique as long as the form's is; what a field asks is
//! decided by the form's spec, so that the page, its island and the API agree on it.

use serde::Serialize;
use vitrine_forms::{FieldSpec, Rule, file_kinds};
use vitrine_model::form::{FieldKind, FormField};

use super::words::words;
use crate::context::ViewContext;

/// Kilobytes in a megabyte, as rules on files count them.
const MEGABYTE: u32 = 1024;

/// A field with its words. A section has a label alone.
#[derive(Serialize)]
pub(crate) struct FieldView {
    pub(crate) handle: String,
    pub(crate) id: String,
    /// The part of the template that prints it.
    control: Control,
    pub(crate) label: String,
    label_hidden: bool,
    hint: Option<String>,
    /// Percent of the row.
    width: u8,
    required: bool,
    /// The `type` of an input.
    input: &'static str,
    /// The `inputmode` of an input.
    mode: Option<&'static str>,
    autocomplete: Option<String>,
    placeholder: Option<String>,
    options: Vec<OptionView>,
    /// Options side by side.
    inline: bool,
    /// The text beside a toggle.
    beside: String,
    pub(crate) value: String,
    on: bool,
    /// The `accept` of a file field.
    accept: Option<String>,
    several: bool,
    /// The field has a condition.
    conditional: bool,
    /// Whether it is shown in a form that nobody has filled in yet.
    pub(crate) shown: bool,
}

/// An option of a field.
#[derive(Clone, Serialize)]
pub(crate) struct OptionView {
    pub(crate) key: String,
    pub(crate) label: String,
    pub(crate) chosen: bool,
}

/// How a field is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Control {
    Input,
    Area,
    Select,
    Radios,
    Boxes,
    Toggle,
    File,
    Hidden,
    Section,
    Text,
}

fn control(spec: &FieldSpec) -> Control {
    match spec.kind {
        FieldKind::Textarea => Control::Area,
        _ if spec.is_list() => Control::Boxes,
        FieldKind::Select => Control::Select,
        FieldKind::Radio => Control::Radios,
        FieldKind::Toggle => Control::Toggle,
        FieldKind::Files => Control::File,
        FieldKind::Hidden => Control::Hidden,
        FieldKind::Section => Control::Section,
        FieldKind::Html => Control::Text,
        _ => Control::Input,
    }
}

/// Types of inputs that an editor may choose; any other one is text.
const TYPES: [&str; 5] = ["email", "tel", "url", "text", "search"];

fn input(field: &FormField) -> (&'static str, Option<&'static str>) {
    match field.kind {
        FieldKind::Date => ("date", None),
        FieldKind::Time => ("time", None),
        FieldKind::Integer => ("text", Some("numeric")),
        FieldKind::Decimal => ("text", Some("decimal")),
        _ => {
            let chosen = field.input_type.as_deref().unwrap_or("text");
            let known = TYPES.into_iter().find(|known| *known == chosen);
            (known.unwrap_or("text"), None)
        }
    }
}

/// The view of a field of the form with this id. `shown` says whether it is shown at first.
pub(super) fn view(cx: &ViewContext<'_>, form: &str, field: &FormField, spec: &FieldSpec, shown: bool) -> FieldView {
    let (input, mode) = input(field);
    let label = words(cx, &field.label);
    let optional = |text: &Option<String>| text.as_deref().map(|text| words(cx, text));
    let is_on = |value: &str| matches!(value, "1" | "true" | "on" | "yes");
    let default = field.default.clone().unwrap_or_default();
    FieldView {
        handle: field.handle.clone(),
        id: format!("{form}-{}", field.handle),
        control: control(spec),
        label_hidden: field.label_hidden,
        hint: hint(cx, field, spec),
        width: width(field.width),
        required: spec.is_required(),
        input,
        mode,
        autocomplete: field.autocomplete.clone(),
        placeholder: optional(&field.placeholder),
        options: options(cx, field, &default),
        inline: field.inline,
        beside: optional(&field.inline_label).unwrap_or_else(|| label.clone()),
        on: is_on(&default),
        value: default,
        accept: accept(spec),
        several: spec.max_files.is_none_or(|most| most > 1),
        conditional: spec.condition.is_some(),
        shown,
        label,
    }
}

/// The widths that the style sheet knows.
fn width(percent: u8) -> u8 {
    let known = [25, 33, 50, 66, 75];
    known.into_iter().find(|width| *width == percent).unwrap_or(100)
}

fn options(cx: &ViewContext<'_>, field: &FormField, default: &str) -> Vec<OptionView> {
    let options = field.options.iter();
    options
        .map(|option| OptionView {
            key: option.key.clone(),
            label: words(cx, &option.label),
            chosen: !default.is_empty() && option.key == default,
        })
        .collect()
}

/// The editor's instructions, or for files what may be chosen.
fn hint(cx: &ViewContext<'_>, field: &FormField, spec: &FieldSpec) -> Option<String> {
    if let Some(text) = &field.instructions {
        return Some(words(cx, text));
    }
    if spec.kind != FieldKind::Files {
        return None;
    }
    let mut parts = Vec::new();
    let most = spec.max_files.unwrap_or(1);
    parts.push(cx.plural("content.form_files", i64::from(most), &[]));
    for rule in &spec.rules {
        match rule {
            Rule::FileKinds(kinds) if *kinds == file_kinds::USUAL => parts.push(cx.t("content.form_usual_files", &[])),
            Rule::FileKinds(kinds) => parts.push(kinds.join(", ")),
            Rule::FileSize(most) => parts.push(size(cx, *most)),
            _ => {}
        }
    }
    Some(parts.join("; "))
}

fn size(cx: &ViewContext<'_>, kilobytes: u32) -> String {
    if kilobytes >= MEGABYTE && kilobytes.is_multiple_of(MEGABYTE) {
        cx.t(
            "content.form_megabytes",
            &[("size", &(kilobytes / MEGABYTE).to_string())],
        )
    } else {
        cx.t("content.form_kilobytes", &[("size", &kilobytes.to_string())])
    }
}

fn accept(spec: &FieldSpec) -> Option<String> {
    let kinds = spec.rules.iter().find_map(|rule| match rule {
        Rule::FileKinds(kinds) => Some(kinds),
        _ => None,
    })?;
    let endings: Vec<String> = kinds.iter().map(|kind| format!(".{kind}")).collect();
    Some(endings.join(","))
}
