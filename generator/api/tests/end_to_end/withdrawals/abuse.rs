//! Hostile statements, strangers, and limits: law §4a, rule 16.

use serde_json::json;

use super::{KEY, ROUTE, files, sent, statement, withdraw};
use crate::{shop::Shop, shopware::Shopware};

/// "Do not reveal whether an order exists": Shopware is not called, and the answer is the same.
#[tokio::test]
async fn law_4a_every_order_number_has_the_same_answer() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let shop = Shop::start(shopware.client()).await;
    let mut shapes = Vec::new();
    for number in ["10042", "99999", "no such order", "'; drop table orders; --"] {
        let mut one = statement();
        one["order_number"] = json!(number);
        let answer = withdraw(&shop, &one).await;
        assert_eq!(answer.status, 200, "{number}");
        assert!(answer.set_cookies().is_empty(), "it begins no session");
        let mut told = answer.json();
        for key in ["reference", "received_at", "received_on"] {
            assert!(told[key].take().is_string(), "{key}");
        }
        shapes.push(told);
    }
    assert!(shapes.windows(2).all(|two| two[0] == two[1]));
    let asked = shopware.requests().await;
    assert!(
        asked.iter().all(|one| one.url.path().ends_with(ROUTE)),
        "nothing is looked up"
    );
}

/// Rule 16: by address, and by address and e-mail address; a stranger does not block the owner.
#[tokio::test]
async fn law_4a_withdrawals_are_limited() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| {
        c.trusted_proxies = vec!["127.0.0.1/32".parse().expect("an address")];
        c.rates.withdrawals = 20;
    })
    .await;
    let from = |address: &str, email: &str| {
        let mut one = statement();
        one["email"] = json!(email);
        let ask = shop.ask("POST", "/api/withdrawals").by_page();
        ask.with("X-Forwarded-For", address).json(&one).send()
    };
    for _ in 0..10 {
        assert_eq!(from("203.0.113.1", "noor@example.test").await.status, 200);
    }
    let refused = from("203.0.113.1", "Noor@Example.test").await;
    assert_eq!(
        refused.refused(),
        (429, "RATE_LIMITED".to_owned()),
        "mails to one address"
    );
    assert!(refused.header("retry-after").is_some(), "with the time to wait");
    assert_eq!(
        from("203.0.113.2", "noor@example.test").await.status,
        200,
        "the owner elsewhere"
    );
    for number in 0..9 {
        assert_eq!(
            from("203.0.113.1", &format!("a{number}@example.test")).await.status,
            200
        );
    }
    let refused = from("203.0.113.1", "b@example.test").await;
    assert_eq!(refused.refused().0, 429, "one address");
}

#[tokio::test]
async fn hostile_statements_are_refused_at_their_fields_and_none_is_a_500() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| c.rates.withdrawals = 1_000).await;
    let long = |count: usize| "ä".repeat(count);
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("  \u{a0} ")),
        ("name", json!("Noor\r\nBcc: all@example.test")),
        ("name", json!("a\0b")),
        ("name", json!("\u{202e}rooN")),
        ("name", json!(long(201))),
        ("email", json!("")),
        ("email", json!("noor")),
        ("email", json!("noor@example.test, other@example.test")),
        ("email", json!("noor@example.test\r\nBcc: all@example.test")),
        ("email", json!("\"<script>\"@example.test")),
        ("email", json!(format!("{}@example.test", "a".repeat(250)))),
        ("order_number", json!("")),
        ("order_number", json!("10042\nSubject: x")),
        ("order_number", json!(long(65))),
        ("items", json!(long(2_001))),
        ("items", json!("a\u{7}b")),
        ("comment", json!(long(1_001))),
        ("key", json!("")),
        ("key", json!("../../etc/passwd")),
        ("key", json!(KEY.to_uppercase())),
    ] {
        let mut bad = statement();
        bad[field] = value.clone();
        let answer = withdraw(&shop, &bad).await;
        assert_eq!(
            answer.refused(),
            (400, "INVALID_REQUEST".to_owned()),
            "{field}: {value}"
        );
        assert_eq!(
            answer.json()["errors"][0]["source"]["pointer"],
            format!("/{field}"),
            "{value}"
        );
    }
    for value in [json!(null), json!(1), json!(["a"]), json!({"a": 1})] {
        for field in ["key", "name", "email", "order_number"] {
            let mut bad = statement();
            bad[field] = value.clone();
            assert_eq!(withdraw(&shop, &bad).await.status, 400, "{field}: {value}");
        }
    }
    assert!(files(shop.folder.path(), "").is_empty(), "nothing was recorded");
    assert!(shopware.requests().await.is_empty());
    // Names are accepted as typed.
    for name in [
        "Ö",
        "Zoë-Łucja d'Arc",
        "王小明",
        "<b>Noor</b>",
        "{{ name }} {facts}",
        "=?utf-8?q?x?=",
    ] {
        let mut good = statement();
        good["name"] = json!(name);
        assert_eq!(withdraw(&shop, &good).await.status, 200, "{name}");
    }
}
