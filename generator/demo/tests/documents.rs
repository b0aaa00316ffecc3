//! The documents of the demo shop over HTTP: every referenced document exists, has the stated size, and is about the
//! product that refers to it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig};

/// Languages of the shop with their suffix in file names.
const LANGUAGES: [(&str, &str); 3] = [("nl-NL", "nl"), ("en-GB", "en"), ("de-DE", "de")];

/// A reference of a product to a document in a language.
#[derive(Debug)]
struct Named {
    language: &'static str,
    number: String,
    url: String,
    bytes: Option<u64>,
}

struct Shop {
    demo: Demo,
    client: reqwest::Client,
    languages: BTreeMap<String, String>,
}

fn lindhoven() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven")
}

async fn demo() -> Demo {
    let config = DemoConfig::on_free_ports(lindhoven(), "2026-11-21T06:27:00Z".parse().unwrap());
    Demo::start(config).await.unwrap()
}

impl Shop {
    /// Lindhoven including the families that are hidden because they have no picture yet, since they refer to documents
    /// too.
    async fn start() -> Self {
        let _installed = rustls::crypto::ring::default_provider().install_default().is_ok();
        let mut shop = Self {
            demo: demo().await,
            client: reqwest::Client::new(),
            languages: BTreeMap::new(),
        };
        for number in hidden() {
            let change = json!({"product_number": number, "active": true});
            let url = format!("{}/active", shop.demo.control_url());
            let answer = shop.client.post(url).json(&change).send().await.unwrap();
            assert!(answer.status().is_success(), "{number}");
        }
        let languages = shop.store_api("language", "", json!({})).await;
        for language in languages["elements"].as_array().unwrap() {
            let iso = language["translationCode"]["code"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            shop.languages.insert(iso, language["id"].as_str().unwrap().to_owned());
        }
        shop
    }

    async fn store_api(&self, path: &str, language: &str, body: Value) -> Value {
        let url = format!("{}/store-api/{path}", self.demo.shopware_url());
        let mut call = self.client.post(url).header("sw-access-key", self.demo.access_key());
        if !language.is_empty() {
            call = call.header("sw-language-id", language);
        }
        call.json(&body).send().await.unwrap().json().await.unwrap()
    }

    /// The references of all products in each language, and the numbers of the products that are light sources.
    async fn named(&self) -> (Vec<Named>, BTreeSet<String>) {
        let (mut all, mut lights) = (Vec::new(), BTreeSet::new());
        for (iso, language) in LANGUAGES {
            for page in 1.. {
                let body = json!({"limit": 100, "page": page, "includes": {"product": ["productNumber", "customFields", "translated"]}});
                let answer = self.store_api("product", &self.languages[iso], body).await;
                let products = answer["elements"].as_array().unwrap();
                for product in products {
                    add(&mut all, language, product);
                    if product["translated"]["customFields"]["vitrine_energy"]["kind"] == "light_source" {
                        lights.insert(product["productNumber"].as_str().unwrap().to_owned());
                    }
                }
                if products.len() < 100 {
                    break;
                }
            }
        }
        (all, lights)
    }

    async fn get(&self, url: &str) -> reqwest::Response {
        self.client.get(url).send().await.unwrap()
    }
}

fn add(all: &mut Vec<Named>, language: &'static str, product: &Value) {
    let fields = &product["translated"]["customFields"];
    let list = match &fields["vitrine_downloads"] {
        Value::String(text) => serde_json::from_str(text).unwrap(),
        list => list.clone(),
    };
    let mut put = |url: &Value, bytes: Option<u64>| {
        all.push(Named {
            language,
            number: product["productNumber"].as_str().unwrap().to_owned(),
            url: url.as_str().unwrap().to_owned(),
            bytes,
        });
    };
    for download in list.as_array().into_iter().flatten() {
        put(&download["url"], Some(download["bytes"].as_u64().unwrap()));
    }
    if fields["vitrine_energy"]["kind"] == "light_source" {
        put(&fields["vitrine_energy"]["label"], None);
        put(&fields["vitrine_energy"]["sheet"], None);
    }
}

/// The families in the shop's files.
fn families() -> Vec<Value> {
    let files = std::fs::read_dir(lindhoven().join("products")).unwrap();
    files
        .map(|file| serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap())
        .collect()
}

fn number(family: &Value) -> String {
    family["number"].as_str().unwrap().to_owned()
}

/// Numbers of the hidden families.
fn hidden() -> Vec<String> {
    let families = families();
    let hidden = families.iter().filter(|family| family["active"] == json!(false));
    hidden.map(number).collect()
}

/// Names of the files in `documents/`.
fn files() -> BTreeSet<String> {
    let files = std::fs::read_dir(lindhoven().join("documents")).unwrap();
    files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The family of a number: the longest one that is a prefix of it.
fn family_of<'f>(families: &'f [String], number: &str) -> &'f str {
    let own = families
        .iter()
        .filter(|family| number == *family || number.starts_with(&format!("{family}-")));
    own.max_by_key(|family| family.len()).unwrap()
}

/// Whether a document `<number>-<kind>-<language>.<ending>` is about the product that refers to it: about its family, or
/// about itself. A family has the same references as its main variant.
fn is_about(families: &[String], name: &str, number: &str) -> bool {
    let subject = name.rsplitn(3, '-').nth(2).unwrap().to_uppercase();
    let family = family_of(families, number);
    family_of(families, &subject) == family && (subject == family || number == subject || number == family)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_document_that_a_product_names_is_served_and_is_of_that_product_in_that_language() {
    let shop = Shop::start().await;
    let folder = format!("{}/documents/", shop.demo.images_url());
    let (named, _) = shop.named().await;
    let families: Vec<String> = families().iter().map(number).collect();
    let mut seen = BTreeSet::new();
    for document in &named {
        let name = document.url.strip_prefix(&folder).unwrap();
        assert!(is_about(&families, name, &document.number), "{document:?}");
        let is_label = name.contains("-label-");
        let ending = if is_label { "svg" } else { "pdf" };
        assert!(
            name.ends_with(&format!("-{}.{ending}", document.language)),
            "{document:?}"
        );
        if !seen.insert(name.to_owned()) {
            continue;
        }
        let answer = shop.get(&document.url).await;
        assert_eq!(answer.status(), StatusCode::OK, "{name}");
        let kind = if is_label { "image/svg+xml" } else { "application/pdf" };
        assert_eq!(answer.headers()["content-type"], kind, "{name}");
        let length: u64 = answer.headers()["content-length"].to_str().unwrap().parse().unwrap();
        let bytes = answer.bytes().await.unwrap();
        let begin: &[u8] = if is_label { b"<svg " } else { b"%PDF-" };
        assert!(bytes.starts_with(begin), "{name}");
        assert_eq!(bytes.len() as u64, length, "{name}");
        assert_eq!(document.bytes.unwrap_or(length), length, "{name}");
    }
    assert_eq!(seen, files(), "no file is without a product");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_light_source_has_its_label_and_its_product_information_sheet() {
    let shop = Shop::start().await;
    let (named, lights) = shop.named().await;
    assert!(!lights.is_empty());
    for number in &lights {
        for (_, language) in LANGUAGES {
            for (kind, ending) in [("label", "svg"), ("energy", "pdf")] {
                let end = format!("-{kind}-{language}.{ending}");
                let own = named.iter().filter(|document| document.number == *number);
                let count = own.filter(|document| document.url.ends_with(&end)).count();
                assert_eq!(count, 1, "{number} {end}");
            }
        }
    }
}

#[tokio::test]
async fn a_name_that_is_no_document_is_not_found() {
    let shop = Shop::start().await;
    for path in [
        "none-datasheet-nl.pdf",
        "vaart-datasheet-nl",
        "vaart-datasheet-fr.pdf",
        "..%2Fshop.json",
        "vaart-datasheet-nl.PDF",
    ] {
        let answer = shop.get(&format!("{}/documents/{path}", shop.demo.images_url())).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
    }
    let known = format!("{}/documents/vaart-datasheet-nl.pdf", shop.demo.images_url());
    let etag = shop.get(&known).await.headers()["etag"].clone();
    let again = shop
        .client
        .get(&known)
        .header("if-none-match", etag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
}
