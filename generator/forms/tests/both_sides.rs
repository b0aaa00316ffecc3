//! R-FORM-02: the page and the API judge any form alike. Forms and answers are made here, judged here, and judged again
//! by the island's rules in Node (`islands/test/judge.mjs`).
//!
//! Varied: forms of 1 to 5 fields of every kind, with options, several choices and limits of files or without; up to 3
//! rules a field, of every name that is known, with fitting and unfitting arguments (numbers, texts, handles, days,
//! patterns); conditions of up to 3 tests on any field, by every comparison; answers in every shape that JSON has, of
//! texts that rules are about, any characters, and more than is taken; files of any name and size.
//! The seed is the same in every run, or that of `VITRINE_FORMS_SEED`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is a failed test")]

use std::{
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
    thread,
};

use jiff::civil::{Date, date};
use proptest::{
    prelude::*,
    sample::select,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};
use vitrine_forms::{FieldSpec, File, FormSpec, Value, Values, check, definition, shown};
use vitrine_model::{
    form::{Comparison, FieldKind, Form, FormCondition, FormField, FormOption, FormRule, FormTest},
    ids::FormHandle,
};

const TODAY: Date = date(2026, 11, 28);
const FORMS: usize = 6_000;
const HANDLES: [&str; 5] = ["a", "b", "c", "d", "e"];

const KINDS: [FieldKind; 14] = [
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
    FieldKind::Section,
    FieldKind::Html,
];

const COMPARISONS: [Comparison; 10] = [
    Comparison::Equals,
    Comparison::Not,
    Comparison::Same,
    Comparison::NotSame,
    Comparison::Greater,
    Comparison::GreaterOrEqual,
    Comparison::Less,
    Comparison::LessOrEqual,
    Comparison::Contains,
    Comparison::ContainsAny,
];

/// Every name of `laravel.rs`, separated by blanks.
const RULES: &str = "required accepted require_one required_with required_without required_if required_unless same \
    confirm confirmed mimes extensions image in is min max size between digits digits_between min_digits max_digits \
    length alpha alpha_spaces alphanumeric alpha_num numeric number integer boolean email url active_url lowercase \
    uppercase symbol starts_with ends_with not not_in matches different regex not_regex contains_alpha \
    contains_alpha_spaces contains_alphanumeric contains_lowercase contains_numeric contains_symbol \
    contains_uppercase after date_after after_or_equal before date_before before_or_equal date_between date date_format";

/// What rules are about.
const PIECES: [&str; 36] = [
    "",
    "0",
    "1",
    "2",
    "5",
    "12",
    "-3",
    "1.5",
    "1e3",
    "+7",
    "a",
    "b",
    "Z",
    "é",
    "ß",
    "e\u{301}",
    "\u{1f600}",
    "a,b",
    " ",
    "\u{a0}",
    "\u{200b}",
    "\r\n",
    "\0",
    "\u{202e}",
    "@",
    ".",
    "-",
    "a@b.nl",
    "https://a.nl",
    "://",
    "2026-11-28",
    "2026-12-24",
    "24-12-2026",
    "14:30",
    "true",
    "null",
];

fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(PIECES.to_vec()), 0..5).prop_map(|pieces| pieces.concat());
    prop_oneof![4 => select(PIECES.to_vec()).prop_map(str::to_owned), 3 => pieces, 1 => any::<String>()]
}

/// A pattern of letters, digits, classes and repetitions, as it stands in a rule.
fn patterns() -> impl Strategy<Value = String> {
    let leaf = select(vec![
        "a", "b", "Z", ".", "[a-z]", "[^0-9]", r"\d", r"\w", r"\s", "^", "$", "é", r"\.",
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    let pattern = leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|row| row.concat()),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}|{b})")),
            (inner, select(vec!["*", "+", "?", "{2}", "{1,3}", "{0,}"])).prop_map(|(a, sign)| format!("({a}){sign}")),
        ]
    });
    (pattern, select(vec!["", "i", "u", "iu"])).prop_map(|(pattern, flags)| format!("/{pattern}/{flags}"))
}

const DAYS: [&str; 9] = [
    "today",
    "tomorrow",
    "yesterday",
    "now",
    "2026-11-01",
    "2026-11-28",
    "2026-12-24",
    "24-12-2026",
    "2026-02-30",
];

/// Arguments of any kind, whatever the rule is.
fn arguments() -> impl Strategy<Value = String> {
    let number = (0..14_u32).prop_map(|n| n.to_string());
    let words = [&HANDLES[..], &DAYS, &["d-m-Y", "ascii", "jpg", "pdf"]].concat();
    let one = prop_oneof![number, select(words).prop_map(str::to_owned), texts()];
    prop::collection::vec(one, 0..4).prop_map(|all| all.join(","))
}

/// Arguments that the rules of the name know.
fn fitting(name: &str) -> BoxedStrategy<String> {
    let some = |words: &[&'static str], most: usize| {
        prop::collection::vec(select(words.to_vec()), 1..=most)
            .prop_map(|words| words.join(","))
            .boxed()
    };
    match name {
        "min" | "max" | "size" | "digits" | "min_digits" | "max_digits" => {
            (0..14_u32).prop_map(|n| n.to_string()).boxed()
        }
        "between" | "digits_between" | "length" => (0..8_u32, 0..8_u32)
            .prop_map(|(a, more)| format!("{a},{}", a + more))
            .boxed(),
        "require_one" | "required_with" | "required_without" => some(&HANDLES, 3),
        "same" | "confirm" | "different" => some(&HANDLES, 1),
        "required_if" | "required_unless" => (select(HANDLES.to_vec()), some(&PIECES, 3))
            .prop_map(|(handle, values)| format!("{handle},{values}"))
            .boxed(),
        "mimes" | "extensions" => some(&["jpg", "JPEG", "pdf", "png", "php", "dwg"], 3),
        "regex" | "not_regex" => patterns().boxed(),
        "date_between" => (select(DAYS.to_vec()), select(DAYS.to_vec()))
            .prop_map(|(a, b)| format!("{a},{b}"))
            .boxed(),
        "date_format" => some(&["d-m-Y", "Y-m-d", "DD/MM/YYYY"], 2),
        "alpha" | "alpha_spaces" | "alphanumeric" | "alpha_num" => some(&["", "ascii", "latin", "default"], 1),
        name if name.starts_with("after") || name.starts_with("before") || name.starts_with("date_") => {
            some(&[&DAYS[..], &HANDLES].concat(), 1)
        }
        _ => some(&PIECES, 3),
    }
}

fn rules() -> impl Strategy<Value = String> {
    let names = || select(RULES.split_whitespace().collect::<Vec<_>>());
    prop_oneof![
        9 => names().prop_flat_map(|name| fitting(name).prop_map(move |arguments| format!("{name}:{arguments}"))),
        2 => select(vec!["min", "max", "size", "between"])
            .prop_flat_map(|name| fitting(name).prop_map(move |arguments| format!("{name}:{arguments}"))),
        3 => names().prop_map(str::to_owned),
        2 => (names(), arguments()).prop_map(|(name, arguments)| format!("{name}:{arguments}")),
    ]
}

fn conditions() -> impl Strategy<Value = FormCondition> {
    let test =
        (select(HANDLES.to_vec()), select(COMPARISONS.to_vec()), texts()).prop_map(|(field, comparison, value)| {
            FormTest {
                field: field.to_owned(),
                comparison,
                value,
            }
        });
    (any::<bool>(), any::<bool>(), prop::collection::vec(test, 1..4)).prop_map(|(negated, any, tests)| FormCondition {
        negated,
        any,
        tests,
    })
}

fn fields() -> impl Strategy<Value = FormField> {
    let options = prop::collection::vec(select(vec!["a", "b", "1", "é"]), 0..4);
    let rules = prop::collection::vec(rules(), 0..4);
    let (several, files) = (any::<bool>(), prop::option::of(0..3_u32));
    let condition = prop::option::weighted(0.3, conditions());
    (
        select(KINDS.to_vec()),
        options,
        several,
        files,
        rules,
        condition,
        any::<bool>(),
    )
        .prop_map(
            |(kind, options, multiple, max_files, rules, condition, always_save)| FormField {
                handle: String::new(),
                kind,
                label: String::new(),
                label_hidden: false,
                input_type: None,
                autocomplete: None,
                placeholder: None,
                instructions: None,
                inline_label: None,
                width: 100,
                options: options
                    .into_iter()
                    .map(|key| FormOption {
                        key: key.to_owned(),
                        label: key.to_owned(),
                    })
                    .collect(),
                inline: false,
                multiple,
                clearable: false,
                max_files,
                character_limit: None,
                default: None,
                rules: rules
                    .into_iter()
                    .map(|name| FormRule {
                        name,
                        arguments: Vec::new(),
                    })
                    .collect(),
                condition,
                always_save,
            },
        )
}

fn files() -> impl Strategy<Value = Json> {
    let name = prop_oneof![
        select(vec!["cv.pdf", "a.JPG", "a.php.pdf", "pdf", ".png", "a."]).prop_map(str::to_owned),
        texts()
    ];
    let size = prop_oneof![
        0..3_000_u64,
        (0..14_u64).prop_map(|kib| kib * 1024),
        9_000..11_000_u64,
        Just(6_000_000)
    ];
    prop::collection::vec(
        (name, size).prop_map(|(name, size)| json!({"name": name, "size": size})),
        1..4,
    )
    .prop_map(Json::Array)
}

/// What is sent for a field of this kind; `None` for nothing.
fn answers(kind: FieldKind) -> BoxedStrategy<Option<Json>> {
    let listed = prop::collection::vec(
        prop_oneof![select(vec!["a", "b", "1", "é"]).prop_map(str::to_owned), texts()],
        0..4,
    );
    let odd = select(vec![
        json!(null),
        json!(true),
        json!(false),
        json!(1.5),
        json!({"a": []}),
        json!([[null]]),
    ]);
    let much = (texts(), select(vec![101_usize, 20_001])).prop_map(|(text, times)| json!(text.repeat(times)));
    let many = (texts(), 99..103_usize).prop_map(|(text, times)| json!(vec![text; times]));
    let list = listed.prop_map(|list| json!(list));
    let usual: &[&str] = match kind {
        FieldKind::Date => &DAYS,
        FieldKind::Integer | FieldKind::Decimal => &["0", "3", "7", "12", "-3", "1.5"],
        _ => &["a", "b", "1", "é", "on"],
    };
    let text = prop_oneof![texts(), select(usual.to_vec()).prop_map(str::to_owned)].prop_map(|text| json!(text));
    let files = if kind == FieldKind::Files { 60 } else { 0 };
    prop_oneof![
        24 => text.prop_map(Some), 6 => list.prop_map(Some), 3 => odd.prop_map(Some), 1 => much.prop_map(Some),
        1 => many.prop_map(Some), 3 => Just(None), files => self::files().prop_map(Some),
    ]
    .boxed()
}

/// A form and what is sent.
fn submissions() -> impl Strategy<Value = (FormSpec, Vec<Option<Json>>)> {
    prop::collection::vec(fields(), 1..=HANDLES.len()).prop_flat_map(|mut fields| {
        for (field, handle) in fields.iter_mut().zip(HANDLES) {
            handle.clone_into(&mut field.handle);
        }
        let sent: Vec<_> = fields.iter().map(|field| answers(field.kind)).collect();
        let (spec, _) = definition::read(&Form {
            handle: FormHandle::parse("form").unwrap(),
            title: "Form".to_owned(),
            honeypot: "honeypot".to_owned(),
            fields,
        });
        (Just(spec), sent)
    })
}

fn value(field: &FieldSpec, json: &Json) -> Value {
    let files = Vec::<File>::deserialize(json).ok().filter(|files| !files.is_empty());
    match files {
        Some(files) if field.kind == FieldKind::Files => Value::Files(files),
        _ => Value::of(json),
    }
}

/// What the API says: the faults, and the fields that are shown.
fn verdict(spec: &FormSpec, sent: &[Option<Json>]) -> Json {
    let given = spec.fields.iter().zip(sent);
    let values: Values = given
        .filter_map(|(field, json)| Some((field.handle.clone(), value(field, json.as_ref()?))))
        .collect();
    let faults: Vec<Json> = check(spec, &values, TODAY)
        .into_iter()
        .map(|fault| {
            let parameters: serde_json::Map<String, Json> = fault
                .parameters
                .into_iter()
                .map(|(name, text)| (name.to_owned(), text.into()))
                .collect();
            json!({"field": fault.field, "key": fault.key, "parameters": parameters})
        })
        .collect();
    let handles = spec.fields.iter().map(|field| &field.handle).zip(shown(spec, &values));
    let shown: Vec<&String> = handles.filter_map(|(handle, is)| is.then_some(handle)).collect();
    json!({"faults": faults, "shown": shown})
}

/// The island's verdict of each line.
fn judged_by_the_island(lines: String) -> Vec<Json> {
    let islands = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../islands");
    let mut node = Command::new("node")
        .arg("test/judge.mjs")
        .current_dir(islands)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node judges by the island's rules: install Node.js 20 or newer");
    let mut input = node.stdin.take().unwrap();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = node.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "islands/test/judge.mjs failed; its packages come with `npm ci --ignore-scripts`"
    );
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// R-FORM-02: "no input on which they differ".
#[test]
fn r_form_02_page_and_api_judge_any_form_alike() {
    #[allow(clippy::disallowed_methods, reason = "the seed is a setting of this test alone")]
    let seed: u64 = std::env::var("VITRINE_FORMS_SEED").map_or(20_261_128, |seed| seed.parse().unwrap());
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let strategy = submissions();
    let mut lines = String::new();
    let mut verdicts = Vec::new();
    for _ in 0..FORMS {
        let (spec, sent) = strategy.new_tree(&mut runner).unwrap().current();
        let values: serde_json::Map<String, Json> = spec
            .fields
            .iter()
            .zip(&sent)
            .filter_map(|(field, json)| Some((field.handle.clone(), json.clone()?)))
            .collect();
        lines.push_str(&json!({"spec": spec, "values": values, "today": TODAY}).to_string());
        lines.push('\n');
        verdicts.push(verdict(&spec, &sent));
    }
    let judged = judged_by_the_island(lines.clone());
    assert_eq!(judged.len(), FORMS);
    let differing: Vec<String> = lines
        .lines()
        .zip(verdicts.iter().zip(&judged))
        .filter(|(_, (api, page))| api != page)
        .map(|(line, (api, page))| format!("{line}\n  API:  {api}\n  page: {page}"))
        .collect();
    let first: String = differing
        .iter()
        .take(3)
        .map(|row| row.chars().take(3_000).collect::<String>() + "\n")
        .collect();
    assert!(
        differing.is_empty(),
        "seed {seed}: {} of {FORMS} forms differ, among them\n{first}",
        differing.len()
    );
    expect_all_rules(&lines, &verdicts);
}

/// A generator that makes only empty or only refused forms would prove little.
fn expect_all_rules(lines: &str, verdicts: &[Json]) {
    let keys: std::collections::BTreeSet<&str> = verdicts
        .iter()
        .flat_map(|verdict| verdict["faults"].as_array().unwrap())
        .filter_map(|fault| fault["key"].as_str())
        .collect();
    assert!(keys.len() >= 40, "only {} messages were given: {keys:?}", keys.len());
    let fine = verdicts.iter().filter(|verdict| verdict["faults"] == json!([])).count();
    assert!(fine * 10 > verdicts.len(), "only {fine} forms are fine");
    let mut unused = Vec::new();
    for name in serde_names() {
        if !lines.contains(&format!("\"{name}\"")) {
            unused.push(name);
        }
    }
    assert_eq!(unused, Vec::<&str>::new(), "rules that no form has");
}

/// Rules as they stand in the JSON.
fn serde_names() -> [&'static str; 40] {
    [
        "required",
        "accepted",
        "require_one",
        "required_if",
        "required_unless",
        "required_with",
        "required_without",
        "confirm",
        "different",
        "alpha",
        "alpha_spaces",
        "alphanumeric",
        "contains",
        "between",
        "min",
        "max",
        "length",
        "digits",
        "date_after",
        "date_from",
        "date_before",
        "date_until",
        "date_between",
        "date_format",
        "starts_with",
        "ends_with",
        "is",
        "not",
        "matches",
        "pattern",
        "not_pattern",
        "file_kinds",
        "file_size",
        "file_size_min",
        "lowercase",
        "uppercase",
        "symbol",
        "number",
        "email",
        "url",
    ]
}
