//! Documents and bought files of an order (ux ORDER-4, rule 13).

use wiremock::ResponseTemplate;

use super::{SESSION, SHIPPED, get, shipped, shop_with};
use crate::{
    shop::Shop,
    shopware::{DOCUMENT, DOWNLOAD, PDF, Recorded, Shopware},
};

/// ORDER-4: invoice download: the PDF is served through the API as a download, never inline, and is not stored
/// anywhere.
#[tokio::test]
async fn order_4_a_document_and_a_bought_file_come_through_the_api() {
    let (shopware, shop) = shop_with(shipped()).await;
    for (path, name, content_type) in [
        (
            format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}"),
            "invoice-1000.pdf",
            "application/pdf",
        ),
        (
            format!("/api/orders/{SHIPPED}/downloads/{DOWNLOAD}"),
            "onderhoudsgids.pdf",
            "application/octet-stream",
        ),
    ] {
        // A plain link sends cookies but not our header.
        let answer = shop.ask("GET", &path).with("Cookie", SESSION).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.body, PDF);
        let disposition = format!("attachment; filename=\"{name}\"");
        let length = PDF.len().to_string();
        for (header, value) in [
            ("content-type", content_type),
            ("content-disposition", disposition.as_str()),
            ("content-length", length.as_str()),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(answer.header(header), Some(value), "{path}");
        }
        let stranger = shop.ask("GET", &path).send().await;
        assert_eq!(stranger.refused(), (403, "LOGIN_REQUIRED".to_owned()));
    }
    let calls = shopware.calls().await;
    assert!(
        calls.contains(&format!(
            "GET /document/download/{DOCUMENT}/EUfBzBIJevTBHdU6JPLtkpdy6b61V4Vz"
        )),
        "{calls:?}"
    );
    assert!(
        calls.contains(&format!("GET /order/download/{SHIPPED}/{DOWNLOAD}")),
        "{calls:?}"
    );
}

/// Rule 13: a document that is HTML, truncated, endless or missing is refused; its code is not in any answer.
#[tokio::test]
async fn a_document_that_is_none_is_refused() {
    let pdf = |bytes: Vec<u8>| ResponseTemplate::new(200).set_body_raw(bytes, "application/pdf");
    let mut large = PDF.to_vec();
    large.resize(9 * 1024 * 1024, b' ');
    for (what, answered, expected) in [
        (
            "HTML",
            ResponseTemplate::new(200).set_body_raw(*b"<script>alert(1)</script>", "text/html"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("HTML as PDF", pdf(b"<html>".to_vec()), (502, "BACKEND_UNAVAILABLE")),
        (
            "PDF as HTML",
            ResponseTemplate::new(200).set_body_raw(PDF, "text/html"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("empty", pdf(Vec::new()), (502, "BACKEND_UNAVAILABLE")),
        ("too large", pdf(large), (502, "BACKEND_UNAVAILABLE")),
        ("never made", ResponseTemplate::new(204), (404, "DOCUMENT_NOT_FOUND")),
        (
            "gone",
            ResponseTemplate::new(404).set_body_json(Recorded::read("487-document-wrong-code").body()),
            (404, "DOCUMENT_NOT_FOUND"),
        ),
        (
            "elsewhere",
            ResponseTemplate::new(302).insert_header("location", "https://evil.test/"),
            (502, "BACKEND_UNAVAILABLE"),
        ),
        ("broken", ResponseTemplate::new(500), (502, "BACKEND_UNAVAILABLE")),
        (
            "too slow",
            pdf(PDF.to_vec()).set_delay(std::time::Duration::from_secs(5)),
            (504, "BACKEND_TIMEOUT"),
        ),
    ] {
        let shopware = Shopware::anonymous().await;
        shopware
            .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
            .await;
        let below = format!("/document/download/{DOCUMENT}/EUfBzBIJevTBHdU6JPLtkpdy6b61V4Vz");
        shopware.answer("GET", &below, answered).await;
        let shop = Shop::with(shopware.client(), |config| {
            config.limits.backend_timeout = std::time::Duration::from_secs(2);
        })
        .await;
        let answer = get(&shop, &format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}")).await;
        let (status, code) = answer.refused();
        assert_eq!((status, code.as_str()), expected, "{what}");
        assert_eq!(answer.header("content-disposition"), None, "{what}");
        for secret in ["EUfBzBIJ", "script", "evil"] {
            assert!(!answer.text().contains(secret), "{what}");
        }
    }
}

/// Rule 13: the number of files in memory is limited; a further request waits for a slot until its deadline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rule_13_files_in_memory_are_counted() {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(shipped()))
        .await;
    shopware.answers_account().await;
    let shop = Shop::with(shopware.client(), |config| config.limits.order_files = 1).await;
    let path = format!("/api/orders/{SHIPPED}/documents/{DOCUMENT}");
    let answers = futures::future::join_all((0..8).map(|_| get(&shop, &path))).await;
    assert!(
        answers.iter().all(|answer| answer.status == 200 && answer.body == PDF),
        "each gets its turn"
    );
}
