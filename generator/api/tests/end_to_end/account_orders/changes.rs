//! A customer's actions on an order: reorder and cancel (ux ORDER-4).

use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::{OPEN, SHIPPED, order, post, shipped, shop_with};
use crate::{
    shop::Shop,
    shopware::{Recorded, Shopware, own_order},
};

fn cart_with(rows: &[(&str, u64)], errors: Value) -> Value {
    let mut cart = Recorded::read("056-cart-add").body();
    let model = cart["lineItems"][0].clone();
    let items = rows.iter().map(|(id, quantity)| {
        let mut row = model.clone();
        row["id"] = json!(id);
        row["referencedId"] = json!(id);
        row["quantity"] = json!(quantity);
        row
    });
    cart["lineItems"] = items.collect();
    cart["errors"] = errors;
    cart
}

const WAX: &str = "a5e321383500174c04ffe8e611307cdf";

const GUIDE: &str = "1b9179c46cde8c85cddf6c2846590f2d";

const CHAIR: &str = "f299c748b1eba1a51c7918faf24d013c";

/// ORDER-4: reorder (reports what is no longer sold, and what was cut to the stock).
#[tokio::test]
async fn order_4_reorder_adds_available_products_and_reports_the_others() {
    let sold_out = json!({format!("product-out-of-stock{CHAIR}"): {
        "key": format!("product-out-of-stock{CHAIR}"), "level": 20, "message": "x", "messageKey": "product-out-of-stock"
    }});
    let item = |label: &str, reason: &str, wanted: u64, added: u64| json!({"label": label, "reason": reason, "wanted": wanted, "added": added});
    for (before, after, errors, added, missing) in [
        (vec![], vec![(WAX, 2), (GUIDE, 1), (CHAIR, 1)], json!([]), 4, json!([])),
        // Earlier items in the cart do not count as added.
        (
            vec![(WAX, 3)],
            vec![(WAX, 5), (GUIDE, 1), (CHAIR, 1)],
            json!([]),
            4,
            json!([]),
        ),
        (
            vec![(WAX, 3)],
            vec![(WAX, 4), (GUIDE, 1), (CHAIR, 1)],
            json!([]),
            3,
            json!([item("Houtwas", "fewer", 2, 1)]),
        ),
        (
            vec![],
            vec![(WAX, 2)],
            sold_out,
            2,
            json!([
                item("Onderhoudsgids (pdf)", "not-sold", 1, 0),
                item("Ovo stoel", "sold-out", 1, 0)
            ]),
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
            .await;
        let before = ResponseTemplate::new(200).set_body_json(cart_with(&before, json!([])));
        shopware.answer("GET", "/checkout/cart", before).await;
        let after = ResponseTemplate::new(200).set_body_json(cart_with(&after, errors));
        shopware.answer("POST", "/checkout/cart/line-item", after).await;
        let shop = Shop::start(shopware.client()).await;
        let answer = post(&shop, &format!("/api/orders/{SHIPPED}/reorder")).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(
            (&answer.json()["added"], &answer.json()["missing"]),
            (&json!(added), &missing)
        );
        assert!(answer.json()["cart"]["line_items"].is_array());
        let changes = shopware.changes().await;
        let sent: Value = changes.last().expect("a change").body_json().expect("JSON");
        let items: Vec<(&Value, &Value)> = sent["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| (&item["id"], &item["quantity"]))
            .collect();
        assert_eq!(
            items,
            [
                (&json!(WAX), &json!(2)),
                (&json!(GUIDE), &json!(1)),
                (&json!(CHAIR), &json!(1))
            ],
            "in one call, no promotion"
        );
    }
}

/// R-HEAD-02: where guests may not order, reordering requires a login.
#[tokio::test]
async fn r_head_02_reorder_checks_whether_ordering_is_allowed() {
    let (shopware, shop) = shop_with(shipped()).await;
    let ask = post(&shop, &format!("/api/orders/{SHIPPED}/reorder")).locale("en");
    assert_eq!(ask.send().await.refused(), (403, "ORDERING_NOT_ALLOWED".to_owned()));
    assert!(shopware.changes().await.is_empty());
}

/// Shopware 6.6 cancels any order (Shopware §12.5): the shop's setting and the order's state are checked here.
#[tokio::test]
async fn an_open_order_can_be_cancelled_if_the_shop_allows_it() {
    let (shopware, shop) = shop_with(own_order()).await;
    let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["order"]["id"], OPEN);
    let changes = shopware.changes().await;
    assert_eq!(changes.len(), 1);
    assert_eq!(changes[0].url.path(), "/store-api/order/state/cancel");
    assert_eq!(changes[0].body_json::<Value>().expect("JSON"), json!({"orderId": OPEN}));

    let mut shipped_partially = own_order();
    order(&mut shipped_partially)["deliveries"][0]["stateMachineState"]["technicalName"] = json!("shipped_partially");
    let mut in_progress = own_order();
    order(&mut in_progress)["stateMachineState"]["technicalName"] = json!("in_progress");
    let mut cancelled = own_order();
    order(&mut cancelled)["stateMachineState"]["technicalName"] = json!("cancelled");
    for orders in [shipped_partially, in_progress, cancelled] {
        let (shopware, shop) = shop_with(orders).await;
        let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
        assert_eq!(answer.refused(), (409, "ORDER_NOT_CANCELLABLE".to_owned()));
        assert!(shopware.changes().await.is_empty());
    }

    let shopware = Shopware::anonymous().await;
    let shop = Shop::with(shopware.client(), |config| config.account.cancel_orders = false).await;
    let answer = post(&shop, &format!("/api/orders/{OPEN}/cancel")).send().await;
    assert_eq!(answer.refused(), (404, "NOT_FOUND".to_owned()));
    assert!(shopware.requests().await.is_empty());
}
