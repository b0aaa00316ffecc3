//! R-STORE-02 "opening hours and closed days limit the dates": the table that the island is run with, too.

use std::collections::BTreeMap;

use serde::Deserialize;
use vitrine_forms::{Appointment, Value, Values};

#[derive(Deserialize)]
struct Table {
    today: jiff::civil::Date,
    limits: Appointment,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    why: String,
    answers: BTreeMap<String, String>,
    faults: BTreeMap<String, String>,
}

#[test]
fn r_store_02_opening_hours_and_closed_days_limit_the_dates() {
    let table: Table = serde_json::from_str(include_str!("appointments.json")).unwrap();
    for case in &table.cases {
        let answers = case.answers.iter();
        let answers: Values = answers
            .map(|(field, text)| (field.clone(), Value::Text(text.clone())))
            .collect();
        let faults = table.limits.faults(&answers, table.today);
        let found: BTreeMap<String, String> = faults
            .into_iter()
            .map(|fault| (fault.field, fault.key.to_owned()))
            .collect();
        assert_eq!(found, case.faults, "{}", case.why);
    }
    assert!(table.cases.len() > 50);
}
