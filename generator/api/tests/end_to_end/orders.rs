//! Orders through the API: R-CHK-03, R-CHK-05, R-CHK-06, R-CHK-08.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use wiremock::{Respond, ResponseTemplate};

use crate::{
    client::{Answer, Ask},
    shop::{Shop, go_live, list_files, release},
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";
const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";
const KEY: &str = "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10";
const HASH: &str = "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d";

fn order(change: &[(&str, Value)]) -> Value {
    let mut order = json!({"idempotency_key": KEY, "cart_hash": HASH, "accept_terms": true, "comment": null});
    for (name, value) in change {
        order[*name] = value.clone();
    }
    order
}

fn place(shop: &Shop, body: &Value) -> Ask {
    shop.ask("POST", "/api/orders")
        .by_page()
        .with("Cookie", SESSION)
        .json(body)
}

fn sent(calls: &[String], call: &str) -> usize {
    calls.iter().filter(|c| *c == call).count()
}

const PLACED: &str = "POST /checkout/order";

/// An order as it reads when it was placed just now.
fn placed_now(name: &str) -> Value {
    let mut body = Recorded::read(name).body();
    let now = jiff::Timestamp::now().to_string();
    body["orders"]["elements"][0]["orderDateTime"] = json!(now);
    body
}

fn provider(url: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"redirectUrl": url, "apiAlias": "array_struct"}))
}

/// R-CHK-03: requires accepting terms and conditions.
#[tokio::test]
async fn r_chk_03_requires_accepting_terms_and_conditions() {
    let shopware = Shopware::anonymous().await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = place(&shop, &order(&[("accept_terms", json!(false))])).send().await;
    assert_eq!(answer.refused(), (400, "TERMS_NOT_ACCEPTED".to_owned()));
    assert_eq!(
        answer.json()["errors"][0]["source"],
        json!({"pointer": "/accept_terms"})
    );
    assert_eq!(
        answer.json()["errors"][0]["detail"],
        "Accepteer de algemene voorwaarden om te bestellen."
    );
    for other in [json!(null), json!("true"), json!(1)] {
        let answer = place(&shop, &order(&[("accept_terms", other)])).send().await;
        assert_eq!(answer.refused().0, 400);
    }
    assert!(shopware.requests().await.is_empty(), "nothing is asked");
    assert_eq!(place(&shop, &order(&[])).send().await.status, 200);
}

/// R-CHK-05: the answer names the order and the payment provider's page; the order carries the hash of the cart that was shown, and the way back is the shop's own.
#[tokio::test]
async fn r_chk_05_an_order_is_placed_and_its_payment_begins() {
    let shopware = Shopware::anonymous().await;
    let url = "https://psp.example/pay/1";
    shopware.answer("POST", "/handle-payment", provider(url)).await;
    shopware.answers_checkout().await;
    let folder = tempfile::tempdir().expect("a folder");
    release(folder.path(), "one");
    let built = folder.path().join("dist/releases/one");
    let site = json!({"locales": [], "not_found": {}, "routes": {
        "bor.checkout.paid": {"nl": "/checkout/order/:id/betaald"}, "bor.checkout.unpaid": {"nl": "/checkout/order/:id/niet-betaald"}
    }});
    std::fs::write(built.join("server/site.json"), site.to_string()).expect("written");
    list_files(&built);
    go_live(folder.path(), "one");
    let shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
    let answer = place(&shop, &order(&[("comment", json!(" Graag bellen.\nDank! "))]))
        .send()
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(
        answer.json(),
        json!({"order_id": ORDER, "order_number": "10000", "repeated": false, "payment": {"outcome": "redirect", "redirect_url": url}})
    );
    let changes = shopware.changes().await;
    let bodies: Vec<Value> = changes.iter().map(|r| r.body_json().expect("JSON")).collect();
    assert_eq!(bodies.len(), 2, "two calls, one after another");
    assert_eq!(
        bodies[0],
        json!({"customerComment": "Graag bellen.\nDank!", "hash": HASH})
    );
    assert_eq!(
        bodies[1],
        json!({"orderId": ORDER, "finishUrl": format!("https://shop.test/checkout/order/{ORDER}/betaald"),
               "errorUrl": format!("https://shop.test/checkout/order/{ORDER}/niet-betaald")}),
        "rule 7"
    );
}

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

/// R-CHK-08: a reload, also after the server was started again, answers with the same order.
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
    // A key is its session's alone: to others it tells nothing.
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
    // The order is placed, and what came back was lost on the way.
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

/// R-CHK-08: what left no trace is sent again only when the backend can no longer be working on it.
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

/// Makes every key as old as this, as time would.
fn age_keys(folder: &std::path::Path, seconds: u64) {
    for entry in std::fs::read_dir(folder).expect("the keys") {
        let path = entry.expect("a key").path();
        let mut record: Value = serde_json::from_slice(&std::fs::read(&path).expect("read")).expect("JSON");
        let begun = record["begun_at"].as_u64().expect("seconds");
        record["begun_at"] = json!(begun - seconds);
        std::fs::write(&path, record.to_string()).expect("written");
    }
}

/// The cart is another one than was shown: 409 with the fresh cart and what changed; the next try with its hash is the same key's.
#[tokio::test]
async fn r_chk_08_a_changed_cart_is_asked_about_again() {
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

/// Sold out in mid-checkout: Shopware refuses with 500 and has repaired the cart; the visitor is asked again instead of ordering less.
#[tokio::test]
async fn a_cart_that_was_repaired_by_the_order_call_is_asked_about_again() {
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

#[tokio::test]
async fn refusals_of_an_order_have_one_code_each_and_leave_no_key() {
    for (recording, expected) in [
        ("082-order-not-logged-in", (403, "LOGIN_REQUIRED")),
        ("371-order-cart-invalid", (409, "CART_CHANGED")),
        ("099-order-empty-cart", (409, "CART_CHANGED")),
        ("550-maintenance-context", (503, "MAINTENANCE_MODE")),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("POST", "/checkout/order", Recorded::read(recording))
            .await;
        shopware
            .answer("GET", "/checkout/cart", Recorded::read("055-cart-empty"))
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let answer = place(&shop, &order(&[])).send().await;
        let (status, code) = answer.refused();
        assert_eq!((status, code.as_str()), expected, "{recording}");
        let kept = std::fs::read_dir(shop.folder.path().join("state/orders"))
            .expect("the keys")
            .count();
        assert_eq!(kept, 0, "{recording}: nothing was ordered");
    }
}

/// R-CHK-05: the order stands whatever becomes of its payment.
#[tokio::test]
async fn r_chk_05_a_payment_that_cannot_begin_leaves_the_order() {
    for refusal in [
        ResponseTemplate::new(500),
        ResponseTemplate::new(400),
        provider("javascript:alert(1)"),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("POST", "/handle-payment", refusal).await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let answer = place(&shop, &order(&[])).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["order_number"], "10000");
        assert_eq!(
            answer.json()["payment"],
            json!({"outcome": "failed", "redirect_url": null})
        );
    }
}

/// R-CHK-06: an unpaid order is read with the ways to pay it, and paid with the same method or another one.
#[tokio::test]
async fn r_chk_06_an_unpaid_order_is_read_and_paid_after_all() {
    let shopware = Shopware::anonymous().await;
    let url = "https://psp.example/pay/2";
    shopware.answer("POST", "/handle-payment", provider(url)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let read = shop
        .get(&format!("/api/orders/{ORDER}"))
        .with("Cookie", SESSION)
        .send()
        .await;
    assert_eq!(read.status, 200, "{}", read.text());
    let order = &read.json()["order"];
    assert_eq!((&order["number"], &order["state"]), (&json!("10000"), &json!("open")));
    assert_eq!(order["payment"]["state"], "unpaid");
    assert_eq!(order["payment"]["can_be_paid"], true);
    assert_eq!(read.json()["payment_methods"].as_array().map(Vec::len), Some(3));
    assert!(
        !read.text().contains("O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ"),
        "the link's code is told to nobody"
    );

    let pay = |method: Value| {
        shop.ask("POST", &format!("/api/orders/{ORDER}/payment"))
            .by_page()
            .with("Cookie", SESSION)
            .json(&json!({"payment_method_id": method, "lookup": null}))
    };
    for method in [Value::Null, json!("01a1fca6a8b7720cb904eb511c56e9b2")] {
        let before = shopware.calls().await.len();
        let answer = pay(method.clone()).send().await;
        assert_eq!(
            answer.json(),
            json!({"payment": {"outcome": "redirect", "redirect_url": url}})
        );
        let calls = shopware.calls().await[before..].to_vec();
        let first = if method.is_null() {
            "GET /order"
        } else {
            "POST /order/payment"
        };
        assert_eq!(calls, [first, "POST /handle-payment"], "two calls, one after another");
    }
    let other = shop
        .get(&format!("/api/orders/{}", "0".repeat(32)))
        .with("Cookie", SESSION)
        .send()
        .await;
    assert_eq!(other.refused(), (404, "ORDER_NOT_FOUND".to_owned()));
}

/// R-CHK-06: what is paid is not paid again, and another's order is not paid for them (Shopware 6.6 asks neither).
#[tokio::test]
async fn r_chk_06_paid_and_foreign_orders_are_not_paid() {
    let mut paid = Recorded::read("093-orders-guest").body();
    paid["orders"]["elements"][0]["transactions"][0]["stateMachineState"]["technicalName"] = json!("paid");
    let mut none = Recorded::read("093-orders-guest").body();
    none["orders"]["elements"] = json!([]);
    for (orders, expected) in [(paid, (409, "ORDER_NOT_PAYABLE")), (none, (404, "ORDER_NOT_FOUND"))] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let ask = shop.ask("POST", &format!("/api/orders/{ORDER}/payment")).by_page();
        let ask = ask
            .with("Cookie", SESSION)
            .json(&json!({"payment_method_id": null, "lookup": null}));
        let (status, code) = ask.send().await.refused();
        assert_eq!((status, code.as_str()), expected);
        assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 0);
    }
}

/// R-CHK-06: each state of a payment has a word of its own.
#[tokio::test]
async fn r_chk_06_states_of_a_payment() {
    for (technical, state, payable) in [
        ("open", "unpaid", true),
        ("reminded", "unpaid", true),
        ("unconfirmed", "pending", false),
        ("in_progress", "pending", false),
        ("authorized", "paid", false),
        ("paid", "paid", false),
        ("failed", "failed", true),
        ("cancelled", "cancelled", true),
        ("refunded", "refunded", false),
        ("gezellig", "unknown", false),
    ] {
        let mut orders = Recorded::read("093-orders-guest").body();
        orders["orders"]["elements"][0]["transactions"][0]["stateMachineState"]["technicalName"] = json!(technical);
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
            .await;
        shopware.answers_checkout().await;
        let shop = Shop::start(shopware.client()).await;
        let read = shop
            .get(&format!("/api/orders/{ORDER}"))
            .with("Cookie", SESSION)
            .send()
            .await;
        let payment = &read.json()["order"]["payment"];
        assert_eq!(
            (&payment["state"], &payment["can_be_paid"]),
            (&json!(state), &json!(payable)),
            "{technical}"
        );
        assert_eq!(
            read.json()["payment_methods"].as_array().map(Vec::is_empty),
            Some(!payable)
        );
    }
}

/// A guest without a session comes back by the link of the mail: what they know is in the body alone, and all refusals are one.
#[tokio::test]
async fn an_order_is_looked_up_and_paid_by_its_link() {
    let shopware = Shopware::anonymous().await;
    let url = "https://psp.example/pay/3";
    shopware.answer("POST", "/handle-payment", provider(url)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let known = json!({"code": "O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "email": "gast@example.com", "zipcode": "1015 CN"});
    let found = shop
        .ask("POST", "/api/orders/lookup")
        .by_page()
        .json(&known)
        .send()
        .await;
    assert_eq!(found.status, 200, "{}", found.text());
    assert_eq!(found.json()["order"]["number"], "10000");
    assert_eq!(found.set_cookies(), Vec::<&str>::new(), "it begins no session");
    let pay = shop.ask("POST", &format!("/api/orders/{ORDER}/payment")).by_page();
    let answer = pay
        .json(&json!({"payment_method_id": null, "lookup": known}))
        .send()
        .await;
    assert_eq!(answer.json()["payment"]["redirect_url"], url);
    for request in shopware.requests().await {
        assert!(
            !request.url.as_str().contains("gast"),
            "no e-mail address in an address"
        );
    }
    let other = shop
        .ask("POST", &format!("/api/orders/{}/payment", "1".repeat(32)))
        .by_page();
    let answer = other
        .json(&json!({"payment_method_id": null, "lookup": known}))
        .send()
        .await;
    assert_eq!(answer.refused(), (403, "ORDER_LOOKUP_REFUSED".to_owned()));

    for recording in [
        "100-guest-order-deeplink-wrong",
        "496-deeplink-unknown",
        "494-deeplink-of-account",
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("POST", "/order", Recorded::read(recording)).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = shop
            .ask("POST", "/api/orders/lookup")
            .by_page()
            .json(&known)
            .send()
            .await;
        assert_eq!(
            answer.refused(),
            (403, "ORDER_LOOKUP_REFUSED".to_owned()),
            "{recording}"
        );
        assert_eq!(
            answer.json()["errors"][0]["detail"],
            "Met deze gegevens is geen bestelling te vinden. Controleer e-mailadres en postcode."
        );
        let pay = shop.ask("POST", &format!("/api/orders/{ORDER}/payment")).by_page();
        let answer = pay
            .json(&json!({"payment_method_id": null, "lookup": known}))
            .send()
            .await;
        assert_eq!(
            answer.refused(),
            (403, "ORDER_LOOKUP_REFUSED".to_owned()),
            "{recording}"
        );
        assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 0);
    }
}

/// No input gets a 500, and none that is wrong reaches Shopware or the disk.
#[tokio::test]
async fn hostile_orders_are_refused() {
    let shopware = Shopware::anonymous().await;
    shopware.answers_checkout().await;
    let shop = Shop::with(shopware.client(), |config| {
        config.rates.orders = 1_000;
        config.rates.order_lookups = 1_000;
    })
    .await;
    let long = "k".repeat(10_000);
    for (field, value) in [
        ("idempotency_key", json!("")),
        ("idempotency_key", json!("short")),
        ("idempotency_key", json!("../../../../etc/passwd")),
        ("idempotency_key", json!("key-with-a-nul-\u{0}-in-it")),
        ("idempotency_key", json!("sleutel-met-een-ë-erin")),
        ("idempotency_key", json!(long)),
        ("cart_hash", json!("")),
        ("cart_hash", json!("\u{202e}b3b31fa627cf5c1ef66d9bf357d91a5a")),
        ("cart_hash", json!("B3B31FA627CF5C1EF66D9BF357D91A5A")),
        ("cart_hash", json!(long)),
        ("comment", json!("x".repeat(2_001))),
        ("comment", json!("a\u{0}b")),
        ("comment", json!("\u{2066}a")),
    ] {
        let answer = place(&shop, &order(&[(field, value.clone())])).send().await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{field}");
        assert_eq!(
            answer.json()["errors"][0]["source"],
            json!({"pointer": format!("/{field}")})
        );
        for other in [json!(null), json!(1), json!([value]), json!({"a": 1})] {
            if field != "comment" || !other.is_null() {
                let answer = place(&shop, &order(&[(field, other)])).send().await;
                assert_eq!(answer.refused().0, 400, "{field}");
            }
        }
    }
    for (code, email, zipcode) in [
        ("short", "a@b.nl", "1"),
        ("", "", ""),
        ("O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "a\r\nb", "1"),
        ("O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "a@b.nl", &long),
        ("O81m5isnHPbYQmfqPCf4iLxpdvHfr9 Q", "a@b.nl", "1"),
    ] {
        let body = json!({"code": code, "email": email, "zipcode": zipcode});
        let status = shop
            .ask("POST", "/api/orders/lookup")
            .by_page()
            .json(&body)
            .send()
            .await
            .status;
        assert!(matches!(status, 400 | 413), "{status}");
    }
    assert!(shopware.requests().await.is_empty());
    let keys = std::fs::read_dir(shop.folder.path().join("state/orders"))
        .expect("the keys")
        .count();
    assert_eq!(keys, 0);
}
