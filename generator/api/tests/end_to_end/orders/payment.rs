//! Starting and restarting the payment of an order: R-CHK-05, R-CHK-06.

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{ORDER, SESSION, order, place, provider, sent};
use crate::{
    client::Ask,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

/// A shop whose Shopware answers with these orders.
async fn shop_of(orders: Value) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(orders))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    (shopware, shop)
}

/// The recorded order with a payment in this state.
fn with_payment(state: &str) -> Value {
    let mut orders = Recorded::read("093-orders-guest").body();
    orders["orders"]["elements"][0]["transactions"][0]["stateMachineState"]["technicalName"] = json!(state);
    orders
}

fn read_order(shop: &Shop, id: &str) -> Ask {
    shop.get(&format!("/api/orders/{id}")).with("Cookie", SESSION)
}

fn look_up(shop: &Shop, known: &Value) -> Ask {
    shop.ask("POST", "/api/orders/lookup").by_page().json(known)
}

fn pay(shop: &Shop, id: &str, method: &Value, lookup: &Value) -> Ask {
    shop.ask("POST", &format!("/api/orders/{id}/payment"))
        .by_page()
        .json(&json!({"payment_method_id": method, "lookup": lookup}))
}

/// R-CHK-05: the order is valid whatever the outcome of its payment.
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

/// R-CHK-06: an unpaid order lists the available payment methods, and can be paid with the same method or another one.
#[tokio::test]
async fn r_chk_06_an_unpaid_order_is_read_and_paid_after_all() {
    let shopware = Shopware::anonymous().await;
    let url = "https://psp.example/pay/2";
    shopware.answer("POST", "/handle-payment", provider(url)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let read = read_order(&shop, ORDER).send().await;
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

    for method in [Value::Null, json!("01a1fca6a8b7720cb904eb511c56e9b2")] {
        let before = shopware.calls().await.len();
        let asked = pay(&shop, ORDER, &method, &Value::Null).with("Cookie", SESSION);
        let answer = asked.send().await;
        assert_eq!(
            answer.json(),
            json!({"payment": {"outcome": "redirect", "redirect_url": url}})
        );
        let calls = shopware.calls().await[before..].to_vec();
        let writes: &[&str] = if method.is_null() {
            &["POST /handle-payment"]
        } else {
            &["POST /order/payment", "POST /handle-payment"]
        };
        let (reads, written) = calls.split_at(calls.len() - writes.len());
        assert_eq!(written, writes, "one after another");
        assert!(
            reads.contains(&"GET /order".to_owned()),
            "asked before anything is sent"
        );
        assert!(reads.iter().all(|call| call.starts_with("GET ")), "{reads:?}");
    }
    let other = read_order(&shop, &"0".repeat(32)).send().await;
    assert_eq!(other.refused(), (404, "ORDER_NOT_FOUND".to_owned()));
}

/// R-CHK-06: a paid order is not paid again, and another customer's order cannot be paid (Shopware 6.6 checks neither).
#[tokio::test]
async fn r_chk_06_paid_and_foreign_orders_are_not_paid() {
    let mut none = Recorded::read("093-orders-guest").body();
    none["orders"]["elements"] = json!([]);
    for (orders, expected) in [
        (with_payment("paid"), (409, "ORDER_NOT_PAYABLE")),
        (none, (404, "ORDER_NOT_FOUND")),
    ] {
        let (shopware, shop) = shop_of(orders).await;
        let asked = pay(&shop, ORDER, &Value::Null, &Value::Null).with("Cookie", SESSION);
        let (status, code) = asked.send().await.refused();
        assert_eq!((status, code.as_str()), expected);
        assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 0);
    }
}

/// R-CHK-06: each state of a payment has its own text.
#[tokio::test]
async fn r_chk_06_states_of_a_payment() {
    for (technical, state, payable) in [
        ("open", "unpaid", true),
        ("reminded", "unpaid", true),
        ("unconfirmed", "pending", true),
        ("in_progress", "pending", false),
        ("authorized", "paid", false),
        ("paid", "paid", false),
        ("failed", "failed", true),
        ("cancelled", "cancelled", true),
        ("refunded", "refunded", false),
        ("gezellig", "unknown", false),
    ] {
        let (_shopware, shop) = shop_of(with_payment(technical)).await;
        let read = read_order(&shop, ORDER).send().await;
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

/// A guest without a session returns by the mail's link: the proof is only sent in the body, and all refusals are the
/// same, except for an account's order.
#[tokio::test]
async fn an_order_is_looked_up_and_paid_by_its_link() {
    let shopware = Shopware::anonymous().await;
    let url = "https://psp.example/pay/3";
    shopware.answer("POST", "/handle-payment", provider(url)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let known = json!({"code": "O81m5isnHPbYQmfqPCf4iLxpdvHfr9ZQ", "email": "gast@example.com", "zipcode": "1015 CN"});
    let found = look_up(&shop, &known).send().await;
    assert_eq!(found.status, 200, "{}", found.text());
    assert_eq!(found.json()["order"]["number"], "10000");
    assert_eq!(found.set_cookies(), Vec::<&str>::new(), "it begins no session");
    let answer = pay(&shop, ORDER, &Value::Null, &known).send().await;
    assert_eq!(answer.json()["payment"]["redirect_url"], url);
    for request in shopware.requests().await {
        assert!(
            !request.url.as_str().contains("gast"),
            "no e-mail address in an address"
        );
    }
    let answer = pay(&shop, &"1".repeat(32), &Value::Null, &known).send().await;
    assert_eq!(answer.refused(), (403, "ORDER_LOOKUP_REFUSED".to_owned()));

    let found_by_nobody = "Met deze gegevens is geen bestelling te vinden. Controleer e-mailadres en postcode.";
    let of_account = "Deze bestelling hoort bij een account. Log in met dat account om haar te bekijken.";
    for (recording, code, detail) in [
        (
            "100-guest-order-deeplink-wrong",
            "ORDER_LOOKUP_REFUSED",
            found_by_nobody,
        ),
        ("496-deeplink-unknown", "ORDER_LOOKUP_REFUSED", found_by_nobody),
        ("494-deeplink-of-account", "ORDER_OF_ACCOUNT", of_account),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware.answer("POST", "/order", Recorded::read(recording)).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = look_up(&shop, &known).send().await;
        assert_eq!(answer.refused(), (403, code.to_owned()), "{recording}");
        assert_eq!(answer.json()["errors"][0]["detail"], detail);
        let answer = pay(&shop, ORDER, &Value::Null, &known).send().await;
        assert_eq!(answer.refused(), (403, code.to_owned()), "{recording}");
        assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 0);
    }
}
