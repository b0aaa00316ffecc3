//! The CMS in the control API, over HTTP.
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::path::Path;

use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig, StatamicProfile};

/// The control API: settings, previews and submissions over HTTP, and reset.
#[tokio::test]
async fn the_control_api_starts_previews_and_returns_submissions() {
    let config = DemoConfig {
        profile: StatamicProfile::Extended,
        ..DemoConfig::on_free_ports(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("shops/edge"),
            "2026-11-21T09:00:00Z".parse().expect("a timestamp"),
        )
    };
    let demo = Demo::start(config).await.expect("a demo");
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let send = async |method: &str, url: String, body: Value| {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let request = client
            .request(method, url)
            .header("Accept", "application/json")
            .json(&body);
        let answer = request.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json::<Value>().await.expect("JSON"))
    };
    let control = |path: &str| format!("{}{path}", demo.control_url());
    let cms = |path: &str| format!("{}{path}", demo.statamic_url());
    let edit = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Voorbeeld"}});
    let (status, begun) = send("POST", control("/previews"), edit).await;
    let query = begun["query"].as_str().expect("a query");
    assert!(
        status == 200
            && query.starts_with("live-preview=")
            && query.ends_with(begun["token"].as_str().expect("a token"))
    );
    let (_, home) = send(
        "GET",
        cms(&format!("/api/entries-by-uri?uri=/&site=nl-NL&{query}")),
        json!({}),
    )
    .await;
    assert_eq!(home["data"]["title"], "Voorbeeld");
    assert_eq!(send("POST", control("/previews"), json!({"entry": "x"})).await.0, 400);
    // `bevat` is required if `soort` contains an a.
    let fields = json!({"soort": "a", "bevat": "ja", "aantal": "4"});
    let (status, sent) = send("POST", cms("/!/forms/alles"), fields).await;
    assert_eq!((status, &sent["submission"]["aantal"]), (200, &json!(4)), "{sent}");
    let (_, all) = send("GET", control("/submissions"), json!({})).await;
    assert_eq!(
        (&all["submissions"][0]["form"], &all["submissions"][0]["data"]["soort"]),
        (&json!("alles"), &json!("a"))
    );
    send("DELETE", control("/submissions"), json!({})).await;
    assert_eq!(
        send("GET", control("/submissions"), json!({})).await.1,
        json!({"submissions": []})
    );
    send("POST", control("/statamic"), json!({"maintenance": true})).await;
    assert_eq!(send("GET", cms("/api/forms"), json!({})).await.0, 503);
    send("POST", control("/reset"), json!({})).await;
    let (status, home) = send(
        "GET",
        cms(&format!("/api/entries-by-uri?uri=/&site=nl-NL&{query}")),
        json!({}),
    )
    .await;
    assert_ne!((status, &home["data"]["title"]), (200, &json!("Voorbeeld")));
    demo.stop().await;
}
