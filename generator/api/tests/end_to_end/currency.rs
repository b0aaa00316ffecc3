//! A session that another client of the same sales channel has switched to a currency that this shop is not configured
//! for.

use serde_json::{Value, json};

use crate::{
    client::Ask,
    customers::{Browser, CHAIR, Customers, WAX},
};

/// Switches the session of a browser, as another client would.
async fn switch(browser: &Browser<'_>, iso: &str) {
    let currencies = store_api(browser, "POST", "/currency", &json!({})).await;
    let currencies = currencies.as_array().expect("currencies").clone();
    let row = currencies
        .iter()
        .find(|row| row["isoCode"] == iso)
        .expect("the currency");
    store_api(browser, "PATCH", "/context", &json!({"currencyId": row["id"]})).await;
    assert_eq!(session_currency(browser).await, iso);
}

async fn session_currency(browser: &Browser<'_>) -> String {
    let context = store_api(browser, "GET", "/context", &Value::Null).await;
    context["currency"]["isoCode"].as_str().expect("a code").to_owned()
}

async fn store_api(browser: &Browser<'_>, method: &str, path: &str, body: &Value) -> Value {
    let address = browser
        .customers
        .demo
        .shopware_url()
        .trim_start_matches("http://")
        .to_owned();
    let mut ask = Ask::new(
        address.parse().expect("an address"),
        method,
        &format!("/store-api{path}"),
    )
    .with("Host", &address)
    .with("Content-Type", "application/json")
    .with("sw-access-key", "SWSCVITRINE0REFERENCE00AAA")
    .with("sw-context-token", browser.session_cookie().expect("a session"));
    if !body.is_null() {
        ask = ask.json(body);
    }
    let answer = ask.send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

/// Every amount of a JSON value, with its currency.
fn amounts(value: &Value, found: &mut Vec<(i64, String)>) {
    match value {
        Value::Object(map) => {
            if let (Some(minor), Some(currency)) = (map.get("minor"), map.get("currency")) {
                let currency = currency.as_str().unwrap_or_default().to_owned();
                found.push((minor.as_i64().unwrap_or_default(), currency));
            }
            map.values().for_each(|value| amounts(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| amounts(value, found)),
        _ => {}
    }
}

fn amounts_of(value: &Value) -> Vec<(i64, String)> {
    let mut found = Vec::new();
    amounts(value, &mut found);
    found
}

async fn dollars() -> Customers {
    let customers = Customers::start().await;
    customers
        .control("POST", "/currencies", Some(&json!({"iso": "USD", "factor": 2})))
        .await;
    customers
}

/// R-SESS-01: the id of the channel's currency is accepted, and the session then uses it; any other id is refused as
/// unavailable.
#[tokio::test]
async fn r_sess_01_the_channels_own_currency_is_taken_and_no_other_one() {
    let customers = dollars().await;
    for logged_in in [false, true] {
        let mut browser = customers.browser();
        browser.add(WAX, 1).await;
        if logged_in {
            browser.register("noor@example.test").await;
        }
        let rows = store_api(&browser, "POST", "/currency", &json!({})).await;
        let id = |iso: &str| {
            let rows = rows.as_array().expect("currencies");
            let row = rows.iter().find(|row| row["isoCode"] == iso);
            row.expect("the currency")["id"].clone()
        };
        for locale in ["nl", "en"] {
            browser.locale = locale;
            switch(&browser, "USD").await;
            let taken = browser
                .done("PATCH", "/api/session", Some(&json!({"currency_id": id("EUR")})))
                .await;
            assert_eq!(taken["session"]["currency"], "EUR", "{locale}, logged in: {logged_in}");
            assert_eq!(session_currency(&browser).await, "EUR");
            for other in [id("USD"), json!("0".repeat(32)), json!("EUR")] {
                let body = json!({"currency_id": other});
                let refused = browser.call("PATCH", "/api/session", Some(&body)).await;
                let pointer = &refused.json()["errors"][0]["source"]["pointer"];
                assert_eq!((refused.status, pointer), (400, &json!("/currency_id")), "{other}");
            }
        }
    }
}

/// Cart, checkout, offers, session and every change of the cart, anonymous and logged in: the amounts are in the shop's
/// currency, and the session uses it from then on.
#[tokio::test]
async fn a_session_in_another_currency_is_brought_back_before_anything_is_shown() {
    let line = format!("/api/cart/line-items/{WAX}");
    let offers = format!("/api/offers?ids={WAX},{CHAIR}");
    let add = json!({"product_id": CHAIR, "quantity": 1});
    let two = json!({"quantity": 2});
    let requests: [(&str, &str, Option<&Value>); 7] = [
        ("GET", "/api/cart", None),
        ("GET", "/api/checkout", None),
        ("GET", &offers, None),
        ("GET", "/api/session", None),
        ("POST", "/api/cart/line-items", Some(&add)),
        ("PATCH", &line, Some(&two)),
        ("PATCH", "/api/session", Some(&json!({}))),
    ];
    for logged_in in [false, true] {
        for (method, path, body) in requests {
            let mut answers = Vec::new();
            for switched in [false, true] {
                let customers = dollars().await;
                let mut browser = customers.browser();
                browser.add(WAX, 1).await;
                if logged_in {
                    browser.register("noor@example.test").await;
                }
                // A process that has not seen this session.
                let other = customers.beside().await;
                if switched {
                    switch(&browser, "USD").await;
                }
                let mut browser = Browser {
                    customers: &other,
                    ..browser.clone()
                };
                answers.push(amounts_of(&browser.done(method, path, body).await));
                assert_eq!(session_currency(&browser).await, "EUR", "{method} {path}");
            }
            assert_eq!(answers[0], answers[1], "{method} {path}, logged in: {logged_in}");
            assert!(
                answers[1].iter().all(|(_, currency)| currency == "EUR"),
                "{method} {path}"
            );
        }
    }
}

/// A cart that was shown a moment ago and now has other amounts is not trusted either.
#[tokio::test]
async fn a_session_that_is_known_is_looked_at_again_where_its_cart_became_another_one() {
    let customers = dollars().await;
    let mut browser = customers.browser();
    browser.add(WAX, 1).await;
    let before = amounts_of(&browser.cart().await);
    switch(&browser, "USD").await;
    assert_eq!(amounts_of(&browser.cart().await), before);
    assert_eq!(session_currency(&browser).await, "EUR");
}

/// An order is placed in the currency in which it was shown.
#[tokio::test]
async fn an_order_is_placed_in_the_shops_currency() {
    let customers = dollars().await;
    let mut browser = customers.browser();
    browser.register("noor@example.test").await;
    browser.add(WAX, 1).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    switch(&browser, "USD").await;
    let order = json!({
        "idempotency_key": "0123456789abcdef", "cart_hash": checkout["cart"]["hash"], "accept_terms": true,
        "reference": null, "comment": null
    });
    browser.post("/api/orders", &order).await;
    let list = browser.done("GET", "/api/orders", None).await;
    let total = &list["orders"][0]["total"];
    assert_eq!(total, &checkout["cart"]["total"]);
}
