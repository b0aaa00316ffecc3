//! R-FORM-02: "The same rule holds in the island and in the API": what the API answers over HTTP is what the crate says,
//! which `islands/src/forms` is held equal to by `generator/forms/tests/cases.json`.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use vitrine_demo::StatamicVersion;

use super::fixture::{Forms, contact};

/// Values of every kind for every field, each pair of fields in turn, without a source of chance.
const VALUES: [&str; 14] = [
    "",
    " ",
    "Jan",
    "jan@example.test",
    "order",
    "delivery",
    "other",
    "1",
    "0",
    "on",
    "maybe",
    "\u{202e}x",
    "2030-02-30",
    "Waar blijft mijn tafel?",
];

#[tokio::test]
async fn r_form_02_the_api_says_what_the_crate_says() {
    let forms = Forms::with(StatamicVersion::Five, |c| {
        // What passes is kept and not sent: the verdict alone is asked for.
        c.forms.cms = None;
    })
    .await;
    let file = forms.shop.folder.path().join("dist/releases/one/server/forms.json");
    let handed: Value = serde_json::from_slice(&std::fs::read(file).expect("the forms")).expect("JSON");
    let spec: vitrine_forms::FormSpec = serde_json::from_value(handed["contact"]["spec"].clone()).expect("a spec");
    let today = jiff::civil::date(2026, 11, 21);
    let handles: Vec<&str> = spec.fields.iter().map(|field| field.handle.as_str()).collect();
    let handles: Vec<&str> = handles
        .into_iter()
        .filter(|h| !matches!(*h, "locale" | "page_url" | "attachments"))
        .collect();
    let (mut asked, mut state) = (0, 1_u64);
    for (at, value) in (0..handles.len()).flat_map(|at| VALUES.map(|value| (at, value))) {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let other = usize::try_from(state >> 33).expect("a number");
        let mut typed = contact();
        typed[handles[at]] = json!(value);
        typed[handles[other % handles.len()]] = json!(VALUES[other % VALUES.len()]);
        let values = typed.as_object().expect("fields").iter();
        let values = values
            .map(|(name, value)| (name.clone(), vitrine_forms::Value::of(value)))
            .collect();
        let expected: Vec<String> = vitrine_forms::check(&spec, &values, today)
            .into_iter()
            .map(|fault| format!("/{}", fault.field))
            .collect();
        let answers: BTreeMap<&str, crate::client::Answer> = [
            ("JSON", forms.send("contact", &typed).await),
            (
                "pairs",
                forms
                    .island("contact")
                    .with("Content-Type", "application/x-www-form-urlencoded")
                    .body(pairs(&typed))
                    .send()
                    .await,
            ),
        ]
        .into();
        for (how, answer) in answers {
            let told: Vec<String> = match answer.status {
                503 => Vec::new(),
                422 => super::fixture::faults(&answer)
                    .into_iter()
                    .map(|(pointer, _)| pointer)
                    .collect(),
                429 => continue,
                status => panic!("{how}: {status} {}", answer.text()),
            };
            assert_eq!(told, expected, "{how}: {typed}");
            asked += 1;
        }
    }
    println!("{asked} submissions were judged alike");
    assert!(asked > 200, "{asked}");
}

fn pairs(typed: &Value) -> String {
    let fields = typed.as_object().expect("fields").iter();
    let mut pairs = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in fields {
        pairs.append_pair(name, value.as_str().expect("a text"));
    }
    pairs.finish()
}
