//! Hostile requests and backend answers: none causes a 500 or a panic.

use serde_json::{Value, json};

use super::{SHIPPED, get, order, post, shipped, shop_with};

/// No input causes a 500, and no invalid input reaches Shopware.
#[tokio::test]
async fn hostile_questions_about_orders_are_refused() {
    let (shopware, shop) = shop_with(shipped()).await;
    let long = "9".repeat(7_000);
    for query in [
        "page=0",
        "page=-1",
        "page=1.5",
        "page=1e9",
        "page=99999",
        "page=%00",
        "page=١",
        "page[]=1",
        "page[$gt]=1",
        "page=1&page=2",
        "year=0",
        "year=26",
        "year=20260",
        "year=2026-01",
        "year='OR'1'='1",
        "year=%F0%9F%92%A5",
        "limit=100",
        "filter[0][type]=equals",
        "criteria=x",
        "%ff=%fe",
        "year=2026&year=2026",
        &format!("page={long}"),
        "page=%0d%0aSet-Cookie:x",
    ] {
        let answer = get(&shop, &format!("/api/orders?{}", query.replace('١', "%D9%A1"))).await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{query}");
    }
    let body = |text: &str| text.to_owned();
    for action in ["reorder", "cancel"] {
        for text in [
            body("{\"order_id\":1}"),
            body("[]"),
            body("null"),
            body("{\"a\":{\"a\":{}}}"),
            "[".repeat(900),
            body("\u{0}"),
        ] {
            let answer = post(&shop, &format!("/api/orders/{SHIPPED}/{action}"))
                .body(text.clone())
                .send()
                .await;
            assert_eq!(
                answer.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{action}: {text}"
            );
        }
    }
    assert!(shopware.requests().await.is_empty(), "{:?}", shopware.calls().await);
}

/// Nothing in Shopware's answers about orders causes a panic or a 500.
#[tokio::test]
async fn hostile_answers_about_orders_are_survived() {
    let mutate = |change: fn(&mut Value)| {
        let mut orders = shipped();
        change(order(&mut orders));
        orders
    };
    let cases = [
        ("no price", mutate(|row| row["price"] = json!(null)), 502),
        (
            "an amount without end",
            mutate(|row| row["price"]["totalPrice"] = json!(1e300)),
            502,
        ),
        ("no id", mutate(|row| row["id"] = json!("../x")), 502),
        (
            "documents without code",
            mutate(|row| row["documents"][0]["deepLinkCode"] = json!("a/../b")),
            200,
        ),
        (
            "codes by the thousand",
            mutate(|row| row["deliveries"][0]["trackingCodes"] = json!(vec!["x".repeat(500); 2_000])),
            200,
        ),
        (
            "times that are none",
            mutate(|row| row["deliveries"][0]["updatedAt"] = json!("gisteren")),
            200,
        ),
        (
            "the end of time",
            mutate(|row| row["deliveries"][0]["updatedAt"] = json!("9999-12-30T22:00:00.000+00:00")),
            200,
        ),
        (
            "names in markup",
            mutate(|row| row["stateMachineState"]["translated"]["name"] = json!("<script>")),
            200,
        ),
    ];
    for (what, orders, status) in cases {
        let (_shopware, shop) = shop_with(orders).await;
        for path in ["/api/orders".to_owned(), format!("/api/orders/{SHIPPED}")] {
            let answer = get(&shop, &path).await;
            // An order without an id cannot be the requested one.
            assert!(
                answer.status == status || answer.status == 404,
                "{what}: {} {}",
                answer.status,
                answer.text()
            );
        }
    }
}
