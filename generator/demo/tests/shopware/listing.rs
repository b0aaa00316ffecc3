//! R-BACK: listings (Shopware §16.3), associations and aggregations beyond the recordings.

use serde_json::{Value, json};

use crate::support::{HALO, OVO, Shop};

const ROOT: &str = "938921f326d5c501aa484f015b30e866";
const CHAIRS: &str = "d3da4446c99e5a24a91e27278fcfe5e0";
const OAK: &str = "447ea9d14daed8843f1d7b960aa0cdc8";
const BLACK: &str = "546f7f50d5052eb01350e6fa61c5cb31";
const KANTE: &str = "ea1357e5c3a27f684bca2b6be83c9dca";

fn numbers(body: &Value) -> Vec<&str> {
    let elements = body["elements"].as_array().unwrap();
    elements
        .iter()
        .map(|product| product["productNumber"].as_str().unwrap())
        .collect()
}

async fn list(shop: &Shop, category: &str, body: Value) -> Value {
    let reply = shop.post(&format!("/product-listing/{category}"), body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.body
}

#[tokio::test]
async fn the_parameters_of_a_listing_may_be_in_its_query() {
    let shop = Shop::recorded().await;
    let path = format!("/product-listing/{CHAIRS}?limit=4&p=2&order=price-desc&max-price=125&shipping-free=0");
    let options = format!("{OAK}|{BLACK}");
    let got = shop.post(&path, json!({ "properties": options })).await;
    let body = json!({"limit": 4, "p": 2, "order": "price-desc", "properties": options, "max-price": 125});
    let posted = list(&shop, CHAIRS, body).await;
    assert_eq!((got.status, &got.body), (200, &posted));
    assert_eq!(numbers(&posted), ["FI-021", "FI-020", "FI-019", "FI-018"]);
    assert_eq!(
        (&posted["total"], &posted["page"], &posted["sorting"]),
        (&json!(26), &json!(2), &json!("price-desc"))
    );
}

/// R-BACK-01: options of one group are alternatives; the representative of a family matches the selection.
#[tokio::test]
async fn options_of_a_group_are_alternatives_and_groups_add_up() {
    let shop = Shop::recorded().await;
    let total = async |properties: Vec<&str>| {
        let body = json!({"limit": 1, "properties": properties.join("|")});
        list(&shop, CHAIRS, body).await["total"].clone()
    };
    assert_eq!(total(vec![OAK]).await, 16);
    assert_eq!(total(vec![OAK, BLACK]).await, 31);
    let black = list(
        &shop,
        CHAIRS,
        json!({"properties": BLACK, "max-price": 2000, "order": "price-desc", "limit": 1}),
    )
    .await;
    assert_eq!(numbers(&black), ["LU-100-BL"]);
}

/// Reduced facets are narrowed by the selection in other facets, not by their own.
#[tokio::test]
async fn a_reduced_facet_ignores_its_own_choice() {
    let shop = Shop::recorded().await;
    let listing = list(
        &shop,
        ROOT,
        json!({"limit": 1, "manufacturer": KANTE, "max-price": 30, "reduce-aggregations": 1}),
    )
    .await;
    let facets = &listing["aggregations"];
    let makers: Vec<&Value> = facets["manufacturer"]["entities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|maker| &maker["name"])
        .collect();
    assert_eq!(makers, ["Lumo", "Kante"], "both have something below 30");
    assert_eq!(
        (&facets["price"]["min"], &facets["price"]["max"]),
        (&json!("3.3300"), &json!("5999.0000"))
    );
    assert_eq!(listing["total"], 2);
}

#[tokio::test]
async fn associations_are_filtered_sorted_and_cut_by_their_own_criteria() {
    let shop = Shop::recorded().await;
    let body = json!({"ids": [OVO], "associations": {"children": {
        "filter": [{"type": "range", "field": "stock", "parameters": {"gt": 0}}], "sort": [{"field": "productNumber", "order": "DESC"}], "limit": 1
    }}, "includes": {"product": ["productNumber", "children"]}});
    let reply = shop.post("/product", body).await;
    assert_eq!(
        reply.body["elements"][0],
        json!({"children": [{"productNumber": "LU-100-OA", "children": null, "apiAlias": "product"}], "productNumber": "LU-100", "apiAlias": "product"})
    );
    let page = json!({"associations": {"media": {"limit": 1, "page": 2}}, "includes": {"product": ["media"], "product_media": ["position"]}});
    let detail = shop.post(&format!("/product/{OVO}"), page).await;
    assert_eq!(
        detail.body["product"]["media"],
        json!([{"position": 2, "apiAlias": "product_media"}])
    );
}

#[tokio::test]
async fn buckets_are_sorted_cut_and_nested() {
    let shop = Shop::recorded().await;
    let body = json!({"limit": 1, "aggregations": [
        {"name": "makers", "type": "terms", "field": "manufacturer.name", "sort": {"field": "_count", "order": "DESC"}, "limit": 1,
         "aggregation": {"name": "dearest", "type": "max", "field": "price"}},
        {"name": "sum", "type": "sum", "field": "stock"}
    ]});
    let reply = shop.post("/product", body).await;
    let makers = &reply.body["aggregations"]["makers"]["buckets"];
    assert_eq!(
        makers,
        &json!([{"key": "Lumo", "count": 36, "dearest": {"name": "dearest", "max": "1399.0000", "apiAlias": "dearest_aggregation"}, "apiAlias": "aggregation_bucket"}])
    );
    assert_eq!(reply.body["aggregations"]["sum"]["sum"], 3057);
}

#[tokio::test]
async fn a_breadcrumb_can_come_from_the_category_the_visitor_was_in() {
    let shop = Shop::recorded().await;
    let lamps = "ef16b7a1b51b65974811eae314ed2536";
    let reply = shop
        .call(
            None,
            "GET",
            &format!("/breadcrumb/{HALO}?referrerCategoryId={lamps}"),
            None,
        )
        .await;
    let names: Vec<&Value> = reply.body["breadcrumbs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|crumb| &crumb["name"])
        .collect();
    assert_eq!(names, ["Verlichting"]);
}
