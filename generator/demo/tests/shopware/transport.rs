//! R-BACK: headers, tokens and the order of checks (Shopware §1, §3).

use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::support::{DUTCH, ENGLISH, GERMAN, HALO, KEY, Shop, WAX};

#[tokio::test]
async fn a_token_is_minted_echoed_and_kept() {
    let shop = Shop::start().await;
    let first = shop.call(None, "GET", "/context", None).await;
    let token = first.token().unwrap();
    assert!(
        token.len() == 32 && token.bytes().all(|b| b.is_ascii_alphanumeric()),
        "{token}"
    );
    assert_eq!(first.body["token"], token);
    let second = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(second.token().as_deref(), Some(token.as_str()));
    // Any string is accepted as a token.
    let odd = shop.call(Some("a b/c'\"<x>"), "GET", "/context", None).await;
    assert_eq!(odd.token().as_deref(), Some("a b/c'\"<x>"));
    // An error after the context was resolved has a token; an earlier one has none.
    let late = shop.call(None, "POST", "/product", Some(json!({"limit": 0}))).await;
    assert!(late.status == 400 && late.token().is_some());
    let early = shop.send("GET", "/store-api/context", &[], None).await;
    assert!(early.status == 401 && early.token().is_none());
    let early = shop
        .send("GET", "/store-api/context", &[("sw-context-token", "mine")], None)
        .await;
    assert_eq!(early.token().as_deref(), Some("mine"));
}

#[tokio::test]
async fn checks_come_in_the_order_of_the_contract() {
    let shop = Shop::start().await;
    let bad_language = [
        ("sw-access-key", KEY),
        ("sw-language-id", "nope"),
        ("content-type", "application/json"),
    ];
    let status = async |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        let reply = shop.send(method, path, headers, Some(body.to_owned())).await;
        (reply.status, reply.code().to_owned())
    };
    // Order of checks: route, JSON, key, language, login.
    assert_eq!(
        status("POST", "/store-api/nope", &[("content-type", "application/json")], "{").await,
        (404, "0".to_owned())
    );
    assert_eq!(
        status(
            "POST",
            "/store-api/product",
            &[("content-type", "application/json")],
            "{"
        )
        .await,
        (400, "0".to_owned())
    );
    assert_eq!(
        status("POST", "/store-api/product", &[("sw-language-id", "nope")], "").await,
        (401, "0".to_owned())
    );
    let language = (412, "SYSTEM__LANGUAGE_INVALID_EXCEPTION".to_owned());
    assert_eq!(
        status("POST", "/store-api/account/customer", &bad_language, "{}").await,
        language
    );
    let login = (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN".to_owned());
    assert_eq!(
        status("POST", "/store-api/account/customer", &[("sw-access-key", KEY)], "{}").await,
        login
    );
    // On 6.6 the product detail has no GET.
    let detail = shop.call(None, "GET", &format!("/product/{HALO}"), None).await;
    assert_eq!(detail.status, 405);
}

#[tokio::test]
async fn headers_options_head_and_trailing_slash() {
    let shop = Shop::start().await;
    let options = shop.send("OPTIONS", "/store-api/checkout/cart", &[], None).await;
    assert_eq!((options.status, options.token()), (200, None));
    assert_eq!(options.header("access-control-allow-origin").as_deref(), Some("*"));
    let headers = [("sw-access-key", KEY), ("sw-language-id", DUTCH)];
    let head = shop.send("HEAD", "/store-api/context", &headers, None).await;
    assert!(head.status == 200 && head.token().is_some() && head.body.is_null());
    let slash = shop.send("GET", "/store-api/context/", &headers, None).await;
    assert_eq!(
        (slash.status, slash.header("sw-language-id").as_deref()),
        (200, Some(DUTCH))
    );
    assert_eq!(slash.header("cache-control").as_deref(), Some("no-cache, private"));
    assert_eq!(slash.header("set-cookie"), None);
    // A body without the content type JSON is ignored.
    let text = shop
        .send(
            "POST",
            "/store-api/product",
            &[("sw-access-key", KEY), ("content-type", "text/plain")],
            Some("{\"limit\":1}".to_owned()),
        )
        .await;
    assert!(text.body["elements"].as_array().unwrap().len() > 1);
}

/// R-I18N-05: the language of the session, and of one call.
#[tokio::test]
async fn the_language_header_takes_precedence_over_the_session() {
    let shop = Shop::start().await;
    let plain = [("sw-access-key", KEY), ("content-type", "application/json")];
    let changed = shop
        .send(
            "PATCH",
            "/store-api/context",
            &plain,
            Some(json!({"languageId": ENGLISH}).to_string()),
        )
        .await;
    assert_eq!(changed.body["redirectUrl"], format!("{}/en", shop.demo.shopware_url()));
    let token = changed.token().unwrap();
    let with_token = [
        ("sw-access-key", KEY),
        ("sw-context-token", token.as_str()),
        ("content-type", "application/json"),
    ];
    let add = json!({"items": [{"id": HALO, "referencedId": HALO, "type": "product"}, {"id": WAX, "referencedId": WAX, "type": "product"}]}).to_string();
    let english = shop
        .send("POST", "/store-api/checkout/cart/line-item", &with_token, Some(add))
        .await;
    assert_eq!(english.body["lineItems"][0]["label"], "Halo pendant");
    assert_eq!(
        english.body["lineItems"][0]["deliveryInformation"]["deliveryTime"]["name"],
        "6-8 weeks"
    );
    let dutch = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(dutch.body["lineItems"][0]["label"], "Halo hanglamp");
    // The lamp has no German name: the system language is used.
    let german = shop.call_in(GERMAN, Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(
        (
            &german.body["lineItems"][0]["label"],
            &german.body["lineItems"][1]["label"]
        ),
        (&json!("Halo pendant"), &json!("Holzwachs"))
    );
}

/// R-SESS-02: an expired token is not an error; the answer has a new one, different each time.
#[tokio::test]
async fn an_expired_token_is_answered_under_a_new_one() {
    let shop = Shop::start().await;
    let add = json!({"items": [{"id": WAX, "referencedId": WAX, "quantity": 2, "type": "product"}]});
    let token = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(add.clone()))
        .await
        .token()
        .unwrap();
    shop.control("POST", &format!("/sessions/{token}/expire"), json!({}))
        .await;
    let first = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    let second = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(
        (first.status, first.body["lineItems"].as_array().unwrap().len()),
        (200, 0)
    );
    assert!(first.token().unwrap() != token && first.token() != second.token());
    // By age: a context row written more than a day ago; a session with only a cart does not expire.
    let changed = shop
        .call(None, "PATCH", "/context", Some(json!({})))
        .await
        .token()
        .unwrap();
    let cart_only = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(add))
        .await
        .token()
        .unwrap();
    shop.control("POST", "/clock", json!({"now": "2026-11-23T06:27:00Z"}))
        .await;
    assert_ne!(
        shop.call(Some(&changed), "GET", "/context", None).await.token(),
        Some(changed)
    );
    let kept = shop.call(Some(&cart_only), "GET", "/checkout/cart", None).await;
    assert_eq!(kept.token(), Some(cart_only));
    assert_eq!(kept.body["lineItems"].as_array().unwrap().len(), 1);
}

/// The header `Date` is from the same clock as the times of orders.
#[tokio::test]
async fn the_date_of_an_answer_is_the_clocks() {
    let shop = Shop::start().await;
    for now in ["2027-01-01T00:00:00Z", "2026-02-03T04:05:06Z"] {
        shop.control("POST", "/clock", json!({"now": now})).await;
        let set: Timestamp = now.parse().unwrap();
        for path in ["/context", "/nowhere"] {
            let date = shop.call(None, "GET", path, None).await.header("date").unwrap();
            let told = jiff::fmt::rfc2822::parse(&date).unwrap().timestamp();
            assert!(
                told >= set && told < set + SignedDuration::from_mins(5),
                "{path}: {date}"
            );
        }
    }
}
