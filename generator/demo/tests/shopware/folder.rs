//! Shop folders: errors have file and key, and the repository's shop loads.

use std::path::PathBuf;

use serde_json::{Value, json};
use vitrine_demo::Demo;

use crate::support::{KEY, Shop, config, copy, fixture};

/// Starts a copy of the fixture with one file changed, and returns the error.
async fn error_of(file: &str, change: impl FnOnce(&mut Value)) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy(&fixture(), folder.path());
    let path = folder.path().join(file);
    let mut value: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    change(&mut value);
    std::fs::write(&path, value.to_string()).unwrap();
    Demo::start(config(folder.path().to_owned()))
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test]
async fn mistakes_are_named_with_file_and_key() {
    let unknown = error_of("shop.json", |shop| shop["acces_key"] = json!("x")).await;
    assert!(
        unknown.contains("shop.json") && unknown.contains("acces_key"),
        "{unknown}"
    );
    let brand = error_of("products/ka-200.json", |product| product["brand"] = json!("nobody")).await;
    assert!(
        brand.contains("ka-200.json") && brand.contains("brand") && brand.contains("nobody"),
        "{brand}"
    );
    let option = error_of("products/lu-100.json", |product| {
        product["variants"][1]["options"]["colour"] = json!("pink")
    })
    .await;
    assert!(
        option.contains("variants[1].options.colour") && option.contains("pink"),
        "{option}"
    );
    let key = error_of("products/lu-100.json", |product| {
        product["variants"][0]["stok"] = json!(1)
    })
    .await;
    assert!(key.contains("variants[0]") && key.contains("stok"), "{key}");
    let document = error_of("products/ka-200.json", |product| {
        product["custom_fields"]["vitrine_downloads"] =
            json!({"nl-NL": [{"label": "Blad", "url": "documents::ka-200-sheet-nl.pdf"}]})
    })
    .await;
    assert!(
        document.contains("documents")
            && document.contains("ka-200-sheet-nl.pdf")
            && document.contains("vitrine_downloads"),
        "{document}"
    );
    let shown = error_of("media/manifest.json", |media| {
        media["halo-1"]["shows"] = json!(["colour.pink"])
    })
    .await;
    assert!(
        shown.contains("manifest.json") && shown.contains("halo-1.shows") && shown.contains("colour.pink"),
        "{shown}"
    );
    let system = error_of("shop.json", |shop| shop["languages"][1]["system"] = json!(false)).await;
    assert!(system.contains("languages") && system.contains("system"), "{system}");
}

/// R-I18N-01: languages are shop data; a fourth one works like the others.
#[tokio::test]
async fn a_fourth_language_is_data() {
    let folder = tempfile::tempdir().unwrap();
    copy(&fixture(), folder.path());
    let path = folder.path().join("shop.json");
    let mut value: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    value["languages"]
        .as_array_mut()
        .unwrap()
        .push(json!({"iso": "fr-FR", "name": "Français"}));
    value["sites"]
        .as_array_mut()
        .unwrap()
        .push(json!({"handle": "fr-FR", "locale": "fr_FR", "lang": "fr", "url": "/fr", "name": "Français"}));
    std::fs::write(&path, value.to_string()).unwrap();
    let shop = Shop::of(config(folder.path().to_owned())).await;
    let languages = shop
        .post(
            "/language",
            json!({"filter": [{"type": "equals", "field": "translationCode.code", "value": "fr-FR"}]}),
        )
        .await;
    let id = languages.body["elements"][0]["id"].as_str().unwrap().to_owned();
    let context = shop.call_in(&id, None, "GET", "/context", None).await;
    assert_eq!(context.body["context"]["languageIdChain"][0], id);
    // Domains are sorted by id, so the fourth language's may not be the last.
    let domains = context.body["salesChannel"]["domains"].as_array().unwrap();
    assert_eq!(domains.len(), 4);
    let french = domains
        .iter()
        .find(|domain| domain["languageId"] == id.as_str())
        .unwrap();
    assert_eq!(french["url"], format!("{}/fr", shop.demo.shopware_url()));
}

/// The shop of `vitrine demo` loads completely, and every product has its picture, price and texts.
#[tokio::test]
async fn the_repositorys_shop_loads() {
    let shop = Shop::of(config(
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven"),
    ))
    .await;
    let key = shop.demo.access_key().to_owned();
    assert_ne!(key, KEY);
    let headers = [("sw-access-key", key.as_str()), ("content-type", "application/json")];
    let body = json!({"total-count-mode": "exact", "associations": {"manufacturer": {}, "options": {"associations": {"group": {}}}}}).to_string();
    let products = shop.send("POST", "/store-api/product", &headers, Some(body)).await;
    assert_eq!(products.status, 200);
    let all = products.body["elements"].as_array().unwrap();
    assert!(all.len() >= 20, "{} products", all.len());
    for product in all {
        let number = &product["productNumber"];
        assert!(product["translated"]["name"].is_string(), "{number} has no name");
        assert!(
            product["calculatedPrice"]["unitPrice"].as_f64().unwrap() > 0.0,
            "{number} has no price"
        );
        assert!(
            product["manufacturer"]["translated"]["name"].is_string(),
            "{number} has no brand"
        );
        assert_eq!(
            product["parentId"].is_null(),
            product["options"].as_array().unwrap().is_empty(),
            "{number}: options make a variant"
        );
    }
}
