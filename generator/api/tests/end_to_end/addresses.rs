//! The address book through the API (R-CHK-02).

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

/// R-CHK-02: listed, created, put in another's place, removed; each answer is the whole book, and each change one call of Shopware.
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
