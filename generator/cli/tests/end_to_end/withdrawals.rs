//! `vitrine withdrawals`: the recorded withdrawals as shown to the operator (law §4a: "API stores an immutable record
//! (UTC + local time) before calling Shopware; if Shopware is down, still record and mail").

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::support::{Shop, Visitor, started};

const PATIENCE: Duration = Duration::from_mins(1);

fn listed(shop: &Shop, arguments: &[&str]) -> Vec<Value> {
    let run = shop.vitrine(&[&["withdrawals", "--format", "json"], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["format"], 1);
    document["withdrawals"].as_array().unwrap().clone()
}

/// Polls until every record had its first attempt; deliveries continue after the answer.
fn tried(shop: &Shop) -> Vec<Value> {
    let since = Instant::now();
    loop {
        let list = listed(shop, &[]);
        let waits = |one: &Value| {
            let states = one["delivery"].as_object().unwrap();
            states.values().any(|state| state["state"] == "waiting")
        };
        if !list.is_empty() && !list.iter().any(waits) {
            return list;
        }
        assert!(since.elapsed() < PATIENCE, "{list:#?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries.map(|path| (named(&path), fs::read(&path).unwrap())).collect()
}

/// Law §4a: the operator sees every record with both times and the state of each delivery, oldest first; with a flag
/// only undelivered ones; the command changes nothing and needs no server.
#[test]
fn law_4a_the_operator_sees_what_was_recorded_and_what_was_delivered_where() {
    let shop = Shop::small();
    let empty = shop.vitrine(&["withdrawals"]);
    assert_eq!((empty.code, empty.stdout.trim()), (Some(0), "no withdrawals"));
    assert!(listed(&shop, &[]).is_empty());
    let empty = shop.vitrine(&["outbox"]);
    assert_eq!((empty.code, empty.stdout.trim()), (Some(0), "no records"));

    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let send = |key: &str, order: &str, items: &Value| {
        let statement = json!({
            "key": key.repeat(32), "name": "Noor Visser", "email": "noor@example.test", "order_number": order,
            "items": items, "comment": null
        });
        Visitor::new(&shop, &served, "nl")
            .post("/api/withdrawals", &statement)
            .ok()
    };
    // First Shopware has no such route (6.6), then one that fails.
    let first = send("1", "10042", &json!("2 x stoel\n1 x tafel"));
    assert_eq!(tried(&shop).len(), 1);
    let down =
        json!({"backend": "shopware", "path": "/store-api/revocation-request-form", "kind": "status", "status": 503});
    shop.control("POST", "faults", &down);
    let second = send("2", "10043", &Value::Null);
    let list = tried(&shop);
    assert_eq!(served.terminate().code(), Some(0));

    let before = files(&shop.path("state/withdrawals"));
    let references: Vec<&Value> = list.iter().map(|one| &one["reference"]).collect();
    assert_eq!(
        references,
        [&first["reference"], &second["reference"]],
        "the oldest first"
    );
    let record = &list[0]["record"];
    assert_eq!(record["received_at"], first["received_at"], "UTC");
    let local = record["received_local"].as_str().unwrap();
    assert!(local.ends_with("[Europe/Amsterdam]"), "{local}");
    for (name, value) in [
        ("name", "Noor Visser"),
        ("email", "noor@example.test"),
        ("order_number", "10042"),
    ] {
        assert_eq!(record[name], value);
    }
    let states = |one: &Value| ["customer", "shop", "shopware"].map(|to| one["delivery"][to]["state"].clone());
    assert_eq!(states(&list[0]), ["delivered", "delivered", "absent"].map(Value::from));
    assert_eq!(states(&list[1]), ["delivered", "delivered", "failed"].map(Value::from));
    let open = listed(&shop, &["--undelivered"]);
    assert_eq!(open, list[1..], "what is not there needs no delivery");

    let told = shop.vitrine(&["withdrawals"]);
    assert_eq!(told.code, Some(0));
    let blocks: Vec<&str> = told.stdout.trim().split("\n\n").collect();
    assert_eq!(blocks.len(), 2, "{}", told.stdout);
    let reference = first["reference"].as_str().unwrap();
    for line in [
        format!("{reference}  {local}  order 10042"),
        "  Noor Visser <noor@example.test>".to_owned(),
        "  items: 2 x stoel / 1 x tafel".to_owned(),
        "  mail to the customer: delivered 20".to_owned(),
        "  mail to the shop: delivered 20".to_owned(),
        "  Shopware: not there".to_owned(),
    ] {
        assert!(
            blocks[0].lines().any(|shown| shown.starts_with(&line)),
            "{line}: {}",
            blocks[0]
        );
    }
    for words in [
        "  items: the whole order",
        "  Shopware: failed 1 times (",
        "), tried again after 20",
    ] {
        assert!(blocks[1].contains(words), "{words}: {}", blocks[1]);
    }
    let open = shop.vitrine(&["withdrawals", "--undelivered"]);
    assert_eq!(open.stdout.trim(), blocks[1]);
    outbox_tells_the_same_without_the_person(&shop, &list, blocks[1]);
    assert_eq!(files(&shop.path("state/withdrawals")), before, "it changes nothing");
}

/// `vitrine outbox` lists every kind of record: the undelivered ones with the reason, without the statements' content.
fn outbox_tells_the_same_without_the_person(shop: &Shop, withdrawals: &[Value], undelivered: &str) {
    let told = shop.vitrine(&["outbox", "--format", "json"]);
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    let document: Value = serde_json::from_str(&told.stdout).unwrap();
    let expected: Vec<Value> = withdrawals
        .iter()
        .map(|one| {
            json!({
                "kind": "withdrawals", "reference": one["reference"], "received_at": one["record"]["received_at"],
                "delivery": one["delivery"]
            })
        })
        .collect();
    assert_eq!(document, json!({"format": 1, "records": expected}));
    let open = shop.vitrine(&["outbox", "--undelivered"]);
    assert_eq!(open.code, Some(0), "{}", open.stderr);
    let lines: Vec<&str> = open.stdout.trim().lines().collect();
    let last = &withdrawals[1];
    let received = last["record"]["received_at"].as_str().unwrap();
    assert_eq!(
        lines[0],
        format!("{}  withdrawals  {received}", last["reference"].as_str().unwrap())
    );
    let deliveries = undelivered.lines().filter(|line| {
        ["  mail to ", "  Shopware: "]
            .iter()
            .any(|begin| line.starts_with(begin))
    });
    assert_eq!(lines[1..], deliveries.collect::<Vec<_>>(), "why it is undelivered");
    for personal in ["Noor", "noor@", "10042", "10043", "stoel"] {
        assert!(
            !told.said().contains(personal) && !open.said().contains(personal),
            "{personal}"
        );
    }
}

/// An unreadable record is reported with its folder; the error has no personal data.
#[test]
fn an_unreadable_record_is_reported() {
    let shop = Shop::small();
    let folder = shop.path("state/withdrawals");
    fs::create_dir_all(&folder).unwrap();
    fs::write(
        folder.join(format!("{}.json", "a".repeat(32))),
        "{\"name\": \"Noor Visser\"",
    )
    .unwrap();
    let run = shop.vitrine(&["withdrawals"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    assert!(
        run.stderr.contains("could not read the withdrawals in"),
        "{}",
        run.stderr
    );
    assert!(!run.said().contains("Noor"), "{}", run.said());
}
