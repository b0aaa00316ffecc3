//! The control API: faults as seen by a client, the log of calls, and reset (R-BACK-03, R-BACK-04 are tested through
//! it).

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{DUTCH, KEY, Shop, WAX, config, fixture};

#[tokio::test]
async fn a_status_is_sent_the_given_number_of_times_and_then_the_answer() {
    let shop = Shop::start().await;
    shop.control("POST", "/faults", json!({"backend": "shopware", "method": "POST", "path": "/store-api/product", "kind": "status", "status": 503, "retry_after": 2, "times": 2})).await;
    for _ in 0..2 {
        let reply = shop.post("/product", json!({"limit": 1})).await;
        assert_eq!((reply.status, reply.header("retry-after").as_deref()), (503, Some("2")));
    }
    assert_eq!(shop.post("/product", json!({"limit": 1})).await.status, 200);
    // Other calls are not affected.
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "shopware", "path": "/store-api/seo-url", "kind": "status"}),
    )
    .await;
    assert_eq!(shop.post("/language", json!({})).await.status, 200);
    assert_eq!(shop.post("/seo-url", json!({})).await.status, 500);
    shop.control("DELETE", "/faults", json!({})).await;
    assert_eq!(shop.post("/seo-url", json!({})).await.status, 200);
}

#[tokio::test]
async fn answers_can_be_late_cut_truncated_or_missing() {
    let shop = Shop::start().await;
    let get = |path: &str| {
        shop.client
            .get(format!("{}{path}", shop.demo.shopware_url()))
            .header("sw-access-key", KEY)
            .header("sw-language-id", DUTCH)
    };
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "shopware", "kind": "broken_json", "times": 1}),
    )
    .await;
    let truncated = get("/store-api/product").send().await.unwrap();
    assert_eq!(truncated.status(), 200);
    let text = truncated.text().await.unwrap();
    assert!(text.starts_with('{') && serde_json::from_str::<Value>(&text).is_err());
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "shopware", "kind": "cut", "times": 1}),
    )
    .await;
    let cut = get("/store-api/product").send().await.unwrap();
    assert_eq!(cut.status(), 200);
    assert!(cut.text().await.is_err(), "the connection ends before the body does");
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "shopware", "kind": "delay", "delay_ms": 150, "times": 1}),
    )
    .await;
    let started = Instant::now();
    assert_eq!(get("/store-api/context").send().await.unwrap().status(), 200);
    assert!(started.elapsed() >= Duration::from_millis(150));
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "shopware", "kind": "hang", "times": 1}),
    )
    .await;
    let hung = get("/store-api/context")
        .timeout(Duration::from_millis(200))
        .send()
        .await;
    assert!(hung.is_err_and(|error| error.is_timeout()));
    // The other two backends have their own faults.
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "statamic", "kind": "status", "status": 502}),
    )
    .await;
    shop.control(
        "POST",
        "/faults",
        json!({"backend": "images", "kind": "status", "status": 404}),
    )
    .await;
    let status = async |url: String| shop.client.get(url).send().await.unwrap().status().as_u16();
    assert_eq!(
        status(format!("{}/api/collections/pages/entries", shop.demo.statamic_url())).await,
        502
    );
    assert_eq!(status(format!("{}/m/halo-1.webp", shop.demo.images_url())).await, 404);
    shop.control("DELETE", "/faults", json!({})).await;
    assert_eq!(
        status(format!("{}/api/collections/pages/entries", shop.demo.statamic_url())).await,
        200
    );
    assert_eq!(status(format!("{}/m/halo-1.webp", shop.demo.images_url())).await, 200);
}

#[tokio::test]
async fn calls_are_recorded_and_everything_can_be_undone() {
    let shop = Shop::start().await;
    shop.control("DELETE", "/calls", json!({})).await;
    let add = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let token = shop
        .call(None, "POST", "/checkout/cart/line-item", Some(add))
        .await
        .token()
        .unwrap();
    shop.call(Some(&token), "GET", "/product?limit=1", None).await;
    let calls = shop.control("GET", "/calls", json!({})).await["calls"].clone();
    assert_eq!(calls.as_array().unwrap().len(), 2, "{calls}");
    assert_eq!(
        (&calls[1]["method"], &calls[1]["path"], &calls[1]["query"]),
        (&json!("GET"), &json!("/store-api/product"), &json!("limit=1"))
    );
    assert_eq!(
        (&calls[1]["headers"]["sw-context-token"], &calls[1]["backend"]),
        (&json!(token), &json!("shopware"))
    );
    shop.control("POST", "/stock", json!({"product_number": "CA-400", "stock": 3}))
        .await;
    shop.control("POST", "/clock", json!({"now": "2027-01-01T00:00:00Z"}))
        .await;
    shop.control("POST", "/maintenance", json!({"on": true})).await;
    let closed = shop.call(Some(&token), "GET", "/context", None).await;
    assert_eq!(
        (closed.status, closed.code(), closed.token()),
        (503, "FRAMEWORK__API_SALES_CHANNEL_MAINTENANCE_MODE", None)
    );
    shop.control("POST", "/reset", json!({})).await;
    let stock = shop
        .post(
            "/product",
            json!({"ids": [WAX], "includes": {"product": ["stock", "updatedAt"]}}),
        )
        .await;
    assert_eq!(
        stock.body["elements"][0],
        json!({"updatedAt": null, "stock": 500, "apiAlias": "product"})
    );
    assert_eq!(
        shop.call(Some(&token), "GET", "/checkout/cart", None).await.body["lineItems"],
        json!([])
    );
    // Setting a stock counts as a change for a filter on the update time.
    shop.control("POST", "/stock", json!({"product_number": "CA-400", "stock": 3}))
        .await;
    let changed = shop.post("/product", json!({"filter": [{"type": "range", "field": "updatedAt", "parameters": {"gte": "2026-11-21T06:27:00+00:00"}}]})).await;
    assert_eq!(
        (
            changed.body["elements"].as_array().unwrap().len(),
            &changed.body["elements"][0]["stock"]
        ),
        (1, &json!(3))
    );
}

#[tokio::test]
async fn the_control_api_reports_errors_and_refuses_other_hosts() {
    let shop = Shop::start().await;
    let refused = async |path: &str, headers: &[(&str, &str)], body: &str| {
        let reply = shop.send("POST", path, headers, Some(body.to_owned())).await;
        (reply.status, reply.body["error"].as_str().unwrap_or("").to_owned())
    };
    let (status, error) = refused("/_demo/stock", &[], r#"{"product_number": "NOPE", "stock": 1}"#).await;
    assert!(status == 400 && error.contains("NOPE"), "{error}");
    let (status, error) = refused("/_demo/faults", &[], r#"{"backend": "shopware", "kind": "explode"}"#).await;
    assert!(status == 400 && error.contains("explode"), "{error}");
    assert_eq!(refused("/_demo/nothing", &[], "{}").await.0, 404);
    assert_eq!(refused("/_demo/reset", &[("host", "shop.example")], "{}").await.0, 403);
    let (status, error) = refused(
        "/_demo/entries",
        &[],
        r#"{"entry": "pages/nope", "site": "nl-NL", "fields": {}}"#,
    )
    .await;
    assert!(status == 400 && error.contains("pages/nope"), "{error}");
    shop.control(
        "POST",
        "/entries",
        json!({"entry": "pages/home", "site": "nl-NL", "fields": {"intro": "Goedemorgen"}, "publish": true}),
    )
    .await;
    let entries = shop
        .client
        .get(format!(
            "{}/api/collections/pages/entries?site=nl-NL",
            shop.demo.statamic_url()
        ))
        .send()
        .await
        .unwrap();
    assert!(entries.text().await.unwrap().contains("Goedemorgen"));
}

#[tokio::test]
async fn a_port_in_use_is_one_sentence_and_a_stopped_demo_frees_its_port() {
    let shop = Shop::start().await;
    let port: u16 = shop.demo.shopware_url().rsplit_once(':').unwrap().1.parse().unwrap();
    let mut taken = config(fixture());
    taken.shopware_port = port;
    let error = vitrine_demo::Demo::start(taken.clone()).await.unwrap_err().to_string();
    assert!(
        error.contains(&port.to_string()) && error.contains("Choose another port"),
        "{error}"
    );
    drop(shop.client);
    shop.demo.stop().await;
    vitrine_demo::Demo::start(taken).await.unwrap().stop().await;
}

/// `--latency real`: as slow as the recorded shop, by kind of call.
#[tokio::test]
async fn real_latency_takes_the_recorded_time() {
    let mut slow = config(fixture());
    slow.latency = vitrine_demo::Latency::Real;
    let shop = Shop::of(slow).await;
    let started = Instant::now();
    shop.post("/product", json!({"limit": 10})).await;
    assert!(started.elapsed() >= Duration::from_millis(38));
}

/// `--latency real` can be switched at runtime; the minimum times are those of recorded/INDEX.md.
#[tokio::test]
async fn the_shop_has_the_latency_of_a_real_one_on_request() {
    let shop = Shop::start().await;
    shop.control("POST", "/latency", json!({"latency": "real"})).await;
    let started = Instant::now();
    let add = json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product"}]});
    let reply = shop.call(None, "POST", "/checkout/cart/line-item", Some(add)).await;
    assert_eq!(reply.status, 200);
    assert!(started.elapsed() >= Duration::from_millis(24));
    let wrong = shop
        .send(
            "POST",
            "/_demo/latency",
            &[],
            Some(json!({"latency": "slow"}).to_string()),
        )
        .await;
    assert!(
        wrong.status == 400 && wrong.body["error"].as_str().unwrap().contains("slow"),
        "{}",
        wrong.body
    );
}

/// R-CART-03: sold out in one call; a product that can be sold beyond its stock is not limited.
#[tokio::test]
async fn a_product_can_be_sold_out_or_sold_no_further_than_its_stock() {
    let shop = Shop::start().await;
    let item =
        |quantity: i64| json!({"items": [{"id": WAX, "referencedId": WAX, "type": "product", "quantity": quantity}]});
    let add = async |quantity: i64| {
        shop.call(None, "POST", "/checkout/cart/line-item", Some(item(quantity)))
            .await
            .body
    };
    shop.control("POST", "/stock", json!({"product_number": "CA-400", "stock": 1}))
        .await;
    assert_eq!(add(3).await["lineItems"][0]["quantity"], 3);
    let closed = json!({"product_number": "CA-400", "stock": 1, "closeout": true});
    shop.control("POST", "/stock", closed).await;
    assert_eq!(add(3).await["lineItems"][0]["quantity"], 1);
    shop.control("POST", "/stock", json!({"product_number": "CA-400", "stock": 0}))
        .await;
    let gone = add(1).await;
    assert_eq!(
        (&gone["lineItems"], gone["errors"].as_object().unwrap().len()),
        (&json!([]), 1)
    );
}

/// A cache in front of the Store API that keeps the first answer to a URL for everybody, with its token.
#[tokio::test]
async fn answers_can_be_replayed_to_other_visitors() {
    let shop = Shop::start().await;
    let ask = |token: &str, query: &str| {
        shop.client
            .get(format!("{}/store-api/context{query}", shop.demo.shopware_url()))
            .header("sw-access-key", KEY)
            .header("sw-context-token", token)
            .send()
    };
    let (mine, yours) = ("m".repeat(32), "y".repeat(32));
    let token = |answer: reqwest::Response| answer.headers()["sw-context-token"].to_str().unwrap().to_owned();
    let fault = json!({"backend": "shopware", "path": "/store-api/context", "kind": "replay"});
    shop.control("POST", "/faults", fault).await;
    assert_eq!(token(ask(&mine, "").await.unwrap()), mine);
    let replayed = ask(&yours, "").await.unwrap();
    assert_eq!(token(ask(&yours, "").await.unwrap()), mine);
    assert_eq!(replayed.json::<Value>().await.unwrap()["token"], mine);
    assert_eq!(token(ask(&yours, "?another=url").await.unwrap()), yours);
    shop.control("DELETE", "/faults", json!({})).await;
    assert_eq!(token(ask(&yours, "").await.unwrap()), yours);
}
