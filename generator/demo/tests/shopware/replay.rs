//! Replays the recorded calls against the recorded shop (`shops/recorded`): status, headers and values of the real
//! 6.6.7.1.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::{Recorded, Shop, recordings};
use crate::values::differences;

/// Recorded calls that the demo intentionally answers differently, each with the reason. Search and suggest are not
/// recorded.
const OTHERWISE: [(&str, &str); 2] = [
    ("187", "the SQL text of a database error is not imitated to the letter"),
    (
        "435",
        "an error of PHP itself has other cache headers; `guests.rs` compares the rest",
    ),
];

/// Lists whose order depends on the database's indexes: compared as sets.
const ANY_ORDER: [(&str, &str); 2] = [
    (
        "052",
        "no sort was asked for, and the index in use is not that of the ids",
    ),
    ("193", "groups come in the order of a hash"),
];

/// Lists with equal rows, whose order depends on the database: their first page can differ.
const TIES: [(&str, &str); 1] = [("232", "nothing was sold yet, so all are equal")];

/// Single values that the demo lacks: recording, path, reason. One that no longer differs must be removed from this
/// list.
const WITHOUT: [(&str, &str, &str); 3] = [
    (
        "295",
        ".elements[0].availabilityRule",
        "shipping methods have no rules in the demo",
    ),
    ("295", ".elements[1].availabilityRule", "as above"),
    ("298", ".elements[0].states", "countries have no states in the demo"),
];

/// Lines that were added without an id: the generated ids are mapped, so that later calls can be compared.
const MINTED: [(&str, usize, &str); 3] = [
    ("300", 0, "no id was sent, so the shop mints one"),
    ("301", 1, "as 300"),
    ("390", 2, "as 300"),
];

/// A header that differs in each answer: only its presence is compared.
const TOKEN: &str = "sw-context-token";

/// The state of a replay: tokens and ids of the recording, mapped to ours.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) tokens: HashMap<String, String>,
    pub(crate) ids: Vec<(String, String)>,
}

fn in_list(recorded: &Recorded, list: &[(&str, &str)]) -> bool {
    list.iter().any(|(number, _)| recorded.name.starts_with(number))
}

fn number(recorded: &Recorded) -> u32 {
    recorded.name.get(..3).and_then(|digits| digits.parse().ok()).unwrap()
}

/// The recording with our address and with ids that our shop generated.
fn wanted(recorded: &Recorded, shop: &Shop, minted: &[(String, String)]) -> Value {
    let text = recorded.body.to_string();
    let text = text.replace("http://127.0.0.1:8000", shop.demo.shopware_url());
    let text = minted
        .iter()
        .fold(text, |text, (theirs, ours)| text.replace(theirs, ours));
    serde_json::from_str(&text).unwrap()
}

/// Ids of lines, customers and addresses that both shops generated in this call: theirs and ours.
fn minted(recorded: &Recorded, ours: &Value) -> Vec<(String, String)> {
    let pair = |pointer: &str| {
        let id = |answer: &Value| answer.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        Some((id(&recorded.body)?, id(ours)?))
    };
    let line = MINTED.iter().find(|(number, ..)| recorded.name.starts_with(number));
    let pointers = match recorded.path.as_str() {
        "/store-api/account/register" => vec!["/id", "/defaultBillingAddressId", "/defaultShippingAddressId"],
        "/store-api/account/address" => vec!["/id"],
        _ => Vec::new(),
    };
    let line = line.and_then(|(_, place, _)| pair(&format!("/lineItems/{place}/id")));
    line.into_iter().chain(pointers.into_iter().filter_map(pair)).collect()
}

/// The request for our shop, with our address and ids.
fn sent(recorded: &Recorded, shop: &Shop, ids: &[(String, String)]) -> Recorded {
    let ours = |text: &str| {
        let text = text.replace("http://127.0.0.1:8000", shop.demo.shopware_url());
        ids.iter().fold(text, |text, (theirs, ours)| text.replace(theirs, ours))
    };
    let mut request = recorded.clone();
    request.path = ours(&recorded.path);
    request.request_body = recorded.request_body.as_deref().map(ours);
    request
}

fn by_id(mut list: Value) -> Value {
    if let Some(rows) = list["elements"].as_array_mut() {
        rows.sort_by_key(|row| row["foreignKey"].to_string() + &row["productNumber"].to_string());
    }
    list
}

/// Replays recordings in order, including sessions, and returns all differences.
async fn play(shop: &Shop, recordings: &[Recorded]) -> Vec<String> {
    play_on(shop, recordings, &mut Known::default()).await
}

/// As [`play`], in existing sessions.
pub(crate) async fn play_on(shop: &Shop, recordings: &[Recorded], known: &mut Known) -> Vec<String> {
    let Known { tokens, ids } = known;
    let mut found = Vec::new();
    for recorded in recordings {
        let theirs = recorded.headers.iter().find(|(name, _)| name == TOKEN);
        let ours = theirs.and_then(|(_, token)| tokens.get(token)).cloned();
        let reply = shop.replay(&sent(recorded, shop, ids), ours.as_deref()).await;
        if let (Some(theirs), Some(ours)) = (&recorded.answer_token, reply.token()) {
            tokens.insert(theirs.clone(), ours);
        }
        let mut wrong = Vec::new();
        if reply.status != recorded.status {
            wrong.push(format!("status {} instead of {}", reply.status, recorded.status));
        }
        // The client stores no cookies of the shop, and the demo sends none (Shopware §1.2).
        for (name, value) in recorded.answer_headers.iter().filter(|(name, _)| name != "set-cookie") {
            let got = reply.header(name);
            let same = if name == TOKEN {
                got.is_some()
            } else {
                got.as_ref() == Some(value)
            };
            if !same {
                wrong.push(format!("header {name}: {got:?} instead of {value:?}"));
            }
        }
        ids.extend(minted(recorded, &reply.body));
        let wanted = wanted(recorded, shop, ids);
        if in_list(recorded, &ANY_ORDER) {
            wrong.extend(differences(&by_id(reply.body), &by_id(wanted)));
        } else if in_list(recorded, &TIES) {
            let mut ours = reply.body;
            ours["elements"] = wanted["elements"].clone();
            wrong.extend(differences(&ours, &wanted));
        } else {
            wrong.extend(differences(&reply.body, &wanted));
        }
        let mut wrong = without(recorded, wrong);
        wrong.truncate(12);
        found.extend(wrong.into_iter().map(|line| format!("{}: {line}", recorded.name)));
    }
    found
}

/// The differences of a call without those of [`WITHOUT`], each of which must occur.
fn without(recorded: &Recorded, mut wrong: Vec<String>) -> Vec<String> {
    for (_, path, _) in WITHOUT.iter().filter(|(number, ..)| recorded.name.starts_with(number)) {
        let before = wrong.len();
        wrong.retain(|line| !line.starts_with(&format!("{path}: ")));
        if wrong.len() == before {
            wrong.push(format!("{path} does not differ any more"));
        }
    }
    wrong
}

pub(crate) fn assert_same(found: &[String]) {
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found.join("\n"));
}

pub(crate) fn between(all: Vec<Recorded>, ranges: &[std::ops::RangeInclusive<u32>]) -> Vec<Recorded> {
    all.into_iter()
        .filter(|recorded| ranges.iter().any(|range| range.contains(&number(recorded))))
        .filter(|recorded| !in_list(recorded, &OTHERWISE))
        .collect()
}

/// R-BACK: the context, master data, products, listings, categories, navigation, SEO URLs, breadcrumbs.
#[tokio::test]
async fn catalogue_calls_answer_as_the_recorded_shop_did() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[0..=54, 153..=161]);
    assert!(calls.len() >= 60, "{} calls", calls.len());
    assert_same(&play(&shop, &calls).await);
}

/// R-BACK: criteria, details, listings with filters and sortings, paths; recorded after an order had taken one chair.
#[tokio::test]
async fn criteria_and_listings_answer_as_the_recorded_shop_did() {
    let shop = Shop::recorded().await;
    shop.control("POST", "/stock", json!({"product_number": "LU-100-OA", "stock": 6}))
        .await;
    let calls = between(recordings(), &[162..=284]);
    assert!(calls.len() >= 103, "{} calls", calls.len());
    assert_same(&play(&shop, &calls).await);
}

/// R-CART-01, R-CART-02: two long sessions with all their carts, and what PATCH /context changes.
#[tokio::test]
async fn carts_and_contexts_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[55..=81, 285..=363]);
    assert!(calls.len() >= 101, "{} calls", calls.len());
    assert_same(&play(&shop, &calls).await);
}

/// R-BACK: an intentional difference still has the same kind of answer.
#[tokio::test]
async fn a_filter_on_a_computed_field_is_a_database_error() {
    let shop = Shop::recorded().await;
    let recorded = crate::support::recording("187");
    let reply = shop.replay(&recorded, None).await;
    assert_eq!((reply.status, reply.code()), (500, "1054"));
}
