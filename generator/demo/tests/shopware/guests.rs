//! Guests and their addresses (Shopware §3, §13.3, §14): the recorded calls, and rules without a recording.

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

/// R-BACK-01: a guest registers after all possible violations; the session then has the guest under a new token;
/// addresses.
#[tokio::test]
async fn guests_and_addresses_are_those_of_the_recorded_shop() {
    let shop = Shop::recorded().await;
    let calls = between(recordings(), &[85..=91, 103..=103, 113..=122]);
    assert_eq!(calls.len(), 18);
    assert_same(&play_on(&shop, &calls, &mut Known::default()).await);
}

/// R-BACK-01: postal codes, countries, storefront URLs, a second address; calls that only accounts can make.
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
async fn the_address_book_refuses_the_same_as_the_recorded_shop() {
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
    let in_use = call("DELETE", &path, json!({})).await;
    assert_eq!(
        (in_use.status, in_use.code()),
        (400, "CHECKOUT__CUSTOMER_ADDRESS_IS_ACTIVE")
    );
    call("PATCH", "/context", json!({"billingAddressId": default})).await;
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

/// The names of a JSON object's keys, each with whether its value is not an object.
fn plain_fields(value: &Value) -> Vec<(&String, bool)> {
    let fields = value.as_object().unwrap().iter();
    let plain = fields.filter(|(_, value)| !value.is_object() && !value.is_array());
    plain.map(|(name, value)| (name, value.is_null())).collect()
}

/// R-BACK-01, R-CHK-01: with `doubleOptInGuestOrder` the registration does not log the guest in; the link in the mail
/// makes the guest the customer of the session that uses it, under a new token and with that session's cart.
#[tokio::test]
async fn a_guest_confirms_the_e_mail_address_as_recorded() {
    let shop = Shop::recorded().await;
    shop.control("POST", "/accounts", json!({"double_opt_in_guests": true}))
        .await;
    let line = json!({"items": [{"referencedId": WAX, "quantity": 2, "type": "product"}]});
    let filled = shop.call(None, "POST", "/checkout/cart/line-item", Some(line)).await;
    let token = filled.token().unwrap();
    let registered = register(&shop, Some(&token)).await;
    assert_eq!(registered.token().unwrap(), token, "the session goes on as it was");
    let recorded = recording("922").body.clone();
    for field in ["guest", "doubleOptInRegistration", "doubleOptInConfirmDate", "hash"] {
        assert_eq!(registered.body[field], recorded[field], "{field}");
    }
    let context = shop.call(Some(&token), "GET", "/context", None).await;
    assert_eq!(context.body["customer"], recording("923").body["customer"]);

    let mails = shop.control("GET", "/mailbox", json!({})).await;
    let link = mails["mails"][0]["links"][0].as_str().unwrap().to_owned();
    let secret = |name: &str| {
        let (_, rest) = link.split_once(&format!("{name}=")).unwrap();
        rest.split('&').next().unwrap().to_owned()
    };
    assert!(link.contains("/registration/confirm?em="), "{link}");
    let confirm = json!({"em": secret("em"), "hash": secret("hash")});
    let confirmed = shop
        .call(Some(&token), "POST", "/account/register-confirm", Some(confirm))
        .await;
    let recorded = recording("924");
    assert_eq!(confirmed.status, recorded.status);
    assert_eq!(plain_fields(&confirmed.body).len(), plain_fields(&recorded.body).len());
    let guest = confirmed.token().unwrap();
    assert_ne!(guest, token, "the guest's session has another token");
    let context = shop.call(Some(&guest), "GET", "/context", None).await;
    assert_eq!(context.body["customer"]["guest"], true);
    let cart = shop.call(Some(&guest), "GET", "/checkout/cart", None).await;
    assert_eq!(cart.body["lineItems"][0]["quantity"], 2, "the cart goes along");
}

/// R-BACK-01: an account's order is only returned by its code to its logged-in owner, regardless of e-mail address and
/// postal code, as recorded.
#[tokio::test]
async fn an_accounts_order_is_given_by_its_code_to_its_owner_as_recorded() {
    let shop = Shop::recorded().await;
    let body = json!({
        "firstName": "Test", "lastName": "Klant", "email": "koper@example.test", "password": "geheim-wachtwoord-1",
        "storefrontUrl": shop.demo.shopware_url(), "acceptedDataProtection": true, "billingAddress": address()
    });
    let owner = shop.post("/account/register", body).await.token().unwrap();
    let line = json!({"items": [{"referencedId": WAX, "quantity": 1, "type": "product"}]});
    shop.call(Some(&owner), "POST", "/checkout/cart/line-item", Some(line))
        .await;
    let order = shop
        .call(Some(&owner), "POST", "/checkout/order", Some(json!({})))
        .await;
    assert_eq!(order.status, 200, "{}", order.body);
    let by_code = |more: Value| {
        let mut body =
            json!({"filter": [{"type": "equals", "field": "deepLinkCode", "value": order.body["deepLinkCode"]}]});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let known = by_code(json!({"email": "koper@example.test", "zipcode": "1015 CN", "login": true}));
    for body in [known.clone(), by_code(json!({}))] {
        let refused = shop.post("/order", body).await;
        let recorded = recording("918");
        assert_eq!((refused.status, &refused.body), (recorded.status, &recorded.body));
    }
    let given = shop
        .call(Some(&owner), "POST", "/order", Some(by_code(json!({}))))
        .await;
    let number = &order.body["orderNumber"];
    assert_eq!(
        (given.status, &given.body["orders"]["elements"][0]["orderNumber"]),
        (recording("919").status, number)
    );
}

/// Shopware §25.1: the domains of the channel are as typed by an administrator, a registration accepts only these, and
/// the mails about an order link to the one of its language; without a trusted proxy, all visitors have the server's
/// address.
#[tokio::test]
async fn domains_and_proxies_are_as_set_by_the_administrator() {
    let shop = Shop::recorded().await;
    let domains = json!([
        {"language": "nl-NL", "url": "default.headless0"}, {"language": "en-GB", "url": "https://shop.example/en"}
    ]);
    shop.control("POST", "/domains", json!({"domains": domains})).await;
    let context = shop.call(None, "GET", "/context", None).await;
    let listed = context.body["salesChannel"]["domains"].as_array().unwrap();
    let mut urls: Vec<&str> = listed.iter().map(|row| row["url"].as_str().unwrap()).collect();
    urls.sort_unstable();
    assert_eq!(urls, ["default.headless0", "https://shop.example/en"]);
    let refused = shop.call(None, "POST", "/account/register", Some(request(&shop))).await;
    assert_eq!(refused.body["errors"][0]["source"]["pointer"], "/storefrontUrl");
    let mut body = request(&shop);
    body["storefrontUrl"] = json!("https://shop.example/en");
    let guest = shop
        .call(None, "POST", "/account/register", Some(body))
        .await
        .token()
        .unwrap();
    let line = json!({"items": [{"referencedId": WAX, "quantity": 1, "type": "product"}]});
    shop.call(Some(&guest), "POST", "/checkout/cart/line-item", Some(line))
        .await;
    shop.call(Some(&guest), "POST", "/checkout/order", Some(json!({})))
        .await;
    let mails = shop.control("GET", "/mailbox", json!({})).await;
    let link = mails["mails"][0]["links"][0].as_str().unwrap();
    assert!(link.starts_with("default.headless0/account/order/"), "{link}");
    shop.control("POST", "/domains", json!({"domains": null})).await;
    register(&shop, None).await;

    for (trusted, status) in [(true, 401), (false, 429)] {
        shop.control("POST", "/proxies", json!({ "on": trusted })).await;
        let mut last = 0;
        for visitor in 1..=11 {
            let address = format!("203.0.113.{visitor}");
            let headers = [
                ("sw-access-key", crate::support::KEY),
                ("content-type", "application/json"),
                ("x-forwarded-for", &address),
            ];
            let body = json!({"username": "noor@example.com", "password": "geraden"}).to_string();
            last = shop
                .send("POST", "/store-api/account/login", &headers, Some(body))
                .await
                .status;
        }
        assert_eq!(last, status, "trusted: {trusted}");
    }
}
