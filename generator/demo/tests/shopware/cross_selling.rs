//! R-BACK: cross selling over HTTP (Shopware §16): groups and products in the shop's order, without hidden ones.

use serde_json::{Value, json};

use crate::support::{HALO, OVO, OVO_OAK, Reply, Shop, WAX, changed_fixture};

/// The Ovo chair with two groups; the wax is in both, last and first.
async fn with_groups() -> (Shop, tempfile::TempDir) {
    changed_fixture(&[("products/lu-100.json", &|product: &mut Value| {
        product["cross_selling"] = json!([
            {"name": {"nl-NL": "Past bij", "en-GB": "Goes with"}, "products": ["KA-500", "KA-200", "CA-400"]},
            {"name": "Onderhoud", "products": ["CA-400", "ST-700"]}
        ]);
    })])
    .await
}

async fn ask(shop: &Shop, id: &str) -> Reply {
    let body = json!({"includes": {"product": ["productNumber"]}});
    let reply = shop.post(&format!("/product/{id}/cross-selling"), body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply
}

/// Name, position and `total` of each group, and its product numbers.
fn groups(reply: &Reply) -> Value {
    let numbers = |group: &Value| -> Vec<Value> {
        let products = group["products"].as_array().unwrap().iter();
        products.map(|product| product["productNumber"].clone()).collect()
    };
    let row = |group: &Value| {
        let head = &group["crossSelling"];
        json!([
            head["translated"]["name"],
            head["position"],
            group["total"],
            numbers(group)
        ])
    };
    reply.body.as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn groups_and_products_come_in_the_order_of_the_shop() {
    let (shop, _folder) = with_groups().await;
    let all = json!([
        ["Past bij", 1, 3, ["KA-500", "KA-200", "CA-400"]],
        ["Onderhoud", 2, 2, ["CA-400", "ST-700"]]
    ]);
    assert_eq!(groups(&ask(&shop, OVO).await), all);
    assert_eq!(
        groups(&ask(&shop, OVO_OAK).await),
        all,
        "a variant has those of its family"
    );
    for without in [HALO, WAX, "ffffffffffffffffffffffffffffffff"] {
        assert_eq!(ask(&shop, without).await.body, json!([]), "{without}");
    }
}

#[tokio::test]
async fn a_hidden_product_is_left_out_and_its_group_stays() {
    let (shop, _folder) = with_groups().await;
    for number in ["KA-200", "CA-400", "ST-700"] {
        let hide = json!({"product_number": number, "active": false});
        shop.control("POST", "/active", hide).await;
    }
    assert_eq!(
        groups(&ask(&shop, OVO).await),
        json!([["Past bij", 1, 1, ["KA-500"]], ["Onderhoud", 2, 0, []]])
    );
    let full = shop
        .post(&format!("/product/{OVO}/cross-selling"), json!({}))
        .await
        .body;
    let product = &full[0]["products"][0];
    assert_eq!(
        (&product["id"], &product["calculatedPrice"]["unitPrice"]),
        (&json!("9b723fffa3018c39bf8237438b493c20"), &json!(5999)),
        "a whole product, with its price"
    );
}
