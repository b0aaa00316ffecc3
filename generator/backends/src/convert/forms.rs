//! Form definitions (Statamic §9): three notations for options, two for rules, eight keys for conditions.
//!
//! **Invariant:** fields keep their order; an unknown type becomes a text input; an unreadable condition is reported
//! and the field is always shown.

use serde_json::{Map, Value};
use vitrine_model::{
    diagnostic::Place,
    form::{Comparison, FieldKind, Form, FormCondition, FormField, FormOption, FormRule, FormTest},
    ids::FormHandle,
};

use super::{
    error::ConvertError,
    findings::Findings,
    input::{Input, place_of_line},
    inspect,
};
use crate::{
    snapshot::name,
    statamic::wire::{Fields, Unread, elements},
};

/// Statamic's default, for forms that the configuration does not list.
const HONEYPOT: &str = "honeypot";

/// Keys of conditions: (key, negated, any). The first one that is present is used.
const CONDITIONS: [(&str, bool, bool); 8] = [
    ("if", false, false),
    ("if_any", false, true),
    ("show_when", false, false),
    ("show_when_any", false, true),
    ("unless", true, false),
    ("unless_any", true, true),
    ("hide_when", true, false),
    ("hide_when_any", true, true),
];

const COMPARISONS: [(&str, Comparison); 16] = [
    ("equals", Comparison::Equals),
    ("is", Comparison::Equals),
    ("==", Comparison::Equals),
    ("not", Comparison::Not),
    ("isnt", Comparison::Not),
    ("!=", Comparison::Not),
    ("===", Comparison::Same),
    ("!==", Comparison::NotSame),
    (">", Comparison::Greater),
    (">=", Comparison::GreaterOrEqual),
    ("<", Comparison::Less),
    ("<=", Comparison::LessOrEqual),
    ("contains", Comparison::Contains),
    ("includes", Comparison::Contains),
    ("contains_any", Comparison::ContainsAny),
    ("includes_any", Comparison::ContainsAny),
];

/// Converts every form.
pub(crate) fn convert(input: &Input<'_>, findings: &Findings) -> Result<Vec<Form>, ConvertError> {
    let mut forms = Vec::new();
    let file = name(&["statamic", "forms"])?;
    for (line, record) in input.records(&file, findings)?.enumerate() {
        let record = record?;
        let unread = Unread::default();
        let fields = Fields::of(&record).noting(&unread);
        let Some(handle) = fields.text("handle").and_then(|h| FormHandle::parse(&h).ok()) else {
            findings.left_out(
                place_of_line(&file, line),
                "handle",
                "it has no handle that can be read",
            );
            continue;
        };
        let place = Place {
            source: "statamic".to_owned(),
            kind: "form".to_owned(),
            id: handle.to_string(),
            ..Place::default()
        };
        inspect::check(&record, &place, findings);
        let honeypot = input.config.honeypots.get(handle.as_str()).cloned();
        forms.push(Form {
            title: fields.text("title").unwrap_or_else(|| handle.to_string()),
            honeypot: honeypot.unwrap_or_else(|| HONEYPOT.to_owned()),
            fields: form_fields(fields, &place, findings),
            handle,
        });
        findings.unread(&place, unread);
    }
    Ok(forms)
}

fn form_fields(form: Fields<'_>, place: &Place, findings: &Findings) -> Vec<FormField> {
    let fields = form.group("fields");
    fields
        .keys()
        .map(|handle| field(handle, fields.group(handle), place, findings))
        .collect()
}

fn field(handle: &str, config: Fields<'_>, place: &Place, findings: &Findings) -> FormField {
    let kind = kind(config);
    let small = |key: &str| config.integer(key).and_then(|n| u32::try_from(n).ok());
    let mut rules = rules(config);
    if config.toggle("required") && !rules.iter().any(|rule| rule.name == "required") {
        rules.insert(
            0,
            FormRule {
                name: "required".to_owned(),
                arguments: Vec::new(),
            },
        );
    }
    FormField {
        handle: config.text("handle").unwrap_or_else(|| handle.to_owned()),
        kind,
        label: config.text("display").unwrap_or_else(|| handle.to_owned()),
        label_hidden: config.toggle("hide_display"),
        input_type: config.text("input_type"),
        autocomplete: config.text("autocomplete"),
        placeholder: config.text("placeholder"),
        instructions: config.text("instructions"),
        inline_label: config.text("inline_label"),
        width: width(config),
        options: options(config),
        inline: config.toggle("inline"),
        multiple: config.toggle("multiple") || small("max_items").is_some_and(|most| most > 1),
        clearable: config.toggle("clearable"),
        max_files: small("max_files"),
        character_limit: small("character_limit"),
        default: default(config),
        rules,
        condition: condition(handle, config, place, findings),
        always_save: config.toggle("always_save"),
    }
}

fn kind(config: Fields<'_>) -> FieldKind {
    if config.choice("visibility").as_deref() == Some("hidden")
        || config.text("input_type").as_deref() == Some("hidden")
    {
        return FieldKind::Hidden;
    }
    match config.text("type").as_deref() {
        Some("textarea") => FieldKind::Textarea,
        Some("select" | "dictionary") => FieldKind::Select,
        Some("radio" | "button_group") => FieldKind::Radio,
        Some("checkboxes") => FieldKind::Checkboxes,
        Some("toggle") => FieldKind::Toggle,
        Some("assets" | "files") => FieldKind::Files,
        Some("date") => FieldKind::Date,
        Some("time") => FieldKind::Time,
        Some("integer") => FieldKind::Integer,
        Some("float") => FieldKind::Decimal,
        Some("hidden") => FieldKind::Hidden,
        Some("section") => FieldKind::Section,
        Some("html" | "spacer") => FieldKind::Html,
        _ => FieldKind::Text,
    }
}

/// A width that Statamic supports; the full row for any other value.
fn width(config: Fields<'_>) -> u8 {
    let asked = config.integer("width").and_then(|n| u8::try_from(n).ok());
    asked.filter(|n| [25, 33, 50, 66, 75].contains(n)).unwrap_or(100)
}

fn default(config: Fields<'_>) -> Option<String> {
    match config.get("default")? {
        Value::Bool(on) => Some(on.to_string()),
        // That of checkboxes is a list, which no field begins with.
        _ => config.quiet().text("default"),
    }
}

/// Options from a map of labels by key, a list of texts, or a list of `{key, value}`; an option without a label uses
/// its key.
fn options(config: Fields<'_>) -> Vec<FormOption> {
    let option = |key: &str, label: Option<String>| FormOption {
        key: key.to_owned(),
        label: label.unwrap_or_else(|| key.to_owned()),
    };
    match config.get("options") {
        Some(Value::Object(map)) if !map.values().all(Value::is_object) => {
            let words = Fields::of_map(map);
            map.keys().map(|key| option(key, words.text(key))).collect()
        }
        Some(value) if elements(value).is_some() => config
            .list("options")
            .into_iter()
            .filter_map(|value| {
                let row = Fields::of(value);
                match row.text("key") {
                    Some(key) => Some(option(&key, row.text("value"))),
                    None => value.as_str().map(|text| option(text, None)),
                }
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// `"required|max:60"` or `["required", "max:60"]`. The text of a field with files is one rule there, as it is for the CMS
/// (Part C "Forms").
fn rules(config: Fields<'_>) -> Vec<FormRule> {
    let has_files = matches!(config.text("type").as_deref(), Some("assets" | "files"));
    let texts = match config.get("validate") {
        Some(Value::String(text)) if has_files => vec![text.clone()],
        Some(Value::String(text)) => text.split('|').map(str::to_owned).collect(),
        Some(value) if elements(value).is_some() => config.texts("validate"),
        _ => Vec::new(),
    };
    let rules = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    rules
        .map(|text| {
            let (name, rest) = text.split_once(':').unwrap_or((text, ""));
            let arguments = match name {
                "regex" | "not_regex" => vec![rest.to_owned()],
                _ if rest.is_empty() => Vec::new(),
                _ => rest.split(',').map(|argument| argument.trim().to_owned()).collect(),
            };
            FormRule {
                name: name.to_owned(),
                arguments,
            }
        })
        .collect()
}

fn condition(handle: &str, config: Fields<'_>, place: &Place, findings: &Findings) -> Option<FormCondition> {
    let (key, negated, any) = CONDITIONS.into_iter().find(|(key, ..)| config.get(key).is_some())?;
    let tests = match config.get(key) {
        Some(Value::Object(map)) if !map.is_empty() => tests(map),
        _ => {
            findings.shape(
                place,
                handle,
                &format!("its condition {key:?} is a function of the control panel; the field is always shown"),
            );
            return None;
        }
    };
    Some(FormCondition { negated, any, tests })
}

fn tests(map: &Map<String, Value>) -> Vec<FormTest> {
    let test = |field: &String, value: &Value| {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((&text, ""));
        let known = COMPARISONS
            .iter()
            .find(|(word, _)| *word == first && !rest.trim().is_empty());
        FormTest {
            field: field.trim_start_matches("$root.").to_owned(),
            comparison: known.map_or(Comparison::Equals, |(_, comparison)| *comparison),
            value: known.map_or(text.as_str(), |_| rest.trim()).to_owned(),
        }
    };
    map.iter().map(|(field, value)| test(field, value)).collect()
}

#[cfg(test)]
mod form_tests {
    use super::*;
    use serde_json::json;

    fn one(config: &Value) -> FormField {
        field("x", Fields::of(config), &Place::default(), &Findings::default())
    }

    /// R-FORM-01: types, widths, options in all three notations, defaults, required marks, conditions.
    #[test]
    fn r_form_01_definitions_are_read() {
        let labels = |config: Value| -> Vec<(String, String)> {
            one(&config).options.into_iter().map(|o| (o.key, o.label)).collect()
        };
        let expected = [("a".to_owned(), "A".to_owned()), ("b".to_owned(), "b".to_owned())];
        assert_eq!(labels(json!({"options": {"a": "A", "b": null}})), expected);
        assert_eq!(
            labels(json!({"options": [{"key": "a", "value": "A"}, {"key": "b", "value": null}]})),
            expected
        );
        assert_eq!(labels(json!({"options": ["b"]})), expected[1..]);

        let text = one(&json!({"type": "text", "width": 50, "validate": "sometimes|required|max:60", "default": true}));
        assert_eq!((text.kind, text.width, text.is_required()), (FieldKind::Text, 50, true));
        assert_eq!(text.rules[2].arguments, ["60"]);
        assert_eq!(text.default.as_deref(), Some("true"));
        let files = |validate: Value| one(&json!({"type": "assets", "validate": validate})).rules;
        assert_eq!(
            files(json!("mimes:jpg,pdf|max:5120"))[0].arguments,
            ["jpg", "pdf|max:5120"]
        );
        assert_eq!(files(json!(["mimes:jpg,pdf", "max:5120"]))[1].arguments, ["5120"]);
        assert!(one(&json!({"type": "toggle", "validate": ["accepted"]})).is_required());
        assert!(one(&json!({"required": true})).is_required());
        assert_eq!(one(&json!({"type": "moon_phase", "width": 42})).width, 100);
        assert_eq!(
            one(&json!({"validate": ["regex:/a,b|c/"]})).rules[0].arguments,
            ["/a,b|c/"]
        );
    }

    #[test]
    fn conditions_are_read_with_every_operator() {
        let read = |value: Value| one(&json!({"unless_any": {"$root.country": value}})).condition.unwrap();
        let condition = read(json!("contains_any order, delivery"));
        assert!(condition.negated && condition.any);
        let test = &condition.tests[0];
        assert_eq!(
            (test.field.as_str(), test.comparison, test.value.as_str()),
            ("country", Comparison::ContainsAny, "order, delivery")
        );
        for (text, comparison, value) in [
            (json!("NL"), Comparison::Equals, "NL"),
            (json!("not empty"), Comparison::Not, "empty"),
            (json!("not"), Comparison::Equals, "not"),
            (json!("> 3"), Comparison::Greater, "3"),
            (json!(true), Comparison::Equals, "true"),
        ] {
            let test = read(text).tests.remove(0);
            assert_eq!((test.comparison, test.value.as_str()), (comparison, value));
        }
        let findings = Findings::default();
        let custom = json!({"if": "myFunction"});
        assert_eq!(
            field("x", Fields::of(&custom), &Place::default(), &findings).condition,
            None
        );
        assert_eq!(findings.into_list().len(), 1);
    }
}
