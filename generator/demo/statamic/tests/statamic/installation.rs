//! Settings of an installation (Statamic §15, §16).

use std::path::Path;

use serde_json::{Value, json};

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

/// Part C: after `php please cache:clear`, the first list of pages has no addresses, as recorded, in each site; the
/// cache keeps it for an hour, a different query string gets a correct one, and any save clears the cache.
#[tokio::test]
async fn a_cold_stache_answers_without_addresses_for_an_hour() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/run6-cold-stache-null-uri.json");
    let real: Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
    let server = Server::stock().await;
    for site in ["nl-NL", "en-GB"] {
        server.set(json!({"api_cache": true, "cold_stache": true}));
        let list =
            format!("/api/collections/pages/entries?filter%5Bsite%5D={site}&limit=100&sort=id&fields=id,uri,url");
        let cold = server.data(&list).await;
        let keys = |entry: &Value| entry.as_object().expect("an entry").keys().cloned().collect::<Vec<_>>();
        let real = &real["body"]["data"][0];
        assert_eq!(keys(&cold[0]), keys(real));
        assert_eq!((&cold[0]["uri"], &cold[0]["url"]), (&real["uri"], &real["url"]));
        let all = |list: &Value| {
            list.as_array()
                .expect("a list")
                .iter()
                .filter(|entry| entry["uri"].is_null())
                .count()
        };
        assert_eq!(all(&cold), cold.as_array().expect("a list").len(), "of every page");
        assert_eq!(server.data(&list).await, cold, "it is kept");
        assert_eq!(
            all(&server.data(&format!("{list}&_=1")).await),
            0,
            "another address has a right one"
        );
        server.clock.set("2026-02-01T13:00:01Z".parse().expect("a timestamp"));
        assert_eq!(all(&server.data(&list).await), 0, "it is kept for an hour");
        server.clock.set(super::support::start());
        server.set(json!({"api_cache": true, "cold_stache": true}));
        let edit = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Thuis"}});
        server
            .state
            .edit_entry(serde_json::from_value(edit).expect("an edit"))
            .expect("the edit");
        let brands = server.data("/api/collections/brands/entries").await;
        assert_eq!(all(&brands), 0, "what is no tree has its addresses");
        assert!(all(&server.data(&list).await) > 0);
        server.state.reset();
    }
}

/// Part C: a 404 of a disabled resource is cached for an hour even after it is enabled; a save clears it.
#[tokio::test]
async fn a_404_is_kept_as_well() {
    let server = Server::stock().await;
    for path in [
        "/api/taxonomies/categories/terms",
        "/api/forms",
        "/api/navs/main/tree?site=nl-NL",
    ] {
        let off = path.split('/').nth(2).expect("a resource").to_owned();
        server.set(json!({"api_cache": true, "off": [off]}));
        assert_eq!(server.get(path).await.status, 404, "{path}");
        server.set(json!({"api_cache": true}));
        assert_eq!(server.get(path).await.status, 404, "{path} is kept");
        let sign = if path.contains('?') { '&' } else { '?' };
        assert_eq!(server.get(&format!("{path}{sign}_=1")).await.status, 200, "{path}");
        let edit = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Thuis"}});
        server
            .state
            .edit_entry(serde_json::from_value(edit).expect("an edit"))
            .expect("the edit");
        assert_eq!(server.get(path).await.status, 200, "{path} after a save");
    }
}
