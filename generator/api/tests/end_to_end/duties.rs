//! What the law wants said of a product on the lines of carts and orders (law §4, law §6; `server/duties.json`).

use std::{fs, path::Path};

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    shop::{Shop, go_live, list_files, release},
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
/// The product of the recorded cart, which the release has.
const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";
/// A product that came after the release.
const NEWER: &str = "a5e321383500174c04ffe8e611307cdf";
const LANGUAGES: [(&str, &str); 3] = [
    ("nl", "Gemaakt op uw maat."),
    ("en", "Made to your measurements."),
    ("de", "Nach Ihren Maßen gefertigt."),
];

fn arrow(code: &str) -> Value {
    json!({
        "class": "E",
        "alt": format!("Klasse E ({code})"),
        "label_href": format!("https://media.test/label-{code}.svg"),
        "label_alt": format!("Energielabel: klasse E ({code})"),
        "sheet_href": format!("https://media.test/sheet-{code}.pdf"),
        "sheet_label": format!("Blad ({code})"),
    })
}

/// The chair is excluded in each language, and a light source.
fn duties() -> Value {
    let reasons: Value = LANGUAGES
        .iter()
        .map(|(code, reason)| ((*code).to_owned(), json!(reason)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let arrows: Value = LANGUAGES
        .iter()
        .map(|(code, _)| ((*code).to_owned(), arrow(code)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    json!({CHAIR: {"withdrawal_excluded": reasons, "energy": arrows}})
}

/// A release with this file, and without it if there is none.
fn released(folder: &Path, duties: Option<&Value>) {
    release(folder, "one");
    let built = folder.join("dist/releases/one");
    if let Some(duties) = duties {
        fs::write(built.join("server/duties.json"), duties.to_string()).expect("written");
        list_files(&built);
    }
    go_live(folder, "one");
}

async fn shop_with(cart: &Value, duties: Option<&Value>) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    let answer = || ResponseTemplate::new(200).set_body_json(cart);
    shopware.answer("GET", "/checkout/cart", answer()).await;
    shopware.answers_checkout().await;
    let folder = tempfile::tempdir().expect("a folder");
    released(folder.path(), duties);
    let shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
    (shopware, shop)
}

/// A cart of one product.
fn cart_of(product: &str) -> Value {
    let mut cart = Recorded::read("056-cart-add").body();
    let line = &mut cart["lineItems"][0];
    line["id"] = json!(product);
    line["referencedId"] = json!(product);
    cart
}

async fn lines(shop: &Shop, code: &str) -> Value {
    let read = shop.get("/api/cart").locale(code).with("Cookie", SESSION).send().await;
    assert_eq!(read.status, 200, "{}", read.text());
    read.json()["line_items"].clone()
}

/// Law §4: "Product data needs a per-variant flag `withdrawal_excluded` with reason; shown on PDP at the chooser, in the
/// cart line and in the review block".
#[tokio::test]
async fn law_4_a_line_says_why_it_cannot_be_withdrawn_from() {
    let (_shopware, shop) = shop_with(&cart_of(CHAIR), Some(&duties())).await;
    for (code, reason) in LANGUAGES {
        let line = &lines(&shop, code).await[0];
        assert_eq!(
            (&line["withdrawal_right"], &line["withdrawal_excluded"]),
            (&json!("excluded"), &json!(reason)),
            "{code}"
        );
        let checkout = shop
            .get("/api/checkout")
            .locale(code)
            .with("Cookie", SESSION)
            .send()
            .await;
        let reviewed = &checkout.json()["cart"]["line_items"][0];
        assert_eq!(reviewed["withdrawal_excluded"], reason, "{code}: the review");
    }
}

/// An exclusion holds for the product: a language without its reason shows that of another one.
#[tokio::test]
async fn law_4_a_reason_that_lacks_a_language_is_shown_in_another() {
    let only_dutch = json!({CHAIR: {"withdrawal_excluded": {"nl": LANGUAGES[0].1}}});
    let (_shopware, shop) = shop_with(&cart_of(CHAIR), Some(&only_dutch)).await;
    for (code, _) in LANGUAGES {
        let line = &lines(&shop, code).await[0];
        assert_eq!(line["withdrawal_right"], "excluded", "{code}");
        assert_eq!(line["withdrawal_excluded"], LANGUAGES[0].1, "{code}");
    }
}

/// A right is granted only where the release says so: not for a newer product, and not by a release without the file.
#[tokio::test]
async fn law_4_the_right_is_unknown_where_the_release_does_not_say() {
    let nothing = json!({});
    for (product, duties, right) in [
        (CHAIR, Some(&nothing), "granted"),
        (CHAIR, None, "unknown"),
        (NEWER, Some(&nothing), "unknown"),
        (NEWER, None, "unknown"),
    ] {
        let (_shopware, shop) = shop_with(&cart_of(product), duties).await;
        let line = &lines(&shop, "nl").await[0];
        assert_eq!(line["withdrawal_right"], right, "{product} {duties:?}");
        assert_eq!(
            (&line["withdrawal_excluded"], &line["energy"]),
            (&Value::Null, &Value::Null)
        );
    }
}

/// Law §6: "near the price on every page where it is offered, incl. home, lists, PDP and basket".
#[tokio::test]
async fn law_6_a_line_of_a_light_source_has_its_arrow() {
    let mut cart = cart_of(CHAIR);
    let mut set = cart["lineItems"][0].clone();
    set["id"] = json!(NEWER);
    set["type"] = json!("container");
    set["referencedId"] = Value::Null;
    set["children"] = json!([cart["lineItems"][0]]);
    cart["lineItems"].as_array_mut().expect("lines").push(set);
    let (_shopware, shop) = shop_with(&cart, Some(&duties())).await;
    for (code, reason) in LANGUAGES {
        let lines = lines(&shop, code).await;
        assert_eq!(lines[0]["energy"], arrow(code));
        assert_eq!(lines[1]["energy"], Value::Null, "{code}: a container");
        let part = &lines[1]["children"][0];
        assert_eq!(
            (&part["energy"], &part["withdrawal_excluded"]),
            (&arrow(code), &json!(reason)),
            "{code}: a part of a container"
        );
    }
}

/// The recorded order of four lines: Houtwas, a download, the chair and a discount.
const ORDER: &str = "01a1fcc9b0bc73349b2f21f6dde9614c";
const WAX: &str = "a5e321383500174c04ffe8e611307cdf";

/// The order with these of its lines.
fn order_of(kept: &[usize]) -> Value {
    let mut orders = Recorded::read("485-order-shipped-with-document").body();
    let lines = &mut orders["orders"]["elements"][0]["lineItems"];
    let all = lines.as_array().expect("lines").clone();
    *lines = kept.iter().filter_map(|at| all.get(*at)).cloned().collect();
    orders
}

/// Law §4: what an order says of its lines, and that there is nothing to withdraw from where every line is excluded.
#[tokio::test]
async fn law_4_the_lines_of_an_order_say_it_too() {
    for (kept, may_withdraw) in [
        (&[0, 1, 2, 3][..], true),
        (&[2][..], false),
        (&[2, 3][..], false),
        (&[1, 2][..], false),
        (&[1][..], true),
        (&[0][..], true),
    ] {
        let shopware = Shopware::anonymous().await;
        let orders = ResponseTemplate::new(200).set_body_json(order_of(kept));
        shopware.answer("GET", "/order", orders).await;
        shopware.answers_checkout().await;
        shopware.answers_account().await;
        let folder = tempfile::tempdir().expect("a folder");
        released(folder.path(), Some(&duties()));
        let shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
        for (code, reason) in LANGUAGES {
            let path = format!("/api/orders/{ORDER}");
            let answer = shop.get(&path).locale(code).with("Cookie", SESSION).send().await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            let order = answer.json()["order"].clone();
            assert_eq!(order["withdrawal"].is_null(), !may_withdraw, "{kept:?} {code}");
            for line in order["line_items"].as_array().expect("lines") {
                let (right, why) = match line["product_number"].as_str() {
                    Some("LU-100-BL") => ("excluded", json!(reason)),
                    _ => ("unknown", Value::Null),
                };
                assert_eq!(
                    (&line["withdrawal_right"], &line["withdrawal_excluded"]),
                    (&json!(right), &why),
                    "{kept:?} {code}"
                );
            }
        }
    }
}

/// An order whose products the release knows, without any exclusion, keeps its right.
#[tokio::test]
async fn law_4_an_order_keeps_its_right_where_nothing_is_excluded() {
    let shopware = Shopware::anonymous().await;
    let orders = ResponseTemplate::new(200).set_body_json(order_of(&[2]));
    shopware.answer("GET", "/order", orders).await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    let folder = tempfile::tempdir().expect("a folder");
    released(
        folder.path(),
        Some(&json!({WAX: {"withdrawal_excluded": {"nl": "Niet dit"}}})),
    );
    let shop = Shop::in_folder(folder, shopware.client(), |_| {}).await;
    let answer = shop
        .get(&format!("/api/orders/{ORDER}"))
        .with("Cookie", SESSION)
        .send()
        .await;
    let order = answer.json()["order"].clone();
    assert_eq!(order["withdrawal"]["period_days"], 14);
    assert_eq!(order["line_items"][0]["withdrawal_right"], "granted");
}
