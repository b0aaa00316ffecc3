//! API calls for the links in Shopware's mails: an order by its code, a guest's confirmation, a newsletter (R-ROUTE-14,
//! R-CHK-01).

use serde_json::{Value, json};

use crate::{
    client::Answer,
    customers::{Browser, Customers, PASSWORD, WAX},
};

async fn order(shop: &Customers, browser: &mut Browser<'_>) -> (String, String) {
    browser.add(WAX, 1).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let order = json!({
        "idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": checkout["cart"]["hash"], "accept_terms": true,
        "comment": null
    });
    let placed = browser.post("/api/orders", &order).await;
    let mail = shop.mail().await;
    let link = mail["links"][0].as_str().expect("a link");
    let code = link.rsplit('/').next().expect("a code").to_owned();
    (placed["order_id"].as_str().expect("an id").to_owned(), code)
}

fn guest(shop: &Customers, email: &str) -> Value {
    json!({"email": email, "vat_id": null, "accept_privacy": true, "billing_address": shop.address(), "shipping_address": null})
}

/// The link of an account's order opens for its owner without further input; for others the answer is that it belongs
/// to an account, with or without e-mail address and postal code, logged in as somebody else or not.
#[tokio::test]
async fn an_accounts_order_is_only_opened_by_its_owner() {
    let shop = Customers::start().await;
    let mut owner = shop.browser();
    owner.register("noor@example.com").await;
    let (id, code) = order(&shop, &mut owner).await;
    let opened = owner.post("/api/orders/lookup", &json!({"code": code})).await;
    assert_eq!(opened["order"]["id"], id);
    let known = json!({"code": code, "email": "noor@example.com", "zipcode": "1012 WX"});
    assert_eq!(owner.post("/api/orders/lookup", &known).await["order"]["id"], id);

    let mut other = shop.browser();
    other.register("sam@example.com").await;
    let mut stranger = shop.browser();
    for browser in [&mut other, &mut stranger] {
        for body in [json!({"code": code}), known.clone()] {
            let refused = browser.call("POST", "/api/orders/lookup", Some(&body)).await;
            assert_eq!(refused.refused(), (403, "ORDER_OF_ACCOUNT".to_owned()), "{body}");
        }
    }
    assert_eq!(stranger.session_cookie(), None, "it begins no session");
    // After the login to which the page redirects.
    let mut again = shop.browser();
    again.log_in("noor@example.com", PASSWORD).await;
    assert_eq!(
        again.post("/api/orders/lookup", &json!({"code": code})).await["order"]["id"],
        id
    );
}

/// A guest's look-up accepts the usual spellings; a wrong one, an unknown code and a missing proof get the same answer.
#[tokio::test]
async fn a_guests_order_is_found_in_the_spellings_that_people_type() {
    let shop = Customers::start().await;
    let mut first = shop.browser();
    first.add(WAX, 1).await;
    first
        .post("/api/checkout/guest", &guest(&shop, "gast@example.com"))
        .await;
    let (id, code) = order(&shop, &mut first).await;
    for (email, zipcode) in [
        ("gast@example.com", "1012 WX"),
        ("gast@example.com", "1012wx"),
        ("gast@example.com", " 1012  wx "),
        ("GAST@Example.com", "1012WX"),
        ("Gast@example.com ", "1012 wx"),
    ] {
        let body = json!({"code": code, "email": email, "zipcode": zipcode});
        let found = shop.browser().post("/api/orders/lookup", &body).await;
        assert_eq!(found["order"]["id"], id, "{email} {zipcode}");
    }
    for body in [
        json!({"code": code, "email": "iemand@example.com", "zipcode": "1012 WX"}),
        json!({"code": code, "email": "gast@example.com", "zipcode": "1012 WY"}),
        json!({"code": "A".repeat(32), "email": "gast@example.com", "zipcode": "1012 WX"}),
        json!({"code": code}),
    ] {
        let refused = shop.browser().call("POST", "/api/orders/lookup", Some(&body)).await;
        assert_eq!(refused.refused(), (403, "ORDER_LOOKUP_REFUSED".to_owned()), "{body}");
    }
}

/// R-CHK-01 with `doubleOptInGuestOrder`: the visitor is informed about the mail, keeps the cart, and becomes a guest
/// when its link is opened; a second mail works too, and a used link has no effect.
#[tokio::test]
async fn r_chk_01_a_guest_confirms_the_address_and_continues() {
    let shop = Customers::start().await;
    shop.control("POST", "/accounts", Some(&json!({"double_opt_in_guests": true})))
        .await;
    let mut browser = shop.browser();
    browser.add(WAX, 2).await;
    for _ in 0..2 {
        let answer = browser
            .post("/api/checkout/guest", &guest(&shop, "gast@example.com"))
            .await;
        assert_eq!(
            (&answer["outcome"], &answer["checkout"]["customer"]),
            (&json!("confirm-email"), &Value::Null)
        );
        assert_eq!(answer["checkout"]["cart"]["item_count"], 2);
    }
    let mail = shop.mail().await;
    assert_eq!(
        (&mail["kind"], &mail["to"]),
        (&json!("guest_opt_in"), &json!("gast@example.com"))
    );
    let link = mail["links"][0].as_str().expect("a link");
    let (_, query) = link.split_once("/registration/confirm?em=").expect("Shopware's path");
    let (em, hash) = query.split_once("&hash=").expect("both secrets");
    let body = json!({"hash": hash, "em": em});
    let confirmed = browser.post("/api/account/register/confirm", &body).await;
    assert_eq!(confirmed["outcome"], "guest");
    assert_eq!(confirmed["session"]["customer"]["guest"], true);
    assert_eq!(confirmed["session"]["item_count"], 2, "the cart goes along");
    let checkout = browser.done("GET", "/api/checkout", None).await;
    assert_eq!(checkout["customer"]["email"], "gast@example.com");
    let again = browser.post("/api/account/register/confirm", &body).await;
    assert_eq!(again["outcome"], "already-confirmed");

    shop.control("POST", "/accounts", Some(&json!({}))).await;
    let mut other = shop.browser();
    other.add(WAX, 1).await;
    let answer = other
        .post("/api/checkout/guest", &guest(&shop, "ander@example.com"))
        .await;
    assert_eq!(
        (&answer["outcome"], &answer["checkout"]["customer"]["guest"]),
        (&json!("entered"), &json!(true))
    );
}

/// R-ROUTE-14: the parameters of a newsletter's link confirm it if they are correct, and do not change the session.
#[tokio::test]
async fn r_route_14_a_newsletters_link_is_confirmed_or_over() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    for body in [
        json!({"hash": "0".repeat(32), "em": "a".repeat(40)}),
        json!({"hash": "", "em": ""}),
        json!({"hash": "../x", "em": "a"}),
    ] {
        let refused = browser.call("POST", "/api/newsletter/confirm", Some(&body)).await;
        assert_eq!(refused.refused(), (410, "LINK_NOT_USABLE".to_owned()), "{body}");
        assert_eq!(browser.session_cookie(), None);
    }
}

/// Submits a guest's details that require confirmation; returns the secret that the browser waits with.
async fn waits(shop: &Customers, browser: &mut Browser<'_>, email: &str) -> String {
    let answer = browser.post("/api/checkout/guest", &guest(shop, email)).await;
    assert_eq!(answer["outcome"], "confirm-email");
    answer["waiting"].as_str().expect("a secret").to_owned()
}

async fn confirm(shop: &Customers, browser: &mut Browser<'_>) -> Answer {
    let mail = shop.mail().await;
    let link = mail["links"][0].as_str().expect("a link").to_owned();
    let (_, query) = link.split_once("/registration/confirm?em=").expect("Shopware's path");
    let (em, hash) = query.split_once("&hash=").expect("both secrets");
    let body = json!({"hash": hash, "em": em});
    browser.call("POST", "/api/account/register/confirm", Some(&body)).await
}

/// R-CHK-01: the link of the mail opened on another device confirms the guest in the browser with the cart, whether it
/// only waited, visited other pages meanwhile or requested the mail again; the device itself keeps its own session and
/// cart.
#[tokio::test]
async fn r_chk_01_a_guest_who_confirms_on_another_device_continues_with_the_cart() {
    let shop = Customers::start().await;
    shop.control("POST", "/accounts", Some(&json!({"double_opt_in_guests": true})))
        .await;
    for (mails, looks, cart_of_device) in [(1, false, 0), (2, true, 1)] {
        let email = format!("gast{mails}@example.com");
        let mut browser = shop.browser();
        browser.add(WAX, 2).await;
        let mut secret = String::new();
        for _ in 0..mails {
            secret = waits(&shop, &mut browser, &email).await;
        }
        let asked = json!({"waiting": secret});
        let waiting = browser.post("/api/checkout/guest/go-on", &asked).await;
        assert_eq!(waiting["checkout"]["customer"], Value::Null, "before it is confirmed");
        assert_eq!(waiting["checkout"]["cart"]["item_count"], 2);

        let mut device = shop.browser();
        if cart_of_device > 0 {
            device.add(WAX, cart_of_device).await;
        }
        let before = device.session_cookie().map(str::to_owned);
        let confirmed = confirm(&shop, &mut device).await.json();
        assert_eq!(confirmed["outcome"], "guest-elsewhere");
        assert_eq!(confirmed["session"]["customer"], Value::Null);
        assert_eq!(confirmed["session"]["item_count"], cart_of_device);
        assert_eq!(
            device.session_cookie().map(str::to_owned),
            before,
            "the device keeps its own session"
        );
        assert_eq!(
            confirm(&shop, &mut device).await.json()["outcome"],
            "guest-elsewhere",
            "opened twice"
        );

        if looks {
            browser.done("GET", "/api/session", None).await;
        }
        let mut planted = shop.browser();
        planted.cookies.clone_from(&browser.cookies);
        let guessed = json!({"waiting": "q3ZLkVtB8sYxE1mNfR6uJcHaP0dWgT5o"});
        let refused = planted.post("/api/checkout/guest/go-on", &guessed).await;
        assert_eq!(
            refused["checkout"]["customer"],
            Value::Null,
            "rule 10: the token alone is not enough"
        );

        let went_on = browser.post("/api/checkout/guest/go-on", &asked).await;
        assert_eq!(went_on["checkout"]["customer"]["email"], email.as_str());
        assert_eq!(went_on["checkout"]["cart"]["item_count"], 2, "the cart goes along");
        let checkout = browser.done("GET", "/api/checkout", None).await;
        assert_eq!(checkout["blockers"], json!([]), "the order can be placed");
        let later = device.post("/api/checkout/guest/go-on", &asked).await;
        assert_eq!(later["checkout"]["customer"], Value::Null, "it is handed over once");
    }
}

/// Rule 10: a link is confirmed on another device only if it certainly belongs to the waiting browser: not the link of
/// an account with the same address, and not while two browsers wait.
#[tokio::test]
async fn rule_10_a_link_that_may_be_anothers_is_confirmed_where_it_is_opened() {
    let shop = Customers::start().await;
    let opt_in = json!({"double_opt_in": true, "double_opt_in_guests": true});
    shop.control("POST", "/accounts", Some(&opt_in)).await;

    let mut stranger = shop.browser();
    stranger.add(WAX, 1).await;
    let secret = waits(&shop, &mut stranger, "noor@example.com").await;
    let mut owner = shop.browser();
    let registered = owner
        .post("/api/account/register", &shop.registration("noor@example.com"))
        .await;
    assert_eq!(registered["outcome"], "confirm-email");
    let mut telephone = shop.browser();
    let confirmed = confirm(&shop, &mut telephone).await.json();
    assert_eq!(
        confirmed["outcome"], "logged-in",
        "the account's owner, where the link was opened"
    );
    let asked = stranger
        .post("/api/checkout/guest/go-on", &json!({"waiting": secret}))
        .await;
    assert_eq!(asked["checkout"]["customer"], Value::Null, "never an account's session");

    let (mut one, mut two) = (shop.browser(), shop.browser());
    for browser in [&mut one, &mut two] {
        browser.add(WAX, 1).await;
        waits(&shop, browser, "gast@example.com").await;
    }
    let mut device = shop.browser();
    assert_eq!(confirm(&shop, &mut device).await.json()["outcome"], "guest");
}
