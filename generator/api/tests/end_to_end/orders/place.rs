//! An order is placed, or refused with one code for each reason: R-CHK-03, R-CHK-05.

use serde_json::{Value, json};

use super::{HASH, ORDER, order, place, provider};
use crate::{
    shop::{Shop, go_live, list_files, release},
    shopware::{Recorded, Shopware},
};

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

/// R-CHK-05: the answer has the order and the URL of the payment provider; the request has the hash of the cart that
/// was shown, and the return URL is the shop's own.
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

/// No input causes a 500, and no invalid input reaches Shopware or the disk.
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
