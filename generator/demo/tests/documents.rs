//! The documents of the demo shop at the door: every one that a product names is there, has the size that was told, and says what it is.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use reqwest::StatusCode;
use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig, Latency, StatamicProfile};

/// A language's word in every sheet of its kind: what stands in the masthead.
const WORDS: [(&str, &[&str]); 3] = [
    (
        "nl-NL",
        &[
            "Productblad",
            "Montage",
            "Gebruik",
            "Onderhoud",
            "Testrapport",
            "Tekening",
            "Veiligheidsinformatieblad",
            "Boormal",
            "Energielabel",
            "Productinformatieblad",
        ],
    ),
    (
        "en-GB",
        &[
            "Data sheet",
            "Assembly",
            "Use",
            "Care",
            "Test report",
            "Drawing",
            "Safety data sheet",
            "Drilling template",
            "Energy label",
            "Product information sheet",
        ],
    ),
    (
        "de-DE",
        &[
            "Datenblatt",
            "Montage",
            "Bedienung",
            "Pflege",
            "Prüfbericht",
            "Zeichnung",
            "Sicherheitsdatenblatt",
            "Bohrschablone",
            "Energielabel",
            "Produktdatenblatt",
        ],
    ),
];

/// One document as the shop hands it out.
#[derive(Debug)]
struct Named {
    iso: &'static str,
    product: String,
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
    let config = DemoConfig {
        shop_dir: lindhoven(),
        shopware_port: 0,
        statamic_port: 0,
        images_port: 0,
        profile: StatamicProfile::Stock,
        latency: Latency::None,
        start: "2026-11-21T06:27:00Z".parse().unwrap(),
        public_image_url: None,
    };
    Demo::start(config).await.unwrap()
}

impl Shop {
    /// Lindhoven with the families shown that wait for a picture: they name documents too.
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

    /// All documents by address, as products name them in each language.
    async fn named(&self) -> BTreeMap<String, Named> {
        let mut all = BTreeMap::new();
        for (iso, _) in WORDS {
            for page in 1.. {
                let body = json!({"limit": 100, "page": page, "includes": {"product": ["name", "customFields", "translated"]}});
                let answer = self.store_api("product", &self.languages[iso], body).await;
                let products = answer["elements"].as_array().unwrap();
                for product in products {
                    add(&mut all, iso, product);
                }
                if products.len() < 100 {
                    break;
                }
            }
        }
        all
    }

    async fn get(&self, url: &str) -> reqwest::Response {
        self.client.get(url).send().await.unwrap()
    }
}

fn add(all: &mut BTreeMap<String, Named>, iso: &'static str, product: &Value) {
    let name = product["translated"]["name"].as_str().unwrap();
    let fields = &product["translated"]["customFields"];
    let list = match &fields["vitrine_downloads"] {
        Value::String(text) => serde_json::from_str(text).unwrap(),
        list => list.clone(),
    };
    let mut put = |url: &Value, bytes: Option<u64>| {
        let Some(url) = url.as_str() else { return };
        let product = name.to_owned();
        all.entry(url.to_owned()).or_insert(Named { iso, product, bytes });
    };
    for download in list.as_array().into_iter().flatten() {
        put(&download["url"], Some(download["bytes"].as_u64().unwrap()));
    }
    put(&fields["vitrine_energy"]["label"], None);
    put(&fields["vitrine_energy"]["sheet"], None);
}

/// Numbers of the families that are not shown.
fn hidden() -> Vec<String> {
    let files = std::fs::read_dir(lindhoven().join("products")).unwrap();
    let families =
        files.map(|file| -> Value { serde_json::from_slice(&std::fs::read(file.unwrap().path()).unwrap()).unwrap() });
    let hidden = families.filter(|family| family["active"] == json!(false));
    hidden
        .map(|family| family["number"].as_str().unwrap().to_owned())
        .collect()
}

/// How many documents the shop's files name.
fn addresses() -> usize {
    let files = std::fs::read_dir(lindhoven().join("products")).unwrap();
    let texts: String = files
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let mut names: Vec<&str> = texts.split("https://files.lindhoven.example/").skip(1).collect();
    names = names
        .into_iter()
        .map(|text| text.split(['"', '\\']).next().unwrap())
        .collect();
    names.sort_unstable();
    names.dedup();
    // A light's label and sheet are named once for three languages.
    let (in_language, of_lights): (Vec<&str>, Vec<&str>) = names
        .into_iter()
        .partition(|name| ["-nl.pdf", "-en.pdf", "-de.pdf"].iter().any(|end| name.ends_with(end)));
    in_language.len() + 3 * of_lights.len()
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|char| !char.is_whitespace()).collect()
}

/// Its text, its title and its language.
fn read(pdf: &[u8]) -> (String, String, String) {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    let text = document.extract_text(&pages).unwrap();
    let catalog = document.catalog().unwrap();
    let language = String::from_utf8(catalog.get(b"Lang").unwrap().as_str().unwrap().to_vec()).unwrap();
    assert!(catalog.has(b"StructTreeRoot"), "it is tagged");
    let info = document.trailer.get(b"Info").unwrap().as_reference().unwrap();
    let title = document.get_dictionary(info).unwrap().get(b"Title").unwrap();
    (text, lopdf::decode_text_string(title).unwrap(), language)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_document_that_a_product_names_is_there_and_says_what_it_is() {
    let shop = Shop::start().await;
    let named = shop.named().await;
    assert_eq!(named.len(), addresses(), "none is missing and none is another's");
    for (url, document) in &named {
        assert!(
            url.starts_with(&format!("{}/documents/", shop.demo.images_url())),
            "{url}"
        );
        let answer = shop.get(url).await;
        assert_eq!(answer.status(), StatusCode::OK, "{url}");
        assert_eq!(answer.headers()["content-type"], "application/pdf", "{url}");
        let pdf = answer.bytes().await.unwrap();
        assert!(pdf.starts_with(b"%PDF-"), "{url}");
        if let Some(bytes) = document.bytes {
            assert_eq!(pdf.len() as u64, bytes, "{url}");
        }
        let (text, title, language) = read(&pdf);
        let text = squeezed(&text);
        assert!(
            text.contains(&squeezed(&document.product)),
            "{url} names {}: {text}",
            document.product
        );
        let words = WORDS.iter().find(|(iso, _)| *iso == document.iso).unwrap().1;
        assert!(
            words.iter().any(|word| text.contains(&squeezed(word))),
            "{url} speaks {}",
            document.iso
        );
        assert!(title.contains("Lindhoven"), "{url}: {title}");
        assert_eq!(language, document.iso, "{url}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_made_twice_is_the_same() {
    let (one, other) = (Shop::start().await, Shop::start().await);
    for name in [
        "ravel-maatblad-nl",
        "alkoof-assembly-de",
        "vijver-boormal-en",
        "vaart-datasheet-de",
        "goot-label-nl",
    ] {
        let path = format!("/documents/{name}.pdf");
        let first = one
            .get(&format!("{}{path}", one.demo.images_url()))
            .await
            .bytes()
            .await
            .unwrap();
        let second = other
            .get(&format!("{}{path}", other.demo.images_url()))
            .await
            .bytes()
            .await
            .unwrap();
        assert!(first == second, "{name}");
    }
}

#[tokio::test]
async fn what_is_no_document_is_not_found() {
    let shop = Shop::start().await;
    for path in [
        "none-datasheet-nl.pdf",
        "ravel-maatblad-nl",
        "ravel-maatblad-fr.pdf",
        "..%2Fplan.json",
        "ravel-maatblad-nl.PDF",
    ] {
        let answer = shop.get(&format!("{}/documents/{path}", shop.demo.images_url())).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
    }
    let known = format!("{}/documents/ravel-maatblad-nl.pdf", shop.demo.images_url());
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
