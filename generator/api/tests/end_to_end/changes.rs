//! Silent repairs by Shopware on a read (Shopware §7.3) are reported, by comparing with the cart last shown to the
//! browser.

use serde_json::{Value, json};
use wiremock::Mock;

use crate::{
    client::Answer,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

/// A cart that is answered once as it was shown, and then as repaired by the backend.
async fn repaired(before: &str, after: &str) -> Shopware {
    let shopware = Shopware::anonymous().await;
    for (recording, times) in [(before, 1), (after, 99)] {
        Mock::given(wiremock::matchers::method("GET"))
            .and(wiremock::matchers::path("/store-api/checkout/cart"))
            .respond_with(Recorded::read(recording))
            .up_to_n_times(times)
            .mount(&shopware.server)
            .await;
    }
    shopware
}

/// The browser's cookies after an answer.
fn cookies(answer: &Answer) -> String {
    let own = answer
        .set_cookies()
        .into_iter()
        .filter_map(|line| line.split(';').next());
    [SESSION].into_iter().chain(own).collect::<Vec<_>>().join("; ")
}

fn kinds(answer: &Answer) -> Vec<(String, Value, String)> {
    let changes = answer.json()["changes"].as_array().expect("changes").clone();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    changes
        .iter()
        .map(|change| {
            (
                text(&change["kind"]),
                change["line_item_id"].clone(),
                text(&change["message"]),
            )
        })
        .collect()
}

/// Removed products and reduced quantities are reported once, in the page's language.
#[tokio::test]
async fn a_gone_product_and_a_smaller_quantity_are_said_once() {
    let shopware = repaired("513-cart-before-changes", "521-cart-after-refused-order").await;
    let shop = Shop::start(shopware.client()).await;
    let first = shop.get("/api/cart").with("Cookie", SESSION).send().await;
    assert!(kinds(&first).is_empty(), "nothing was shown before");
    let second = shop.get("/api/cart").with("Cookie", &cookies(&first)).send().await;
    assert_eq!(
        kinds(&second),
        [
            (
                "unit-price".to_owned(),
                json!("441b2776db644002e98008f6127ec426"),
                "Serie stoel 6 heeft een andere prijs.".to_owned()
            ),
            (
                "removed".to_owned(),
                json!("75fa9819b96ad56949868386b749ad63"),
                "Serie stoel 7 is niet meer leverbaar en is uit uw winkelwagen gehaald.".to_owned()
            ),
            (
                "quantity".to_owned(),
                json!("52af6b6c52c32906e2199ef3bf2e615e"),
                "Serie stoel 8: het aantal is veranderd van 3 naar 2.".to_owned()
            ),
            (
                "quantity".to_owned(),
                json!("ce0946a92f0fda0b67b5cc3717fca97d"),
                "Serie stoel 9: het aantal is veranderd van 4 naar 1.".to_owned()
            ),
        ]
    );
    assert_eq!(second.json()["changes"][2]["quantity"], json!({"before": 3, "now": 2}));
    let third = shop.get("/api/cart").with("Cookie", &cookies(&second)).send().await;
    assert!(kinds(&third).is_empty(), "it was said");
    assert!(
        third.set_cookies().iter().all(|line| !line.starts_with("vitrine-seen")),
        "the same cart"
    );
}

/// A changed price, which Shopware does not report.
#[tokio::test]
async fn a_new_price_is_said_with_both_prices() {
    for (locale, text) in [
        ("nl", "Serie stoel 6 heeft een andere prijs."),
        ("en", "Serie stoel 6 has another price."),
        ("de", "Serie stoel 6 hat einen anderen Preis."),
    ] {
        let shopware = repaired("528-cart-before-hash", "530-cart-after-hash-mismatch").await;
        let shop = Shop::start(shopware.client()).await;
        let first = shop.get("/api/cart").with("Cookie", SESSION).send().await;
        let ask = shop.get("/api/cart").locale(locale).with("Cookie", &cookies(&first));
        let second = ask.send().await;
        let change = &second.json()["changes"][0];
        assert_eq!(
            (&change["kind"], &change["message"]),
            (&json!("unit-price"), &json!(text))
        );
        let euro = |minor: i64| json!({"minor": minor, "currency": "EUR"});
        assert_eq!(change["amount"], json!({"before": euro(10_600), "now": euro(50_000)}));
    }
}

/// Another or a restarted process reports that something changed, but not what.
#[tokio::test]
async fn a_process_that_does_not_know_the_cart_reports_that_something_changed() {
    let shopware = repaired("528-cart-before-hash", "530-cart-after-hash-mismatch").await;
    let one = Shop::start(shopware.client()).await;
    let other = Shop::start(shopware.client()).await;
    let first = one.get("/api/cart").with("Cookie", SESSION).send().await;
    let second = other.get("/api/cart").with("Cookie", &cookies(&first)).send().await;
    let text = "Uw winkelwagen is veranderd. Controleer uw winkelwagen.".to_owned();
    assert_eq!(kinds(&second), [("other".to_owned(), Value::Null, text)]);
    for hostile in [
        "vitrine-seen=x",
        "vitrine-seen=../../etc",
        "vitrine-seen=%00",
        "vitrine-seen=",
    ] {
        let ask = other.get("/api/cart").with("Cookie", &format!("{SESSION}; {hostile}"));
        assert!(kinds(&ask.send().await).is_empty(), "{hostile}");
    }
}

/// The visitor's own changes are not reported; other simultaneous changes are.
#[tokio::test]
async fn what_the_visitor_changed_is_not_said() {
    let shopware = repaired("513-cart-before-changes", "513-cart-before-changes").await;
    shopware
        .answer(
            "PATCH",
            "/checkout/cart/line-item",
            Recorded::read("521-cart-after-refused-order"),
        )
        .await;
    let shop = Shop::start(shopware.client()).await;
    let first = shop.get("/api/cart").with("Cookie", SESSION).send().await;
    let ask = shop.ask("PATCH", "/api/cart/line-items/52af6b6c52c32906e2199ef3bf2e615e");
    let ask = ask
        .by_page()
        .with("Cookie", &cookies(&first))
        .json(&json!({"quantity": 2}));
    let changed = ask.send().await;
    let ids: Vec<Value> = kinds(&changed).into_iter().map(|(_, id, _)| id).collect();
    assert_eq!(
        ids,
        [
            json!("441b2776db644002e98008f6127ec426"),
            json!("75fa9819b96ad56949868386b749ad63"),
            json!("ce0946a92f0fda0b67b5cc3717fca97d")
        ]
    );
}
