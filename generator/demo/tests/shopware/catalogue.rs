//! R-BACK: products, criteria and navigation over HTTP (Shopware §5, §15–17).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{DUTCH, ENGLISH, HALO, KEY, OVO, OVO_BLACK, OVO_OAK, Shop, WAX};

fn numbers(body: &Value) -> Vec<&str> {
    body["elements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|product| product["productNumber"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_get_with_brackets_answers_as_a_post_with_json() {
    let shop = Shop::start().await;
    let query = "limit=3&page=2&total-count-mode=exact&sort[0][field]=productNumber&sort[0][order]=DESC&associations[media][]=&associations[options][associations][group][]=\
                 &filter[0][type]=multi&filter[0][operator]=OR&filter[0][queries][0][type]=equals&filter[0][queries][0][field]=parentId&filter[0][queries][0][value]=4aebf74af34345a7cd7118f4547f8587\
                 &filter[0][queries][1][type]=range&filter[0][queries][1][field]=stock&filter[0][queries][1][parameters][gte]=12";
    let got = shop.call(None, "GET", &format!("/product?{query}"), None).await;
    let body = json!({"limit": 3, "page": 2, "total-count-mode": 1, "sort": [{"field": "productNumber", "order": "DESC"}],
        "associations": {"media": {}, "options": {"associations": {"group": {}}}},
        "filter": [{"type": "multi", "operator": "OR", "queries": [{"type": "equals", "field": "parentId", "value": OVO},
            {"type": "range", "field": "stock", "parameters": {"gte": 12}}]}]});
    let posted = shop.post("/product", body).await;
    assert_eq!(got.status, 200, "{}", got.body);
    assert_eq!(got.body, posted.body);
    assert_eq!(numbers(&got.body), ["LU-100-BL", "KA-200", "FI-003"]);
    assert_eq!(
        (&got.body["total"], &got.body["limit"], &got.body["page"]),
        (&json!(8), &json!(3), &json!(2))
    );
}

#[tokio::test]
async fn filters_answer_as_the_database_does() {
    let shop = Shop::start().await;
    for (filter, wanted) in [
        (
            json!({"type": "equalsAny", "field": "productNumber", "value": "ka-200|CA-400"}),
            vec!["CA-400", "KA-200"],
        ),
        (
            json!({"type": "equals", "field": "product.categories.name", "value": "Hanglampen"}),
            vec!["KA-200"],
        ),
        (
            json!({"type": "equals", "field": "properties.group.customFields.externalId", "value": "designer"}),
            vec!["KA-200", "LU-100", "LU-100-BL", "LU-100-OA", "LU-100-RD"],
        ),
        (
            json!({"type": "range", "field": "updatedAt", "parameters": {"gt": "2026-11-01"}}),
            vec!["KA-200"],
        ),
        (
            json!({"type": "contains", "field": "name", "value": "STOEL"}),
            vec!["FI-003", "LU-100", "LU-100-BL", "LU-100-OA", "LU-100-RD"],
        ),
        (
            json!({"type": "not", "queries": [{"type": "equals", "field": "parentId", "value": null}]}),
            vec!["LU-100-BL", "LU-100-OA", "LU-100-RD"],
        ),
        (
            json!({"type": "equals", "field": "customFields.vitrine_retail_price", "value": "1399"}),
            vec!["LU-100", "LU-100-BL", "LU-100-OA", "LU-100-RD"],
        ),
        (
            json!({"type": "prefix", "field": "manufacturer.name", "value": "kan"}),
            vec!["CA-400", "KA-200", "KA-500"],
        ),
    ] {
        let reply = shop
            .post(
                "/product",
                json!({"filter": [filter], "sort": "productNumber", "includes": {"product": ["productNumber"]}}),
            )
            .await;
        assert_eq!((reply.status, numbers(&reply.body)), (200, wanted), "{filter}");
    }
}

#[tokio::test]
async fn pages_stop_at_a_hundred_and_page_needs_a_limit() {
    let shop = Shop::start().await;
    let over = shop.post("/product", json!({"limit": 101})).await;
    assert_eq!((over.status, over.code()), (400, "FRAMEWORK__QUERY_LIMIT_EXCEEDED"));
    let all = shop.post("/product", json!({"page": 7, "total-count-mode": 1})).await;
    assert_eq!(
        (&all.body["page"], &all.body["limit"], &all.body["total"]),
        (&json!(1), &json!(100), &json!(11))
    );
    let some = shop.post("/product", json!({"limit": 2})).await;
    assert_eq!(some.body["total"], 2);
    let ids = shop
        .post(
            "/product",
            json!({"ids": [WAX, "00000000000000000000000000000000", HALO], "limit": 1}),
        )
        .await;
    assert_eq!(
        (numbers(&ids.body), &ids.body["limit"]),
        (vec!["CA-400", "KA-200"], &Value::Null)
    );
    // Inactive products are not found, by list or by id.
    assert!(!numbers(&all.body).contains(&"GO-800"));
}

#[tokio::test]
async fn associations_and_includes_decide_what_is_printed() {
    let shop = Shop::start().await;
    let find = async |extra: Value| {
        let mut body = json!({"ids": [OVO_BLACK]});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        shop.post("/product", body).await.body["elements"][0].clone()
    };
    let plain = find(json!({})).await;
    for key in [
        "media",
        "manufacturer",
        "options",
        "properties",
        "categories",
        "seoUrls",
        "children",
        "parent",
        "crossSellings",
        "downloads",
        "sortedProperties",
    ] {
        assert_eq!(plain[key], Value::Null, "{key}");
    }
    // Always loaded.
    assert_eq!(
        plain["cover"]["media"]["url"],
        format!("{}/m/ovo-stoel-1.webp", shop.demo.images_url())
    );
    assert_eq!(
        (&plain["deliveryTime"]["name"], &plain["tax"]["taxRate"]),
        (&json!("6-8 weken"), &json!(21))
    );
    // A variant has no values of its own; `translated` has the parent's.
    assert_eq!(
        (&plain["name"], &plain["translated"]["name"]),
        (&Value::Null, &json!("Ovo stoel"))
    );
    assert_eq!(
        plain["translated"]["customFields"]["vitrine_faq"][0]["question"],
        "Zit hij goed?"
    );
    assert_eq!((&plain["parentId"], &plain["childCount"]), (&json!(OVO), &Value::Null));
    let full = find(json!({"associations": {"media": {"limit": 1}, "options": {}, "properties": {"associations": {"group": {}}}, "children": {}, "seoUrls": {},
        "crossSellings": {}, "parent": {"associations": {"children": {}, "configuratorSettings": {"associations": {"option": {}}}}}}})).await;
    assert_eq!(
        (
            full["media"].as_array().unwrap().len(),
            &full["children"],
            &full["options"][0]["group"]
        ),
        (1, &json!([]), &Value::Null)
    );
    assert_eq!(full["properties"][1]["group"]["customFields"]["externalId"], "designer");
    assert_eq!(
        (&full["seoUrls"][0]["seoPathInfo"], &full["sortedProperties"][0]["name"]),
        (&json!("ovo-stoel/zwart"), &json!("Ontwerper"))
    );
    assert_eq!(
        (
            full["parent"]["children"].as_array().unwrap().len(),
            &full["parent"]["configuratorSettings"][0]["option"]["name"]
        ),
        (3, &json!("Rood"))
    );
    assert_eq!(full["crossSellings"][0]["name"], "Past bij");
    let pruned = find(json!({"includes": {"product": ["translated", "cover", "calculatedPrice"], "calculated_price": ["unitPrice"], "product_media": ["media"], "media": ["thumbnails"], "media_thumbnail": ["url", "width"]}})).await;
    let keys: BTreeSet<&str> = pruned.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        BTreeSet::from(["apiAlias", "calculatedPrice", "cover", "translated"])
    );
    assert_eq!(
        pruned["calculatedPrice"],
        json!({"unitPrice": 1299, "apiAlias": "calculated_price"})
    );
    let widths: Vec<&Value> = pruned["cover"]["media"]["thumbnails"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thumbnail| &thumbnail["width"])
        .collect();
    assert_eq!(widths, [&json!(400), &json!(800), &json!(1920), &json!(280)]);
}

#[tokio::test]
async fn seo_urls_come_by_association_and_by_header() {
    let shop = Shop::start().await;
    let headers = [
        ("sw-access-key", KEY),
        ("sw-language-id", ENGLISH),
        ("sw-include-seo-urls", ""),
        ("content-type", "application/json"),
    ];
    let body = json!({"ids": [OVO_OAK, OVO], "associations": {"categories": {}}}).to_string();
    let list = shop.send("POST", "/store-api/product", &headers, Some(body)).await;
    assert_eq!(list.body["elements"][0]["seoUrls"][0]["seoPathInfo"], "ovo-chair/oak");
    assert_eq!(
        list.body["elements"][0]["categories"][0]["seoUrls"][0]["seoPathInfo"],
        "chairs/"
    );
    // The family has no SEO path: null by header, [] by association.
    assert_eq!(list.body["elements"][1]["seoUrls"], Value::Null);
    let asked = shop
        .post("/product", json!({"ids": [OVO], "associations": {"seoUrls": {}}}))
        .await;
    assert_eq!(asked.body["elements"][0]["seoUrls"], json!([]));
    // In a product detail, the header alone leaves them null.
    let detail = shop
        .send(
            "POST",
            &format!("/store-api/product/{OVO_OAK}"),
            &headers,
            Some("{}".to_owned()),
        )
        .await;
    assert_eq!(detail.body["product"]["seoUrls"], Value::Null);
    // Paths are compared ignoring case, in one language only.
    let find = async |language: &str, path: &str| {
        let body = json!({"filter": [{"type": "equals", "field": "seoPathInfo", "value": path}]});
        shop.call_in(language, None, "POST", "/seo-url", Some(body)).await.body["elements"][0]["foreignKey"].clone()
    };
    assert_eq!(find(DUTCH, "halo-hanglamp/ka-200").await, HALO);
    assert_eq!(find(ENGLISH, "halo-hanglamp/ka-200").await, Value::Null);
}

#[tokio::test]
async fn a_family_answers_with_its_main_variant_and_configurator() {
    let shop = Shop::start().await;
    let family = shop.post(&format!("/product/{OVO}"), json!({})).await;
    assert_eq!(family.body["product"]["id"], OVO_OAK);
    let options: Vec<&Value> = family.body["configurator"][0]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| &option["name"])
        .collect();
    assert_eq!(options, [&json!("Zwart"), &json!("Eiken"), &json!("Rood")]);
    let single = shop.post(&format!("/product/{HALO}"), json!({})).await;
    assert_eq!(single.body["configurator"], json!([]));
    let tiers: Vec<(&Value, &Value)> = single.body["product"]["calculatedPrices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tier| (&tier["quantity"], &tier["unitPrice"]))
        .collect();
    assert_eq!(
        tiers,
        [
            (&json!(4), &json!(449)),
            (&json!(9), &json!(399)),
            (&json!(10), &json!(349))
        ]
    );
}

#[tokio::test]
async fn the_navigation_loads_one_level_more_than_requested() {
    let shop = Shop::start().await;
    let tree = async |depth: i64| {
        shop.post(
            "/navigation/main-navigation/main-navigation",
            json!({"depth": depth, "includes": {"category": ["name", "children"]}}),
        )
        .await
        .body
    };
    let names: Vec<Value> = tree(1)
        .await
        .as_array()
        .unwrap()
        .iter()
        .map(|category| category["name"].clone())
        .collect();
    assert_eq!(names, ["Stoelen", "Verlichting", "Onderhoud"]);
    assert_eq!(tree(1).await[1]["children"][0]["name"], "Hanglampen");
    assert_eq!(tree(0).await[1]["children"], json!([]));
    let flat = shop
        .call(
            None,
            "GET",
            "/navigation/main-navigation/main-navigation?buildTree=false&depth=5",
            None,
        )
        .await;
    let all = flat.body.as_array().unwrap();
    assert_eq!(all.len(), 7);
    // Sorted by id, the root last.
    let ids: Vec<&str> = all.iter().filter_map(|category| category["id"].as_str()).collect();
    assert!(ids[..6].is_sorted(), "{ids:?}");
    assert_eq!(
        (&all[6]["level"], &all[6]["children"], &all[6]["parentId"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
}
