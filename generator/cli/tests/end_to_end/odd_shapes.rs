//! Ten unusual shapes for every text and list of the CMS (rule 18): every loss is reported with its record; no page is
//! silently empty, and nothing panics.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::support::{COLLECTIONS, Shop, warnings};

/// The values that replace a text or a list.
fn shapes() -> [(&'static str, Value); 10] {
    [
        ("null", Value::Null),
        ("an empty list", json!([])),
        ("an empty object", json!({})),
        ("an empty text", json!("")),
        ("zero", json!(0)),
        ("false", json!(false)),
        ("a list in a list", json!([["diep", ["dieper"]]])),
        ("an object with gaps", json!({"0": {"a": {"b": "c"}}, "2": ["d"]})),
        ("another type", json!({"a": {"b": "c"}})),
        ("a very long text", json!("langwoord ".repeat(3_000))),
    ]
}

/// Empty values as left by editors: they mean "nothing", and only a comparison with the previous pull can detect a
/// loss.
const NOTHING: [&str; 5] = ["null", "an empty list", "an empty object", "an empty text", "false"];

/// Keys that the CMS sets itself, and those that decide whether an entry is public.
const NOT_WRITTEN: [&str; 16] = [
    "id",
    "slug",
    "uri",
    "url",
    "api_url",
    "edit_url",
    "permalink",
    "collection",
    "status",
    "date",
    "updated_at",
    "last_modified",
    "locale",
    "origin_id",
    "type",
    "blueprint",
];

fn is_text_or_list(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty()) || value.as_array().is_some_and(|list| !list.is_empty())
}

/// The positions of texts and lists in a record, as JSON pointers, and those in the first row of each list.
fn places(value: &Value, at: &str, depth: usize, found: &mut Vec<String>) {
    let Some(map) = value.as_object() else { return };
    for (key, value) in map {
        let place = format!("{at}/{key}");
        if NOT_WRITTEN.contains(&key.as_str())
            || key.starts_with("seo_")
            || key == "blocks" && depth == 0 && !at.is_empty()
        {
            continue;
        }
        if is_text_or_list(value) {
            found.push(place.clone());
        }
        if depth > 0 {
            places(value, &place, depth - 1, found);
            places(
                value.get(0).unwrap_or(&Value::Null),
                &format!("{place}/0"),
                depth - 1,
                found,
            );
        }
    }
}

/// A record with one unusual value, and how to identify its outcome.
struct Case {
    /// The record, the position and the shape, for messages.
    name: String,
    id: String,
    /// The file of its page.
    page: String,
    /// The number of the case with the record as it was.
    origin: usize,
    is_nothing: bool,
    record: Value,
}

/// Copies of a record with their own id and address: unchanged, and with each shape at each position.
fn copies(name: &str, record: &Value, pointers: &[String], cases: &mut Vec<Case>) {
    let origin = cases.len();
    let mut add = |name: String, is_nothing: bool, record: Value, change: &dyn Fn(&mut Value)| {
        let mut record = record;
        let slug = format!("geval-{:05}", cases.len());
        record["id"] = json!(slug);
        record["slug"] = json!(slug);
        let route = record["uri"]
            .as_str()
            .filter(|uri| uri.len() > 1)
            .unwrap_or("/x")
            .to_owned();
        let below = route.rsplit_once('/').map_or("", |(below, _)| below);
        let has_page = record["uri"].is_string();
        if has_page {
            record["uri"] = json!(format!("{below}/{slug}"));
        }
        record["origin_id"] = Value::Null;
        change(&mut record);
        cases.push(Case {
            name,
            id: slug.clone(),
            page: if has_page {
                format!("site{below}/{slug}.html")
            } else {
                String::new()
            },
            origin,
            is_nothing,
            record,
        });
    };
    add(name.to_owned(), false, record.clone(), &|_| {});
    for (place, pointer) in pointers.iter().enumerate() {
        // Inside rows each position gets every third shape, a different one each time.
        let is_nested = pointer.matches('/').count() > 3;
        for (number, (shape, value)) in shapes().into_iter().enumerate() {
            if is_nested && (place + number) % 3 > 0 {
                continue;
            }
            let change = |record: &mut Value| {
                if let Some(slot) = record.pointer_mut(pointer) {
                    *slot = value.clone();
                }
            };
            let name = format!("{name} {pointer} = {shape}");
            add(name, NOTHING.contains(&shape), record.clone(), &change);
        }
    }
}

/// The words in a page's main part.
fn words(html: &str) -> BTreeSet<String> {
    let main = html.split_once("<main").map_or(html, |(_, main)| main);
    let main = main.split_once("</main>").map_or(main, |(main, _)| main);
    let mut text = String::new();
    let mut in_tag = true;
    for c in main.chars() {
        match c {
            '<' => {
                in_tag = true;
                text.push(' ');
            }
            '>' => in_tag = false,
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// Ids of the records in findings of the conversion.
fn named(report: &Value) -> BTreeSet<String> {
    let all = report["warnings"].as_array().unwrap().iter();
    all.filter_map(|told| told["place"]["id"].as_str())
        .map(str::to_owned)
        .collect()
}

/// Keys of other records, for which a number or a text is an unknown key: it is reported once for all pages that share
/// it (`product-unknown`, `form-absent`), and a brand may have no products yet.
const KEYS: [&str; 4] = [
    "/product_skus = zero",
    "form/handle = zero",
    "/brand_code = zero",
    "/brand_code = a very long text",
];

/// Builds with these additional records and checks each of them.
fn costs_at_most_what_is_named(shop: &Shop, file: &str, cases: &[Case]) {
    let mut records = shop.pulled(file);
    let before = records.clone();
    records.extend(cases.iter().map(|case| case.record.clone()));
    shop.put_pulled(file, &records);
    let report = shop.offline(&["--accept-fewer"]).report();
    shop.put_pulled(file, &before);
    let named = named(&report);
    let page_of = |case: &Case| {
        let path = shop.path("dist/current").join(&case.page);
        (!case.page.is_empty() && path.exists()).then(|| words(&std::fs::read_to_string(path).unwrap()))
    };
    let mut wrong = Vec::new();
    for case in cases {
        let origin = cases.get(case.origin).unwrap();
        if named.contains(&case.id) || origin.page.is_empty() || KEYS.iter().any(|key| case.name.contains(key)) {
            continue;
        }
        let Some(was) = page_of(origin) else {
            wrong.push(format!("{}: it has no page as it was", case.name));
            continue;
        };
        let Some(now) = page_of(case) else {
            wrong.push(format!("{}: its page is gone", case.name));
            continue;
        };
        let lost: Vec<&String> = was.difference(&now).filter(|word| !word.contains("geval-")).collect();
        let shown = now
            .iter()
            .any(|word| word == "langwoord" || word.trim_end_matches([',', '.']) == "0");
        if !lost.is_empty() && !shown && !case.is_nothing {
            wrong.push(format!(
                "{}: lost {:?}",
                case.name,
                lost.iter().take(6).collect::<Vec<_>>()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} in silence:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

/// The first entry of a collection with the most values.
fn fullest(records: &[Value]) -> &Value {
    let full = |record: &Value| {
        let mut found = Vec::new();
        places(record, "", 0, &mut found);
        found.len()
    };
    records.iter().max_by_key(|record| full(record)).unwrap()
}

/// Rule 18: each text and list of an entry of each collection.
#[test]
fn rule_18_an_odd_shape_of_an_entrys_field_is_named_or_costs_nothing() {
    let shop = Shop::small();
    shop.build();
    for collection in COLLECTIONS {
        let file = format!("statamic/entries.{collection}.nl");
        let records = shop.pulled(&file);
        let public: Vec<Value> = records
            .into_iter()
            .filter(|record| record["status"] == "published")
            .collect();
        let mut cases = Vec::new();
        let mut pointers = Vec::new();
        let record = fullest(&public);
        places(record, "", 0, &mut pointers);
        for (key, value) in record.as_object().unwrap() {
            if key != "blocks" {
                places(value, &format!("/{key}"), 0, &mut pointers);
                places(
                    value.get(0).unwrap_or(&Value::Null),
                    &format!("/{key}/0"),
                    0,
                    &mut pointers,
                );
            }
        }
        copies(collection, record, &pointers, &mut cases);
        costs_at_most_what_is_named(&shop, &file, &cases);
    }
}

/// Rule 18: each text and list of each set, and those of its first row.
#[test]
fn rule_18_an_odd_shape_in_a_block_is_named_or_costs_nothing() {
    let shop = Shop::small();
    shop.build();
    let file = "statamic/entries.pages.nl";
    let pages = shop.pulled(file);
    let page = pages.iter().find(|page| page["uri"] == "/over-ons").unwrap();
    let mut sets: Map<String, Value> = Map::new();
    let fullness = |set: &Value| set.to_string().len();
    for set in pages
        .iter()
        .flat_map(|page| page["blocks"].as_array().into_iter().flatten())
    {
        let handle = set["type"].as_str().unwrap();
        if set["enabled"] != json!(false) && sets.get(handle).is_none_or(|known| fullness(known) < fullness(set)) {
            sets.insert(handle.to_owned(), set.clone());
        }
    }
    assert!(sets.len() > 25, "{:?}", sets.keys());
    let mut cases = Vec::new();
    for (handle, set) in &sets {
        let mut record = page.clone();
        record["blocks"] = json!([set]);
        let mut pointers = vec!["/blocks".to_owned(), "/blocks/0/type".to_owned()];
        places(set, "/blocks/0", 2, &mut pointers);
        copies(handle, &record, &pointers, &mut cases);
    }
    costs_at_most_what_is_named(&shop, file, &cases);
}

/// R-CMS-03: a page with only a title is reported in each build, whatever the reason, and goes live like that.
#[test]
fn r_cms_03_a_page_with_only_a_title_is_reported() {
    let shop = Shop::small();
    shop.build();
    let file = "statamic/entries.pages.nl";
    let pages = shop.pulled(file);
    let page = pages.iter().find(|page| page["uri"] == "/over-ons").unwrap();
    let set = |kind: &str, text: Value| json!([{"id": "a", "type": kind, "enabled": true, "text": text}]);
    let mut cases = Vec::new();
    for blocks in [
        json!(null),
        json!([]),
        json!({}),
        json!(""),
        json!(0),
        json!(false),
        json!([["x"]]),
        json!({"0": {"a": {"b": "c"}}}),
        set("rich_text", json!(null)),
        set("rich_text", json!([])),
        set("text_image", json!("")),
        set("spacer", json!("x")),
        set("unknown_set", json!("x")),
        json!([{"id": "a", "type": "rich_text", "enabled": false, "text": "x"}]),
    ] {
        let mut record = page.clone();
        record["blocks"] = blocks.clone();
        copies(&blocks.to_string(), &record, &[], &mut cases);
    }
    let mut records = pages;
    records.extend(cases.iter().map(|case| case.record.clone()));
    shop.put_pulled(file, &records);
    for _ in 0..2 {
        let report = shop.offline(&[]).report();
        for case in &cases {
            assert_eq!(warnings(&report, "page-empty", &case.id).len(), 1, "{}", case.name);
            assert!(shop.path("dist/current").join(&case.page).exists(), "{}", case.name);
        }
    }
    let told = shop.offline(&[]).report();
    let all = told["warnings"].as_array().unwrap().iter();
    assert_eq!(
        all.filter(|told| told["code"] == "page-empty").count(),
        cases.len(),
        "and no other page"
    );
}
