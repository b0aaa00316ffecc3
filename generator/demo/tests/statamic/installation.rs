//! What an installation switches on or off (CONTRACT §15, §16), and the control door over HTTP.

use std::path::Path;

use serde_json::{Value, json};
use vitrine_demo::{Demo, DemoConfig, Latency, StatamicProfile};

use super::support::Server;

/// What is set, what is asked, and the error of CONTRACT §16 as JSON; without `Accept` it is a page.
#[tokio::test]
async fn errors_of_the_framework_are_json_or_pages() {
    let server = Server::stock().await;
    for (settings, method, path, status, message) in [
        (json!({"bearer": "t"}), "GET", "/api/globals", 401, ""),
        (json!({"bearer": "t"}), "POST", "/graphql", 401, ""),
        (json!({}), "POST", "/api/globals", 419, "CSRF token mismatch."),
        (json!({}), "POST", "/!/forms/contact", 419, "CSRF token mismatch."),
        (
            json!({"calls_per_minute": 0}),
            "GET",
            "/api/globals",
            429,
            "Too Many Attempts.",
        ),
        (json!({}), "GET", "/api/globals?site=fr-FR", 500, "Server Error"),
        (
            json!({}),
            "GET",
            "/api/collections/news/entries?filter[status]=nope",
            500,
            "Server Error",
        ),
        (
            json!({"maintenance": true}),
            "GET",
            "/api/globals",
            503,
            "Service Unavailable",
        ),
        (
            json!({"maintenance": true}),
            "POST",
            "/!/forms/contact",
            503,
            "Service Unavailable",
        ),
    ] {
        server.set(settings);
        let answer = server.send(method, path, Some("application/json")).await;
        assert_eq!(
            (answer.status, answer.json()),
            (status, json!({"message": message})),
            "{method} {path}"
        );
        let page = server.send(method, path, None).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (status, "text/html; charset=UTF-8"),
            "{method} {path}"
        );
    }
}

/// A resource that is off is answered as one that never was.
#[tokio::test]
async fn resources_can_be_off() {
    let server = Server::stock().await;
    server.set(json!({"off": ["globals", "users"]}));
    for path in ["/api/globals", "/api/globals/site", "/api/users"] {
        let answer = server.get(path).await;
        assert_eq!(
            (answer.status, answer.text.as_str()),
            (404, r#"{"message":"Not found."}"#),
            "{path}"
        );
    }
    assert_eq!(server.get("/api/forms").await.status, 200);
    server.state.reset();
    assert_eq!(server.get("/api/globals").await.status, 200);
}

/// The token opens REST and GraphQL; a limit counts down and begins anew after a minute.
#[tokio::test]
async fn tokens_and_limits_let_calls_through() {
    let server = Server::stock().await;
    server.set(json!({"bearer": "geheim", "calls_per_minute": 2}));
    let headers = [("Accept", "application/json"), ("Authorization", "Bearer geheim")];
    let call = async || server.request("GET", "/api/forms", &headers, None).await;
    let (first, second, third) = (call().await, call().await, call().await);
    assert_eq!((first.status, first.header("x-ratelimit-remaining")), (200, "1"));
    assert_eq!((second.status, second.header("x-ratelimit-remaining")), (200, "0"));
    assert_eq!(third.status, 429);
    let seconds: i64 = third.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    server.clock.set("2026-02-01T12:01:30Z".parse().expect("a timestamp"));
    assert_eq!(call().await.status, 200);
    let wrong = server
        .request("GET", "/api/forms", &[("Authorization", "Bearer ander")], None)
        .await;
    assert_eq!(wrong.status, 401);
}

/// The control door: settings, previews and submissions over HTTP, and the way back.
#[tokio::test]
async fn the_control_door_opens_previews_and_shows_submissions() {
    let config = DemoConfig {
        shop_dir: Path::new(env!("CARGO_MANIFEST_DIR")).join("shops/edge"),
        shopware_port: 0,
        statamic_port: 0,
        images_port: 0,
        profile: StatamicProfile::Extended,
        latency: Latency::None,
        start: "2026-11-21T09:00:00Z".parse().expect("a timestamp"),
        public_image_url: None,
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
    let door = |path: &str| format!("{}{path}", demo.control_url());
    let cms = |path: &str| format!("{}{path}", demo.statamic_url());
    let edit = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Voorbeeld"}});
    let (status, begun) = send("POST", door("/previews"), edit).await;
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
    assert_eq!(send("POST", door("/previews"), json!({"entry": "x"})).await.0, 400);
    // `bevat` is required where `soort` contains an a.
    let fields = json!({"soort": "a", "bevat": "ja", "aantal": "4"});
    let (status, sent) = send("POST", cms("/!/forms/alles"), fields).await;
    assert_eq!((status, &sent["submission"]["aantal"]), (200, &json!(4)), "{sent}");
    let (_, all) = send("GET", door("/submissions"), json!({})).await;
    assert_eq!(
        (&all["submissions"][0]["form"], &all["submissions"][0]["data"]["soort"]),
        (&json!("alles"), &json!("a"))
    );
    send("DELETE", door("/submissions"), json!({})).await;
    assert_eq!(
        send("GET", door("/submissions"), json!({})).await.1,
        json!({"submissions": []})
    );
    send("POST", door("/statamic"), json!({"maintenance": true})).await;
    assert_eq!(send("GET", cms("/api/forms"), json!({})).await.0, 503);
    send("POST", door("/reset"), json!({})).await;
    let (status, home) = send(
        "GET",
        cms(&format!("/api/entries-by-uri?uri=/&site=nl-NL&{query}")),
        json!({}),
    )
    .await;
    assert_ne!((status, &home["data"]["title"]), (200, &json!("Voorbeeld")));
    demo.stop().await;
}
