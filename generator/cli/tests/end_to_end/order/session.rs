//! The session of an order: its addresses, its token, refused input (R-SESS, R-CHK-02, -03, -07).

use serde_json::{Value, json};

use super::{COAT_RACK, KEY, LOCALES, Open, address, euros, order, text};

/// R-CHK-02: "Billing and shipping address (new or from the book)". R-SESS-04: "activeShippingAddress / activeBillingAddress follow the session, falling back to the
/// defaults."
#[test]
fn r_chk_02_r_sess_04_addresses_are_new_or_from_the_book() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, &LOCALES[0]);
    let default = text(&checkout["shipping_address"]["id"]).to_owned();
    let mut other = address(&checkout, &LOCALES[0]);
    other["street"] = json!("Keizersgracht 1");
    let created = visitor.post("/api/addresses", &other).ok();
    let id = text(&created["changed_id"]).to_owned();
    assert_eq!(created["addresses"].as_array().unwrap().len(), 2);

    let chosen = visitor
        .patch("/api/checkout", &json!({ "shipping_address_id": id }))
        .ok();
    assert_eq!(chosen["checkout"]["shipping_address"]["street"], "Keizersgracht 1");
    assert_eq!(chosen["checkout"]["billing_address"]["street"], "Spui 3", "the default");
    other["street"] = json!("Herengracht 2");
    let changed = visitor.patch(&format!("/api/addresses/{id}"), &other).ok();
    assert_eq!(changed["changed_id"], id);
    let read = visitor.get("/api/checkout").ok();
    assert_eq!(read["shipping_address"]["street"], "Herengracht 2");

    let in_use = visitor.delete(&format!("/api/addresses/{default}"));
    assert_eq!(
        in_use.refused(),
        (
            409,
            "ADDRESS_IN_USE",
            "Dit adres is in gebruik: het is een standaardadres, of uw huidige bestelling gaat erheen. Kies daar eerst een ander adres."
        )
    );
    visitor
        .patch("/api/checkout", &json!({ "shipping_address_id": default }))
        .ok();
    let removed = visitor.delete(&format!("/api/addresses/{id}")).ok();
    assert_eq!(removed["addresses"].as_array().unwrap().len(), 1);
    let gone = visitor.patch(&format!("/api/addresses/{id}"), &other);
    assert_eq!((gone.refused().0, gone.refused().1), (404, "ADDRESS_NOT_FOUND"));
    let wrong = visitor.post("/api/addresses", &json!({"street": "Spui 3"}));
    assert_eq!((wrong.refused().0, wrong.refused().1), (400, "INVALID_REQUEST"));
}

/// R-CHK-03: "Requires accepting terms and conditions." R-CHK-07: requests without an id are refused with exactly these
/// texts.
#[test]
fn r_chk_03_r_chk_07_missing_input_is_refused_with_these_texts() {
    let open = Open::start();
    let visitor = open.visitor("en");
    let checkout = open.guest(&visitor, &LOCALES[1]);
    let mut wanted = order(&checkout["cart"], KEY);
    wanted["accept_terms"] = json!(false);
    let refused = visitor.post("/api/orders", &wanted);
    assert_eq!((refused.refused().0, refused.refused().1), (400, "TERMS_NOT_ACCEPTED"));
    assert_eq!(refused.body["errors"][0]["source"]["pointer"], "/accept_terms");
    assert!(open.orders().is_empty());
    for (field, sentence) in [
        (
            "shipping_method_id",
            "You need to provide shipping method id in order to set shipping method.",
        ),
        (
            "payment_method_id",
            "You need to provide payment method id in order to set payment method.",
        ),
        (
            "billing_address_id",
            "You need to provide address id in order to set the address.",
        ),
        (
            "shipping_address_id",
            "You need to provide address id in order to set the address.",
        ),
    ] {
        for nothing in [json!(null), json!("")] {
            let refused = visitor.patch("/api/checkout", &json!({ field: nothing }));
            assert_eq!(refused.refused(), (400, "INVALID_REQUEST", sentence));
        }
    }
    // Invalid input of a client is not an error of the server: an empty id has no effect, and no line has the level
    // ERROR.
    let empty = json!({"currency_id": "", "language_id": ""});
    visitor.patch("/api/session", &empty).ok();
    assert!(!open.log().contains("ERROR"), "{}", open.log());
    // "A currency or language without an id does nothing (currency logs an error)."
    visitor
        .patch("/api/session", &json!({"currency_id": null, "language_id": null}))
        .ok();
    let log = open.log();
    let said = log
        .lines()
        .find(|line| line.contains("a currency was to be set without an id"));
    assert!(said.is_some_and(|line| line.contains("ERROR")), "{log}");
}

/// R-SESS-01: "Refreshed after each change of method, currency, language, country or address." R-I18N-05: the context's
/// language changes with the page's, and the names of payment and shipping methods are in it.
#[test]
fn r_sess_01_r_i18n_05_the_session_follows_the_language_of_the_page() {
    let open = Open::start();
    let dutch = open.visitor("nl");
    open.guest(&dutch, &LOCALES[0]);
    let english = dutch.on_pages_of("en");
    let switched = english.patch("/api/session", &json!({})).ok();
    assert_eq!(switched["session"]["item_count"], 2);
    let checkout = english.get("/api/checkout").ok();
    assert_eq!(super::names(&checkout["payment_methods"]), LOCALES[1].payment);
    assert_eq!(checkout["cart"]["line_items"][0]["label"], "Knaap wall coat rack");
    english.post("/api/orders", &order(&checkout["cart"], KEY)).ok();
    assert_eq!(
        open.mails()[0]["language"],
        "en-GB",
        "the session itself has the language"
    );
}

/// R-SESS-02: "The context token is replaced, and saved in a cookie (365 days, path /, Lax, HttpOnly, Secure only on
/// https), whenever a response carries a different one." During checkout the visitor is informed, and nothing is
/// ordered.
#[test]
fn r_sess_02_a_session_that_expires_in_mid_checkout_is_replaced_and_said() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, &LOCALES[0]);
    let token = visitor.cookie("vitrine-session").unwrap();
    open.shop
        .control("POST", &format!("sessions/{token}/expire"), &json!({}));
    let refused = visitor.post("/api/orders", &order(&checkout["cart"], KEY));
    assert_eq!(
        refused.refused(),
        (
            403,
            "SESSION_EXPIRED",
            "Uw sessie was verlopen. Vul uw gegevens opnieuw in of log in."
        )
    );
    let cookies: Vec<&str> = refused
        .headers
        .get_all("set-cookie")
        .iter()
        .map(|c| c.to_str().unwrap())
        .collect();
    let new = visitor.cookie("vitrine-session").unwrap();
    assert_ne!(new, token);
    let line = format!("vitrine-session={new}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    assert!(
        cookies.contains(&line.as_str()),
        "365 days, path /, Lax, HttpOnly, not Secure on http: {cookies:?}"
    );
    assert!(open.orders().is_empty());
    let cart = open.add(&visitor, COAT_RACK, 1);
    assert_eq!(cart["subtotal"], euros(11_900), "the new session works at once");
}

/// R-BACK-01: every call of an order "with access key, context token, Accept: application/json, JSON content, base URL from configuration".
#[test]
fn r_back_01_every_call_of_an_order_has_key_token_and_json() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    open.add(&visitor, COAT_RACK, 1);
    open.shop.control("DELETE", "calls", &json!(null));
    let placed = open.placed(&visitor, &LOCALES[0]);
    visitor.get(&format!("/api/orders/{}", text(&placed["order_id"]))).ok();
    let calls = open.shop.control("GET", "calls", &json!(null));
    let calls = calls["calls"].as_array().unwrap();
    for path in [
        "/checkout/cart/line-item",
        "/context",
        "/account/register",
        "/checkout/order",
        "/handle-payment",
        "/order",
    ] {
        let path = format!("/store-api{path}");
        assert!(calls.iter().any(|call| call["path"] == path), "{path}");
    }
    // The shop's requirements for addresses are read without a session, in Shopware 6.6 from a refused registration.
    let learns = |call: &Value| {
        let without_token = call["headers"]["sw-context-token"].is_null();
        let path = text(&call["path"]);
        path.ends_with("/login-registration-settings") || path.ends_with("/account/register") && without_token
    };
    assert_eq!(calls.iter().filter(|call| learns(call)).count(), 2, "once");
    for call in calls {
        let headers = &call["headers"];
        assert_eq!(headers["accept"], "application/json", "{call}");
        assert_eq!(headers["sw-access-key"], "SWSCLINDHOVEN0DEMO0KEY0AAA", "{call}");
        // Data that is the same for all visitors is read without the session (rule 10).
        let path = text(&call["path"]);
        if path.ends_with("/country") || path.ends_with("/salutation") || learns(call) {
            assert!(headers["sw-context-token"].is_null(), "{call}");
        } else {
            assert_eq!(text(&headers["sw-context-token"]).len(), 32, "{call}");
        }
        let is_read = call["method"] == "GET";
        assert!(is_read || headers["content-type"] == "application/json", "{call}");
    }
}

/// R-SESS-03: "the API answers 503 with status message MAINTENANCE_MODE and Retry-After".
#[test]
fn r_sess_03_in_maintenance_the_api_says_so_and_the_cart_is_there_afterwards() {
    let open = Open::start();
    let visitor = open.visitor("nl");
    let checkout = open.guest(&visitor, &LOCALES[0]);
    open.shop.control("POST", "maintenance", &json!({"on": true}));
    let wanted = order(&checkout["cart"], KEY);
    for answer in [
        visitor.get("/api/checkout"),
        visitor.get("/api/cart"),
        visitor.post("/api/orders", &wanted),
    ] {
        assert_eq!(
            answer.refused(),
            (
                503,
                "MAINTENANCE_MODE",
                "De winkel is even dicht voor onderhoud. Probeer het over een paar minuten nog eens."
            )
        );
        assert!(answer.headers.contains_key("retry-after"));
    }
    open.shop.control("POST", "maintenance", &json!({"on": false}));
    assert_eq!(visitor.post("/api/orders", &wanted).ok()["repeated"], false);
    assert_eq!(open.orders().len(), 1);
}
