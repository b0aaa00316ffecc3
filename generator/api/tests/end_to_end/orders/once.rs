//! An order is placed once, whatever happens in between, and only if it is the one that was shown: R-CHK-08.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use wiremock::{Respond, ResponseTemplate};

use super::{ORDER, PLACED, SESSION, order, place, placed_now, sent};
use crate::{
    client::Answer,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

/// R-CHK-08: a double click never places the order twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn r_chk_08_a_double_click_never_places_the_order_twice() {
    let shopware = Shopware::anonymous().await;
    let recorded = Recorded::read("092-guest-order");
    shopware
        .answer("POST", "/checkout/order", move |request: &wiremock::Request| {
            recorded.respond(request).set_delay(Duration::from_millis(200))
        })
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let presses = (0..4).map(|_| place(&shop, &order(&[])).send());
    let answers: Vec<Answer> = futures::future::join_all(presses).await;
    for answer in &answers {
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(
            (&answer.json()["order_id"], &answer.json()["order_number"]),
            (&json!(ORDER), &json!("10000"))
        );
    }
    let repeated = answers
        .iter()
        .filter(|answer| answer.json()["repeated"] == true)
        .count();
    assert_eq!(repeated, 3);
    assert_eq!(sent(&shopware.calls().await, PLACED), 1);
}

/// R-CHK-08: a reload, also after a restart of the server, answers with the same order.
#[tokio::test]
async fn r_chk_08_a_reload_never_places_the_order_twice() {
    let shopware = Shopware::anonymous().await;
    shopware.answers_checkout().await;
    let mut shop = Shop::start(shopware.client()).await;
    assert_eq!(place(&shop, &order(&[])).send().await.status, 200);
    for _ in 0..2 {
        let Shop { folder, running } = shop;
        running.stop().await;
        shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
        let answer = place(&shop, &order(&[])).send().await;
        assert_eq!(
            (&answer.json()["order_id"], &answer.json()["repeated"]),
            (&json!(ORDER), &json!(true))
        );
    }
    assert_eq!(sent(&shopware.calls().await, PLACED), 1);
    // A key is only valid in its session: in others it reveals nothing.
    let foreign = place(&shop, &order(&[])).with("Cookie", "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl");
    let answer = foreign.send().await;
    assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()));
    assert!(!answer.text().contains(ORDER));
    assert_eq!(sent(&shopware.calls().await, PLACED), 1);
}

/// R-CHK-08: a lost response never places the order twice: the order is looked up before anything is sent again.
#[tokio::test]
async fn r_chk_08_a_lost_response_never_places_the_order_twice() {
    let shopware = Shopware::anonymous().await;
    let there = Arc::new(AtomicBool::new(false));
    let lost = Arc::clone(&there);
    // The order is placed, and the response is lost.
    shopware
        .answer("POST", "/checkout/order", move |_: &wiremock::Request| {
            lost.store(true, Ordering::SeqCst);
            ResponseTemplate::new(502)
        })
        .await;
    let found = Arc::clone(&there);
    shopware
        .answer("GET", "/order", move |_: &wiremock::Request| {
            let mut body = placed_now("093-orders-guest");
            if !found.load(Ordering::SeqCst) {
                body["orders"]["elements"] = json!([]);
            }
            ResponseTemplate::new(200).set_body_json(body)
        })
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let first = place(&shop, &order(&[])).send().await;
    assert_eq!(first.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    let again = place(&shop, &order(&[])).send().await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert_eq!(
        (&again.json()["order_id"], &again.json()["repeated"]),
        (&json!(ORDER), &json!(true))
    );
    assert_eq!(sent(&shopware.calls().await, PLACED), 1);
    // The order of one key is not taken for that of another.
    there.store(true, Ordering::SeqCst);
    let second = order(&[("idempotency_key", json!("another-key-0123456789"))]);
    assert_eq!(place(&shop, &second).send().await.refused().0, 502);
    let lost_again = place(&shop, &second).send().await;
    assert_eq!(lost_again.refused(), (409, "ORDER_IN_PROGRESS".to_owned()));
    assert!(lost_again.header("retry-after").is_some());
}

/// R-CHK-08: an order without a trace is only sent again when the backend can no longer be processing it.
#[tokio::test]
async fn r_chk_08_an_order_without_a_trace_is_sent_again_when_it_has_settled() {
    let shopware = Shopware::anonymous().await;
    let tries = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&tries);
    let recorded = Recorded::read("092-guest-order");
    shopware
        .answer(
            "POST",
            "/checkout/order",
            move |request: &wiremock::Request| match counted.fetch_add(1, Ordering::SeqCst) {
                0 => ResponseTemplate::new(502),
                _ => recorded.respond(request),
            },
        )
        .await;
    let mut nothing = Recorded::read("093-orders-guest").body();
    nothing["orders"]["elements"] = json!([]);
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(nothing))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    assert_eq!(place(&shop, &order(&[])).send().await.refused().0, 502);
    let soon = place(&shop, &order(&[])).send().await;
    assert_eq!(soon.refused(), (409, "ORDER_IN_PROGRESS".to_owned()));
    assert_eq!(tries.load(Ordering::SeqCst), 1, "it was not sent again");
    let Shop { folder, running } = shop;
    running.stop().await;
    age_keys(&folder.path().join("state/orders"), 60);
    let shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
    let later = place(&shop, &order(&[])).send().await;
    assert_eq!(
        (later.status, &later.json()["repeated"]),
        (200, &json!(false)),
        "{}",
        later.text()
    );
    assert_eq!(tries.load(Ordering::SeqCst), 2);
}

/// Sets the age of all keys.
fn age_keys(folder: &std::path::Path, seconds: u64) {
    for entry in std::fs::read_dir(folder).expect("the keys") {
        let path = entry.expect("a key").path();
        let mut record: Value = serde_json::from_slice(&std::fs::read(&path).expect("read")).expect("JSON");
        let begun = record["begun_at"].as_u64().expect("seconds");
        record["begun_at"] = json!(begun - seconds);
        std::fs::write(&path, record.to_string()).expect("written");
    }
}

/// The cart differs from the one shown: 409 with the new cart and the changes; the next attempt with its hash uses the
/// same key.
#[tokio::test]
async fn r_chk_08_a_changed_cart_must_be_confirmed_again() {
    let shopware = Shopware::anonymous().await;
    let shown = Recorded::read("528-cart-before-hash");
    let hash = shown.body()["hash"].clone();
    for (recording, times) in [("528-cart-before-hash", 1), ("530-cart-after-hash-mismatch", 99)] {
        wiremock::Mock::given(wiremock::matchers::path("/store-api/checkout/cart"))
            .respond_with(Recorded::read(recording))
            .up_to_n_times(times)
            .mount(&shopware.server)
            .await;
    }
    wiremock::Mock::given(wiremock::matchers::path("/store-api/checkout/order"))
        .respond_with(Recorded::read("529-order-hash-after-price-change"))
        .up_to_n_times(1)
        .mount(&shopware.server)
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let checkout = shop.get("/api/checkout").with("Cookie", SESSION).send().await;
    assert_eq!(checkout.json()["cart"]["hash"], hash);
    let refused = place(&shop, &order(&[("cart_hash", hash)])).send().await;
    assert_eq!(refused.refused(), (409, "CART_CHANGED".to_owned()));
    let told = refused.json();
    assert_eq!(
        told["errors"][0]["detail"],
        "Uw winkelwagen is veranderd. Controleer uw bestelling en bestel opnieuw."
    );
    assert_eq!(
        told["cart"]["line_items"][0]["unit_price"]["minor"], 50_000,
        "the fresh cart"
    );
    assert_eq!(told["cart"]["changes"][0]["kind"], "unit-price");
    assert_eq!(
        told["cart"]["changes"][0]["amount"]["before"]["minor"], 10_600,
        "and what changed"
    );
    let again = place(&shop, &order(&[("cart_hash", told["cart"]["hash"].clone())]))
        .send()
        .await;
    assert_eq!(
        (again.status, &again.json()["repeated"]),
        (200, &json!(false)),
        "{}",
        again.text()
    );
}

/// Sold out during the checkout: Shopware refuses with 500 and has repaired the cart; the visitor is asked again
/// instead of ordering less.
#[tokio::test]
async fn a_cart_repaired_by_the_order_call_must_be_confirmed_again() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer(
            "POST",
            "/checkout/order",
            Recorded::read("520-order-with-too-little-stock"),
        )
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("521-cart-after-refused-order"))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = place(&shop, &order(&[])).send().await;
    assert_eq!(answer.refused(), (409, "CART_CHANGED".to_owned()));
    assert_eq!(answer.json()["cart"]["line_items"][2]["quantity"], 2);
    assert!(
        answer.json()["cart"]["changes"]
            .as_array()
            .is_some_and(|list| !list.is_empty())
    );
    assert_eq!(sent(&shopware.calls().await, PLACED), 1, "not sent once more by itself");
}
