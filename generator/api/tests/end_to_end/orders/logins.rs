//! Consecutive orders with a login in between: R-CHK-08.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::{
    client::Answer,
    customers::{Browser, Customers, PASSWORD, WAX},
};

/// An order request for the current cart, which a test can send repeatedly.
async fn wanted(browser: &mut Browser<'_>, key: &str) -> Value {
    browser.add(WAX, 1).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    json!({
        "idempotency_key": format!("0123456789abcdef-{key}"), "cart_hash": checkout["cart"]["hash"], "accept_terms": true,
        "reference": null, "comment": null
    })
}

async fn send(browser: &mut Browser<'_>, order: &Value) -> Answer {
    browser.call("POST", "/api/orders", Some(order)).await
}

/// R-CHK-08: an order whose answer was lost is found again, and never confused with an earlier one of the same
/// customer: in one session, and after a login or a logout of all devices has changed the token; whatever the shop's
/// clock.
#[tokio::test]
async fn r_chk_08_a_lost_order_is_not_taken_for_an_earlier_one() {
    for (login_between, hours_ahead) in [(false, 0), (true, 0), (false, -3), (true, 26)] {
        let shop = Customers::start().await;
        let now = Timestamp::now() + SignedDuration::from_hours(hours_ahead);
        shop.control("POST", "/clock", Some(&json!({"now": now}))).await;
        let mut browser = shop.browser();
        browser.register("noor@example.com").await;
        let mut seen = Vec::new();
        for count in 0..3 {
            if login_between && count > 0 {
                browser.post("/api/account/logout", &json!({"everywhere": false})).await;
                let login = json!({"email": "noor@example.com", "password": PASSWORD});
                browser.post("/api/account/login", &login).await;
            }
            let order = wanted(&mut browser, &format!("order-{count}")).await;
            if count > 0 {
                let lost = json!({
                    "backend": "shopware", "method": "POST", "path": "/store-api/checkout/order", "kind": "lost", "times": 1
                });
                shop.control("POST", "/faults", Some(&lost)).await;
                let unknown = send(&mut browser, &order).await;
                assert!(unknown.status >= 500, "{}", unknown.text());
            }
            let placed = send(&mut browser, &order).await;
            assert_eq!(placed.status, 200, "{}", placed.text());
            seen.push(placed.json()["order_id"].clone());
        }
        let orders = shop.control("GET", "/orders", None).await;
        let all = orders["orders"].as_array().expect("orders").iter();
        let mut all: Vec<Value> = all.map(|order| order["id"].clone()).collect();
        all.reverse();
        all.drain(..all.len() - 3);
        assert_eq!(seen, all, "login between: {login_between}, hours ahead: {hours_ahead}");
    }
}
