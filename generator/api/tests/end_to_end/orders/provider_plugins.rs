//! Payments started by the plug-ins of Mollie and PayPal, from recorded answers (Shopware §25.4): R-CHK-05, R-CHK-06.

use serde_json::{Value, json};
use wiremock::{Request, Respond, ResponseTemplate};

use super::{ORDER, SESSION, order, place, placed_now, sent};
use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware},
};

/// The guest's order with the transactions of a recorded one.
fn with_transactions_of(name: &str) -> Value {
    let mut orders = placed_now("093-orders-guest");
    let recorded = Recorded::read(name).body();
    orders["orders"]["elements"][0]["transactions"] = recorded["orders"]["elements"][0]["transactions"].clone();
    orders
}

async fn shop_of(orders: Value, starts: impl Respond + 'static) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    let answer = ResponseTemplate::new(200).set_body_json(orders);
    shopware.answer("GET", "/order", answer).await;
    shopware.answer("POST", "/handle-payment", starts).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    (shopware, shop)
}

async fn read(shop: &Shop) -> Value {
    let asked = shop.get(&format!("/api/orders/{ORDER}")).with("Cookie", SESSION);
    asked.send().await.json()
}

async fn pay(shop: &Shop) -> Value {
    let asked = shop.ask("POST", &format!("/api/orders/{ORDER}/payment")).by_page();
    let body = json!({"payment_method_id": null, "lookup": null});
    asked.with("Cookie", SESSION).json(&body).send().await.json()
}

/// R-CHK-05: iDEAL, Klarna, a bank transfer and PayPal start with their own states; after placing the order, the
/// visitor is redirected to the page of the recorded answer, and with the same key to the same one.
#[tokio::test]
async fn r_chk_05_each_recorded_start_redirects_to_its_page() {
    for (start, after) in [
        (
            "948-provider-handle-payment-ideal",
            "949-provider-order-after-handle-payment-ideal",
        ),
        (
            "950-provider-handle-payment-klarna",
            "951-provider-order-after-handle-payment-klarna",
        ),
        (
            "952-provider-handle-payment-banktransfer",
            "953-provider-order-after-handle-payment-banktransfer",
        ),
    ] {
        let page = Recorded::read(start).body()["redirectUrl"].clone();
        let (shopware, shop) = shop_of(with_transactions_of(after), Recorded::read(start)).await;
        let expected = json!({"outcome": "redirect", "redirect_url": page});
        for repeated in [false, true] {
            let placed = place(&shop, &order(&[])).send().await.json();
            assert_eq!(
                (&placed["repeated"], &placed["payment"]),
                (&json!(repeated), &expected),
                "{start}"
            );
        }
        let payment = read(&shop).await["order"]["payment"].clone();
        let told = (&payment["state"], &payment["page"], &payment["way"]);
        assert_eq!(told, (&json!("pending"), &page, &json!("page")), "{after}");
        assert_eq!(pay(&shop).await["payment"], expected, "{after}");
        assert_eq!(sent(&shopware.calls().await, "POST /handle-payment"), 1, "{after}");
    }
    for start in [
        "954-provider-retry-while-unconfirmed",
        "956-paypal-handle-payment-paypal-NL",
        // Shopware's own return URL.
        "958-paypal-handle-payment-prepared-paypal",
        "960-paypal-retry-while-unconfirmed",
    ] {
        let page = Recorded::read(start).body()["redirectUrl"].clone();
        let (_, shop) = shop_of(placed_now("093-orders-guest"), Recorded::read(start)).await;
        let placed = place(&shop, &order(&[])).send().await.json();
        assert_eq!(
            placed["payment"],
            json!({"outcome": "redirect", "redirect_url": page}),
            "{start}"
        );
    }
}

/// The recorded refusal of a method that needs the provider's script: Shopware redirects to the error URL of the
/// request.
struct Refused;

impl Respond for Refused {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let recorded = Recorded::read("957-paypal-handle-payment-acdc-NL").body();
        let recorded = recorded["redirectUrl"].as_str().unwrap_or_default();
        let query = recorded.split_once('?').map_or("", |(_, query)| query);
        let sent: Value = request.body_json().unwrap_or_default();
        let url = format!("{}?{query}", sent["errorUrl"].as_str().unwrap_or_default());
        ResponseTemplate::new(200).set_body_json(json!({"redirectUrl": url, "apiAlias": "array_struct"}))
    }
}

/// R-CHK-05: a start that Shopware refuses by its redirect has failed, and an answer without a URL is inconclusive: the
/// order has the state of the payment.
#[tokio::test]
async fn r_chk_05_a_recorded_refusal_is_reported_and_no_url_does_not_mean_paid() {
    let (_, shop) = shop_of(placed_now("093-orders-guest"), Refused).await;
    let placed = place(&shop, &order(&[])).send().await.json();
    assert_eq!(placed["payment"], json!({"outcome": "failed", "redirect_url": null}));
    let start = Recorded::read("959-paypal-handle-payment-prepared-sepa");
    let (_, shop) = shop_of(placed_now("093-orders-guest"), start).await;
    let placed = place(&shop, &order(&[])).send().await.json();
    assert_eq!(placed["payment"], json!({"outcome": "none", "redirect_url": null}));
    let payment = read(&shop).await["order"]["payment"].clone();
    assert_eq!(
        (&payment["state"], &payment["can_be_paid"]),
        (&json!("unpaid"), &json!(true))
    );
}

/// R-CHK-06: the recorded order that was paid and then got a newer open or failed transaction is paid; the one whose
/// payment Shopware cancelled is unpaid, with the method of its newest transaction.
#[tokio::test]
async fn r_chk_06_recorded_orders_with_a_newer_transaction_are_paid() {
    let start = "948-provider-handle-payment-ideal";
    for (name, state, payable) in [
        ("913-order-transactions-paid-then-open", "paid", false),
        ("914-order-transactions-paid-then-failed", "paid", false),
        ("916-order-transactions-its-payment-is-now-cancelled", "unpaid", true),
    ] {
        let (shopware, shop) = shop_of(with_transactions_of(name), Recorded::read(start)).await;
        let payment = read(&shop).await["order"]["payment"].clone();
        let told = (&payment["state"], &payment["can_be_paid"], &payment["way"]);
        assert_eq!(told, (&json!(state), &json!(payable), &json!("invoice")), "{name}");
        let paid = pay(&shop).await;
        assert_eq!(paid["errors"].is_null(), payable, "{name}: {paid}");
        let calls = shopware.calls().await;
        assert_eq!(sent(&calls, "POST /order/payment"), 0, "{name}");
        assert_eq!(sent(&calls, "POST /handle-payment"), usize::from(payable), "{name}");
    }
}
