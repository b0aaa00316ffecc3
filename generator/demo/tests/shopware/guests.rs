//! Guests and their addresses (Shopware §3, §13.3, §14): the recorded calls, and rules that are in no recording.

use serde_json::{Value, json};

use crate::replay::{Known, assert_same, between, play_on};
use crate::support::{GERMAN, Reply, Shop, WAX, recording, recordings};

const NL: &str = "01a1fca6a8a47313956ced567fed9a96";
const MRS: &str = "01a1fca6a85c735380f2b4c761f8c5d6";

fn address() -> Value {
    json!({"street": "Keizersgracht 1", "zipcode": "1015 CN", "city": "Amsterdam", "countryId": NL, "firstName": "Test", "lastName": "Klant", "salutationId": MRS})
}

fn request(shop: &Shop) -> Value {
    json!({
        "guest": true, "salutationId": MRS, "firstName": "Test", "lastName": "Klant", "email": "gast@example.com",
        "storefrontUrl": shop.demo.shopware_url(), "acceptedDataProtection": true, "billingAddress": address()
    })
}

/// Registers a guest in a session and returns the customer.
pub(crate) async fn register(shop: &Shop, token: Option<&str>) -> Reply {
    let reply = shop.call(token, "POST", "/account/register", Some(request(shop))).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply
}

/// R-BACK-01: a guest registers, after all possible violations; the session is the guest's under a new token;
/// addresses.
#[tokio::test]
async fn guests_and_addresses_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[85..=91, 103..=103, 113..=122]);
    assert_eq!(calls.len(), 18);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01: postal codes, countries, storefront addresses, a second address; calls that only accounts can make.
#[tokio::test]
async fn registrations_are_checked_as_the_recorded_shop_checks_them() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[422..=425, 428..=436]);
    assert_eq!(calls.len(), 12);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
    let recorded = recording("435");
    let reply = shop.replay(&recorded, None).await;
    assert_eq!((reply.status, &reply.body), (500, &recorded.body));
}

/// R-BACK-01: the recorded customer had registered earlier; a guest is used in their place.
#[tokio::test]
async fn the_address_book_refuses_what_the_recorded_shop_refuses() {
    let shop = Shop::recorded().await;
    let guest = register(&shop, None).await;
    let text = |name: &str| guest.body[name].as_str().unwrap().to_owned();
    let mut known = Known::default();
    known
        .tokens
        .insert("dCibIYskKuizE7PFNRfYbTmtTyyJJOA1".to_owned(), guest.token().unwrap());
    known.ids = vec![
        ("01a1fcc9adaf71ea8d7487aa4ba3534d".to_owned(), text("id")),
        (
            "01a1fcc9adaf71ea8d7487aa4c20cb0b".to_owned(),
            text("defaultBillingAddressId"),
        ),
    ];
    let calls = between(recordings(), &[454..=461]);
    assert_eq!(calls.len(), 8);
    assert_same(&play_on(&shop, &calls, &mut known).await);
}

/// Shopware §3.2: cart and context changes move to the new token, and the old one is an anonymous session.
#[tokio::test]
async fn the_cart_moves_to_the_token_of_the_guest() {
    let shop = Shop::recorded().await;
    let add = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product", "quantity": 2}]});
    let added = shop.call(None, "POST", "/checkout/cart/line-item", Some(add)).await;
    let before = added.token().unwrap();
    let guest = register(&shop, Some(&before)).await;
    let after = guest.token().unwrap();
    assert_ne!(before, after);
    let cart = async |token: &str| shop.call(Some(token), "GET", "/checkout/cart", None).await.body;
    assert_eq!(cart(&after).await["lineItems"][0]["quantity"], 2);
    assert_eq!(
        cart(&after).await["deliveries"][0]["location"]["address"]["id"],
        guest.body["defaultShippingAddressId"]
    );
    assert_eq!(cart(&before).await["lineItems"], json!([]));
    let old = shop.call(Some(&before), "GET", "/context", None).await;
    assert_eq!((old.token().unwrap(), &old.body["customer"]), (before, &Value::Null));
    // Shopware §3.1: an expired session is an anonymous one, under a new token.
    shop.control("POST", &format!("/sessions/{after}/expire"), json!({}))
        .await;
    let expired = shop.call(Some(&after), "GET", "/context", None).await;
    assert_ne!(expired.token().unwrap(), after);
    assert_eq!(expired.body["customer"], Value::Null);
    let refused = shop
        .call(Some(&after), "POST", "/account/list-address", Some(json!({})))
        .await;
    assert_eq!(
        (refused.status, refused.code()),
        (403, "CHECKOUT__CUSTOMER_NOT_LOGGED_IN")
    );
}

/// R-SESS-04: the active addresses are the session's, otherwise the defaults.
#[tokio::test]
async fn active_addresses_are_those_of_the_session_else_the_defaults() {
    let shop = Shop::recorded().await;
    let token = register(&shop, None).await.token().unwrap();
    let call = async |method: &str, path: &str, body: Value| shop.call(Some(&token), method, path, Some(body)).await;
    let second = call("POST", "/account/address", address()).await.body["id"].clone();
    let active = async || {
        let customer = shop.call(Some(&token), "GET", "/context", None).await.body["customer"].clone();
        (
            customer["activeBillingAddress"]["id"].clone(),
            customer["activeShippingAddress"]["id"].clone(),
            customer["defaultBillingAddressId"].clone(),
        )
    };
    let (billing, shipping, default) = active().await;
    assert_eq!((&billing, &shipping), (&default, &default));
    call("PATCH", "/context", json!({"billingAddressId": second})).await;
    assert_eq!(active().await, (second.clone(), default.clone(), default.clone()));
    let path = format!("/account/address/{}", second.as_str().unwrap());
    assert_eq!(call("DELETE", &path, json!({})).await.status, 204);
    assert_eq!(active().await, (default.clone(), default.clone(), default));
    let foreign = call("PATCH", "/context", json!({"billingAddressId": second})).await;
    assert_eq!(foreign.code(), "VIOLATION::ENTITY_DOES_NOT_EXISTS");
}

/// Texts and names are in the language of the call; missing values of a guest are filled in as in Shopware.
#[tokio::test]
async fn a_guest_without_salutation_has_the_unspecified_one() {
    let shop = Shop::recorded().await;
    let mut body = request(&shop);
    for at in ["", "/billingAddress"] {
        body.pointer_mut(at)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove("salutationId");
    }
    let billing = body["billingAddress"].as_object_mut().unwrap();
    billing.insert("firstName".to_owned(), json!("Ander"));
    let guest = shop
        .call_in(GERMAN, None, "POST", "/account/register", Some(body.clone()))
        .await;
    assert_eq!(guest.body["salutation"]["displayName"], "Keine Angabe");
    let address = &guest.body["defaultBillingAddress"];
    assert_eq!(address["country"]["translated"]["name"], "Niederlande");
    assert_eq!(address["salutationId"], guest.body["salutationId"]);
    assert_eq!(
        address["firstName"], "Test",
        "the names of the customer stand in the billing address"
    );
    assert_eq!(
        (&guest.body["customerNumber"], &guest.body["languageId"]),
        (&json!("10000"), &json!(GERMAN))
    );
    // Without a postal code.
    body["billingAddress"].as_object_mut().unwrap().remove("zipcode");
    let blank = shop.call(None, "POST", "/account/register", Some(body.clone())).await;
    assert_eq!(
        (blank.code(), &blank.body["errors"][0]["source"]["pointer"]),
        ("VIOLATION::IS_BLANK_ERROR", &json!("/billingAddress/zipcode"))
    );
}
