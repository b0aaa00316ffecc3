//! R-FORM-02, R-FORM-03: the table of rules, conditions and messages that the islands run too
//! (`islands/test/forms.test.ts`).

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use vitrine_forms::{
    FieldSpec, File, FormSpec, Rule, Value, Values, check, classes, laravel,
    message::{INCOMPLETE, message},
    shown,
    shown::test_passes,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    today: Date,
    names: BTreeMap<String, String>,
    rules: Vec<RuleCase>,
    conditions: Vec<ConditionCase>,
    shown: Vec<ShownCase>,
    generated: Generated,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Generated {
    seed: u32,
    /// Fragments of generated texts.
    pieces: Vec<String>,
    /// Digests of the verdicts, one for each 1,000 texts.
    digests: Vec<String>,
    /// Digest of the classes of all characters.
    classes: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleCase {
    kind: Json,
    value: Json,
    /// The value is this text, repeated this many times.
    times: Option<usize>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    multiple: bool,
    max_files: Option<u32>,
    #[serde(default)]
    others: BTreeMap<String, Json>,
    /// The rules as written in the CMS; they must be mapped to `rules`.
    laravel: Option<Json>,
    rules: Vec<Rule>,
    /// `fine`, or the key of the message.
    verdict: String,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    nl: Option<String>,
    en: Option<String>,
    de: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionCase {
    kind: Json,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    multiple: bool,
    value: Json,
    comparison: Json,
    with: String,
    holds: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShownCase {
    fields: Vec<FieldSpec>,
    values: BTreeMap<String, Json>,
    shown: Vec<String>,
}

fn table() -> Table {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

/// A value of the table: files are `[{"name", "size"}]`, in fields for files only.
fn value(kind: &Json, json: &Json) -> Value {
    let files = || Vec::<File>::deserialize(json).ok().filter(|files| !files.is_empty());
    match files() {
        Some(files) if *kind == "files" => Value::Files(files),
        _ => Value::of(json),
    }
}

fn field(handle: &str, kind: &Json, options: &[String], multiple: bool) -> FieldSpec {
    let mut field = json!({"handle": handle, "kind": kind, "options": options});
    field["multiple"] = multiple.into();
    serde_json::from_value(field).unwrap()
}

fn texts(locale: &str) -> BTreeMap<String, String> {
    let path = format!("{}/../../locales/{locale}/errors.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn judge(case: &RuleCase, today: Date) -> Vec<vitrine_forms::Fault> {
    let json = match case.times {
        Some(times) => json!(case.value.as_str().unwrap().repeat(times)),
        None => case.value.clone(),
    };
    judge_as(case, &json, &case.others, today)
}

fn judge_as(
    case: &RuleCase,
    own_value: &Json,
    others: &BTreeMap<String, Json>,
    today: Date,
) -> Vec<vitrine_forms::Fault> {
    let mut own = field("own", &case.kind, &case.options, case.multiple);
    own.rules.clone_from(&case.rules);
    own.max_files = case.max_files;
    let mut fields = vec![own];
    let mut values = Values::from([("own".to_owned(), value(&case.kind, own_value))]);
    for (handle, other) in others {
        fields.push(field(handle, &json!("text"), &[], false));
        values.insert(handle.clone(), value(&json!("text"), other));
    }
    let spec = FormSpec {
        handle: "form".to_owned(),
        honeypot: "honeypot".to_owned(),
        fields,
    };
    check(&spec, &values, today)
}

/// R-FORM-02, R-FORM-03: each value gets its verdict, and its message in three languages.
#[test]
fn r_form_02_and_03_values_get_their_verdicts() {
    let table = table();
    assert!(table.rules.len() >= 300);
    let texts: BTreeMap<&str, _> = ["nl", "en", "de"].into_iter().map(|code| (code, texts(code))).collect();
    for case in &table.rules {
        let what = format!("{:?} of {} by {:?}", case.value, case.kind, case.rules);
        let faults = judge(case, table.today);
        let Some(fault) = faults.first() else {
            assert_eq!(case.verdict, "fine", "{what}");
            continue;
        };
        assert_eq!((faults.len(), fault.key), (1, case.verdict.as_str()), "{what}");
        let parameters: BTreeMap<String, String> = fault
            .parameters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        assert_eq!(parameters, case.parameters, "{what}");
        for (code, expected) in [("nl", &case.nl), ("en", &case.en), ("de", &case.de)] {
            let said = message(fault, &table.names[code], |key| {
                texts[code].get(key).map(String::as_str)
            });
            assert_eq!(&said, expected, "{code}: {what}");
        }
    }
}

/// R-FORM-02: Laravel's rules, as a text or a list, are mapped to ours, and ours are serialised as in the table.
#[test]
fn r_form_02_rules_of_the_cms_become_ours() {
    for case in table().rules {
        let Some(source) = &case.laravel else { continue };
        let mut own = field("own", &case.kind, &case.options, case.multiple);
        own.max_files = case.max_files;
        let mapped = laravel::map(&own, &laravel::split(source));
        assert_eq!(mapped.refused, [], "{source}");
        assert_eq!(mapped.rules, case.rules, "{source}");
    }
}

/// R-FORM-01: all comparisons of conditions.
#[test]
fn r_form_01_conditions_hold_or_not() {
    let table = table();
    assert!(table.conditions.len() >= 100);
    for case in &table.conditions {
        let own = field("own", &case.kind, &case.options, case.multiple);
        let left = value(&case.kind, &case.value).of_field(&own);
        let test = json!({"field": "own", "comparison": case.comparison, "value": case.with});
        let holds = test_passes(&left, &serde_json::from_value(test).unwrap());
        assert_eq!(
            holds, case.holds,
            "{:?} {} {:?}",
            case.value, case.comparison, case.with
        );
    }
}

/// R-FORM-01: fields are shown by conditions that depend on each other; hidden fields count as missing.
#[test]
fn r_form_01_fields_are_shown_by_their_conditions() {
    for case in table().shown {
        let values = case
            .values
            .iter()
            .map(|(handle, json)| (handle.clone(), Value::of(json)))
            .collect();
        let handles: Vec<String> = case.fields.iter().map(|field| field.handle.clone()).collect();
        let spec = FormSpec {
            handle: "form".to_owned(),
            honeypot: "honeypot".to_owned(),
            fields: case.fields,
        };
        let shown = shown(&spec, &values);
        let seen: Vec<String> = handles
            .into_iter()
            .zip(shown)
            .filter(|(_, is)| *is)
            .map(|(handle, _)| handle)
            .collect();
        assert_eq!(seen, case.shown, "{:?}", case.values);
    }
}

/// R-FORM-03, R-FORM-04, R-FORM-05: the specification's wording; each text occurs in a case of the table.
#[test]
fn r_form_03_texts_have_the_specifications_wording() {
    let english = texts("en");
    for (key, text) in [
        ("required", "{name} is required."),
        ("email", "Please enter a valid email address."),
        ("url", "Please enter a valid URL."),
        ("length", "{name} must be at least {n} characters"),
        ("confirm", "{name} does not match."),
        ("number", "{name} must be a number."),
        ("invalid", "This field is not valid."),
        ("date", "The selected date is invalid."),
    ] {
        assert_eq!(english[&format!("errors.form.{key}")], text);
    }
    assert_eq!(english[INCOMPLETE], "Sorry, not all fields are filled out correctly.");
    let said: BTreeSet<String> = table()
        .rules
        .into_iter()
        .map(|case| format!("errors.form.{}", case.verdict))
        .collect();
    let others = [INCOMPLETE, "errors.form.date_words"];
    let unsaid: Vec<&String> = english
        .keys()
        .filter(|key| key.starts_with("errors.form.") && !key.ends_with(".one"))
        .filter(|key| !said.contains(*key) && !others.contains(&key.as_str()))
        .collect();
    assert!(unsaid.is_empty(), "no case says {unsaid:?}");
}

/// R-FORM-02: unknown, unreadable and unsuitable rules are reported, and the other rules of the field are applied.
#[test]
fn r_form_02_unknown_rules_are_told() {
    for (kind, rule) in [
        ("text", "exists:users"),
        ("text", "prohibited"),
        ("text", "dimensions:min_width=1"),
        ("text", "max:abc"),
        ("text", "max"),
        ("text", "max:1,2"),
        ("text", "max:2.5"),
        ("text", "between:9,1"),
        ("text", "digits:x"),
        ("text", "mimes:pdf"),
        ("text", "regex:/(?=a)/"),
        ("text", "regex:/a/m"),
        ("text", "regex:abc"),
        ("text", r"regex:/\bfoo/"),
        ("text", r"regex:/(a)\1/"),
        ("text", "regex:/a{1000}/"),
        ("text", "regex:/((((a{99}){99}){99}){99})/"),
        ("text", "regex:/a++/"),
        ("text", "regex:/[[:alpha:]]/"),
        ("text", "regex:/[b-a]/"),
        ("text", "regex:/(a/"),
        ("text", "regex:/a)/"),
        ("text", r"regex:/\p{L}/u"),
        ("text", "date_format:H:i"),
        ("text", "required_if:a"),
        ("text", "in:"),
        ("date", "min:3"),
        ("toggle", "email"),
        ("files", "email"),
        ("files", "dimensions:min_width=1"),
        ("files", "max:-1"),
        ("checkboxes", "url"),
    ] {
        let own = field("own", &json!(kind), &[], false);
        let mapped = laravel::map(&own, &[rule.to_owned(), "required".to_owned()]);
        assert_eq!(mapped.rules, [Rule::Required], "{rule}");
        let [refused] = mapped.refused.as_slice() else {
            panic!("{rule}: {:?}", mapped.refused)
        };
        assert_eq!(refused.rule, rule);
        assert!(!refused.why.is_empty());
    }
}

/// Pseudo-random numbers below `end` from a seed, the same as in the islands' test (mulberry32).
struct Random(u32);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let state = self.0;
        let mut mixed = (state ^ (state >> 15)).wrapping_mul(1 | state);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(61 | mixed));
        (mixed ^ (mixed >> 14)) % end
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(u32::try_from(list.len()).unwrap()) as usize]
    }

    /// Up to 5 fragments: two thirds from the table, the rest any character.
    fn text(&mut self, pieces: &[String]) -> String {
        (0..self.below(6))
            .map(|_| match self.below(3) {
                0 => char::from_u32(self.below(0x11_0000)).map_or_else(|| "\u{fffd}".to_owned(), String::from),
                _ => self.pick(pieces).clone(),
            })
            .collect()
    }
}

/// FNV-1a.
fn digest(bytes: impl Iterator<Item = u8>) -> String {
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{hash:08x}")
}

/// R-FORM-02: both sides give 40,000 generated texts and comparisons the same verdicts: each has the digests of the
/// table.
///
/// Varied: the rule and the field of a case of the table, and two texts of up to 5 fragments, for the field and a
/// second one. After an intended change of the table, copy the digests that the failed test prints, on both sides.
#[test]
fn r_form_02_generated_texts_get_the_same_verdicts_on_both_sides() {
    let table = table();
    let mut random = Random(table.generated.seed);
    let mut digests = Vec::new();
    for _ in 0..40 {
        let mut verdicts = String::new();
        for _ in 0..1_000 {
            let case = random.pick(&table.rules);
            let values = [
                random.text(&table.generated.pieces),
                random.text(&table.generated.pieces),
            ];
            let test = random.pick(&table.conditions);
            let [first, second] = values.clone();
            let faults = judge_as(
                case,
                &json!(first),
                &BTreeMap::from([("other".to_owned(), json!(second))]),
                table.today,
            );
            verdicts.push_str(faults.first().map_or("fine", |fault| fault.key));
            let [left, right] = values;
            let own = field("own", &test.kind, &test.options, test.multiple);
            let test = json!({"field": "own", "comparison": test.comparison, "value": right});
            let holds = test_passes(
                &Value::Text(left).of_field(&own),
                &serde_json::from_value(test).unwrap(),
            );
            verdicts.push(if holds { '+' } else { '-' });
        }
        digests.push(digest(verdicts.bytes()));
    }
    assert_eq!(digests, table.generated.digests);
}

/// R-FORM-02: each Unicode character has the same classes on both sides.
#[test]
fn r_form_02_every_character_is_of_the_same_classes_on_both_sides() {
    let tests = [
        classes::is_letter,
        classes::is_symbol,
        classes::is_blank,
        classes::is_lower,
        classes::is_upper,
        classes::is_control,
        classes::is_turn,
    ];
    let bits = |c: char| tests.iter().enumerate().map(|(at, is)| u8::from(is(c)) << at).sum();
    assert_eq!(digest(('\0'..=char::MAX).map(bits)), table().generated.classes);
}
