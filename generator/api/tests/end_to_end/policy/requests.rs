//! Requests that a row refuses: cross-site writes, bodies of another shape, invalid ids, other methods and paths.

use std::collections::BTreeSet;

use serde_json::json;
use vitrine_api::routes::{BodyRule, ROUTES};

use super::{ID, SESSION, backend, example, good, json_rows, without_limits};
use crate::shop::Shop;

/// Rule 9: a write needs origin, fetch site and our own header together; without them nothing reaches the backend.
#[tokio::test]
async fn writes_need_origin_fetch_site_and_header() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), without_limits).await;
    for row in json_rows().filter(|row| row.is_write()) {
        assert_ne!(row.method, "GET", "GET never writes");
        for (what, ask) in [
            ("no Origin", good(&shop, row).without("Origin")),
            ("another Origin", good(&shop, row).with("Origin", "https://evil.test")),
            ("Origin null", good(&shop, row).with("Origin", "null")),
            ("http Origin", good(&shop, row).with("Origin", "http://shop.test")),
            ("cross-site", good(&shop, row).with("Sec-Fetch-Site", "cross-site")),
            ("same-site", good(&shop, row).with("Sec-Fetch-Site", "same-site")),
            ("none", good(&shop, row).with("Sec-Fetch-Site", "none")),
            ("no X-Vitrine", good(&shop, row).without("X-Vitrine")),
        ] {
            let answer = ask.send().await;
            assert_eq!(
                answer.refused(),
                (403, "ORIGIN_NOT_ALLOWED".to_owned()),
                "{}: {what}",
                row.name
            );
        }
        let old_browser = good(&shop, row).without("Sec-Fetch-Site").send().await;
        assert_eq!(old_browser.status, 200, "{}", row.name);
    }
    // The background calls for a recovery mail and for a withdrawal do not delay their answers.
    shopware.was_asked("POST /account/recovery-password").await;
    shopware.was_asked("POST /revocation-request-form").await;
    let changes = shopware.changes().await.len();
    for row in json_rows().filter(|row| !row.is_write()) {
        assert_eq!(good(&shop, row).send().await.status, 200);
    }
    assert_eq!(shopware.changes().await.len(), changes, "GET never writes");
}

/// A browser that keeps no cookies loses the results of its session: such calls are refused, and each answer states the
/// remedy in the page's language. Calls without a session succeed (recovery, newsletter, withdrawal, an order by its
/// code).
#[tokio::test]
async fn changes_of_a_session_are_refused_where_cookies_are_blocked() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), without_limits).await;
    let texts = [
        ("nl", "Sta cookies"),
        ("en", "Allow cookies"),
        ("de", "Erlauben Sie Cookies"),
    ];
    let (needs, works): (Vec<_>, Vec<_>) = json_rows()
        .filter(|row| row.is_write())
        .partition(|row| row.needs_cookies());
    for row in needs {
        for (locale, text) in texts {
            let answer = good(&shop, row)
                .locale(locale)
                .with("X-Vitrine-Cookies", "blocked")
                .send()
                .await;
            assert_eq!(answer.refused(), (403, "COOKIES_BLOCKED".to_owned()), "{}", row.name);
            let detail = answer.json()["errors"][0]["detail"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            assert!(detail.contains(text), "{} in {locale}: {detail}", row.name);
        }
    }
    assert!(shopware.changes().await.is_empty(), "nothing reached the backend");
    let names: BTreeSet<_> = works.iter().map(|row| row.name).collect();
    let expected = [
        "checkRecovery",
        "confirmNewsletter",
        "confirmRegistration",
        "goOnAsGuest",
        "lookUpOrder",
        "payOrder",
        "recoverPassword",
        "resetPassword",
        "unsubscribeNewsletter",
        "withdraw",
    ];
    assert_eq!(names, BTreeSet::from(expected), "what a browser without cookies may do");
    for row in works {
        let answer = good(&shop, row).with("X-Vitrine-Cookies", "blocked").send().await;
        assert_eq!(answer.status, 200, "{}", row.name);
    }
}

#[tokio::test]
async fn bodies_are_json_of_the_documents_shape_and_size() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), without_limits).await;
    for row in json_rows().filter(|row| row.is_write()) {
        let Some(BodyRule { schema, cap }) = row.body else {
            let answer = good(&shop, row).json(&json!({})).send().await;
            assert_eq!(
                answer.refused(),
                (413, "PAYLOAD_TOO_LARGE".to_owned()),
                "{}: it takes no body",
                row.name
            );
            continue;
        };
        for content_type in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "application/json; charset=latin1",
            "",
        ] {
            let answer = good(&shop, row).with("Content-Type", content_type).send().await;
            assert_eq!(
                answer.refused(),
                (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()),
                "{}: {content_type}",
                row.name
            );
        }
        for ask in [
            good(&shop, row).without("Content-Type"),
            good(&shop, row).with("Content-Encoding", "gzip"),
        ] {
            let answer = ask.send().await;
            assert_eq!(
                answer.refused(),
                (415, "UNSUPPORTED_MEDIA_TYPE".to_owned()),
                "{}: no type, or a coding",
                row.name
            );
        }
        let body = example(&schema.name());
        let mut more = body.clone();
        more["extra"] = json!(1);
        let bad = [
            more.to_string(),
            "{".into(),
            "[]".into(),
            "null".into(),
            "{\"quantity\":1,\"quantity\":2}".into(),
        ];
        for text in bad {
            let answer = good(&shop, row).body(text.clone()).send().await;
            assert_eq!(
                answer.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{}: {text}",
                row.name
            );
        }
        let quantities = [json!(0), json!(-1), json!(10_001), json!(1.5), json!("1"), json!(null)];
        for quantity in quantities.iter().filter(|_| body.get("quantity").is_some()) {
            let mut wrong = body.clone();
            wrong["quantity"] = quantity.clone();
            let answer = good(&shop, row).json(&wrong).send().await;
            assert_eq!(
                answer.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{}: {wrong}",
                row.name
            );
            if wrong["quantity"].is_i64() {
                assert_eq!(answer.json()["errors"][0]["source"], json!({"pointer": "/quantity"}));
            }
        }
        let large = " ".repeat(cap + 1);
        let told = good(&shop, row).body(large.clone()).send().await;
        assert_eq!(told.refused(), (413, "PAYLOAD_TOO_LARGE".to_owned()), "{}", row.name);
        let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
        let untold = good(&shop, row)
            .with("Transfer-Encoding", "chunked")
            .body(chunked)
            .send()
            .await;
        assert_eq!(untold.refused(), (413, "PAYLOAD_TOO_LARGE".to_owned()), "{}", row.name);
    }
    assert!(shopware.changes().await.is_empty(), "nothing reached the backend");
}

#[tokio::test]
async fn ids_that_are_no_ids_are_refused() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    for id in [
        "x",
        &ID.to_uppercase(),
        "..%2F..%2Fcontext",
        &format!("{ID}0"),
        "%00",
        "%ff",
    ] {
        let answer = shop
            .ask("DELETE", &format!("/api/cart/line-items/{id}"))
            .by_page()
            .send()
            .await;
        assert_eq!(answer.refused(), (400, "INVALID_REQUEST".to_owned()), "{id}");
        let add = shop
            .ask("POST", "/api/cart/line-items")
            .by_page()
            .json(&json!({"product_id": id, "quantity": 1}));
        let answer = add.send().await;
        assert_eq!(
            answer.json()["errors"][0]["source"],
            json!({"pointer": "/product_id"}),
            "{id}"
        );
    }
    for row in json_rows().filter(|row| row.path.contains('{')) {
        for id in [
            "x",
            &ID.to_uppercase(),
            "..%2F..%2Fcontext",
            &format!("{ID}0"),
            "%00",
            "%ff",
            "%F0%9F%92%A5",
        ] {
            let path = row
                .path
                .replace("{id}", id)
                .replace("{document_id}", id)
                .replace("{download_id}", id);
            let mut ask = shop
                .ask(row.method.as_str(), &path)
                .with("Cookie", SESSION)
                .locale("nl");
            if row.is_write() {
                ask = ask.by_page();
            }
            if let Some(body) = row.body {
                ask = ask.json(&example(&body.schema.name()));
            }
            assert_eq!(
                ask.send().await.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{}: {id}",
                row.name
            );
        }
    }
    assert!(shopware.requests().await.is_empty());
}

#[tokio::test]
async fn a_call_names_its_pages_locale() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    for row in json_rows().filter(|row| row.locale) {
        for ask in [
            good(&shop, row).without("X-Vitrine-Locale"),
            good(&shop, row).locale("fr"),
        ] {
            assert_eq!(
                ask.send().await.refused(),
                (400, "INVALID_REQUEST".to_owned()),
                "{}",
                row.name
            );
        }
    }
}

#[tokio::test]
async fn other_methods_and_paths_are_405_and_404() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    let paths: BTreeSet<&str> = ROUTES.iter().map(|row| row.path).collect();
    for path in paths {
        let allowed: Vec<&str> = ROUTES
            .iter()
            .filter(|r| r.path == path)
            .map(|r| r.method.as_str())
            .collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            if allowed.contains(&method) {
                continue;
            }
            let path = path
                .replace("{id}", ID)
                .replace("{document_id}", ID)
                .replace("{download_id}", ID);
            let answer = shop.ask(method, &path).by_page().send().await;
            assert_eq!(
                answer.refused(),
                (405, "METHOD_NOT_ALLOWED".to_owned()),
                "{method} {path}"
            );
            assert_eq!(answer.header("allow"), Some(allowed.join(", ").as_str()));
        }
    }
    for path in [
        "/api",
        "/api/",
        "/api/x",
        "/api/cart/",
        "/api/cart/line-items/a/b",
        "/api/../api/cart",
    ] {
        let answer = shop.ask("GET", path).locale("en").send().await;
        assert_eq!(answer.refused(), (404, "NOT_FOUND".to_owned()), "{path}");
        let told = answer.json()["errors"][0]["detail"].as_str().map(str::to_owned);
        assert_eq!(told, Some(format!("Page not found: {path}")), "R-ROUTE-10");
    }
}
