//! The messages that the faults of a form may need, so that a page contains only these.
//!
//! **Invariant:** every fault that `check` finds in a submission of the form has its key here.

use std::collections::BTreeSet;

use vitrine_model::form::FieldKind;

use crate::{
    message,
    rule::{Class, Rule},
    spec::{FieldSpec, FormSpec},
};

/// Keys of texts (`errors.form.required`). Includes variants that only some messages have, such as the one for the
/// number 1; the caller skips keys without a text.
pub fn texts(spec: &FormSpec) -> BTreeSet<String> {
    let mut texts = BTreeSet::from([message::INCOMPLETE.to_owned()]);
    let fields = spec.fields.iter().filter(|field| field.has_value());
    for key in fields.flat_map(keys) {
        texts.insert(format!("errors.form.{key}"));
        texts.insert(format!("errors.form.{key}.one"));
        if key.starts_with("date_") {
            texts.insert(message::DATE.to_owned());
        }
    }
    texts
}

/// The keys of the faults that a field may have.
pub fn keys(field: &FieldSpec) -> BTreeSet<&'static str> {
    let mut keys = BTreeSet::from(["invalid"]);
    keys.extend(of_kind(field));
    let rules = field.rules.iter();
    keys.extend(rules.flat_map(|rule| of_rule(rule, field)));
    keys
}

fn of_kind(field: &FieldSpec) -> Vec<&'static str> {
    match field.kind {
        FieldKind::Select | FieldKind::Radio | FieldKind::Checkboxes => vec!["is", "length_max"],
        FieldKind::Files => vec!["file_count"],
        FieldKind::Integer => vec!["integer", "length_max"],
        FieldKind::Decimal => vec!["number", "length_max"],
        FieldKind::Date => vec!["date", "length_max"],
        FieldKind::Toggle | FieldKind::Section | FieldKind::Html => Vec::new(),
        FieldKind::Text | FieldKind::Textarea | FieldKind::Time | FieldKind::Hidden => vec!["length_max"],
    }
}

fn of_rule(rule: &Rule, field: &FieldSpec) -> Vec<&'static str> {
    match rule {
        Rule::Required
        | Rule::RequireOne(_)
        | Rule::RequiredIf(..)
        | Rule::RequiredUnless(..)
        | Rule::RequiredWith(_)
        | Rule::RequiredWithout(_) => vec!["required"],
        Rule::Accepted => vec!["accepted"],
        Rule::Confirm(_) => vec!["confirm"],
        Rule::Different(_) => vec!["different"],
        Rule::Alpha(_) => vec!["alpha"],
        Rule::AlphaSpaces(_) => vec!["alpha_spaces"],
        Rule::Alphanumeric(_) => vec!["alphanumeric"],
        Rule::Contains(class) => vec![contains(*class)],
        Rule::Lowercase => vec!["lowercase"],
        Rule::Uppercase => vec!["uppercase"],
        Rule::Symbol => vec!["symbol"],
        Rule::Number => vec!["number"],
        Rule::Integer => vec!["integer"],
        Rule::Between(..) if field.is_list() => vec!["min_count", "max_count"],
        Rule::Min(_) if field.is_list() => vec!["min_count"],
        Rule::Max(_) if field.is_list() => vec!["max_count"],
        Rule::Between(..) => vec!["number", "between"],
        Rule::Min(_) => vec!["number", "min"],
        Rule::Max(_) => vec!["number", "max"],
        Rule::Length(_, None) => vec!["length"],
        Rule::Length(least, Some(_)) => [Some("length").filter(|_| *least > 0), Some("length_max")]
            .into_iter()
            .flatten()
            .collect(),
        Rule::Digits(least, most) => vec![if least == most { "digits" } else { "digits_between" }],
        Rule::DateAfter(day) => date(day, "date_after", "date_after_today"),
        Rule::DateFrom(day) => date(day, "date_from", "date_from_today"),
        Rule::DateBefore(day) => date(day, "date_before", "date_before_today"),
        Rule::DateUntil(day) => date(day, "date_until", "date_until_today"),
        Rule::DateBetween(..) => vec!["date", "date_between"],
        Rule::DateFormat(_) => vec!["date_format"],
        Rule::Email => vec!["email"],
        Rule::Url => vec!["url"],
        Rule::StartsWith(_) => vec!["starts_with"],
        Rule::EndsWith(_) => vec!["ends_with"],
        Rule::Is(_) => vec!["is"],
        Rule::Not(_) => vec!["not"],
        Rule::Matches(_) | Rule::Pattern(_) | Rule::NotPattern(_) => Vec::new(),
        Rule::FileKinds(_) => vec!["file_kind"],
        Rule::FileSize(_) => vec!["file_size"],
        Rule::FileSizeMin(_) => vec!["file_size_min"],
    }
}

fn date(day: &str, key: &'static str, today: &'static str) -> Vec<&'static str> {
    vec!["date", if matches!(day, "today" | "now") { today } else { key }]
}

const fn contains(class: Class) -> &'static str {
    match class {
        Class::Alpha => "contains_alpha",
        Class::AlphaSpaces => "contains_alpha_spaces",
        Class::Alphanumeric => "contains_alphanumeric",
        Class::Lowercase => "contains_lowercase",
        Class::Numeric => "contains_numeric",
        Class::Symbol => "contains_symbol",
        Class::Uppercase => "contains_uppercase",
    }
}
