//! Cart data that the checkout needs besides the line items (Shopware §7, §10).

use serde_json::{Value, json};
use vitrine_backends::shopware::session::{Cart, NewLineItem, Refusal};
use wiremock::MockServer;

use super::{EXPRESS, INVOICE, answering, body, query};
use crate::common::{call, mount, mount_context, names, ok, recorded, shopware};

const CART: &str = "/checkout/cart";

async fn cart(raw: &Value) -> Cart {
    let server = MockServer::start().await;
    mount_context(&server).await;
    mount(&server, "GET", "/store-api/checkout/cart", ok(raw)).await;
    shopware(&server).cart(&call(), true).await.unwrap().value
}

/// R-CHK-04: "Summary shows taxes per rate, shipping and gross total (cart read with taxed=1)."
#[tokio::test]
async fn r_chk_04_the_summary_has_taxes_per_rate_shipping_and_gross_total() {
    let server = answering("GET", CART, "338-cart-express").await;
    let cart = shopware(&server).cart(&call(), true).await.unwrap().value;
    let asked = query(&server, CART).await;
    assert_eq!(asked[0], ("taxed".to_owned(), "1".to_owned()));
    let raw = recorded("shopware", "338-cart-express").body;
    let cents = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
    let taxes = raw["price"]["calculatedTaxes"].as_array().unwrap();
    assert_eq!((taxes.len(), cart.taxes.len()), (2, 2));
    for (raw, tax) in taxes.iter().zip(&cart.taxes) {
        assert_eq!(raw["taxRate"].to_string(), tax.rate);
        assert_eq!(
            (cents(&raw["tax"]), cents(&raw["price"])),
            (tax.amount.minor, tax.base.unwrap().minor)
        );
    }
    assert_eq!(
        (cents(&raw["price"]["totalPrice"]), cents(&raw["price"]["netPrice"])),
        (cart.total.minor, cart.net_total.minor)
    );
    let shipping = cart.shipping.as_ref().unwrap();
    assert_eq!(
        (shipping.method.as_ref().unwrap().as_str(), shipping.name.as_str()),
        (EXPRESS, "Express")
    );
    assert_eq!(
        shipping.total.minor,
        cents(&raw["deliveries"][0]["shippingCosts"]["totalPrice"])
    );
    let dates = shipping.dates.unwrap();
    assert_eq!(
        (dates.earliest.to_string(), dates.latest.to_string()),
        ("2027-01-02T16:00:00Z".to_owned(), "2027-01-16T16:00:00Z".to_owned())
    );
    assert_eq!(cart.payment_method.as_ref().unwrap().as_str(), INVOICE);
    assert_eq!(cart.hash.as_deref(), raw["hash"].as_str());
}

/// R-CART-01: "adds (product, promotion code)": a code is added alone, and its line item has it.
#[tokio::test]
async fn r_cart_01_a_promotion_code_is_added() {
    let path = "/checkout/cart/line-item";
    let server = answering("POST", path, "064-cart-promotion").await;
    let code = NewLineItem::Promotion {
        code: "WELKOM10".to_owned(),
    };
    let cart = shopware(&server).add_line_items(&call(), &[code]).await.unwrap().value;
    assert_eq!(
        body(&server, "POST", path).await,
        json!({"items": [{"referencedId": "WELKOM10", "type": "promotion"}]})
    );
    let codes: Vec<_> = cart
        .line_items
        .iter()
        .filter_map(|item| item.promotion_code.as_deref())
        .collect();
    assert_eq!(codes, ["WELKOM10"]);
    assert!(
        cart.line_items
            .iter()
            .filter(|item| item.promotion_code.is_some())
            .all(|item| !item.good && item.removable)
    );
    let mut automatic = recorded("shopware", "064-cart-promotion").body;
    for item in automatic["lineItems"].as_array_mut().unwrap() {
        if item["type"] == "promotion" {
            item["referencedId"] = "".into();
            item["payload"]["code"] = "".into();
        }
    }
    let cart = self::cart(&automatic).await;
    assert!(
        cart.line_items.iter().all(|item| item.promotion_code.is_none()),
        "an automatic one has no code"
    );

    let server = answering("POST", path, "343-cart-promo-lower-case").await;
    let code = NewLineItem::Promotion {
        code: "welkom10".to_owned(),
    };
    let failure = shopware(&server).add_line_items(&call(), &[code]).await.unwrap_err();
    assert_eq!(failure.refusal(), Refusal::LineItemNotStackable);
}

/// The hash of a cart is the same for every read and language, and differs with every amount, quantity, line item and
/// method.
#[tokio::test]
async fn the_hash_of_a_cart_covers_what_was_shown() {
    let raw = recorded("shopware", "341-cart-get-after-promo").body;
    let shown = cart(&raw).await.shown_hash();
    assert_eq!(shown.len(), 64);
    // The same cart, in the answer to the add and in the read after it.
    assert_eq!(
        cart(&recorded("shopware", "340-cart-promo-percentage").body)
            .await
            .shown_hash(),
        shown
    );
    let same: [(&str, Value); 6] = [
        ("/lineItems/0/label", "Wood wax".into()),
        ("/lineItems/0/deliveryInformation/stock", 3.into()),
        ("/lineItems/0/cover", Value::Null),
        ("/deliveries/0/shippingMethod/translated/name", "Normaal".into()),
        (
            "/deliveries/0/deliveryDate/latest",
            "2027-02-01T16:00:00.000+00:00".into(),
        ),
        ("/hash", "x".into()),
    ];
    for (pointer, value) in same {
        assert_eq!(
            cart(&changed(&raw, pointer, value)).await.shown_hash(),
            shown,
            "{pointer}"
        );
    }
    let other: [(&str, Value); 14] = [
        ("/lineItems/0/id", EXPRESS.into()),
        ("/lineItems/0/quantity", 7.into()),
        ("/lineItems/0/price/unitPrice", 0.01.into()),
        ("/lineItems/0/price/totalPrice", 0.01.into()),
        ("/lineItems/0/children", json!([raw["lineItems"][1]])),
        ("/lineItems", json!([])),
        ("/price/totalPrice", 1.into()),
        ("/price/positionPrice", 1.into()),
        ("/price/netPrice", 1.into()),
        ("/price/taxStatus", "net".into()),
        ("/price/calculatedTaxes/0/tax", 1.into()),
        ("/deliveries/0/shippingMethod/id", EXPRESS.into()),
        ("/deliveries/0/shippingCosts/totalPrice", 1.into()),
        ("/transactions/0/paymentMethodId", EXPRESS.into()),
    ];
    let mut hashes = vec![shown];
    for (pointer, value) in other {
        let hash = cart(&changed(&raw, pointer, value)).await.shown_hash();
        assert!(!hashes.contains(&hash), "{pointer}");
        hashes.push(hash);
    }
    let mut turned = raw.clone();
    turned["lineItems"].as_array_mut().unwrap().swap(0, 1);
    assert!(!hashes.contains(&cart(&turned).await.shown_hash()), "the order of rows");
}

fn changed(raw: &Value, pointer: &str, value: Value) -> Value {
    let mut raw = raw.clone();
    *raw.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    raw
}

/// Every recorded cart has the methods used for its calculation, if it has any.
#[tokio::test]
async fn every_recorded_cart_names_its_methods() {
    for name in names("shopware", |r| r.status == 200 && r.body["apiAlias"] == "cart") {
        let raw = recorded("shopware", &name).body;
        let cart = cart(&raw).await;
        let payment = cart.payment_method.as_ref().map(|id| id.as_str());
        assert_eq!(payment, raw["transactions"][0]["paymentMethodId"].as_str(), "{name}");
        let shipping = cart
            .shipping
            .as_ref()
            .and_then(|s| s.method.as_ref())
            .map(|id| id.as_str());
        assert_eq!(
            shipping,
            raw["deliveries"][0]["shippingMethod"]["id"].as_str(),
            "{name}"
        );
        let dated = cart.shipping.as_ref().is_some_and(|s| s.dates.is_some());
        assert_eq!(dated, raw["deliveries"][0]["deliveryDate"].is_object(), "{name}");
    }
}
