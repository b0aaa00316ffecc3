//! Reads of a build from Shopware: recorded answers through the client (Shopware §4.1, §9, §16, §17; R-BACK-01,
//! R-BACK-02, R-BACK-03).

use crate::common::{language, mount, mount_context, names, ok, recorded, shopware};
use serde_json::{Value, json};
use vitrine_backends::{
    BackendError,
    query::parse_query,
    shopware::{Channel, ProductDepth},
};
use vitrine_model::{
    ids::{CategoryId, ProductId},
    money::{Currency, TaxStatus},
};
use wiremock::MockServer;

async fn answering(path: &str, name: &str) -> MockServer {
    let server = MockServer::start().await;
    mount(&server, "GET", path, recorded("shopware", name).answer()).await;
    server
}

#[tokio::test]
async fn r_back_01_the_channel_is_read_from_the_context() {
    let server = MockServer::start().await;
    mount_context(&server).await;
    assert_eq!(
        shopware(&server).channel().await.unwrap(),
        Channel {
            currency: Currency::parse("EUR").unwrap(),
            currency_id: Some("b7d2554b0ce847cd82f3ac9bd1c0dfca".to_owned()),
            tax_status: TaxStatus::Gross,
            navigation_root: Some(CategoryId::parse("938921f326d5c501aa484f015b30e866").unwrap()),
        }
    );
    for name in names("shopware", |r| r.path == "/store-api/context" && r.status >= 400) {
        let server = answering("/store-api/context", &name).await;
        let error = shopware(&server).channel().await.unwrap_err();
        assert_eq!(error.status(), Some(recorded("shopware", &name).status), "{name}");
    }
}

#[tokio::test]
async fn r_back_01_languages_and_currencies_are_read() {
    for name in ["009-language", "299-language-get"] {
        let server = answering("/store-api/language", name).await;
        let languages = shopware(&server).languages().await.unwrap();
        let mut found: Vec<_> = languages.iter().map(|l| (l.iso.as_str(), l.name.as_str())).collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [("de-DE", "Deutsch"), ("en-GB", "English"), ("nl-NL", "Dutch")].map(|(i, n)| if i == "nl-NL" {
                (i, dutch(&languages))
            } else {
                (i, n)
            }),
            "{name}"
        );
        assert!(languages.iter().any(|l| l.id == language()));
    }
    let sample = crate::common::json("samples", "frontends-helpers-language");
    let server = MockServer::start().await;
    mount(
        &server,
        "GET",
        "/store-api/language",
        ok(&json!({"elements": [sample], "total": 1})),
    )
    .await;
    assert_eq!(shopware(&server).languages().await.unwrap().len(), 1);
    let server = answering("/store-api/currency", "010-currency").await;
    assert_eq!(
        shopware(&server).currencies().await.unwrap(),
        [Currency::parse("EUR").unwrap()]
    );
}

fn dutch(languages: &[vitrine_backends::shopware::Language]) -> &str {
    languages
        .iter()
        .find(|l| l.iso.as_str() == "nl-NL")
        .map_or("", |l| &l.name)
}

/// R-BACK-03: a pull reads with GET, criteria in the query; R-BACK-02: nested bracket encoding; totals are exact.
#[tokio::test]
async fn r_back_03_product_pages_are_read_by_get_with_criteria_in_the_query() {
    let server = answering("/store-api/product", "017-product-list-nl-NL").await;
    let page = shopware(&server)
        .product_page(&language(), ProductDepth::Full, 3)
        .await
        .unwrap();
    assert_eq!((page.records.len(), page.total), (5, 40));
    assert_eq!(page.records[0]["productNumber"], "CA-400");
    let request = &server.received_requests().await.unwrap()[0];
    assert_eq!(request.headers["sw-language-id"], crate::common::DUTCH);
    let criteria = Value::Object(parse_query(request.url.query().unwrap()));
    assert_eq!(criteria["page"], "3");
    assert_eq!(criteria["limit"], "100");
    assert_eq!(criteria["total-count-mode"], "exact");
    assert_eq!(criteria["sort"], json!([{"field": "id", "order": "ASC"}]));
    assert_eq!(
        criteria["associations"]["media"]["associations"]["media"],
        json!([""]),
        "an empty map is `[]=` for PHP"
    );
    assert!(
        request.url.as_str().len() < 8_192,
        "{} bytes",
        request.url.as_str().len()
    );
}

/// A list without an exact total cannot be checked and is refused (rule 18).
#[tokio::test]
async fn a_list_without_a_total_is_refused() {
    let server = MockServer::start().await;
    mount(&server, "GET", "/store-api/product", ok(&json!({"elements": []}))).await;
    let error = shopware(&server)
        .product_page(&language(), ProductDepth::Texts, 1)
        .await
        .unwrap_err();
    assert!(matches!(error, BackendError::BadAnswer { .. }), "{error}");
}

/// Rule 13: a list that reports more records than the limit is not read.
#[tokio::test]
async fn rule_13_an_absurd_total_is_refused() {
    let server = MockServer::start().await;
    let answer = ok(&json!({"elements": [], "total": 1_000_001}));
    mount(&server, "GET", "/store-api/product", answer).await;
    let error = shopware(&server)
        .product_page(&language(), ProductDepth::Texts, 1)
        .await
        .unwrap_err();
    assert!(
        matches!(error, BackendError::TooMany { limit: 1_000_000, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("limits.list_records"), "{error}");
}

/// R-BACK-03, Shopware §24: cross-selling is requested by POST, with criteria in the body, once.
#[tokio::test]
async fn r_back_03_cross_selling_is_requested_by_post_and_once() {
    let server = MockServer::start().await;
    let raw = recorded("shopware", "032-product-cross-selling");
    mount(&server, "POST", &raw.path, raw.answer()).await;
    let product = ProductId::parse("4aebf74af34345a7cd7118f4547f8587").unwrap();
    let groups = shopware(&server).cross_selling(&product, &language()).await.unwrap();
    assert_eq!(groups.len(), raw.body.as_array().unwrap().len());
    let request = &server.received_requests().await.unwrap()[0];
    let criteria: Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!(criteria["includes"]["product"], json!(["id"]));
    assert_eq!(request.headers["sw-language-id"], crate::common::DUTCH);
    for status in [408, 409, 425, 429, 500, 502, 503, 504] {
        let server = MockServer::start().await;
        mount(&server, "POST", &raw.path, wiremock::ResponseTemplate::new(status)).await;
        let error = shopware(&server)
            .cross_selling(&product, &language())
            .await
            .unwrap_err();
        assert_eq!(error.status(), Some(status));
        assert_eq!(server.received_requests().await.unwrap().len(), 1, "{status}");
    }
}

/// Every recorded product list is parsed as a page or an error.
#[tokio::test]
async fn every_recorded_product_list_is_read() {
    let lists = names("shopware", |r| {
        // Recordings in which `includes` removed the total on purpose are skipped.
        r.path == "/store-api/product" && (r.status >= 400 || !r.body["total"].is_null())
    });
    assert!(lists.len() > 40);
    for name in lists {
        let raw = recorded("shopware", &name);
        let server = answering("/store-api/product", &name).await;
        let result = shopware(&server).product_page(&language(), ProductDepth::Full, 1).await;
        match result {
            Ok(page) => assert_eq!(
                page.records.len(),
                raw.body["elements"].as_array().unwrap().len(),
                "{name}"
            ),
            Err(error) => assert!(raw.status >= 400, "{name}: {error}"),
        }
    }
}

#[tokio::test]
async fn r_back_01_navigation_and_seo_urls_are_read() {
    let path = "/store-api/navigation/main-navigation/main-navigation";
    for name in names("shopware", |r| r.path.starts_with("/store-api/navigation/")) {
        let raw = recorded("shopware", &name);
        let server = answering(path, &name).await;
        match shopware(&server).navigation(&language()).await {
            Ok(roots) => assert_eq!(roots.len(), raw.body.as_array().map_or(0, Vec::len), "{name}"),
            Err(error) => assert_eq!(error.status(), Some(raw.status), "{name}"),
        }
    }
    let menu = crate::common::json("samples", "frontends-composables-Menu");
    let server = MockServer::start().await;
    mount(&server, "GET", path, ok(&menu)).await;
    assert!(!shopware(&server).navigation(&language()).await.unwrap().is_empty());

    for name in names("shopware", |r| r.path == "/store-api/seo-url" && r.status == 200) {
        let server = answering("/store-api/seo-url", &name).await;
        let page = shopware(&server)
            .seo_url_page(&language(), "frontend.detail.page", 1)
            .await
            .unwrap();
        assert_eq!(
            page.records.len(),
            recorded("shopware", &name).body["elements"].as_array().unwrap().len(),
            "{name}"
        );
    }
}
