//! The withdrawal route (`shopware-fields.md`): core of late 6.7 versions, absent on 6.6.

use serde_json::{Value, json};

use crate::support::{ENGLISH, Reply, Shop};

const ROUTE: &str = "/revocation-request-form";

fn request() -> Value {
    json!({
        "email": "noor@example.com", "contractNumber": "10042", "firstName": "Noor", "lastName": "Visser",
        "comment": "2 x stoel"
    })
}

async fn mails(shop: &Shop) -> Vec<Value> {
    let reply = shop.send("GET", "/_demo/mailbox", &[], None).await;
    reply.body["mails"].as_array().unwrap().clone()
}

fn pointers(reply: &Reply) -> Vec<&str> {
    let errors = reply.body["errors"].as_array().unwrap();
    errors
        .iter()
        .map(|error| error["source"]["pointer"].as_str().unwrap())
        .collect()
}

/// "absent on 6.6 … Absent on older versions (404, code `0`)": at start and after a reset; a GET is always refused.
#[tokio::test]
async fn the_route_is_there_only_where_a_version_has_it() {
    let shop = Shop::start().await;
    let absent = shop.post(ROUTE, request()).await;
    assert_eq!((absent.status, absent.code()), (404, "0"));
    shop.control("POST", "/revocation", json!({"on": true})).await;
    assert_eq!(shop.post(ROUTE, request()).await.status, 200);
    assert_ne!(shop.call(None, "GET", ROUTE, None).await.status, 200);
    shop.control("POST", "/reset", json!({})).await;
    assert_eq!(shop.post(ROUTE, request()).await.status, 404);
    assert!(mails(&shop).await.is_empty());
}

/// "No login. 200 with `{"individualSuccessMessage":"","apiAlias":"…"}` … It sends mails and checks no order."
#[tokio::test]
async fn a_withdrawal_sends_a_mail_and_checks_no_order() {
    let shop = Shop::start().await;
    shop.control("POST", "/revocation", json!({"on": true})).await;
    let reply = shop.call_in(ENGLISH, None, "POST", ROUTE, Some(request())).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.body["individualSuccessMessage"], "");
    assert!(reply.body["apiAlias"].is_string());
    let mail = mails(&shop).await.remove(0);
    assert_eq!(mail["kind"], "revocation_request");
    assert_eq!(mail["to"], "noor@example.com");
    assert_eq!(mail["order_number"], "10042", "no shop has this order");
    assert!(mail["text"].as_str().unwrap().contains("2 x stoel"));
    // "`comment` at most 4,096", and it is optional.
    let mut short = request();
    short.as_object_mut().unwrap().remove("comment");
    assert_eq!(shop.post(ROUTE, short).await.status, 200);
}

/// "`email` (at most 320) and `contractNumber` (at most 255) are required, names where … say so, `comment` at most
/// 4,096 … 400 violations": no mail is sent.
#[tokio::test]
async fn what_is_missing_or_too_long_is_a_violation() {
    let shop = Shop::start().await;
    shop.control("POST", "/revocation", json!({"on": true})).await;
    for (field, value, pointer) in [
        ("email", json!(""), "/email"),
        ("email", json!("noor"), "/email"),
        ("email", json!(format!("noor@{}com", "a.".repeat(160))), "/email"),
        ("contractNumber", Value::Null, "/contractNumber"),
        ("contractNumber", json!("1".repeat(256)), "/contractNumber"),
        ("firstName", json!(""), "/firstName"),
        ("lastName", Value::Null, "/lastName"),
        ("comment", json!("x".repeat(4_097)), "/comment"),
    ] {
        let mut body = request();
        body[field] = value;
        let reply = shop.post(ROUTE, body).await;
        assert_eq!((reply.status, pointers(&reply)), (400, vec![pointer]), "{field}");
    }
    let all = shop.post(ROUTE, json!({})).await;
    assert_eq!(pointers(&all), ["/email", "/contractNumber", "/firstName", "/lastName"]);
    assert!(mails(&shop).await.is_empty());
}

/// Shopware §19: by IP address, three requests are allowed, then one every 30 seconds; other addresses are not
/// affected.
#[tokio::test]
async fn the_fourth_withdrawal_of_an_address_waits() {
    let shop = Shop::start().await;
    shop.control("POST", "/revocation", json!({"on": true})).await;
    for _ in 0..3 {
        assert_eq!(shop.post(ROUTE, request()).await.status, 200);
    }
    let refused = shop.post(ROUTE, request()).await;
    assert_eq!(
        (refused.status, refused.code()),
        (429, "FRAMEWORK__RATE_LIMIT_EXCEEDED")
    );
    assert_eq!(refused.body["errors"][0]["meta"]["parameters"]["seconds"], 30);
    assert_eq!(mails(&shop).await.len(), 3);
    let from_elsewhere = [
        ("sw-access-key", crate::support::KEY),
        ("content-type", "application/json"),
        ("x-forwarded-for", "203.0.113.7"),
    ];
    let path = format!("/store-api{ROUTE}");
    let other = shop
        .send("POST", &path, &from_elsewhere, Some(request().to_string()))
        .await;
    assert_eq!(other.status, 200, "{}", other.body);
}
