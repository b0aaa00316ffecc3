//! The doctor only reads: every call that it makes is listed here by its method and path, and none leaves anything.

use std::{collections::BTreeSet, thread};

use serde_json::{Value, json};

use super::{codes, doctor, examined, planting::Fault, planting::Garden};
use crate::support::Shop;

/// Calls by another method than GET, by the beginning of their paths.
const READING_POSTS: [&str; 4] = [
    // A registration with a password of one letter and an address of one field, which is always refused.
    "/store-api/account/register",
    "/store-api/product/",
    "/store-api/product-listing/",
    // A form that does not exist.
    "/!/forms/vitrine-doctor-",
];

/// What the demo's backends hold.
fn held(shop: &Shop) -> (Value, Value, Value) {
    let read = |route: &str| shop.control("GET", route, &json!({}));
    (read("orders"), read("mailbox"), read("submissions"))
}

/// No customer, cart line, order, mail or form submission comes of it.
#[test]
fn the_doctor_writes_nothing_in_a_backend() {
    let shop = Shop::small();
    let before = held(&shop);
    for arguments in [&[][..], &["--logins"]] {
        shop.control("DELETE", "calls", &json!({}));
        doctor(&shop, arguments);
        let calls = shop.control("GET", "calls", &json!({}));
        let calls = calls["calls"].as_array().unwrap();
        assert!(calls.len() > 60, "{}", calls.len());
        let mut logins = 0;
        for call in calls {
            let (method, path) = (call["method"].as_str().unwrap(), call["path"].as_str().unwrap());
            logins += usize::from(path == "/store-api/account/login");
            let is_listed = READING_POSTS.iter().any(|listed| path.starts_with(listed));
            let is_login = arguments.contains(&"--logins") && path == "/store-api/account/login";
            assert!(
                method == "GET" || (method == "POST" && (is_listed || is_login)),
                "{call}"
            );
            assert!(
                call["headers"]["sw-context-token"].is_null(),
                "no session is used: {call}"
            );
        }
        assert_eq!(logins, if arguments.is_empty() { 0 } else { 11 });
        assert_eq!(held(&shop), before);
    }
}

/// Three doctors at once do not disturb each other.
#[test]
fn several_doctors_can_examine_a_shop_at_once() {
    let shop = Shop::small();
    let shop = &shop;
    let all: Vec<Value> = thread::scope(|scope| {
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| examined(&doctor(shop, &[])))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    for document in &all {
        assert_eq!(codes(document), [] as [&str; 0], "{:#}", document["findings"]);
    }
}

/// Shapes in which PHP sends what is empty, and lists with gaps, are no fault.
#[test]
fn odd_shapes_are_no_fault() {
    let garden = Garden::new();
    garden.finds(&Fault {
        what: "null, [] for {}, and lists with gaps",
        codes: &[],
        shopware: Some(|asked, body| {
            if let Some(list) = body.get("elements").and_then(Value::as_array).cloned()
                && !asked.contains("/product")
            {
                let gaps = list
                    .into_iter()
                    .enumerate()
                    .map(|(at, row)| ((2 * at).to_string(), row));
                body["elements"] = Value::Object(gaps.collect());
            }
            if asked.contains("/context") {
                body["customer"] = json!([]);
                body["salesChannel"]["footerCategoryId"] = Value::Null;
            }
        }),
        statamic: Some(|asked, body| {
            if asked.contains("/api/forms") {
                for form in body["data"].as_array_mut().into_iter().flatten() {
                    form["extra"] = json!([]);
                }
            }
        }),
        ..Fault::default()
    });
}

/// What could not be asked is reported as not checked, and never as right; a secret is in no output.
#[test]
fn what_could_not_be_checked_is_told() {
    let mut shop = Shop::small();
    shop.stop_backends();
    let run = doctor(&shop, &[]);
    let document = examined(&run);
    let found: BTreeSet<&str> = codes(&document).into_iter().collect();
    assert_eq!(
        found,
        BTreeSet::from(["mail-refused", "shopware-unreachable", "statamic-unreachable"])
    );
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "", "the report has what the log would have");
    let unchecked: Vec<&str> = document["not_checked"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["what"].as_str().unwrap())
        .collect();
    for what in [
        "everything else in Shopware",
        "everything else in Statamic",
        "the records of both backends",
    ] {
        assert!(unchecked.contains(&what), "{what}: {unchecked:?}");
    }
    let said = shop.vitrine(&["doctor"]).said();
    assert!(said.contains("not checked: the records of both backends"), "{said}");
}

/// Other versions are no fault: Statamic 6, and a Shopware that tells the rules of its accounts.
#[test]
fn other_versions_are_no_fault() {
    let garden = Garden::new();
    let document = garden.finds(&Fault {
        what: "Statamic 6 and a late Shopware",
        codes: &[],
        control: vec![
            ("statamic", json!({"version": 6})),
            (
                "login-settings",
                json!({"told": true, "password_min_length": 16, "phone_required": true}),
            ),
        ],
        ..Fault::default()
    });
    let seen = document["seen"].to_string();
    for part in ["16 characters", "telephone number"] {
        assert!(seen.contains(part), "{part}: {seen}");
    }
}

/// Backends that take as long as real ones are no fault.
#[test]
fn slow_backends_are_no_fault() {
    let shop = Shop::small();
    shop.control("POST", "latency", &json!({"latency": "real"}));
    let document = examined(&doctor(&shop, &["--without-records"]));
    assert_eq!(codes(&document), [] as [&str; 0], "{:#}", document["findings"]);
}
