//! R-CART: codes with a validity period, by the demo's clock, and a product without tax.

use serde_json::{Value, json};

use crate::support::{Reply, Shop, WAX, changed_fixture};
use crate::values::differences;

async fn with_codes() -> (Shop, tempfile::TempDir) {
    changed_fixture(&[("promotions.json", &|promotions: &mut Value| {
        *promotions = json!([
            {"code": "OUD", "name": "Oud", "type": "percentage", "value": 50, "valid_until": "2026-11-01T00:00:00Z"},
            {"code": "STRAKS", "name": "Straks", "type": "percentage", "value": 20, "valid_from": "2026-12-01T00:00:00Z", "valid_until": "2026-12-02T00:00:00Z"},
            {"code": "NU", "name": "Nu", "type": "absolute", "value": 5, "valid_from": "2026-11-21T06:00:00Z"}
        ]);
    }), ("shop.json", &|shop: &mut Value| shop["taxes"]["zero"] = json!({"rate": 0, "name": "Geen btw"})), ("products/ca-400.json", &|product: &mut Value| {
        product["tax"] = json!("zero");
    })])
    .await
}

async fn add(shop: &Shop, token: Option<&str>, item: Value) -> Reply {
    shop.call(
        token,
        "POST",
        "/checkout/cart/line-item",
        Some(json!({"items": [item]})),
    )
    .await
}

fn wax() -> Value {
    json!({"type": "product", "id": WAX, "referencedId": WAX, "quantity": 4})
}

fn code(code: &str) -> Value {
    json!({"type": "promotion", "referencedId": code})
}

fn message(reply: &Reply) -> Option<&str> {
    let errors = reply.body["errors"].as_object()?;
    errors.values().find_map(|error| error["messageKey"].as_str())
}

#[tokio::test]
async fn an_expired_code_is_answered_as_an_unknown_one() {
    let (shop, _folder) = with_codes().await;
    let token = add(&shop, None, wax()).await.token().unwrap();
    let unknown = add(&shop, Some(&token), code("NOOIT")).await;
    for expired in ["OUD", "oud", "STRAKS"] {
        let reply = add(&shop, Some(&token), code(expired)).await;
        assert_eq!(
            (reply.status, message(&reply)),
            (200, Some("promotion-not-found")),
            "{expired}"
        );
        assert_eq!(
            reply.body["errors"]["promotion-not-found"]["promotionCode"], expired,
            "the code is told as it was typed"
        );
        // Except for the time at which each line was read (dataTimestamp), because the demo's clock runs.
        let lines = differences(&reply.body["lineItems"], &unknown.body["lineItems"]);
        assert_eq!(lines, Vec::<String>::new(), "{expired}");
    }
    let valid = add(&shop, Some(&token), code("NU")).await;
    assert_eq!(message(&valid), Some("promotion-discount-added"));
    assert_eq!(valid.body["lineItems"][1]["price"]["totalPrice"], -5);
}

#[tokio::test]
async fn a_code_begins_and_ends_with_the_clock() {
    let (shop, _folder) = with_codes().await;
    shop.control("POST", "/clock", json!({"now": "2026-12-01T12:00:00Z"}))
        .await;
    let token = add(&shop, None, wax()).await.token().unwrap();
    let added = add(&shop, Some(&token), code("STRAKS")).await;
    assert_eq!(message(&added), Some("promotion-discount-added"));
    shop.control("POST", "/clock", json!({"now": "2026-12-02T00:00:00Z"}))
        .await;
    let read = shop.call(Some(&token), "GET", "/checkout/cart", None).await;
    assert_eq!(
        read.body["lineItems"].as_array().unwrap().len(),
        1,
        "the discount is gone with the code"
    );
    assert_eq!(read.body["extensions"]["cart-promotions"]["addedCodes"], json!([]));
}

/// A gift card has a tax of zero: it is listed, and changes no sum.
#[tokio::test]
async fn a_rate_of_zero_is_a_tax_like_the_others() {
    let (shop, _folder) = with_codes().await;
    let detail = shop.post(&format!("/product/{WAX}"), json!({})).await;
    let product = &detail.body["product"];
    assert_eq!(
        (&product["tax"]["taxRate"], &product["tax"]["name"]),
        (&json!(0), &json!("Geen btw"))
    );
    let cart = add(&shop, None, wax()).await;
    assert_eq!(
        cart.body["lineItems"][0]["price"]["calculatedTaxes"],
        json!([{"tax": 0, "taxRate": 0, "price": 99.8, "apiAlias": "cart_tax_calculated"}])
    );
    assert_eq!(cart.body["price"]["netPrice"], cart.body["price"]["totalPrice"]);
}
