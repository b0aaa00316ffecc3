//! The checkout through the API: R-CHK-01, R-CHK-02, R-CHK-04, R-CHK-07, R-SESS-01, R-SESS-04, R-I18N-05, R-HEAD-02.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use wiremock::{Respond, ResponseTemplate};

use crate::{
    client::{Answer, Ask},
    shop::{DE, EN, NL, Shop},
    shopware::{Recorded, Shopware, header},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const GUEST: &str = "6ZiTiId3YsWmxnSXfpJ137u7Z18lsWAs";
const INVOICE: &str = "01a1fca6a8b67160b1d4c9f4aa834105";
const STANDARD: &str = "01a1fca6a8ba7138addf7859b78b9b42";

/// A shop whose visitor is the recorded guest, with a cart.
async fn guest() -> Shopware {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("091-context-guest"))
        .await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware.answers_checkout().await;
    shopware
}

async fn open_everywhere(shopware: &Shopware) -> Shop {
    Shop::with(shopware.client(), |config| {
        config.ordering.consumer_locales = vec!["nl".to_owned(), "en".to_owned(), "de".to_owned()];
    })
    .await
}

fn change(shop: &Shop, body: &Value) -> Ask {
    shop.ask("PATCH", "/api/checkout")
        .by_page()
        .with("Cookie", SESSION)
        .json(body)
}

fn address(change: &[(&str, Value)]) -> Value {
    let mut address = json!({
        "salutation_id": null, "first_name": "Noor", "last_name": "Visser", "company": null, "street": "Spui 3", "additional_line": null,
        "zipcode": "1012 WX", "city": "Amsterdam", "country_id": "01a1fca6a8ba7138addf7859b78b9b42", "country_state_id": null, "phone": null
    });
    for (name, value) in change {
        address[*name] = value.clone();
    }
    address
}

fn contact(email: &str, billing: impl Into<Value>) -> Value {
    let billing = billing.into();
    json!({"email": email, "vat_id": null, "accept_privacy": true, "billing_address": billing, "shipping_address": null})
}

fn pointers(answer: &Answer) -> Vec<String> {
    let errors = answer.json()["errors"].as_array().expect("errors").clone();
    errors
        .iter()
        .map(|error| error["source"]["pointer"].as_str().expect("a pointer").to_owned())
        .collect()
}

/// R-CHK-02, R-CHK-04: one answer has the customer, both addresses, the address book, methods, lists and the cart with
/// its taxes, read with `taxed=1`.
#[tokio::test]
async fn r_chk_02_r_chk_04_one_call_brings_all_that_the_checkout_shows() {
    let shopware = guest().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = shop.get("/api/checkout").with("Cookie", SESSION).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let checkout = answer.json();
    assert_eq!(checkout["customer"]["guest"], true);
    assert_eq!(checkout["customer"]["email"], "gast@example.com");
    for kind in ["billing_address", "shipping_address"] {
        assert!(
            checkout[kind]["street"].is_string(),
            "R-SESS-04: {kind} follows the session or its default"
        );
    }
    assert_eq!(checkout["addresses"].as_array().map(Vec::len), Some(2));
    assert_eq!(checkout["shipping_method_id"], STANDARD);
    assert_eq!(checkout["payment_method_id"], INVOICE);
    assert_eq!(checkout["shipping_methods"].as_array().map(Vec::len), Some(2));
    assert_eq!(checkout["payment_methods"].as_array().map(Vec::len), Some(3));
    assert!(checkout["countries"].as_array().is_some_and(|list| !list.is_empty()));
    assert!(checkout["salutations"].as_array().is_some_and(|list| !list.is_empty()));
    assert_eq!(
        checkout["cart"]["taxes"],
        json!([{"rate": "21", "amount": {"minor": 22_666, "currency": "EUR"}}]),
        "R-CHK-04: taxes per rate"
    );
    assert_eq!(checkout["cart"]["shipping"]["total"]["minor"], 695);
    assert_eq!(checkout["cart"]["total"]["minor"], 130_595);
    assert_eq!(
        checkout["cart"]["hash"],
        "b3b31fa627cf5c1ef66d9bf357d91a5a3b9664469a2248bdab6ed54baf4cdf0d"
    );
    assert_eq!(
        (&checkout["blockers"], &checkout["ordering_allowed"]),
        (&json!([]), &json!(true))
    );
    let requests = shopware.requests().await;
    let cart = requests
        .iter()
        .find(|r| r.url.path().ends_with("/checkout/cart"))
        .expect("the cart");
    // In addition to the parameter that bypasses caches.
    let mut query = cart.url.query().unwrap_or_default().split('&');
    assert!(query.any(|part| part == "taxed=1"), "R-CHK-04: cart read with taxed=1");
    // The client reads the channel once, anonymously.
    for request in requests.iter().filter(|r| header(r, "sw-context-token").is_some()) {
        assert_eq!(
            header(request, "sw-language-id"),
            Some(NL),
            "R-I18N-05: {}",
            request.url
        );
    }
}

/// No call waits for another one: the total duration is that of the slowest.
#[tokio::test]
async fn the_calls_of_the_checkout_run_side_by_side() {
    let shopware = Shopware::start().await;
    let slow = Duration::from_millis(600);
    for (path, recording) in [
        ("/context", "091-context-guest"),
        ("/checkout/cart", "056-cart-add"),
        ("/country", "011-country"),
        ("/salutation", "012-salutation"),
        ("/shipping-method", "013-shipping-method"),
        ("/payment-method", "014-payment-method"),
        ("/account/list-address", "115-address-list"),
    ] {
        let recorded = Recorded::read(recording);
        shopware
            .answer("GET", path, move |request: &wiremock::Request| {
                recorded.respond(request).set_delay(slow)
            })
            .await;
    }
    let shop = Shop::start(shopware.client()).await;
    // The channel's currency is read once in the life of a process, and its requirements for addresses at intervals.
    shop.get("/api/cart").with("Cookie", SESSION).send().await;
    shop.get("/api/account/rules").send().await;
    let before = shopware.requests().await.len();
    let began = Instant::now();
    let answer = shop.get("/api/checkout").with("Cookie", SESSION).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(shopware.requests().await.len() - before, 7);
    assert!(
        began.elapsed() < slow * 6,
        "{:?}: one after another it is {:?}",
        began.elapsed(),
        slow * 7
    );
}

/// The reasons why the cart cannot be ordered are in the page's language.
#[tokio::test]
async fn what_blocks_the_order_is_said() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let blockers = |answer: Answer| -> Vec<(String, String)> {
        let list = answer.json()["blockers"].as_array().expect("a list").clone();
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        list.iter().map(|b| (text(&b["code"]), text(&b["message"]))).collect()
    };
    let ask = |locale: &str| shop.get("/api/checkout").locale(locale).with("Cookie", SESSION);
    assert_eq!(
        blockers(ask("nl").send().await),
        [("no-customer".to_owned(), "Vul uw gegevens in of log in.".to_owned())]
    );
    let closed = blockers(ask("de").send().await);
    assert_eq!(closed[0].0, "ordering-not-allowed", "R-HEAD-02");
    assert!(
        closed[0]
            .1
            .starts_with("In dieser Sprache kann nicht online bestellt werden.")
    );
    let nobody = shop.get("/api/checkout").send().await;
    assert_eq!(nobody.set_cookies(), Vec::<&str>::new(), "a read begins no session");
    let codes: Vec<String> = blockers(nobody).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["empty-cart", "no-customer"]);
}

/// R-CHK-07, with the specification's wording.
#[tokio::test]
async fn r_chk_07_a_method_or_address_without_an_id_is_refused_in_these_words() {
    let shopware = guest().await;
    let shop = open_everywhere(&shopware).await;
    for (field, detail) in [
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
        for without in [json!(null), json!("")] {
            for locale in ["nl", "en", "de"] {
                let mut body = json!({});
                body[field] = without.clone();
                let answer = change(&shop, &body).locale(locale).send().await;
                assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{field}");
                assert_eq!(answer.json()["errors"][0]["detail"], detail, "gives exactly");
                assert_eq!(pointers(&answer), [format!("/{field}")]);
            }
        }
    }
    // A currency or language without an id has no effect.
    for body in [
        json!({"currency_id": null}),
        json!({"currency_id": ""}),
        json!({"language_id": null}),
        json!({"language_id": ""}),
    ] {
        let ask = shop.ask("PATCH", "/api/session").by_page().json(&body);
        assert_eq!(ask.send().await.status, 200, "{body}");
    }
    assert!(shopware.changes().await.is_empty(), "nothing reached the backend");
}

/// R-CHK-02: each change refreshes the session context and the cart; it is one call, which also sets the language
/// (R-I18N-05).
#[tokio::test]
async fn r_chk_02_each_change_refreshes_context_and_cart() {
    for (field, id, sent) in [
        ("shipping_method_id", STANDARD, "shippingMethodId"),
        ("payment_method_id", INVOICE, "paymentMethodId"),
        (
            "billing_address_id",
            "01a1fcc98359714380310500625c9916",
            "billingAddressId",
        ),
        (
            "shipping_address_id",
            "01a1fcc98359714380310500625c9916",
            "shippingAddressId",
        ),
        ("country_id", "01a1fcc98359714380310500625c9916", "countryId"),
    ] {
        let shopware = guest().await;
        let shop = Shop::start(shopware.client()).await;
        let mut body = json!({});
        body[field] = json!(id);
        let answer = change(&shop, &body).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let checkout = &answer.json()["checkout"];
        assert_eq!(checkout["customer"]["email"], "gast@example.com");
        assert_eq!(checkout["cart"]["item_count"], 1);
        let changes = shopware.changes().await;
        assert_eq!(changes.len(), 1);
        let mut wanted = json!({"languageId": NL});
        wanted[sent] = json!(id);
        assert_eq!(changes[0].body_json::<Value>().expect("JSON"), wanted);
        let calls = shopware.calls().await;
        let place = calls
            .iter()
            .position(|call| call == "PATCH /context")
            .expect("the change");
        for read in ["GET /context", "GET /checkout/cart"] {
            assert!(
                calls[place..].iter().any(|call| call == read),
                "{read} after the change: {calls:?}"
            );
        }
    }
}

/// R-SESS-01: a failed refresh is only logged: the change was made, and the answer reports success.
#[tokio::test]
async fn r_sess_01_a_failed_refresh_is_logged_only() {
    let shopware = Shopware::start().await;
    shopware.answer("GET", "/context", ResponseTemplate::new(500)).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let answer = change(&shop, &json!({"payment_method_id": INVOICE})).send().await;
    assert_eq!((answer.status, answer.json()), (200, json!({"checkout": null})));
    let switched = shop.ask("PATCH", "/api/session").by_page().with("Cookie", SESSION);
    let answer = switched.json(&json!({})).send().await;
    assert_eq!((answer.status, answer.json()), (200, json!({"session": null})));
}

/// R-I18N-05: a locale switch also switches the language of the commerce context, and all later reads use the new
/// language.
#[tokio::test]
async fn r_i18n_05_the_switch_changes_the_language_of_the_session() {
    let shopware = guest().await;
    let shop = open_everywhere(&shopware).await;
    for (locale, language) in [("de", DE), ("en", EN), ("nl", NL)] {
        let switched = shop.ask("PATCH", "/api/session").by_page().locale(locale);
        let answer = switched.with("Cookie", SESSION).json(&json!({})).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.json()["session"]["customer"]["guest"], true);
        let changes = shopware.changes().await;
        let last: Value = changes.last().expect("a change").body_json().expect("JSON");
        assert_eq!(last, json!({"languageId": language}));
        shop.get("/api/checkout")
            .locale(locale)
            .with("Cookie", SESSION)
            .send()
            .await;
        let requests = shopware.requests().await;
        let methods = requests.iter().rfind(|r| r.url.path().ends_with("/payment-method"));
        assert_eq!(
            methods.and_then(|r| header(r, "sw-language-id")),
            Some(language),
            "payment names"
        );
    }
    let foreign = shop.ask("PATCH", "/api/session").by_page().with("Cookie", SESSION);
    let answer = foreign.json(&json!({"language_id": EN})).send().await;
    assert_eq!(answer.refused().0, 400, "a page has its own language");
}

/// R-CHK-01: a guest by details; the cart survives, because the answer has the guest's session.
#[tokio::test]
async fn r_chk_01_guest_by_details_and_the_cart_survives() {
    let shopware = Shopware::anonymous().await;
    let registered = Recorded::read("090-register-guest").with_token(GUEST);
    shopware.answer("POST", "/account/register", registered).await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    let ask = |body: &Value| {
        shop.ask("POST", "/api/checkout/guest")
            .by_page()
            .with("Cookie", SESSION)
            .json(body)
    };
    let details = contact(" noor@example.test ", address(&[("first_name", json!("Zoë-Łucja"))]));
    let answer = ask(&details).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let cookie = format!("vitrine-session={GUEST}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    assert!(
        answer.set_cookies().contains(&cookie.as_str()),
        "always new after register (rule 10)"
    );
    assert_eq!(answer.json()["checkout"]["cart"]["item_count"], 1, "the cart survives");
    assert_eq!(
        answer.json()["checkout"]["cart"]["notice"],
        Value::Null,
        "nothing expired"
    );
    let requests = shopware.requests().await;
    let sent = requests
        .iter()
        .find(|r| r.url.path().ends_with("/register"))
        .expect("the registration");
    let body: Value = sent.body_json().expect("JSON");
    assert_eq!(
        (&body["guest"], &body["email"]),
        (&json!(true), &json!("noor@example.test"))
    );
    assert_eq!(body["billingAddress"]["firstName"], "Zoë-Łucja");
    assert!(
        body["storefrontUrl"]
            .as_str()
            .is_some_and(|url| url.starts_with("http")),
        "rule 7: from the channel"
    );
    assert!(body.get("password").is_none());
    let after = requests
        .iter()
        .rfind(|r| r.url.path().ends_with("/checkout/cart"))
        .expect("the cart");
    assert_eq!(
        header(after, "sw-context-token"),
        Some(GUEST),
        "read with the guest's session"
    );

    // The answer was lost: repeating the request with the old cookie leads to the same session, without a second
    // registration.
    let again = ask(&details).send().await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert!(again.set_cookies().contains(&cookie.as_str()));
    // Rule 10: for anyone else who knows the old token it is invalid.
    let other = ask(&contact("someone@example.test", address(&[]))).send().await;
    assert_eq!(other.refused(), (409, "SESSION_CHANGED".to_owned()));
    assert!(other.set_cookies().is_empty());
    let registrations = shopware
        .calls()
        .await
        .iter()
        .filter(|c| *c == "POST /account/register")
        .count();
    assert_eq!(registrations, 1);
}

/// Every input is validated before Shopware is called, each fault has its pointer, and Shopware's further refusals are
/// mapped to ours.
#[tokio::test]
async fn hostile_and_wrong_input_of_a_guest_is_refused_by_field() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("POST", "/account/register", Recorded::read("428-register-zip-invalid"))
        .await;
    let shop = Shop::with(shopware.client(), |config| config.rates.checkout_writes = 1_000).await;
    let ask = |body: &Value| {
        shop.ask("POST", "/api/checkout/guest")
            .by_page()
            .with("Cookie", SESSION)
            .json(body)
    };
    let billing = |name: &'static str, value: Value| contact("noor@example.test", address(&[(name, value)]));
    let long = |count: usize| json!("ä".repeat(count));
    for (body, pointer) in [
        (contact("", address(&[])), "/email"),
        (contact("noor", address(&[])), "/email"),
        (contact("noor@example.test\r\nBcc: x@y.test", address(&[])), "/email"),
        (
            contact(&format!("{}@example.test", "a".repeat(300)), address(&[])),
            "/email",
        ),
        (billing("first_name", json!("  ")), "/billing_address/first_name"),
        (billing("first_name", long(256)), "/billing_address/first_name"),
        (billing("last_name", json!("a\u{0}b")), "/billing_address/last_name"),
        (
            billing("last_name", json!("\u{202e}evil")),
            "/billing_address/last_name",
        ),
        (billing("street", json!("Spui 3\n")), ""),
        (billing("street", json!("a\nb")), "/billing_address/street"),
        (billing("city", long(71)), "/billing_address/city"),
        (billing("zipcode", long(51)), "/billing_address/zipcode"),
        (billing("phone", long(41)), "/billing_address/phone"),
        (billing("company", long(256)), "/billing_address/company"),
        (billing("country_id", json!("")), "/billing_address/country_id"),
        (
            billing("country_id", json!("../../context")),
            "/billing_address/country_id",
        ),
        (billing("country_id", long(10_000)), "/billing_address/country_id"),
        (
            billing("country_state_id", json!("x")),
            "/billing_address/country_state_id",
        ),
        (
            billing("salutation_id", json!("NULL")),
            "/billing_address/salutation_id",
        ),
    ] {
        let answer = ask(&body).send().await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{pointer}");
        if pointer.is_empty() {
            // It is valid after trimming, and Shopware decides.
            assert_eq!(pointers(&answer), ["/billing_address/zipcode"]);
            assert_eq!(
                answer.json()["errors"][0]["detail"],
                "Deze postcode klopt niet voor dit land."
            );
            continue;
        }
        assert_eq!(pointers(&answer), [pointer]);
    }
    let registrations = shopware
        .calls()
        .await
        .iter()
        .filter(|c| *c == "POST /account/register")
        .count();
    assert_eq!(registrations, 1, "what is wrong never reaches Shopware");
    let many = ask(&contact("", address(&[("street", json!("")), ("city", json!(""))])));
    assert_eq!(
        pointers(&many.send().await),
        ["/email", "/billing_address/street", "/billing_address/city"],
        "all at once"
    );
    for wrong in [
        json!({"email": 1}),
        json!({"email": ["a@b.nl"]}),
        contact("a@b.nl", json!("Spui 3")),
        contact("a@b.nl", json!([])),
        billing("street", json!({"$gt": ""})),
        billing("admin", json!(true)),
    ] {
        assert_eq!(ask(&wrong).send().await.refused().0, 400, "{wrong}");
    }
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let answer = ask(&json!({})).body(format!("{{\"email\":{deep}}}")).send().await;
    assert_eq!(answer.refused().0, 400);
}

/// R-HEAD-02: every write of the checkout is refused where ordering is not open.
#[tokio::test]
async fn r_head_02_writes_of_the_checkout_are_refused_where_ordering_is_not_open() {
    let shopware = guest().await;
    let shop = Shop::start(shopware.client()).await;
    let order = json!({"idempotency_key": "0b5f2d0e-8c1a-4a6e-9d57-2f1f6f3c9a10", "cart_hash": "0".repeat(64), "accept_terms": true, "comment": null});
    for (method, path, body) in [
        ("PATCH", "/api/checkout", json!({"payment_method_id": INVOICE})),
        ("POST", "/api/checkout/guest", contact("a@b.nl", address(&[]))),
        ("POST", "/api/addresses", address(&[])),
        ("PATCH", "/api/addresses/01a1fcc98359714380310500625c9916", address(&[])),
        ("POST", "/api/cart/promotions", json!({"code": "WELKOM10"})),
        ("POST", "/api/orders", order),
        (
            "POST",
            "/api/orders/01a1fcc97e26707a8c3c0b5a852cdc62/payment",
            json!({"payment_method_id": null, "lookup": null}),
        ),
    ] {
        let ask = shop.ask(method, path).by_page().locale("en").with("Cookie", SESSION);
        let answer = ask.json(&body).send().await;
        assert_eq!(
            answer.refused(),
            (403, "ORDERING_NOT_ALLOWED".to_owned()),
            "{method} {path}"
        );
    }
    assert!(shopware.changes().await.is_empty());
}

/// A session known to be a customer's is not checked again: an add is then one call.
#[tokio::test]
async fn r_head_02_a_known_customer_is_not_checked_again() {
    let shopware = Shopware::start().await;
    shopware
        .answer("GET", "/context", Recorded::read("105-context-customer"))
        .await;
    shopware
        .answer("POST", "/checkout/cart/line-item", Recorded::read("056-cart-add"))
        .await;
    let shop = Shop::start(shopware.client()).await;
    let add = || {
        let body = json!({"product_id": "f299c748b1eba1a51c7918faf24d013c", "quantity": 1});
        let ask = shop.ask("POST", "/api/cart/line-items").by_page().locale("en");
        ask.with("Cookie", SESSION).json(&body)
    };
    assert_eq!(add().send().await.status, 200);
    let before = shopware.calls().await.len();
    assert_eq!(add().send().await.status, 200);
    assert_eq!(shopware.calls().await[before..], ["POST /checkout/cart/line-item"]);
}
