//! Orders in the control API: their states, the mailbox, lost and late answers, and reset.

use std::pin::pin;
use std::time::{Duration, Instant};

use futures::future::{Either, select};
use serde_json::{Value, json};

use crate::support::{DUTCH, GERMAN, KEY, Shop, WAX};

/// A guest with two pieces in the cart.
async fn ready(shop: &Shop) -> String {
    let token = shop.guest(None, "gast@example.com").await;
    let line = json!({"items": [{"id": WAX, "referencedId": WAX, "quantity": 2, "type": "product"}]});
    shop.call(Some(&token), "POST", "/checkout/cart/line-item", Some(line))
        .await;
    token
}

async fn place(shop: &Shop, token: &str) -> Value {
    let reply = shop.call(Some(token), "POST", "/checkout/order", Some(json!({}))).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.body
}

async fn orders(shop: &Shop) -> Vec<Value> {
    let list = shop.control("GET", "/orders", json!({})).await;
    list["orders"].as_array().unwrap().clone()
}

async fn stock(shop: &Shop) -> i64 {
    let asked = json!({"ids": [WAX], "includes": {"product": ["stock", "sales", "updatedAt"]}});
    let product = shop.post("/product", asked).await.body["elements"][0].clone();
    assert_eq!(product["updatedAt"], Value::Null, "an order does not change a product");
    assert_eq!(
        product["stock"].as_i64().unwrap() + product["sales"].as_i64().unwrap(),
        500
    );
    product["stock"].as_i64().unwrap()
}

/// The order call of a client with a short timeout.
async fn impatient(shop: &Shop, token: &str, patience: Duration) -> Result<reqwest::Response, reqwest::Error> {
    shop.client
        .post(format!("{}/store-api/checkout/order", shop.demo.shopware_url()))
        .header("sw-access-key", KEY)
        .header("sw-language-id", DUTCH)
        .header("sw-context-token", token)
        .timeout(patience)
        .send()
        .await
}

fn order_fault(kind: &str, delay: u64) -> Value {
    json!({
        "backend": "shopware", "method": "POST", "path": "/store-api/checkout/order", "kind": kind, "delay_ms": delay, "times": 1
    })
}

/// The order is placed, and its answer is lost.
#[tokio::test]
async fn an_answer_that_is_lost_leaves_an_order_behind() {
    let shop = Shop::start().await;
    for kind in ["lost", "cut"] {
        let token = ready(&shop).await;
        let before = orders(&shop).await.len();
        shop.control("POST", "/faults", order_fault(kind, 0)).await;
        let answer = impatient(&shop, &token, Duration::from_secs(60)).await;
        let text = match answer {
            Err(error) => Err(error),
            Ok(answer) => answer.text().await,
        };
        let error = text.unwrap_err();
        assert!(
            !error.is_timeout(),
            "{kind}: the connection is closed, not left open: {error}"
        );
        assert_eq!(orders(&shop).await.len(), before + 1, "{kind}");
        let cart = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
        assert_eq!(cart.body["lineItems"], json!([]), "{kind}");
        let again = shop
            .call(Some(&token), "POST", "/checkout/order", Some(json!({})))
            .await;
        assert_eq!((again.status, again.code()), (400, "CHECKOUT__CART_EMPTY"), "{kind}");
        let own = shop.call(Some(&token), "POST", "/order", Some(json!({}))).await;
        assert_eq!(own.body["orders"]["total"], 1, "{kind}");
    }
}

/// A slow order call. With a `late` fault it is processed although the client has disconnected.
#[tokio::test]
async fn an_order_call_can_be_slow_before_and_after_it_is_done() {
    let shop = Shop::start().await;
    let token = ready(&shop).await;
    shop.control("POST", "/faults", order_fault("delay", 150)).await;
    let started = Instant::now();
    place(&shop, &token).await;
    assert!(started.elapsed() >= Duration::from_millis(150));
    let token = ready(&shop).await;
    shop.control("POST", "/faults", order_fault("late", 3_600_000)).await;
    let waiting = impatient(&shop, &token, Duration::from_secs(3_600));
    let done = async { while orders(&shop).await.len() < 2 {} };
    let waiting = pin!(waiting);
    let done = pin!(done);
    let first = select(waiting, done).await;
    assert!(
        matches!(first, Either::Right(_)),
        "the order is there before its answer is"
    );
}

/// States set by staff or a payment provider, with the resulting mails and stock.
#[tokio::test]
async fn states_of_an_order_can_be_set_and_are_read_in_the_language_of_the_call() {
    let shop = Shop::start().await;
    let token = ready(&shop).await;
    place(&shop, &token).await;
    assert_eq!(stock(&shop).await, 498);
    let set = async |change: Value| shop.control("POST", "/orders/10000/state", change).await["order"].clone();
    let paid = set(json!({"transaction": "paid"})).await;
    assert_eq!(
        (&paid["state"], &paid["transactions"][0]["state"]),
        (&json!("open"), &json!("paid"))
    );
    let sent = set(json!({"order": "in_progress", "delivery": "shipped", "tracking_codes": ["3STEST123"]})).await;
    assert_eq!(
        (&sent["state"], &sent["deliveries"]),
        (&json!("in_progress"), &json!(["shipped"]))
    );
    let asked = json!({"associations": {
        "stateMachineState": {}, "deliveries": {"associations": {"stateMachineState": {}}},
        "transactions": {"associations": {"stateMachineState": {}}}
    }});
    let german = shop.call_in(GERMAN, Some(&token), "POST", "/order", Some(asked)).await;
    let order = &german.body["orders"]["elements"][0];
    let name = |state: &Value| state["translated"]["name"].as_str().unwrap().to_owned();
    assert_eq!(name(&order["stateMachineState"]), "In Bearbeitung");
    assert_eq!(name(&order["deliveries"][0]["stateMachineState"]), "Versandt");
    assert_eq!(name(&order["transactions"][0]["stateMachineState"]), "Bezahlt");
    assert_eq!(order["deliveries"][0]["trackingCodes"], json!(["3STEST123"]));
    set(json!({"order": "cancelled"})).await;
    set(json!({"order": "cancelled"})).await;
    assert_eq!(stock(&shop).await, 500, "the pieces come back once");
    let mails = shop.control("GET", "/mailbox", json!({})).await;
    let kinds: Vec<&str> = mails["mails"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| mail["kind"].as_str().unwrap())
        .collect();
    assert_eq!(
        kinds,
        [
            "order_cancelled",
            "order_shipped",
            "order_in_progress",
            "payment_paid",
            "order_placed"
        ]
    );
}

/// A transition that is not allowed changes nothing, and the error lists the allowed ones.
#[tokio::test]
async fn a_state_that_may_not_follow_is_refused_with_those_that_may() {
    let shop = Shop::start().await;
    let token = ready(&shop).await;
    place(&shop, &token).await;
    let refused = async |number: &str, change: Value| {
        let path = format!("/_demo/orders/{number}/state");
        let reply = shop.send("POST", &path, &[], Some(change.to_string())).await;
        (reply.status, reply.body["error"].as_str().unwrap().to_owned())
    };
    let (status, error) = refused("10000", json!({"transaction": "paid", "delivery": "returned"})).await;
    assert!(
        status == 400 && error.contains("`returned` does not follow `open`") && error.contains("`shipped`"),
        "{error}"
    );
    let (status, error) = refused("9", json!({"order": "cancelled"})).await;
    assert!(status == 400 && error.contains("`9`"), "{error}");
    let (status, error) = refused("10000", json!({"orders": "cancelled"})).await;
    assert!(status == 400 && error.contains("orders"), "{error}");
    assert_eq!(orders(&shop).await[0]["transactions"][0]["state"], "open");
}

/// A reset removes orders and mails, and numbers restart.
#[tokio::test]
async fn a_reset_forgets_orders_and_mails() {
    let shop = Shop::start().await;
    for _ in 0..2 {
        let token = ready(&shop).await;
        assert_eq!(place(&shop, &token).await["orderNumber"], "10000");
        shop.control("POST", "/reset", json!({})).await;
        assert_eq!(orders(&shop).await, Vec::<Value>::new());
        assert_eq!(shop.control("GET", "/mailbox", json!({})).await["mails"], json!([]));
        assert_eq!(stock(&shop).await, 500);
    }
}

/// A filter and a sort over orders, and an order with an expired link.
#[tokio::test]
async fn orders_are_filtered_sorted_and_found_by_their_link_for_thirty_days() {
    let shop = Shop::start().await;
    let token = ready(&shop).await;
    let first = place(&shop, &token).await;
    let line = json!({"items": [{"id": WAX, "referencedId": WAX, "quantity": 5, "type": "product"}]});
    shop.call(Some(&token), "POST", "/checkout/cart/line-item", Some(line))
        .await;
    place(&shop, &token).await;
    shop.control("POST", "/orders/10001/state", json!({"transaction": "paid"}))
        .await;
    let numbers = async |body: Value| {
        let reply = shop.call(Some(&token), "POST", "/order", Some(body)).await;
        let rows = reply.body["orders"]["elements"].as_array().unwrap().clone();
        rows.iter()
            .map(|row| row["orderNumber"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(json!({})).await, ["10000", "10001"]);
    assert_eq!(
        numbers(json!({"sort": [{"field": "amountTotal", "order": "DESC"}], "limit": 1})).await,
        ["10001"]
    );
    let paid = json!({"filter": [{"type": "equals", "field": "transactions.stateMachineState.technicalName", "value": "paid"}]});
    assert_eq!(numbers(paid).await, ["10001"]);
    let open = json!({"filter": {"orderNumber": "10000"}});
    assert_eq!(numbers(open).await, ["10000"]);
    let unknown = shop
        .call(Some(&token), "POST", "/order", Some(json!({"filter": {"nope": 1}})))
        .await;
    assert_eq!((unknown.status, unknown.code()), (400, "FRAMEWORK__UNMAPPED_FIELD"));
    let link =
        json!({"email": "gast@example.com", "zipcode": "1015 CN", "filter": {"deepLinkCode": first["deepLinkCode"]}});
    let find = async || shop.call(None, "POST", "/order", Some(link.clone())).await;
    assert_eq!(find().await.body["orders"]["elements"][0]["orderNumber"], "10000");
    shop.control("POST", "/clock", json!({"now": "2026-12-21T06:28:00Z"}))
        .await;
    assert_eq!(find().await.code(), "CHECKOUT__GUEST_NOT_AUTHENTICATED");
}
