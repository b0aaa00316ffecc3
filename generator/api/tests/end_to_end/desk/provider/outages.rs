//! A provider that is down, slow or broken.

use std::time::Duration;

use serde_json::json;
use wiremock::ResponseTemplate;

use super::{
    CONFIGURATION, DOOR, Desk, KEYS, Key, StandIn, TOKEN, UNPROVEN, arrive_well, leave, provider_settings, refused,
    session_of,
};

const UNAVAILABLE: &str = "You cannot log in with Lindhoven &lt;ID&gt; now.";

/// Answers that are none.
fn broken() -> Vec<(&'static str, ResponseTemplate)> {
    let ok = || ResponseTemplate::new(200);
    let huge = format!("{{\"x\": \"{}\"}}", "x".repeat(300 * 1024));
    vec![
        ("500", ResponseTemplate::new(500).set_body_json(json!({}))),
        ("404", ResponseTemplate::new(404)),
        ("HTML", ok().set_body_raw("<html></html>", "text/html")),
        ("JSON as HTML", ok().set_body_raw("{}", "text/html")),
        ("broken JSON", ok().set_body_raw("{\"issuer\":", "application/json")),
        ("a list", ok().set_body_json(json!([]))),
        ("huge", ok().set_body_raw(huge, "application/json")),
        ("slow", ok().set_body_json(json!({})).set_delay(Duration::from_secs(30))),
        (
            "elsewhere",
            ResponseTemplate::new(302).insert_header("Location", CONFIGURATION),
        ),
    ]
}

async fn impatient(provider: &StandIn) -> Desk {
    let settings = provider_settings(provider);
    Desk::with(|config| {
        config.limits.backend_timeout = Duration::from_secs(2);
        config.desk.provider = Some(settings);
    })
    .await
}

/// "provider down / slow / 500 / HTML / huge, discovery with another issuer".
#[tokio::test]
async fn a_provider_that_is_not_right_is_told_and_asked_again() {
    let key = Key::ec("one");
    let provider = StandIn::start(&[&key]).await;
    let desk = impatient(&provider).await;
    let mut rows = broken();
    let wrong = [
        ("another issuer", "issuer", "https://evil.example"),
        ("plain http", "token_endpoint", "http://provider.example/token"),
        ("a script", "authorization_endpoint", "javascript:alert(1)"),
        ("a password", "jwks_uri", "https://a:b@provider.example/keys"),
        ("no address", "authorization_endpoint", "/authorize"),
    ];
    for (what, name, value) in wrong {
        let mut configuration = provider.configuration();
        configuration[name] = value.into();
        rows.push((what, ResponseTemplate::new(200).set_body_json(configuration)));
    }
    for (what, answer) in rows {
        provider.answers_with(CONFIGURATION, answer);
        let answer = desk.form(DOOR, &[]).send().await;
        refused(&answer, 503, UNAVAILABLE, what);
        assert_eq!(answer.set_cookies(), Vec::<&str>::new(), "{what}");
    }
    provider.answers(CONFIGURATION, &provider.configuration());
    for (what, answer) in broken() {
        provider.publishes(&[&key]);
        let left = leave(&desk).await;
        provider.answers_with(TOKEN, answer);
        let expected = if what == "a list" {
            (403, UNPROVEN)
        } else {
            (503, UNAVAILABLE)
        };
        refused(&arrive_well(&desk, &left).await, expected.0, expected.1, what);
    }
    for (error, expected) in [
        ("invalid_grant", (403, UNPROVEN)),
        ("invalid_client", (503, UNAVAILABLE)),
    ] {
        let left = leave(&desk).await;
        let answer = ResponseTemplate::new(400).set_body_json(json!({ "error": error }));
        provider.answers_with(TOKEN, answer);
        refused(&arrive_well(&desk, &left).await, expected.0, expected.1, error);
    }
    for (what, answer) in broken() {
        provider.answers_with(KEYS, answer);
        let left = leave(&desk).await;
        provider.gives(&key.sign(&left.claims(&provider)));
        refused(&arrive_well(&desk, &left).await, 503, UNAVAILABLE, what);
    }
    provider.publishes(&[&key]);
    let left = leave(&desk).await;
    provider.gives(&key.sign(&left.claims(&provider)));
    session_of(&desk, &arrive_well(&desk, &left).await).await;

    let mut gone = provider_settings(&provider);
    drop(provider);
    // A port that nothing listens on: it was bound and let go.
    let port = std::net::TcpListener::bind("127.0.0.1:0")
        .and_then(|bound| bound.local_addr())
        .expect("a port")
        .port();
    gone.issuer = format!("http://127.0.0.1:{port}");
    let desk = Desk::with(|config| config.desk.provider = Some(gone)).await;
    refused(&desk.form(DOOR, &[]).send().await, 503, UNAVAILABLE, "down");
}
