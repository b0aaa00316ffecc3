//! Rules of the cart without a recorded session (Shopware §7, §10): errors returned once, silent repairs by reads,
//! lines of extensions.

use serde_json::{Value, json};

use crate::support::{HALO, OVO_BLACK, Reply, Shop, WAX};

fn product(id: &str, quantity: i64) -> Value {
    json!({"items": [{"id": id, "referencedId": id, "quantity": quantity, "type": "product"}]})
}

async fn add(shop: &Shop, token: Option<&str>, body: Value) -> Reply {
    shop.call(token, "POST", "/checkout/cart/line-item", Some(body)).await
}

async fn read(shop: &Shop, token: &str) -> Reply {
    shop.call(Some(token), "GET", "/checkout/cart", None).await
}

fn keys(reply: &Reply) -> Vec<&str> {
    reply.body["errors"]
        .as_object()
        .map(|errors| {
            errors
                .values()
                .map(|error| error["messageKey"].as_str().unwrap())
                .collect()
        })
        .unwrap_or_default()
}

/// R-CART-03: a read repairs without an error; adding or changing another line returns the errors.
#[tokio::test]
async fn changed_stock_is_reported_by_a_write_and_hidden_by_a_read() {
    let shop = Shop::start().await;
    let token = add(&shop, None, product(HALO, 4)).await.token().unwrap();
    shop.control("POST", "/stock", json!({"product_number": "KA-200", "stock": 1}))
        .await;
    let silent = read(&shop, &token).await;
    assert_eq!(
        (&silent.body["lineItems"][0]["quantity"], &silent.body["errors"]),
        (&json!(1), &json!([]))
    );
    shop.control("POST", "/stock", json!({"product_number": "KA-200", "stock": 12}))
        .await;
    let token = add(&shop, None, product(HALO, 4)).await.token().unwrap();
    shop.control("POST", "/stock", json!({"product_number": "KA-200", "stock": 1}))
        .await;
    let told = add(&shop, Some(&token), product(WAX, 1)).await;
    assert_eq!(keys(&told), ["product-stock-reached"]);
    assert_eq!(keys(&read(&shop, &token).await), Vec::<&str>::new());
    // The error for a deactivated product contains its label.
    shop.control("POST", "/active", json!({"product_number": "KA-200", "active": false}))
        .await;
    let gone = shop
        .call(
            Some(&token),
            "PATCH",
            "/checkout/cart/line-item",
            Some(json!({"items": [{"id": WAX, "quantity": 2}]})),
        )
        .await;
    assert_eq!(gone.body["errors"]["product-not-foundHalo hanglamp"]["level"], 20);
    assert_eq!(gone.body["lineItems"].as_array().unwrap().len(), 1);
}

/// A changed price is not reported.
#[tokio::test]
async fn a_changed_price_is_in_the_cart_without_an_error() {
    let shop = Shop::start().await;
    let added = add(&shop, None, product(OVO_BLACK, 1)).await;
    let token = added.token().unwrap();
    shop.control(
        "POST",
        "/price",
        json!({"product_number": "LU-100-BL", "price": 1349.5}),
    )
    .await;
    let after = read(&shop, &token).await;
    assert_eq!(
        (&after.body["lineItems"][0]["price"]["unitPrice"], &after.body["errors"]),
        (&json!(1349.5), &json!([]))
    );
    assert_ne!(added.body["hash"], after.body["hash"]);
    assert_eq!(read(&shop, &token).await.body["hash"], after.body["hash"]);
}

/// R-CART-04: lines added by an extension of the shop.
#[tokio::test]
async fn foreign_lines_can_be_fixed_in_quantity_and_place() {
    let shop = Shop::start().await;
    let token = add(&shop, None, product(WAX, 1)).await.token().unwrap();
    let line = json!({"label": "Verwijderingsbijdrage", "unit_price": 12.1, "quantity": 2, "stackable": false, "removable": false, "type": "custom"});
    let id = shop.control("POST", &format!("/cart/{token}/lines"), line).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let cart = read(&shop, &token).await;
    let foreign = &cart.body["lineItems"][1];
    assert_eq!(
        (&foreign["label"], &foreign["type"], &foreign["price"]["totalPrice"]),
        (&json!("Verwijderingsbijdrage"), &json!("custom"), &json!(24.2))
    );
    assert_eq!(
        (&foreign["stackable"], &foreign["removable"], &foreign["payload"]),
        (&json!(false), &json!(false), &json!([]))
    );
    let changed = shop
        .call(
            Some(&token),
            "PATCH",
            "/checkout/cart/line-item",
            Some(json!({"items": [{"id": id, "quantity": 3}]})),
        )
        .await;
    assert_eq!(
        (changed.status, changed.code()),
        (400, "CHECKOUT__CART_LINE_ITEM_NOT_STACKABLE")
    );
    let removed = shop
        .call(
            Some(&token),
            "POST",
            "/checkout/cart/line-item/delete",
            Some(json!({"ids": [WAX, id]})),
        )
        .await;
    assert_eq!(
        (removed.status, removed.code()),
        (400, "CHECKOUT__CART_LINE_ITEM_NOT_REMOVABLE")
    );
    // The failing call changed nothing.
    assert_eq!(read(&shop, &token).await.body["lineItems"].as_array().unwrap().len(), 2);
    let bundle =
        json!({"label": "Set", "unit_price": 400, "type": "product", "product_number": "KA-200", "stackable": false});
    shop.control("POST", &format!("/cart/{token}/lines"), bundle).await;
    let cart = read(&shop, &token).await;
    assert_eq!(
        (
            &cart.body["lineItems"][2]["referencedId"],
            &cart.body["lineItems"][2]["payload"]["productNumber"]
        ),
        (&json!(HALO), &json!("KA-200"))
    );
}

/// Shipping is free from a subtotal that depends on the selected method.
#[tokio::test]
async fn shipping_is_free_from_a_subtotal() {
    let shop = Shop::start().await;
    let methods = shop
        .post(
            "/shipping-method",
            json!({"filter": [{"type": "equals", "field": "technicalName", "value": "shipping_pallet"}]}),
        )
        .await;
    let pallet = methods.body["elements"][0]["id"].clone();
    let token = add(&shop, None, product(HALO, 2)).await.token().unwrap();
    shop.call(
        Some(&token),
        "PATCH",
        "/context",
        Some(json!({"shippingMethodId": pallet})),
    )
    .await;
    assert_eq!(
        read(&shop, &token).await.body["deliveries"][0]["shippingCosts"]["totalPrice"],
        49
    );
    let more = add(&shop, Some(&token), product(OVO_BLACK, 1)).await;
    assert_eq!(more.body["deliveries"][0]["shippingCosts"]["totalPrice"], 0);
    assert_eq!(more.body["price"]["totalPrice"], 898 + 1299);
    assert_eq!(
        more.body["deliveries"][0]["deliveryDate"]["earliest"],
        "2027-01-02T16:00:00.000+00:00"
    );
    assert_eq!(
        more.body["deliveries"][0]["deliveryDate"]["latest"],
        "2027-01-16T16:00:00.000+00:00"
    );
}
