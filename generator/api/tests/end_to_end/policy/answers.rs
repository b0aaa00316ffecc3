//! The answers of rows: as documented, a session where marked, rate limits, and the API's headers.

use serde_json::{Value, json};
use vitrine_api::{
    openapi,
    routes::{Action, Auth},
};

use super::{backend, good, json_rows, type_of, with_context, without_limits};
use crate::{client::Ask, shop::Shop, shopware::Shopware};

#[tokio::test]
async fn every_row_answers_as_documented() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), without_limits).await;
    let of_guests = with_context("091-context-guest").await;
    let guests = Shop::start(of_guests.client()).await;
    let of_strangers = Shopware::anonymous().await;
    let strangers = Shop::start(of_strangers.client()).await;
    for row in json_rows() {
        let answer = good(&shop, row).send().await;
        assert_eq!(answer.status, 200, "{}: {}", row.name, answer.text());
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{}", row.name);
        assert_eq!(answer.header("content-type"), Some(type_of(row)), "{}", row.name);
        assert!(
            answer
                .headers
                .iter()
                .all(|(name, _)| !name.starts_with("access-control")),
            "no CORS (rule 9)"
        );
        // Rule 8: a visitor without a session cannot be a guest, so Shopware is not called.
        let asked = shopware.requests().await.len();
        match row.policy.auth {
            Auth::Public => {}
            Auth::Guest => {
                let answer = good(&shop, row).without("Cookie").send().await;
                assert_eq!(answer.refused(), (403, "LOGIN_REQUIRED".to_owned()), "{}", row.name);
                assert_eq!(shopware.requests().await.len(), asked, "{}", row.name);
            }
            Auth::Customer => {
                let answer = good(&shop, row).without("Cookie").send().await;
                assert_eq!(answer.refused(), (403, "LOGIN_REQUIRED".to_owned()), "{}", row.name);
                assert_eq!(shopware.requests().await.len(), asked, "{}", row.name);
                for (who, other) in [("a guest", &guests), ("nobody", &strangers)] {
                    let answer = good(other, row).send().await;
                    assert_eq!(
                        answer.refused(),
                        (403, "LOGIN_REQUIRED".to_owned()),
                        "{}: {who}",
                        row.name
                    );
                }
            }
        }
    }
}

/// R-SESS-02: rows marked `x-begins-session` begin a session for a visitor without one, and no other read does.
#[tokio::test]
async fn rows_that_begin_a_session_are_marked() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let public = json_rows().filter(|row| row.policy.auth == Auth::Public);
    for row in public.filter(|row| row.begins_session || !row.is_write()) {
        let answer = good(&shop, row).without("Cookie").send().await;
        assert_eq!(answer.status, 200, "{}", row.name);
        let begun = answer
            .set_cookies()
            .iter()
            .any(|line| line.starts_with("vitrine-session="));
        assert_eq!(begun, row.begins_session, "{}", row.name);
        let operation = &document["paths"][row.path][row.method.as_str().to_lowercase()];
        assert_eq!(operation["x-begins-session"] == json!(true), begun, "{}", row.name);
    }
}

/// Rule 16: the number of requests per address is limited, by action; monitoring is not counted.
#[tokio::test]
async fn rates_are_limited_by_address_and_action() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), |config| {
        without_limits(config);
        config.rates.accounts = 1;
        config.rates.reads = 2;
        config.rates.cart_writes = 1;
        config.rates.checkout_writes = 1;
        config.rates.orders = 1;
        config.rates.order_lookups = 1;
        config.rates.withdrawals = 1;
        config.rates.forms = 1;
        config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("an address")];
    })
    .await;
    for (place, row) in json_rows().enumerate() {
        let from = format!("203.0.113.{place}");
        let allowed = match row.policy.action {
            Action::Unlimited | Action::Hook => continue,
            Action::Read => 2,
            Action::CartWrite
            | Action::CheckoutWrite
            | Action::Order
            | Action::OrderLookup
            | Action::Account
            | Action::Form
            | Action::Withdrawal => 1,
        };
        for _ in 0..allowed {
            let answer = good(&shop, row).with("X-Forwarded-For", &from).send().await;
            assert_eq!(answer.status, 200, "{}", row.name);
        }
        let refused = good(&shop, row).with("X-Forwarded-For", &from).send().await;
        assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()), "{}", row.name);
        let wait: u64 = refused
            .header("retry-after")
            .and_then(|s| s.parse().ok())
            .expect("Retry-After");
        assert!((1..=60).contains(&wait), "{wait}");
    }
    for _ in 0..10 {
        assert_eq!(shop.ask("GET", "/api/health").send().await.status, 200);
    }
}

/// HSTS if visitors use https, and other origins may not load the API's answers: on answers, refusals and panics,
/// whatever the host or path.
#[tokio::test]
async fn every_answer_of_the_api_has_hsts_and_a_resource_policy() {
    for https in [true, false] {
        let shopware = backend().await;
        let shop = Shop::with(shopware.client(), |config| config.https = https).await;
        let mut asked: Vec<Ask> = json_rows().map(|row| good(&shop, row)).collect();
        asked.push(shop.ask("PUT", "/api/cart"));
        asked.push(shop.ask("GET", "/api"));
        asked.push(shop.ask("GET", "/api/nothing"));
        asked.push(shop.ask("GET", "/api/health").with("Host", "evil.test"));
        asked.push(shop.get(&format!("/api/cart?x={}", "y".repeat(8_200))));
        asked.push(shop.ask("POST", "/api/cart/line-items").by_page().without("Origin"));
        for ask in asked {
            let answer = ask.send().await;
            let hsts = answer.header("strict-transport-security");
            assert_eq!(hsts, https.then_some("max-age=31536000"), "{}", answer.text());
            assert_eq!(
                answer.header("cross-origin-resource-policy"),
                Some("same-origin"),
                "{}",
                answer.text()
            );
        }
    }
}
