//! Settings of a country (Shopware §12, §7.3): the fields that its addresses need, and whether it is delivered to
//! (R-CHK-02, R-CHK-03, R-ACCT-01).

use serde_json::{Value, json};

use super::order;
use crate::{
    client::Answer,
    customers::{Browser, Customers, WAX, faults},
};

async fn set(shop: &Customers, mut settings: Value) {
    settings["iso"] = json!("NL");
    shop.control("POST", "/countries", Some(&settings)).await;
}

/// A shop whose Shopware has these settings of the Netherlands and has not read any countries yet.
async fn with(settings: Value) -> Customers {
    let shop = Customers::start().await;
    set(&shop, settings).await;
    shop.beside().await
}

/// The country as offered by the checkout.
async fn dutch(browser: &mut Browser<'_>) -> Value {
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let countries = checkout["countries"].as_array().expect("countries");
    let found = countries.iter().find(|country| country["iso"] == "NL");
    found.cloned().unwrap_or_default()
}

fn provinces() -> Value {
    json!([{"code": "NL-GE", "name": "Gelderland"}, {"code": "NL-UT", "name": "Utrecht"}])
}

async fn as_guest(browser: &mut Browser<'_>, billing: &Value, shipping: &Value) -> Answer {
    let body = json!({
        "email": "gast@example.com", "vat_id": null, "accept_privacy": true, "billing_address": billing,
        "shipping_address": shipping
    });
    browser.call("POST", "/api/checkout/guest", Some(&body)).await
}

fn codes(checkout: &Value) -> Vec<&str> {
    let blockers = checkout["blockers"].as_array().expect("blockers");
    blockers
        .iter()
        .map(|blocker| blocker["code"].as_str().unwrap_or_default())
        .collect()
}

/// States are only offered where the shop shows or requires them: Shopware has those of Germany, whose addresses do not
/// contain them.
#[tokio::test]
async fn states_are_offered_where_the_shop_shows_them() {
    for (shown, required, offered) in [(false, false, 0), (true, false, 2), (false, true, 2), (true, true, 2)] {
        let settings = json!({"states": provinces(), "state_shown": shown, "state_required": required});
        let shop = with(settings).await;
        let country = dutch(&mut shop.browser()).await;
        let states = country["states"].as_array().expect("states");
        assert_eq!(states.len(), offered, "shown {shown}, required {required}");
        assert_eq!(country["state_required"], required);
    }
    let shop = with(json!({"states": provinces(), "state_shown": true})).await;
    let mut browser = shop.browser();
    let state = dutch(&mut browser).await["states"][1].clone();
    assert_eq!(state["name"], "Utrecht");
    browser.register("noor@example.com").await;
    let mut address = shop.address();
    address["country_state_id"] = state["id"].clone();
    let book = browser.post("/api/addresses", &address).await;
    let stored = book["addresses"].as_array().expect("addresses").iter();
    let with_state = stored.filter(|stored| stored["country_state_id"] == state["id"]);
    assert_eq!(with_state.count(), 1, "{book}");
    address["country_state_id"] = json!("0".repeat(32));
    let refused = browser.call("POST", "/api/addresses", Some(&address)).await;
    assert_eq!(faults(&refused)[0].0, "/country_state_id");
}

/// R-CHK-03: a state that became required is requested at the address that lacks it, in the visitor's language, and the
/// order continues with it: billing, delivery and both.
#[tokio::test]
async fn r_chk_03_a_required_state_is_requested_at_its_address() {
    for (locale, word) in [("nl", "regio"), ("en", "region"), ("de", "Region")] {
        for which in ["billing", "shipping", "both"] {
            let shop = with(json!({"states": provinces(), "state_shown": true})).await;
            let mut browser = shop.browser();
            browser.locale = locale;
            let state = dutch(&mut browser).await["states"][0]["id"].clone();
            browser.register("noor@example.com").await;
            browser.add(WAX, 1).await;
            let with = |has: bool| {
                let mut address = shop.address();
                address["country_state_id"] = if has { state.clone() } else { Value::Null };
                address
            };
            let mut choice = json!({});
            for of in ["billing", "shipping"] {
                let lacks = which == of || which == "both";
                let book = browser.post("/api/addresses", &with(!lacks)).await;
                choice[format!("{of}_address_id")] = book["changed_id"].clone();
            }
            browser.done("PATCH", "/api/checkout", Some(&choice)).await;
            set(&shop, json!({"state_required": true})).await;

            let checkout = browser.done("GET", "/api/checkout", None).await;
            let wanted: Vec<&str> = match which {
                "billing" => vec!["billing-address"],
                "shipping" => vec!["shipping-address"],
                _ => vec!["billing-address", "shipping-address"],
            };
            assert_eq!(codes(&checkout), wanted, "{locale} {which}");
            for blocker in checkout["blockers"].as_array().expect("blockers") {
                let message = blocker["message"].as_str().expect("a message");
                assert!(message.contains(word), "{message}");
            }
            assert_eq!(order(&mut browser, "refused").await.status, 409, "{locale} {which}");
            for of in ["billing", "shipping"] {
                let id = choice[format!("{of}_address_id")].as_str().expect("an id");
                let path = format!("/api/addresses/{id}");
                browser.done("PATCH", &path, Some(&with(true))).await;
            }
            let mended = browser.done("GET", "/api/checkout", None).await;
            assert_eq!(mended["blockers"], json!([]));
            assert_eq!(order(&mut browser, "mended").await.status, 200);
        }
    }
}

/// R-CHK-02: a postal code is required where the country requires one.
#[tokio::test]
async fn r_chk_02_a_country_without_postal_codes_is_ordered_to() {
    for required in [true, false] {
        let shop = with(json!({"postal_code_required": required})).await;
        let mut browser = shop.browser();
        assert_eq!(dutch(&mut browser).await["zipcode_required"], required);
        browser.add(WAX, 1).await;
        let mut address = shop.address();
        address["zipcode"] = json!("");
        let answer = as_guest(&mut browser, &address, &Value::Null).await;
        if required {
            assert_eq!(faults(&answer)[0].0, "/billing_address/zipcode");
        } else {
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(order(&mut browser, "without").await.status, 200);
        }
    }
}

/// R-ACCT-01: business customers enter the VAT id that their country requires; others do not.
#[tokio::test]
async fn r_acct_01_a_required_vat_id_is_requested_from_businesses() {
    let shop = with(json!({"vat_id_required": true})).await;
    let mut browser = shop.browser();
    assert_eq!(dutch(&mut browser).await["vat_id_required"], true);
    browser.register("noor@example.com").await;
    for (locale, words) in [
        ("nl", "Vul het btw-nummer met landcode in, zoals NL001234567B01."),
        (
            "en",
            "Enter the VAT number with its country code, such as NL001234567B01.",
        ),
        ("de", "Geben Sie die USt-IdNr. mit Länderkennung ein, etwa DE123456789."),
    ] {
        let mut browser = shop.browser();
        browser.locale = locale;
        let mut business = shop.registration(&format!("inkoop-{locale}@example.com"));
        business["account_type"] = json!("business");
        business["billing_address"]["company"] = json!("Atelier Maas BV");
        let refused = browser.call("POST", "/api/account/register", Some(&business)).await;
        assert_eq!(faults(&refused), [("/vat_id".to_owned(), words.to_owned())], "{locale}");
        business["vat_id"] = json!("NL004495445B01");
        browser.post("/api/account/register", &business).await;
    }
}

/// R-CHK-03: a country that the channel does not offer is not listed, and one without delivery is reported at the
/// address.
#[tokio::test]
async fn r_chk_03_a_country_without_delivery_is_reported_at_the_address() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    assert_eq!(as_guest(&mut browser, &shop.address(), &Value::Null).await.status, 200);
    set(&shop, json!({"shippable": false})).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    assert_eq!(codes(&checkout), ["shipping-address"], "{checkout}");
    assert_eq!(order(&mut browser, "blocked").await.status, 409);
    set(&shop, json!({"shippable": true, "assigned": false})).await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    assert_eq!(
        checkout["blockers"],
        json!([]),
        "an address of before is still delivered to"
    );
}
