//! Edits by the shop's staff: which rows get a new update time, which edits one call finds, and which events Shopware
//! sends (Shopware §25.7, §25.8).

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::any};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

use crate::support::Shop;

/// The update times that one call filters by.
const STAMPS: [&str; 12] = [
    "updatedAt",
    "createdAt",
    "manufacturer.updatedAt",
    "properties.updatedAt",
    "properties.group.updatedAt",
    "options.updatedAt",
    "options.group.updatedAt",
    "deliveryTime.updatedAt",
    "unit.updatedAt",
    "tax.updatedAt",
    "media.media.updatedAt",
    "categories.updatedAt",
];

/// The products affected by a change since `from`: ids and total.
async fn changed_since(shop: &Shop, from: &str) -> (Vec<String>, u64) {
    let queries: Vec<Value> = STAMPS
        .iter()
        .map(|field| json!({"type": "range", "field": field, "parameters": {"gte": from}}))
        .collect();
    let body = json!({
        "limit": 100, "total-count-mode": 1, "includes": {"product": ["id", "updatedAt"]},
        "filter": [{"type": "multi", "operator": "OR", "queries": queries}],
    });
    let reply = shop.post("/product", body).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let ids = reply.body["elements"].as_array().unwrap();
    let ids = ids.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
    (ids, reply.body["total"].as_u64().unwrap())
}

async fn total(shop: &Shop) -> u64 {
    let body = json!({"limit": 1, "total-count-mode": 1, "includes": {"product": ["id"]}});
    shop.post("/product", body).await.body["total"].as_u64().unwrap()
}

/// Each edit, whether one call finds it, and its event.
fn edits() -> Vec<(Value, bool, Option<&'static str>)> {
    vec![
        (
            json!({"entity": "product", "product_number": "KA-200", "language": "nl-NL", "name": "Anders"}),
            true,
            Some("product.written"),
        ),
        (
            json!({"entity": "product_price", "product_number": "KA-200", "tiers": [{"from": 1, "price": 70}]}),
            true,
            Some("product_price.written"),
        ),
        (
            json!({"entity": "product_visibility", "product_number": "CA-400", "visible": false}),
            false,
            None,
        ),
        (
            json!({"entity": "product_visibility", "product_number": "CA-400", "visible": true}),
            true,
            Some("product.written"),
        ),
        (
            json!({"entity": "product_manufacturer", "key": "lumo", "name": "Lumen & Zn"}),
            true,
            None,
        ),
        (
            json!({"entity": "property_group", "key": "colour", "language": "en-GB", "name": "Tint"}),
            true,
            None,
        ),
        (
            json!({"entity": "property_group_option", "group": "colour", "key": "black", "language": "en-GB", "name": "Jet"}),
            true,
            None,
        ),
        (
            json!({"entity": "delivery_time", "key": "6-8-weeks", "language": "nl-NL", "name": "Gauw"}),
            true,
            None,
        ),
        (json!({"entity": "tax", "key": "standard", "rate": 20}), true, None),
        (
            json!({"entity": "media", "key": "halo-1", "language": "nl-NL", "alt": "Een lamp"}),
            true,
            Some("media.written"),
        ),
        (
            json!({"entity": "category", "key": "care", "language": "nl-NL", "name": "Lampen"}),
            true,
            Some("category.written"),
        ),
    ]
}

/// Shopware §25.8: one call finds whatever a change affects; removed products are only visible in the total, because
/// their update time does not change; a time that the Store API does not expose is a 500.
#[tokio::test]
async fn one_call_finds_what_changed() {
    let shop = Shop::start().await;
    let all = total(&shop).await;
    for (step, (edit, found, event)) in edits().into_iter().enumerate() {
        let at = format!("2027-01-{:02}T09:00:00Z", step + 1);
        shop.control("POST", "/clock", json!({ "now": at })).await;
        assert_eq!(changed_since(&shop, &at).await, (Vec::new(), 0), "before {edit}");
        let told = shop.control("POST", "/edits", edit.clone()).await;
        assert_eq!((&told["ok"], &told["event"]), (&json!(true), &json!(event)), "{edit}");
        let (ids, count) = changed_since(&shop, &at).await;
        assert_eq!((!ids.is_empty(), ids.len() as u64), (found, count), "{edit}");
        let gone = edit["visible"] == false;
        assert_eq!(total(&shop).await, all - u64::from(gone), "{edit}");
    }
    for field in ["prices.updatedAt", "visibilities.updatedAt"] {
        let filter = json!([{"type": "range", "field": field, "parameters": {"gte": "2026-01-01"}}]);
        let refused = shop.post("/product", json!({"limit": 1, "filter": filter})).await;
        assert_eq!(
            (refused.status, refused.code()),
            (500, "FRAMEWORK__ACCESSOR_NOT_ALLOWED"),
            "{field}"
        );
    }
    let nobody = json!({"entity": "tax", "key": "none", "rate": 1}).to_string();
    let unknown = shop.send("POST", "/_demo/edits", &[], Some(nobody)).await;
    assert_eq!(unknown.status, 400, "{}", unknown.body);
}

/// A request received by an app: path with query, headers, body.
type Request = (String, HeaderMap, String);

/// The server of an app.
#[derive(Clone, Default)]
struct AppServer {
    requests: Arc<Mutex<Vec<Request>>>,
    came: Arc<Notify>,
    answer: Arc<Mutex<Value>>,
}

impl AppServer {
    async fn start() -> (Self, String) {
        let server = Self::default();
        let app = Router::new().fallback(any(Self::take)).with_state(server.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (server, url)
    }

    async fn take(State(server): State<Self>, uri: axum::http::Uri, headers: HeaderMap, body: Bytes) -> String {
        let body = String::from_utf8(body.to_vec()).unwrap();
        server.requests.lock().unwrap().push((uri.to_string(), headers, body));
        server.came.notify_one();
        server.answer.lock().unwrap().to_string()
    }

    /// Waits for this many requests.
    async fn after(&self, count: usize) -> Vec<Request> {
        loop {
            let came = self.came.notified();
            let requests = self.requests.lock().unwrap().clone();
            if requests.len() >= count {
                return requests;
            }
            tokio::time::timeout(std::time::Duration::from_secs(20), came)
                .await
                .unwrap_or_else(|_| panic!("{count} requests: {requests:?}"));
        }
    }
}

const APP_SECRET: &str = "app-secret-1";

fn manifest(url: &str, setup: bool) -> String {
    let setup = if setup {
        format!("<setup><registrationUrl>{url}/register</registrationUrl><secret>{APP_SECRET}</secret></setup>")
    } else {
        String::new()
    };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><manifest><meta><name>TestApp</name></meta>{setup}
        <permissions><read>product</read><read>category</read></permissions>
        <webhooks><webhook name="a" url="{url}/hook/activated" event="app.activated"/>
        <webhook name="p" url="{url}/hook/product" event="product.written" onlyLiveVersion="true"/>
        <webhook name="m" url="{url}/hook/media" event="media.written" onlyLiveVersion="true"/></webhooks></manifest>"#
    )
}

fn mac(secret: &str, text: &str) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// Shopware §20.1, as recorded: the shop's part of the handshake has the recorded parameters and headers, and its
/// signatures are valid; webhooks are only sent after it, signed with the app's new secret; one event for a sync of
/// many products; none for an entity that the app has no permission to read.
#[tokio::test]
async fn an_app_is_registered_as_the_recorded_one_was() {
    let shop = Shop::start().await;
    let (app, url) = AppServer::start().await;
    let secret = "s".repeat(64);
    let proof = mac(
        APP_SECRET,
        &format!("lrNfraTHoKRe24RU{}TestApp", shop.demo.shopware_url()),
    );
    *app.answer.lock().unwrap() =
        json!({"proof": proof, "secret": secret, "confirmation_url": format!("{url}/confirm")});
    let installed = shop
        .control("POST", "/apps", json!({"manifest": manifest(&url, true)}))
        .await;
    assert_eq!(
        installed["webhooks"],
        json!(["app.activated", "media.written", "product.written"]),
        "{installed}"
    );
    let recorded = |name: &str| -> Value {
        let path = format!("{}/tests/recorded/webhook-{name}.json", env!("CARGO_MANIFEST_DIR"));
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    let requests = app.after(3).await;
    for ((path, headers, body), name) in requests.iter().zip(["00-register", "01-confirm", "02-app-activated"]) {
        let recorded = &recorded(name)["request"];
        for header in recorded["headers"].as_object().unwrap().keys() {
            let ours = ["shopware-", "content-type"]
                .iter()
                .any(|begin| header.to_lowercase().starts_with(begin));
            assert!(!ours || headers.contains_key(header.as_str()), "{name}: {header}");
        }
        let keys = |query: &str| -> Vec<String> {
            query
                .split('&')
                .map(|part| part.split('=').next().unwrap().to_owned())
                .collect()
        };
        if let Some((_, query)) = path.split_once('?') {
            let (_, wanted) = recorded["path"].as_str().unwrap().split_once('?').unwrap();
            assert_eq!(keys(query), keys(wanted));
            assert_eq!(headers["shopware-app-signature"], mac(APP_SECRET, query));
        } else {
            assert_eq!(headers["shopware-shop-signature"], mac(&secret, body), "{name}");
            let sent: Value = serde_json::from_str(body).unwrap();
            let fields = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
            assert_eq!(fields(&sent), fields(&recorded["body"]), "{name}");
        }
    }
    let sync = json!({"entity": "sync", "products": [{"product_number": "KA-200", "stock": 3}, {"product_number": "CA-400", "stock": 4}]});
    shop.control("POST", "/edits", sync).await;
    let media = json!({"entity": "media", "key": "halo-1", "language": "nl-NL", "alt": "Een lamp"});
    shop.control("POST", "/edits", media).await;
    shop.control("POST", "/price", json!({"product_number": "KA-200", "price": 10}))
        .await;
    let requests = app.after(5).await;
    let bodies: Vec<Value> = requests[3..]
        .iter()
        .map(|(_, _, body)| serde_json::from_str(body).unwrap())
        .collect();
    let rows: Vec<usize> = bodies
        .iter()
        .map(|body| body["data"]["payload"].as_array().unwrap().len())
        .collect();
    assert_eq!(rows.iter().sum::<usize>(), 3, "{bodies:#?}");
    assert!(
        requests[3..].iter().all(|(path, _, _)| path == "/hook/product"),
        "no right to read media"
    );
}

/// Shopware §25.7: an app without `<setup>` is installed without its webhooks, silently; one whose proof or secret is
/// wrong is not installed.
#[tokio::test]
async fn an_app_without_a_handshake_hears_nothing() {
    let shop = Shop::start().await;
    let (app, url) = AppServer::start().await;
    let installed = shop
        .control("POST", "/apps", json!({"manifest": manifest(&url, false)}))
        .await;
    assert_eq!((&installed["ok"], &installed["webhooks"]), (&json!(true), &json!([])));
    for answer in [
        json!({"proof": "00", "secret": "s".repeat(64), "confirmation_url": url}),
        json!({"proof": mac(APP_SECRET, &format!("lrNfraTHoKRe24RU{}TestApp", shop.demo.shopware_url())), "secret": "short", "confirmation_url": url}),
        json!({"error": "no"}),
    ] {
        *app.answer.lock().unwrap() = answer;
        let body = json!({"manifest": manifest(&url, true)}).to_string();
        let refused = shop.send("POST", "/_demo/apps", &[], Some(body)).await;
        let error = refused.body["error"].as_str().unwrap_or_default();
        assert!(
            refused.status == 400 && error.starts_with("APP_REGISTRATION_FAILED"),
            "{}",
            refused.body
        );
    }
    assert_eq!(app.after(3).await.len(), 3);
}
