//! The OpenAPI document has the rows of the table, and every schema that it refers to.

use std::{collections::BTreeSet, path::Path};

use serde_json::Value;
use vitrine_api::{openapi, routes::ROUTES};

#[test]
fn the_document_and_the_table_hold_the_same_rows() {
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let mut written = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("an item") {
            let id = operation["operationId"].as_str().expect("an id");
            written.insert(format!("{} {path} {id}", method.to_uppercase()));
        }
    }
    let table: BTreeSet<String> = ROUTES
        .iter()
        .map(|row| format!("{} {} {}", row.method, row.path, row.name))
        .collect();
    let said = ROUTES.iter().all(|row| row.summary.ends_with('.'));
    assert!(said, "each row says what it does in a sentence");
    assert_eq!(written, table);
    assert_eq!(table.len(), ROUTES.len(), "no row twice");
}

#[test]
fn the_document_has_every_schema_it_names_and_is_the_same_each_time() {
    assert_eq!(openapi(), openapi());
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut named = BTreeSet::new();
    collect(&document, &mut named);
    for name in &named {
        assert!(schemas.contains_key(name), "{name}");
    }
    let unused: Vec<&String> = schemas.keys().filter(|name| !named.contains(*name)).collect();
    assert!(unused.is_empty(), "used nowhere: {unused:?}");
    let required = document["components"]["schemas"]["LineItem"]["required"]
        .as_array()
        .expect("a list");
    assert_eq!(
        required.len(),
        document["components"]["schemas"]["LineItem"]["properties"]
            .as_object()
            .expect("properties")
            .len(),
        "every field is always there, null where there is none"
    );
}

#[test]
fn the_document_that_the_islands_are_made_from_is_this_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../islands/src/api/openapi.json");
    let theirs = std::fs::read_to_string(file).expect("the islands' document");
    assert!(
        theirs.strip_suffix('\n') == Some(openapi().as_str()),
        "run scripts/api-types and commit"
    );
}

fn collect(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                named.insert(name.rsplit('/').next().unwrap_or_default().to_owned());
            }
            map.values().for_each(|v| collect(v, named));
        }
        Value::Array(list) => list.iter().for_each(|v| collect(v, named)),
        _ => {}
    }
}
