//! The table of routes, walked: every row's policy is what its answers show (rule 8), and the OpenAPI document holds the same rows.

use std::{collections::BTreeSet, path::Path};

use serde_json::{Value, json};
use vitrine_api::{
    openapi,
    routes::{Action, AnswerKind, Auth, BodyRule, Caller, ROUTES, Row},
};

use wiremock::{Respond, ResponseTemplate};

use crate::{
    client::Ask,
    shop::Shop,
    shopware::{DOCUMENT, DOWNLOAD, Recorded, Shopware, own_order},
};

const ID: &str = "f299c748b1eba1a51c7918faf24d013c";
/// The order of the recordings.
const ORDER: &str = "01a1fcc97e26707a8c3c0b5a852cdc62";
const SESSION: &str = "vitrine-session=GCelL0NV8HlF13HKkv0HrY0lM2OoESvl";

/// The rows that pages call with JSON; forms without JavaScript are in `withdrawals.rs`.
fn json_rows() -> impl Iterator<Item = &'static Row> {
    ROUTES.iter().filter(|row| row.policy.caller == Caller::Page)
}

async fn backend() -> Shopware {
    let shopware = Shopware::anonymous().await;
    shopware
        .answer("GET", "/checkout/cart", Recorded::read("056-cart-add"))
        .await;
    shopware
        .answer("GET", "/product", Recorded::read("017-product-list-nl-NL"))
        .await;
    let (added, promoted) = (Recorded::read("056-cart-add"), Recorded::read("064-cart-promotion"));
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item",
            move |request: &wiremock::Request| {
                let is_code = String::from_utf8_lossy(&request.body).contains("promotion");
                if is_code { &promoted } else { &added }.respond(request)
            },
        )
        .await;
    shopware
        .answer("PATCH", "/checkout/cart/line-item", Recorded::read("067-cart-update"))
        .await;
    shopware
        .answer(
            "POST",
            "/checkout/cart/line-item/delete",
            Recorded::read("071-cart-remove"),
        )
        .await;
    shopware
        .answer("GET", "/order", ResponseTemplate::new(200).set_body_json(own_order()))
        .await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    shopware
}

/// The request that a row's document asks for.
fn good(shop: &Shop, row: &Row) -> Ask {
    let ask = shop
        .ask(row.method.as_str(), &format!("{}{}", path_of(row), query_of(row)))
        .with("Cookie", SESSION);
    let ask = if row.is_write() {
        ask.by_page()
    } else {
        ask.locale("nl")
    };
    match row.body {
        Some(body) => ask.json(&example(&body.schema.name())),
        None => ask,
    }
}

/// A path that the row's pattern allows.
fn path_of(row: &Row) -> String {
    let id = if row.path.starts_with("/api/orders") { ORDER } else { ID };
    let path = row.path.replace("{id}", id);
    path.replace("{document_id}", DOCUMENT)
        .replace("{download_id}", DOWNLOAD)
}

/// Every parameter that the row knows, as its document shows it.
fn query_of(row: &Row) -> String {
    let named: Vec<String> = row
        .queries
        .iter()
        .map(|query| format!("{}={}", query.name, query.example))
        .collect();
    if named.is_empty() {
        String::new()
    } else {
        format!("?{}", named.join("&"))
    }
}

/// The content type of a row's answer.
fn type_of(row: &Row) -> &'static str {
    match row.answer.kind {
        AnswerKind::Json(_) => "application/json",
        AnswerKind::File(content_type) => content_type,
        AnswerKind::Page => "text/html",
    }
}

/// The example that the document gives of a body.
fn example(schema: &str) -> Value {
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let example = document["components"]["schemas"][schema]["example"].clone();
    assert!(example.is_object(), "{schema} has no example");
    example
}

#[tokio::test]
async fn every_row_answers_what_its_document_asks_for() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    for row in json_rows() {
        let answer = good(&shop, row).send().await;
        assert_eq!(answer.status, 200, "{}: {}", row.name, answer.text());
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{}", row.name);
        assert_eq!(answer.header("content-type"), Some(type_of(row)), "{}", row.name);
        assert!(
            answer
                .headers
                .iter()
                .all(|(name, _)| !name.starts_with("access-control")),
            "no CORS (rule 9)"
        );
        // Rule 8: who has no session is nobody's guest, and then nobody is asked.
        let asked = shopware.requests().await.len();
        match row.policy.auth {
            Auth::Public => {}
            Auth::Guest => {
                let answer = good(&shop, row).without("Cookie").send().await;
                assert_eq!(answer.refused(), (403, "LOGIN_REQUIRED".to_owned()), "{}", row.name);
                assert_eq!(shopware.requests().await.len(), asked, "{}", row.name);
            }
            Auth::Customer => panic!("{}: a row for customers needs a test of its guard here", row.name),
        }
    }
}

/// Rule 9: a write needs origin, fetch site and our own header at once; without them nothing reaches the backend.
#[tokio::test]
async fn writes_need_origin_fetch_site_and_header() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), |config| {
        // As many as the table of bad requests holds.
        config.rates.orders = 1_000;
        config.rates.checkout_writes = 1_000;
    })
    .await;
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
    let changes = shopware.changes().await.len();
    for row in json_rows().filter(|row| !row.is_write()) {
        assert_eq!(good(&shop, row).send().await.status, 200);
    }
    assert_eq!(shopware.changes().await.len(), changes, "GET never writes");
}

#[tokio::test]
async fn bodies_are_json_of_the_documents_shape_and_size() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), |config| {
        // As many as the table of bad bodies holds.
        config.rates.orders = 1_000;
        config.rates.order_lookups = 1_000;
        config.rates.withdrawals = 1_000;
        config.rates.checkout_writes = 1_000;
    })
    .await;
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

/// R-SESS-02: rows marked `x-begins-session` give a visitor without a session one, and no other read does.
#[tokio::test]
async fn rows_that_begin_a_session_are_marked() {
    let shopware = backend().await;
    let shop = Shop::start(shopware.client()).await;
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let public = json_rows().filter(|row| row.policy.auth == Auth::Public);
    for row in public.filter(|row| row.begins_session || !row.is_write()) {
        let answer = good(&shop, row).without("Cookie").send().await;
        assert_eq!(answer.status, 200, "{}", row.name);
        let begun = answer
            .set_cookies()
            .iter()
            .any(|line| line.starts_with("vitrine-session="));
        assert_eq!(begun, row.begins_session, "{}", row.name);
        let operation = &document["paths"][row.path][row.method.as_str().to_lowercase()];
        assert_eq!(operation["x-begins-session"] == json!(true), begun, "{}", row.name);
    }
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

/// Rule 16: one address may ask so often and no oftener, by action; monitoring is not counted.
#[tokio::test]
async fn rates_are_limited_by_address_and_action() {
    let shopware = backend().await;
    let shop = Shop::with(shopware.client(), |config| {
        config.rates.reads = 2;
        config.rates.cart_writes = 1;
        config.rates.checkout_writes = 1;
        config.rates.orders = 1;
        config.rates.order_lookups = 1;
        config.rates.withdrawals = 1;
        config.trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await;
    for (place, row) in json_rows().enumerate() {
        let from = format!("203.0.113.{place}");
        let allowed = match row.policy.action {
            Action::Unlimited => continue,
            Action::Read => 2,
            Action::CartWrite
            | Action::CheckoutWrite
            | Action::Order
            | Action::OrderLookup
            | Action::Account
            | Action::Withdrawal => 1,
        };
        for _ in 0..allowed {
            let answer = good(&shop, row).with("X-Forwarded-For", &from).send().await;
            assert_eq!(answer.status, 200, "{}", row.name);
        }
        let refused = good(&shop, row).with("X-Forwarded-For", &from).send().await;
        assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()), "{}", row.name);
        let wait: u64 = refused
            .header("retry-after")
            .and_then(|s| s.parse().ok())
            .expect("Retry-After");
        assert!((1..=60).contains(&wait), "{wait}");
    }
    for _ in 0..10 {
        assert_eq!(shop.ask("GET", "/api/health").send().await.status, 200);
    }
}

#[test]
fn the_document_and_the_table_hold_the_same_rows() {
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let mut written = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("an item") {
            let id = operation["operationId"].as_str().expect("an id");
            written.insert(format!("{} {path} {id}", method.to_uppercase()));
        }
    }
    let table: BTreeSet<String> = ROUTES
        .iter()
        .map(|row| format!("{} {} {}", row.method, row.path, row.name))
        .collect();
    let said = ROUTES.iter().all(|row| row.summary.ends_with('.'));
    assert!(said, "each row says what it does in a sentence");
    assert_eq!(written, table);
    assert_eq!(table.len(), ROUTES.len(), "no row twice");
}

#[test]
fn the_document_has_every_schema_it_names_and_is_the_same_each_time() {
    assert_eq!(openapi(), openapi());
    let document: Value = serde_json::from_str(&openapi()).expect("JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut named = BTreeSet::new();
    collect(&document, &mut named);
    for name in &named {
        assert!(schemas.contains_key(name), "{name}");
    }
    let unused: Vec<&String> = schemas.keys().filter(|name| !named.contains(*name)).collect();
    assert!(unused.is_empty(), "used nowhere: {unused:?}");
    let required = document["components"]["schemas"]["LineItem"]["required"]
        .as_array()
        .expect("a list");
    assert_eq!(
        required.len(),
        document["components"]["schemas"]["LineItem"]["properties"]
            .as_object()
            .expect("properties")
            .len(),
        "every field is always there, null where there is none"
    );
}

#[test]
fn the_document_that_the_islands_are_made_from_is_this_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../islands/src/api/openapi.json");
    let theirs = std::fs::read_to_string(file).expect("the islands' document");
    assert!(
        theirs.strip_suffix('\n') == Some(openapi().as_str()),
        "run scripts/api-types and commit"
    );
}

fn collect(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                named.insert(name.rsplit('/').next().unwrap_or_default().to_owned());
            }
            map.values().for_each(|v| collect(v, named));
        }
        Value::Array(list) => list.iter().for_each(|v| collect(v, named)),
        _ => {}
    }
}

/// HSTS where visitors come by https, and no other origin may load what the API says: on answers, refusals and panics, whatever the host or path.
#[tokio::test]
async fn every_answer_of_the_api_has_hsts_and_a_resource_policy() {
    for https in [true, false] {
        let shopware = backend().await;
        let shop = Shop::with(shopware.client(), |config| config.https = https).await;
        let mut asked: Vec<Ask> = json_rows().map(|row| good(&shop, row)).collect();
        asked.push(shop.ask("PUT", "/api/cart"));
        asked.push(shop.ask("GET", "/api"));
        asked.push(shop.ask("GET", "/api/nothing"));
        asked.push(shop.ask("GET", "/api/health").with("Host", "evil.test"));
        asked.push(shop.get(&format!("/api/cart?x={}", "y".repeat(8_200))));
        asked.push(shop.ask("POST", "/api/cart/line-items").by_page().without("Origin"));
        for ask in asked {
            let answer = ask.send().await;
            let hsts = answer.header("strict-transport-security");
            assert_eq!(hsts, https.then_some("max-age=31536000"), "{}", answer.text());
            assert_eq!(
                answer.header("cross-origin-resource-policy"),
                Some("same-origin"),
                "{}",
                answer.text()
            );
        }
    }
}
