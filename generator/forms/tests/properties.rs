//! Properties that hold for every input, beyond the cases of the table.
//!
//! Varied: texts of any characters and of those that rules are about, up to 60 of them; rules as editors write them and
//! arbitrary texts instead, on every kind of field; forms of up to 6 fields with conditions on any of them, including
//! cycles and missing fields; patterns of literals, classes, groups, alternatives and repetitions.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

use jiff::civil::{Date, date};
use proptest::prelude::*;
use serde_json::json;
use vitrine_forms::{FieldSpec, Rule, Value, Values, check, definition, file_kinds, laravel, needed, pattern, shown};
use vitrine_model::form::{Comparison, FieldKind, Form, FormCondition, FormField, FormRule, FormTest};

const TODAY: Date = date(2026, 11, 28);

const KINDS: [FieldKind; 12] = [
    FieldKind::Text,
    FieldKind::Textarea,
    FieldKind::Select,
    FieldKind::Radio,
    FieldKind::Checkboxes,
    FieldKind::Toggle,
    FieldKind::Files,
    FieldKind::Date,
    FieldKind::Time,
    FieldKind::Integer,
    FieldKind::Decimal,
    FieldKind::Hidden,
];

const RULES: [&str; 20] = [
    "required",
    "email",
    "url",
    "max:5",
    "min:2",
    "between:1,3",
    "digits:8",
    "numeric",
    "integer",
    "alpha",
    "alpha_spaces",
    "contains_uppercase",
    "lowercase",
    "after:today",
    "date_format:d-m-Y",
    "in:a,b",
    "starts_with:a",
    "regex:/^[a-z]+$/i",
    "mimes:jpg,pdf|max:5120",
    "same:b",
];

fn typed() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "Z",
        "9",
        "1e",
        ".",
        "-",
        "@",
        "://",
        "https",
        " ",
        "\u{a0}",
        "\u{200b}",
        "\r\n",
        "\0",
        "\u{202e}",
        "e\u{301}",
        "\u{1f600}",
        "2026-12-24",
        "true",
        "",
    ]);
    prop_oneof![
        any::<String>(),
        prop::collection::vec(pieces, 0..12).prop_map(|pieces| pieces.concat()),
    ]
}

fn submitted() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![
        typed().prop_map(|text| json!(text)),
        prop::collection::vec(typed(), 0..4).prop_map(|list| json!(list)),
        prop::sample::select(vec![
            json!(null),
            json!(true),
            json!(1.5),
            json!({"a": []}),
            json!([[null]])
        ]),
    ]
}

fn field(handle: &str, kind: FieldKind, rules: &[String], condition: Option<FormCondition>) -> FormField {
    FormField {
        handle: handle.to_owned(),
        kind,
        label: handle.to_owned(),
        label_hidden: false,
        input_type: None,
        autocomplete: None,
        placeholder: None,
        instructions: None,
        inline_label: None,
        width: 100,
        options: Vec::new(),
        inline: false,
        multiple: false,
        clearable: false,
        max_files: None,
        character_limit: None,
        default: None,
        rules: rules
            .iter()
            .map(|rule| FormRule {
                name: rule.clone(),
                arguments: Vec::new(),
            })
            .collect(),
        condition,
        always_save: false,
    }
}

fn form(fields: Vec<FormField>) -> Form {
    Form {
        handle: vitrine_model::ids::FormHandle::parse("form").unwrap(),
        title: "Form".to_owned(),
        honeypot: "honeypot".to_owned(),
        fields,
    }
}

const HANDLES: [&str; 7] = ["a", "b", "c", "d", "e", "f", "gone"];

fn condition() -> impl Strategy<Value = Option<FormCondition>> {
    let comparison = prop::sample::select(vec![
        Comparison::Equals,
        Comparison::Not,
        Comparison::Same,
        Comparison::Greater,
        Comparison::LessOrEqual,
        Comparison::Contains,
        Comparison::ContainsAny,
    ]);
    let test = (
        prop::sample::select(HANDLES.to_vec()),
        comparison,
        prop::sample::select(vec!["1", "empty", "true", "a,1"]),
    );
    let tests = prop::collection::vec(test, 1..3);
    prop::option::of((any::<bool>(), any::<bool>(), tests).prop_map(|(negated, any, tests)| {
        FormCondition {
            negated,
            any,
            tests: tests
                .into_iter()
                .map(|(field, comparison, value)| FormTest {
                    field: field.to_owned(),
                    comparison,
                    value: value.to_owned(),
                })
                .collect(),
        }
    }))
}

/// A pattern of `a`, `b` and `c` that both parsers accept.
fn patterns() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", ".", "[ab]", "[^a]", "^", "$", "c"]).prop_map(str::to_owned);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|row| row.concat()),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(?:{a}|{b})")),
            (inner, prop::sample::select(vec!["*", "+", "?", "{2}", "{1,2}", "{0,}"]))
                .prop_map(|(a, sign)| format!("(?:{a}){sign}")),
        ]
    })
}

/// Part C "Forms": "`validate: 'mimes:jpg,png,pdf|max:5120'` as one string on a file field refuses every PDF; as a list it
/// works." Here it is two rules, and who made the form is told that the CMS sees one.
#[test]
fn r_form_02_several_rules_in_one_text_are_told() {
    let files = |rules: &[&str]| {
        let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        definition::read(&form(vec![field("a", FieldKind::Files, &rules, None)]))
    };
    let (as_list, told) = files(&["mimes:jpg,png,pdf", "max:5120"]);
    assert_eq!(told, []);
    let (in_one, told) = files(&["mimes:jpg,png,pdf|max:5120"]);
    assert_eq!(in_one, as_list);
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].field.as_str(), told[0].what.as_str()),
        ("a", "mimes:jpg,png,pdf|max:5120")
    );
    assert!(told[0].why.contains("list"), "{}", told[0].why);
}

/// R-FORM-06: a field for files accepts no kind that a web server or a browser runs, whatever its rules are.
#[test]
fn r_form_06_no_field_accepts_files_that_are_run() {
    let kinds = |rules: &[&str]| {
        let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
        let (spec, told) = definition::read(&form(vec![field("a", FieldKind::Files, &rules, None)]));
        let kinds = spec.fields[0].rules.iter().find_map(|rule| match rule {
            Rule::FileKinds(kinds) => Some(kinds.join(",")),
            _ => None,
        });
        let told: Vec<String> = told.into_iter().map(|finding| finding.what).collect();
        (kinds.unwrap(), told.join(" "))
    };
    let usual = file_kinds::USUAL.join(",");
    for (rules, accepted, told) in [
        (&[][..], usual.as_str(), ""),
        (&["max:10240"], &usual, ""),
        (&["mimes:pdf,dwg"], "pdf,dwg", ""),
        (&["mimes:PHP,pdf,svg"], "pdf", "mimes:php mimes:svg"),
        (&["mimes:html"], &usual, "mimes:html"),
        (&["extensions:js,exe"], &usual, "mimes:js mimes:exe"),
    ] {
        assert_eq!(kinds(rules), (accepted.to_owned(), told.to_owned()), "{rules:?}");
    }
    assert!(file_kinds::USUAL.iter().all(|kind| !file_kinds::is_run(kind)));
}

proptest! {
    /// R-FORM-02: every value gets at most one fault per field, and surrounding white space changes nothing.
    #[test]
    fn r_form_02_every_value_gets_a_verdict(
        kind in prop::sample::select(KINDS.to_vec()),
        rules in prop::collection::vec(prop::sample::select(RULES.to_vec()), 0..4),
        value in submitted(),
    ) {
        let rules: Vec<String> = rules.into_iter().map(str::to_owned).collect();
        let (spec, _) = definition::read(&form(vec![field("a", kind, &rules, None), field("b", FieldKind::Text, &[], None)]));
        let judge = |value| check(&spec, &Values::from([("a".to_owned(), value)]), TODAY);
        let faults = judge(Value::of(&value));
        prop_assert!(faults.len() <= 1);
        let needed = needed::texts(&spec);
        for fault in &faults {
            prop_assert!(needed.contains(&format!("errors.form.{}", fault.key)), "a page has no text for {}", fault.key);
        }
        let is_typed = !matches!(kind, FieldKind::Checkboxes | FieldKind::Toggle | FieldKind::Files);
        if let (Some(text), true) = (value.as_str(), is_typed) {
            prop_assert_eq!(judge(Value::Text(format!("\u{a0} {text}\r\n"))), faults);
        }
    }

    /// R-FORM-02: a rule of the CMS is mapped or reported, and a mapped rule survives serialisation.
    #[test]
    fn r_form_02_no_rule_is_skipped_in_silence(
        kind in prop::sample::select(KINDS.to_vec()),
        rule in prop_oneof![typed(), "[a-z_]{3,12}(:[a-z0-9,./^$|]{0,12})?", prop::sample::select(RULES.to_vec()).prop_map(str::to_owned)],
    ) {
        let own: FieldSpec = serde_json::from_value(json!({"handle": "own", "kind": kind})).unwrap();
        for rule in laravel::split(&json!(rule)) {
            let mapped = laravel::map(&own, std::slice::from_ref(&rule));
            let name = rule.split(':').next().unwrap_or_default().trim();
            let asks_nothing = ["sometimes", "nullable", "bail", "string", "array", "file", "date", "boolean"];
            prop_assert!(mapped.rules.len() + mapped.refused.len() > 0 || asks_nothing.contains(&name), "{}", rule);
            let written = serde_json::to_string(&mapped.rules).unwrap();
            prop_assert_eq!(serde_json::from_str::<Vec<Rule>>(&written).unwrap(), mapped.rules);
        }
    }

    /// R-FORM-01: the same fields are shown without the values of hidden fields, which are not sent; cycles are
    /// reported regardless of the order of the conditions.
    #[test]
    fn r_form_01_hidden_values_are_not_needed(
        conditions in prop::collection::vec(condition(), 6),
        values in prop::collection::vec(prop::sample::select(vec!["", "0", "1", "a"]), 6),
    ) {
        let fields = HANDLES.iter().zip(&conditions).map(|(handle, condition)| field(handle, FieldKind::Text, &[], condition.clone()));
        let (spec, findings) = definition::read(&form(fields.collect()));
        let left = spec.fields.iter().filter(|field| field.condition.is_some()).count();
        prop_assert_eq!(left + findings.len(), conditions.iter().flatten().count());
        let all: Values = HANDLES.iter().zip(values).map(|(handle, text)| ((*handle).to_owned(), Value::Text(text.to_owned()))).collect();
        let before = shown(&spec, &all);
        let sent = |handle: &String| spec.position(handle).is_some_and(|at| before[at]);
        let sent: Values = all.into_iter().filter(|(handle, _)| sent(handle)).collect();
        prop_assert_eq!(shown(&spec, &sent), before);
    }

    /// R-FORM-02: a pattern matches whatever the crate `regex`, which parses such patterns as PCRE does, matches.
    #[test]
    fn r_form_02_patterns_match_like_regular_expressions(pattern in patterns(), text in "[abc]{0,8}") {
        if let Ok(program) = pattern::compile(&format!("/{pattern}/")) {
            prop_assert_eq!(program.finds(&text), regex::Regex::new(&pattern).unwrap().is_match(&text), "{} in {}", pattern, text);
        }
    }
}
