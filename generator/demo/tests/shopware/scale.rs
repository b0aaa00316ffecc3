//! A scaled shop: the exact number of products, deterministic, with unique paths, and paged like the unscaled one.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig};

use crate::support::{Shop, config};

const KEY: &str = "SWSCLINDHOVEN0DEMO0KEY0AAA";
const PRODUCTS: usize = 1_000;

fn lindhoven() -> DemoConfig {
    config(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven"))
}

async fn scaled(products: usize) -> Shop {
    let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
    Shop {
        demo: Demo::start_scaled(lindhoven(), Some(products)).await.unwrap(),
        client: reqwest::Client::builder().no_proxy().build().unwrap(),
    }
}

/// One answer of the product list.
async fn asked(shop: &Shop, criteria: &Value) -> Value {
    let request = shop
        .client
        .post(format!("{}/store-api/product", shop.demo.shopware_url()))
        .header("sw-access-key", KEY)
        .json(criteria);
    request.send().await.unwrap().json().await.unwrap()
}

/// All products, page by page.
async fn products(shop: &Shop) -> Vec<Value> {
    let mut all = Vec::new();
    for page in 1.. {
        let criteria = json!({
            "page": page, "limit": 100, "total-count-mode": "exact", "sort": [{"field": "id"}],
            "associations": {"seoUrls": {}, "manufacturer": {}, "properties": {}, "options": {}},
        });
        let body = asked(shop, &criteria).await;
        let rows = body["elements"].as_array().unwrap().clone();
        all.extend(rows);
        if all.len() >= usize::try_from(body["total"].as_u64().unwrap()).unwrap() {
            return all;
        }
    }
    all
}

fn texts<'p>(products: &[&'p Value], path: &str) -> Vec<&'p str> {
    products
        .iter()
        .filter_map(|product| product.pointer(path).and_then(Value::as_str))
        .collect()
}

fn unique(texts: &[&str]) -> bool {
    texts.iter().collect::<HashSet<_>>().len() == texts.len()
}

/// Numbers of many copies are unique: with 483 products and sizes in their numbers, copy 15 of one product could have
/// the number of another one's size.
#[tokio::test]
async fn tens_of_thousands_have_numbers_of_their_own() {
    let shop = scaled(30_000).await;
    let criteria = json!({"limit": 1, "total-count-mode": "exact"});
    let body = asked(&shop, &criteria).await;
    assert!(body["total"].as_u64().unwrap() >= 30_000, "{}", body["total"]);
}

#[tokio::test]
async fn a_scaled_shop_has_exactly_so_many_products_of_their_own() {
    let shop = scaled(PRODUCTS).await;
    let all = products(&shop).await;
    let ids = texts(&all.iter().collect::<Vec<_>>(), "/id");
    assert!(ids.is_sorted() && unique(&ids), "pages are in the order of ids");
    let sellable: Vec<&Value> = all
        .iter()
        .filter(|p| p["childCount"].as_u64().unwrap_or(0) == 0)
        .collect();
    assert_eq!(sellable.len(), PRODUCTS);
    for path in ["/productNumber", "/ean", "/seoUrls/0/seoPathInfo"] {
        assert!(unique(&texts(&sellable, path)), "{path} comes twice");
    }
    // Variants share their family's texts; families have their own.
    let families: Vec<&Value> = all.iter().filter(|p| p["parentId"].is_null()).collect();
    for path in ["/translated/name", "/translated/description", "/translated/metaTitle"] {
        assert!(unique(&texts(&families, path)), "{path} comes twice");
    }
    let price = |p: &&Value| p["calculatedPrice"]["unitPrice"].to_string();
    assert!(sellable.iter().map(price).collect::<HashSet<_>>().len() > 200);
    for product in &sellable {
        let struck = &product["calculatedPrice"]["listPrice"]["price"];
        let unit = product["calculatedPrice"]["unitPrice"].as_f64().unwrap();
        assert!(
            unit > 0.0 && struck.as_f64().is_none_or(|struck| struck > unit),
            "{product}"
        );
    }
    let brands: HashSet<String> = all.iter().map(|p| p["manufacturer"]["name"].to_string()).collect();
    assert!(brands.len() > 8, "brands grow along: {brands:?}");
    shop.demo.stop().await;
}

#[tokio::test]
async fn a_scaled_shop_is_always_the_same() {
    let mut shops = Vec::new();
    for _ in 0..2 {
        let shop = scaled(PRODUCTS).await;
        let url = shop.demo.images_url().to_owned();
        let text = Value::from(products(&shop).await).to_string();
        shops.push(text.replace(&url, ""));
        shop.demo.stop().await;
    }
    assert!(shops.first() == shops.last(), "two starts gave two shops");
}

#[tokio::test]
async fn the_cms_of_a_scaled_shop_knows_its_brands_and_designers() {
    let shop = scaled(PRODUCTS).await;
    let mut coded: BTreeMap<String, String> = BTreeMap::new();
    let mut designers = HashSet::new();
    for product in products(&shop).await {
        let brand = &product["manufacturer"];
        let code = brand["customFields"]["vitrine_brand_code"].as_str().unwrap().to_owned();
        coded.insert(code, brand["name"].as_str().unwrap().to_owned());
        for option in product["properties"].as_array().into_iter().flatten() {
            designers.extend(option["customFields"]["vitrine_entry"].as_str().map(str::to_owned));
        }
    }
    let entries = async |collection: &str| {
        let url = format!(
            "{}/api/collections/{collection}/entries?limit=1000&filter[site]=nl-NL",
            shop.demo.statamic_url()
        );
        let body: Value = shop.client.get(url).send().await.unwrap().json().await.unwrap();
        body["data"].as_array().unwrap().clone()
    };
    let brands: BTreeMap<String, String> = entries("brands")
        .await
        .iter()
        .map(|e| {
            (
                e["brand_code"].as_str().unwrap().to_owned(),
                e["title"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    // The shop's own brand is a manufacturer in Shopware and has no brand page in the CMS.
    assert_eq!(coded.remove("lindhoven").as_deref(), Some("Lindhoven"));
    assert_eq!(brands, coded, "a brand has one name in both backends");
    let slugs: HashSet<String> = entries("designers")
        .await
        .iter()
        .map(|e| e["slug"].as_str().unwrap().to_owned())
        .collect();
    assert!(designers.is_subset(&slugs), "{designers:?} of {slugs:?}");
    let pages = entries("pages").await;
    let uris: Vec<&str> = pages.iter().map(|e| e["uri"].as_str().unwrap()).collect();
    // All pages except the home page are copied as often as brands.
    let brand_files = std::fs::read_dir(lindhoven().shop_dir.join("content/brands")).unwrap();
    let growth = brands.len() / brand_files.count();
    assert_eq!((uris.len() - 1) % growth, 0, "{uris:?}");
    assert!(uris.len() > 8 * growth, "{uris:?}");
    assert!(unique(&uris), "{uris:?}");
    assert_eq!(uris.iter().filter(|uri| **uri == "/").count(), 1, "one home page");
    shop.demo.stop().await;
}

#[tokio::test]
async fn a_shop_is_not_scaled_to_less_than_it_has() {
    let error = Demo::start_scaled(lindhoven(), Some(3)).await.unwrap_err().to_string();
    assert!(
        error.contains("sellable products") && error.contains("not to 3"),
        "{error}"
    );
}
