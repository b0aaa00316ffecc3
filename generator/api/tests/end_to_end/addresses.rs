//! The address book through the API (R-CHK-02, R-ACCT-05).

use serde_json::{Value, json};

use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const SECOND: &str = "01a1fcc98359714380310500625c9916";

fn address() -> Value {
    json!({
        "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "company": null, "street": " Spui 3 ", "additional_line": "2 hoog",
        "zipcode": "", "city": "Amsterdam", "country_id": "01a1fca6a8ba7138addf7859b78b9b42", "country_state_id": null, "phone": ""
    })
}

/// R-CHK-02: listed, created, replaced, removed; each answer is the whole book, and each change is one call of
/// Shopware.
#[tokio::test]
async fn r_chk_02_addresses_new_or_from_the_book() {
    let shopware = Shopware::anonymous().await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let one = format!("/api/addresses/{SECOND}");
    for (method, path, body, changed) in [
        ("GET", "/api/addresses", None, Value::Null),
        ("POST", "/api/addresses", Some(address()), json!(SECOND)),
        ("PATCH", &one, Some(address()), json!(SECOND)),
        ("DELETE", &one, None, Value::Null),
    ] {
        let ask = shop.ask(method, path).by_page().with("Cookie", SESSION);
        let answer = match &body {
            Some(body) => ask.json(body).send().await,
            None => ask.send().await,
        };
        assert_eq!(answer.status, 200, "{method}: {}", answer.text());
        assert_eq!(answer.json()["addresses"].as_array().map(Vec::len), Some(2));
        assert_eq!(answer.json()["changed_id"], changed, "{method}");
    }
    let changes = shopware.changes().await;
    let sent: Vec<String> = changes
        .iter()
        .map(|r| format!("{} {}", r.method, r.url.path()))
        .collect();
    let path = format!("/store-api/account/address/{SECOND}");
    assert_eq!(
        sent,
        [
            "POST /store-api/account/address".to_owned(),
            format!("PATCH {path}"),
            format!("DELETE {path}")
        ]
    );
    let body: Value = changes[0].body_json().expect("JSON");
    assert_eq!(
        (&body["street"], &body["zipcode"], &body["phoneNumber"]),
        (&json!("Spui 3"), &Value::Null, &Value::Null)
    );
    assert_eq!(body["additionalAddressLine1"], "2 hoog");
}

#[tokio::test]
async fn refusals_of_the_address_book_have_one_code_each() {
    for (recording, expected) in [
        ("119-address-delete-default", (409, "ADDRESS_IN_USE")),
        ("120-address-unknown", (404, "ADDRESS_NOT_FOUND")),
        ("085-addresses-not-logged-in", (403, "LOGIN_REQUIRED")),
    ] {
        let shopware = Shopware::anonymous().await;
        let path = format!("/account/address/{SECOND}");
        shopware.answer("DELETE", &path, Recorded::read(recording)).await;
        let shop = Shop::start(shopware.client()).await;
        let ask = shop.ask("DELETE", &format!("/api/addresses/{SECOND}")).by_page();
        let answer = ask.with("Cookie", SESSION).send().await;
        let (status, code) = answer.refused();
        assert_eq!((status, code.as_str()), expected, "{recording}");
        assert!(!answer.text().contains(SECOND), "Shopware's own words are not told");
    }
}

/// R-ACCT-05: default billing and shipping: the book marks and lists them first, and every address can become a
/// default.
#[tokio::test]
async fn r_acct_05_default_billing_and_shipping() {
    let shopware = Shopware::start().await;
    let mut known = Recorded::read("091-context-guest").body();
    let book = Recorded::read("115-address-list").body();
    let id = |place: usize| book["elements"][place]["id"].as_str().expect("an id").to_owned();
    known["customer"]["defaultBillingAddressId"] = json!(id(1));
    known["customer"]["defaultShippingAddressId"] = json!(id(0));
    shopware
        .answer(
            "GET",
            "/context",
            wiremock::ResponseTemplate::new(200).set_body_json(known),
        )
        .await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get("/api/addresses").with("Cookie", SESSION).send().await;
    let rows: Vec<(Value, Value, Value)> = answer.json()["addresses"]
        .as_array()
        .expect("a book")
        .iter()
        .map(|row| {
            (
                row["id"].clone(),
                row["is_default_billing"].clone(),
                row["is_default_shipping"].clone(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (json!(id(1)), json!(true), json!(false)),
            (json!(id(0)), json!(false), json!(true))
        ]
    );
    for purpose in ["billing", "shipping"] {
        let ask = shop.ask("PATCH", &format!("/api/addresses/{SECOND}/default")).by_page();
        let answer = ask.with("Cookie", SESSION).json(&json!({"use": purpose})).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["changed_id"], SECOND);
    }
    let changes = shopware.changes().await;
    let sent: Vec<&str> = changes.iter().map(|request| request.url.path()).collect();
    let path = |purpose: &str| format!("/store-api/account/address/default-{purpose}/{SECOND}");
    assert_eq!(sent, [path("billing"), path("shipping")]);
}

/// R-ACCT-05: street and house number, zipcode, city, country, phone_number: missing and invalid values are reported at
/// their field, and another customer's address is treated like an unknown one.
#[tokio::test]
async fn r_acct_05_hostile_addresses_are_refused() {
    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| config.rates.checkout_writes = 1_000).await;
    let long = "x".repeat(300);
    for (field, value) in [
        ("street", json!("")),
        ("street", json!("a\u{0}b")),
        ("street", json!(long)),
        ("city", json!(" ")),
        ("city", json!(long)),
        ("first_name", json!("\u{202e}abc")),
        ("last_name", json!("")),
        ("zipcode", json!(long)),
        ("phone", json!(long)),
        ("country_id", json!("NL")),
        ("country_id", json!("../../context")),
        ("salutation_id", json!("mr")),
        ("country_state_id", json!("0")),
    ] {
        let mut body = address();
        body[field] = value.clone();
        for (method, path) in [
            ("POST", "/api/addresses".to_owned()),
            ("PATCH", format!("/api/addresses/{SECOND}")),
        ] {
            let answer = shop
                .ask(method, &path)
                .by_page()
                .with("Cookie", SESSION)
                .json(&body)
                .send()
                .await;
            assert_eq!(
                answer.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{method} {field}: {value}"
            );
            assert_eq!(
                answer.json()["errors"][0]["source"],
                json!({"pointer": format!("/{field}")})
            );
        }
    }
    let path = format!("/api/addresses/{SECOND}/default");
    for body in [
        json!({}),
        json!({"use": "both"}),
        json!({"use": null}),
        json!({"use": ["billing"]}),
        json!({"use": "billing", "id": 1}),
    ] {
        let answer = shop
            .ask("PATCH", &path)
            .by_page()
            .with("Cookie", SESSION)
            .json(&body)
            .send()
            .await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{body}");
    }
    assert!(shopware.requests().await.is_empty());
    for (verb, below, path, body) in [
        (
            "PATCH",
            format!("/account/address/default-billing/{SECOND}"),
            path,
            json!({"use": "billing"}),
        ),
        (
            "PATCH",
            format!("/account/address/{SECOND}"),
            format!("/api/addresses/{SECOND}"),
            address(),
        ),
    ] {
        shopware
            .answer(verb, &below, Recorded::read("459-address-default-unknown"))
            .await;
        let answer = shop
            .ask("PATCH", &path)
            .by_page()
            .with("Cookie", SESSION)
            .json(&body)
            .send()
            .await;
        assert_eq!(answer.refused(), (404, "ADDRESS_NOT_FOUND".to_owned()), "{path}");
    }
}
