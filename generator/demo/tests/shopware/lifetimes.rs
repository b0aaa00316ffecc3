//! Lifetimes of sessions and carts, and their currency (Shopware §25.5).

use serde_json::{Value, json};

use crate::support::{Shop, WAX, recording};

const TOKEN: &str = "YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY1";
/// Twenty-five hours after the start of the demo.
const NEXT_DAY: &str = "2026-11-22T07:27:00Z";
const CART: &str = "/checkout/cart";

async fn add(shop: &Shop, token: &str) {
    let items = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product", "quantity": 1}]});
    let added = shop
        .call(Some(token), "POST", "/checkout/cart/line-item", Some(items))
        .await;
    assert_eq!(added.status, 200, "{}", added.body);
}

async fn change(shop: &Shop, token: &str, change: &Value) {
    let changed = shop.call(Some(token), "PATCH", "/context", Some(change.clone())).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
}

async fn at(shop: &Shop, now: &str) {
    shop.control("POST", "/clock", json!({"now": now})).await;
}

/// Recordings 945 and 946: after a context change without effect, session and cart expire a day later; without one both
/// are kept.
#[tokio::test]
async fn a_patched_session_loses_its_cart_a_day_later_and_another_one_keeps_it() {
    for (patched, recorded) in [(true, "945"), (false, "946")] {
        let shop = Shop::recorded().await;
        add(&shop, TOKEN).await;
        if patched {
            change(&shop, TOKEN, &json!({})).await;
        }
        at(&shop, NEXT_DAY).await;
        let cart = shop.call(Some(TOKEN), "GET", CART, None).await;
        let recorded = recording(recorded);
        let lines = |body: &Value| body["lineItems"].as_array().unwrap().len();
        assert_eq!(lines(&cart.body), lines(&recorded.body), "patched: {patched}");
        assert_eq!(cart.token().unwrap() == TOKEN, !patched);
    }
}

/// `cart.expire_days`: a cart that is not written to expires, and the session stays.
#[tokio::test]
async fn a_cart_ends_after_a_hundred_and_twenty_days() {
    let shop = Shop::recorded().await;
    add(&shop, TOKEN).await;
    for (now, lines) in [("2027-03-20T06:27:00Z", 1), ("2027-03-22T06:27:00Z", 0)] {
        at(&shop, now).await;
        let cart = shop.call(Some(TOKEN), "GET", CART, None).await;
        assert_eq!(cart.body["lineItems"].as_array().unwrap().len(), lines, "{now}");
        assert_eq!(cart.token().unwrap(), TOKEN);
    }
}

/// A session can be switched to another currency of the channel: every amount is in it, and only the context's answer
/// names it.
#[tokio::test]
async fn a_session_is_switched_to_another_currency_and_back() {
    let shop = Shop::recorded().await;
    shop.control("POST", "/currencies", json!({"iso": "USD", "factor": 2}))
        .await;
    let currencies = shop.post("/currency", json!({})).await.body;
    let id = |iso: &str| {
        currencies
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["isoCode"] == iso)
            .unwrap()["id"]
            .clone()
    };
    add(&shop, TOKEN).await;
    let unit = |cart: &Value| cart["lineItems"][0]["price"]["unitPrice"].as_f64().unwrap();
    let euro = shop.call(Some(TOKEN), "GET", CART, None).await.body;
    change(&shop, TOKEN, &json!({"currencyId": id("USD")})).await;
    let context = shop.call(Some(TOKEN), "GET", "/context", None).await.body;
    assert_eq!(context["currency"]["isoCode"], "USD");
    assert_eq!(context["context"]["currencyFactor"], 2);
    assert_eq!(context["salesChannel"]["currency"]["isoCode"], "EUR");
    let dollar = shop.call(Some(TOKEN), "GET", CART, None).await.body;
    assert_eq!(unit(&dollar), unit(&euro) * 2.0);
    assert_ne!(dollar["hash"], euro["hash"]);
    let product = shop
        .call(Some(TOKEN), "POST", "/product", Some(json!({"ids": [WAX]})))
        .await
        .body;
    assert_eq!(
        product["elements"][0]["calculatedPrice"]["unitPrice"].as_f64().unwrap(),
        unit(&dollar)
    );
    change(&shop, TOKEN, &json!({"currencyId": id("EUR")})).await;
    assert_eq!(unit(&shop.call(Some(TOKEN), "GET", CART, None).await.body), unit(&euro));
}
