//! The session through the API: R-SESS-02, R-SESS-03, R-HEAD-02.

use serde_json::{Value, json};

use crate::{
    shop::Shop,
    shopware::{MINTED, Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const FRESH: &str = "freshfreshfreshfreshfreshfresh00";

#[tokio::test]
async fn an_anonymous_visitor_has_a_currency_and_a_tax_state() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::start(shopware.client()).await;
    for (locale, allowed) in [("nl", true), ("en", false), ("de", false)] {
        let answer = shop.get("/api/session").locale(locale).send().await;
        assert_eq!(
            answer.json(),
            json!({"customer": null, "ordering_allowed": allowed, "currency": "EUR", "tax_status": "gross", "item_count": 0, "notice": null}),
            "R-HEAD-02 in {locale}"
        );
    }
    assert!(
        shopware.calls().await.iter().all(|call| call == "GET /context"),
        "no cart is read without a session"
    );
}

#[tokio::test]
async fn a_customer_may_order_everywhere_and_is_greeted() {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("139-context-business"))
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("378-cart-net"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop
        .get("/api/session")
        .locale("de")
        .with("Cookie", SESSION)
        .send()
        .await;
    let session = answer.json();
    assert_eq!(session["ordering_allowed"], true);
    assert_eq!(session["customer"]["logged_in"], true);
    assert_eq!(session["customer"]["account_type"], "business");
    assert_eq!(session["item_count"], 5);
    let names: Vec<&String> = session["customer"].as_object().expect("an object").keys().collect();
    assert_eq!(
        names,
        ["logged_in", "guest", "account_type", "first_name"],
        "nothing more of a person"
    );
}

/// R-SESS-02, rule 10: the cookie is set where a session begins or is over, with exactly these attributes, and not
/// otherwise; the token is made by the API, whatever the answers of reads carry.
#[tokio::test]
async fn r_sess_02_the_token_is_replaced_when_the_session_is_over() {
    let shopware = Shopware::start().await;
    shopware
        .answer(
            "GET",
            "/context",
            Recorded::read("000-context-anonymous").with_token(FRESH),
        )
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("055-cart-empty"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    for cookies in ["", "vitrine-session=AnotherAnotherAnotherAnother0000"] {
        let answer = shop.get("/api/session").with("Cookie", cookies).send().await;
        let token = answer.new_token().expect("a session");
        assert_ne!(token, FRESH);
        let line = format!("vitrine-session={token}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
        assert_eq!(answer.set_cookies(), [line.as_str()], "{cookies:?}");
    }
    let same = shop
        .get("/api/session")
        .with("Cookie", &format!("vitrine-session={FRESH}"))
        .send()
        .await;
    assert!(same.set_cookies().is_empty());
    let other = "vitrine-session=6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs; vitrine-seen=0123456789abcdef0123456789abcdef";
    let read = shop.get("/api/cart").with("Cookie", other).send().await;
    let changed = read.set_cookies();
    assert!(
        changed.iter().all(|line| line.starts_with("vitrine-seen=")),
        "the cart's answer echoed the token: {changed:?}"
    );
}

/// R-SESS-02: a failure carries a token too.
#[tokio::test]
async fn r_sess_02_the_token_of_a_failure_counts() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer(
            "PATCH",
            "/checkout/cart/line-item",
            Recorded::read("069-cart-update-unknown").with_token(FRESH),
        )
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop
        .ask("PATCH", "/api/cart/line-items/eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
        .by_page()
        .with("Cookie", SESSION)
        .json(&json!({"quantity": 2}))
        .send()
        .await;
    assert_eq!(answer.refused(), (404, "LINE_ITEM_NOT_FOUND".to_owned()));
    assert!(
        answer
            .set_cookies()
            .iter()
            .any(|line| line.starts_with(&format!("vitrine-session={FRESH};")))
    );
}

/// R-SESS-02: Secure only on https, and there under a name that no subdomain can set.
#[tokio::test]
async fn r_sess_02_on_https_the_cookie_is_secure() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| config.https = true).await;
    let answer = shop.get("/api/session").with("Cookie", SESSION).send().await;
    let [line] = answer.set_cookies()[..] else {
        panic!("one cookie: {:?}", answer.set_cookies());
    };
    let attributes = "; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure";
    let token = line
        .strip_prefix("__Host-vitrine-session=")
        .and_then(|rest| rest.strip_suffix(attributes));
    let token = token.expect("name and attributes");
    assert!(
        !SESSION.contains(token) && token != MINTED,
        "the http cookie was not taken"
    );
}

/// R-SESS-03: maintenance is 503 MAINTENANCE_MODE with Retry-After.
#[tokio::test]
async fn r_sess_03_maintenance_is_503_with_retry_after() {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("550-maintenance-context"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get("/api/session").locale("de").send().await;
    assert_eq!(answer.refused(), (503, "MAINTENANCE_MODE".to_owned()));
    assert_eq!(answer.header("retry-after"), Some("120"));
    let body: Value = answer.json();
    assert!(
        body["errors"][0]["detail"]
            .as_str()
            .is_some_and(|text| text.contains("Wartung")),
        "{body}"
    );
}
