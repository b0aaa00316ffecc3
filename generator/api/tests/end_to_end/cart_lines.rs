//! Line items created by an extension of the shop: without price, label or id, and with nested items (R-CART-01,
//! R-CART-06, R-CART-07, R-CHK-04).

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";
const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";

/// The recorded cart of one chair after `change`.
fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut cart = Recorded::read("056-cart-add").body();
    change(&mut cart);
    cart
}

async fn shop_with(cart: &Value) -> (Shopware, Shop) {
    let shopware = Shopware::anonymous().await;
    let answer = || ResponseTemplate::new(200).set_body_json(cart);
    shopware.answer("GET", "/checkout/cart", answer()).await;
    shopware.answer("POST", "/checkout/cart/line-item", answer()).await;
    shopware.answers_checkout().await;
    let shop = Shop::start(shopware.client()).await;
    (shopware, shop)
}

/// An unreadable line item only affects that line, whatever is unreadable in it: cart, session, checkout and the add
/// answer, it is shown by its number, and the order is blocked with a text in the page's language.
#[tokio::test]
async fn r_cart_06_a_line_without_a_price_costs_that_line_and_blocks_the_order() {
    for (pointer, broken) in [
        ("/price", Value::Null),
        ("/price", json!("free")),
        ("/price/unitPrice", Value::Null),
        ("/price/totalPrice", json!("1.299")),
    ] {
        let cart = changed(|cart| {
            cart["lineItems"][0]["label"] = Value::Null;
            *cart["lineItems"][0].pointer_mut(pointer).expect("a field") = broken.clone();
        });
        let (_shopware, shop) = shop_with(&cart).await;
        let read = shop.get("/api/cart").with("Cookie", SESSION).send().await;
        assert_eq!(read.status, 200, "{pointer} {broken}: {}", read.text());
        let told = read.json();
        let line = &told["line_items"][0];
        assert_eq!(line["label"], "LU-100-BL", "shown by its number");
        assert_eq!(
            (&line["unit_price"], &line["total_price"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(line["removable"], true, "the way on");
        assert_eq!(told["total"]["minor"], 130_595, "the sums are Shopware's");
        assert_eq!(told["hash"], Value::Null, "such a cart is not ordered");
        let error = &told["errors"][0];
        assert_eq!(
            (&error["blocks_order"], &error["level"]),
            (&json!(true), &json!("error"))
        );
        assert!(error["key"].as_str().is_some_and(|key| key.contains(CHAIR)), "{error}");
        assert_eq!(
            error["message"],
            "De prijs van LU-100-BL is op aanvraag. Haal het uit uw winkelwagen om de rest te bestellen, of neem contact met ons op."
        );
        let session = shop.get("/api/session").with("Cookie", SESSION).send().await;
        assert_eq!((session.status, &session.json()["item_count"]), (200, &json!(1)));
        let checkout = shop.get("/api/checkout").with("Cookie", SESSION).send().await;
        assert_eq!(checkout.status, 200, "{}", checkout.text());
        let blockers = checkout.json()["blockers"].clone();
        assert!(
            blockers
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one["message"] == error["message"])),
            "{blockers}"
        );
        let added = shop
            .ask("POST", "/api/cart/line-items")
            .by_page()
            .with("Cookie", SESSION)
            .json(&json!({"product_id": CHAIR, "quantity": 1}))
            .send()
            .await;
        assert_eq!(added.status, 200, "an add that was done is told: {}", added.text());
    }
}

/// The text for a line item that has neither label nor number, in each language.
#[tokio::test]
async fn r_i18n_05_a_line_without_a_name_has_words_in_each_language() {
    let cart = changed(|cart| {
        let line = &mut cart["lineItems"][0];
        line["label"] = json!(" ");
        line["payload"] = json!([]);
        line["price"] = Value::Null;
    });
    let (_shopware, shop) = shop_with(&cart).await;
    for (language, name, word) in [
        ("nl", "Artikel zonder naam", "op aanvraag"),
        ("en", "Item without a name", "on request"),
        ("de", "Artikel ohne Namen", "auf Anfrage"),
    ] {
        let read = shop
            .get("/api/cart")
            .locale(language)
            .with("Cookie", SESSION)
            .send()
            .await;
        let told = read.json();
        assert_eq!(told["line_items"][0]["label"], name);
        let message = told["errors"][0]["message"].as_str().expect("a message").to_owned();
        assert!(message.contains(word) && !message.contains("{name}"), "{message}");
    }
}

/// A line item that is not an object, or has no id, can be neither changed nor removed.
#[tokio::test]
async fn r_cart_06_a_line_without_an_id_is_shown_with_the_others() {
    let cart = changed(|cart| {
        let chair = cart["lineItems"][0].clone();
        let mut nameless = chair.clone();
        nameless["id"] = json!(7);
        cart["lineItems"] = json!([nameless, null, "x", chair]);
    });
    let (_shopware, shop) = shop_with(&cart).await;
    let told = shop.get("/api/cart").with("Cookie", SESSION).send().await.json();
    let lines = told["line_items"].as_array().expect("lines").clone();
    assert_eq!(lines.len(), 4, "{told}");
    for line in &lines[..3] {
        assert_eq!((&line["stackable"], &line["removable"]), (&json!(false), &json!(false)));
    }
    assert_eq!(lines[0]["total_price"]["minor"], 129_900);
    assert_eq!((&lines[3]["id"], &lines[3]["removable"]), (&json!(CHAIR), &json!(true)));
    let ids: std::collections::BTreeSet<_> = lines.iter().map(|line| line["id"].to_string()).collect();
    assert_eq!(ids.len(), 4, "each line has an id of its own");
}

/// Nested items are shown below their container at any depth, can be neither changed nor removed, and are counted once.
#[tokio::test]
async fn r_cart_07_nested_lines_are_below_their_container_and_count_once() {
    let depth = 20;
    for good in [true, false] {
        let cart = changed(|cart| {
            let chair = cart["lineItems"][0].clone();
            let mut line = chair.clone();
            line["quantity"] = json!(4);
            for level in 0..depth {
                let mut around = chair.clone();
                around["id"] = json!(format!("{level:032x}"));
                around["type"] = json!("container");
                around["label"] = json!(format!("Set {level}"));
                around["good"] = json!(good);
                around["quantity"] = json!(2);
                around["children"] = json!([line]);
                line = around;
            }
            cart["lineItems"] = json!([line]);
        });
        let (_shopware, shop) = shop_with(&cart).await;
        let told = shop.get("/api/cart").with("Cookie", SESSION).send().await.json();
        assert_eq!(told["line_items"].as_array().map(Vec::len), Some(1));
        assert_eq!(told["item_count"], if good { 2 } else { 4 }, "counted once");
        let mut line = &told["line_items"][0];
        assert_eq!((&line["kind"], &line["label"]), (&json!("other"), &json!("Set 19")));
        for _ in 0..depth {
            line = &line["children"][0];
            assert_eq!((&line["stackable"], &line["removable"]), (&json!(false), &json!(false)));
        }
        assert_eq!(
            (&line["product_number"], &line["quantity"]),
            (&json!("LU-100-BL"), &json!(4))
        );
        assert_eq!(line["path"], "/producten/ovo-stoel--zwart");
        assert_eq!(line["children"], json!([]));
    }
}

/// A nested item without a price is paid with its container; a container without a price blocks the order.
#[tokio::test]
async fn r_cart_06_the_price_of_a_container_is_the_price_of_its_parts() {
    for (of_container, blocked) in [(false, false), (true, true)] {
        let cart = changed(|cart| {
            let mut part = cart["lineItems"][0].clone();
            part["price"] = Value::Null;
            let line = &mut cart["lineItems"][0];
            line["children"] = json!([part]);
            if of_container {
                line["price"] = Value::Null;
            }
        });
        let (_shopware, shop) = shop_with(&cart).await;
        let told = shop.get("/api/cart").with("Cookie", SESSION).send().await.json();
        assert_eq!(told["line_items"][0]["children"][0]["total_price"], Value::Null);
        assert_eq!(
            told["errors"].as_array().map(Vec::len),
            Some(usize::from(blocked)),
            "{told}"
        );
        assert_eq!(told["hash"].is_null(), blocked);
    }
}
