//! Settings of an installation (Statamic §15, §16).

use serde_json::json;

use super::support::Server;

/// Settings, a request, and the error of Statamic §16 as JSON; without `Accept` it is an HTML page.
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

/// A disabled resource is answered like an unknown one.
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

/// The token gives access to REST and GraphQL; a rate limit counts down and is reset after a minute.
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
