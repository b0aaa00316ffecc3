//! Differences between the versions beyond the recordings (Statamic, Part C).

use serde_json::{Value, json};
use vitrine_demo_statamic::{StatamicProfile, StatamicVersion};

use super::support::{Server, fixture, lindhoven};

/// A link in both versions: to an entry, an asset, a URL, empty, and to a deleted target.
#[tokio::test]
async fn a_link_is_a_text_or_an_object() {
    let server = Server::of_version(&lindhoven(), StatamicProfile::Stock, StatamicVersion::Six).await;
    let stored = [
        "entry::pages/contact",
        "asset::assets::site/lindhoven.svg",
        "https://a.example",
        "",
        "entry::pages/none",
    ];
    for link in stored {
        let link_of = async || {
            let home = server.data("/api/globals/site?site=nl-NL").await;
            home["usps"][0]["link"].clone()
        };
        let usps = json!([{"id": "a", "text": "x", "link": link}]);
        let edit = json!({"global": "site", "site": "nl-NL", "fields": {"usps": usps}});
        if server
            .state
            .edit_global(serde_json::from_value(edit).expect("an edit"))
            .is_err()
        {
            assert_eq!(link, "entry::pages/none", "what is not there cannot be stored");
            continue;
        }
        server.set(json!({"version": 6}));
        let six = link_of().await;
        server.set(json!({"version": 5}));
        let five = link_of().await;
        assert_eq!(six["url"], five, "{link}");
        let keys: Vec<&String> = six.as_object().expect("an object").keys().collect();
        let wanted: &[&str] = match link {
            "entry::pages/contact" => &["id", "title", "url", "permalink", "api_url"],
            "asset::assets::site/lindhoven.svg" => &["id", "url", "permalink", "api_url", "alt"],
            _ => &["url"],
        };
        assert_eq!(keys, wanted, "{link}");
    }
}

/// The token of version 6 only protects REST; the middleware of a version 5 installation protects both.
#[tokio::test]
async fn the_token_of_version_6_does_not_guard_graphql() {
    let server = Server::stock().await;
    for (version, graphql) in [(5, 401), (6, 200)] {
        server.set(json!({"version": version, "bearer": "t"}));
        assert_eq!(server.get("/api/globals").await.status, 401);
        assert_eq!(server.get("/graphql?query={ping}").await.status, graphql, "{version}");
    }
}

/// `POST /!/csrf` of version 6 gives a session its token, with which a form is accepted; version 5 has no such route.
#[tokio::test]
async fn version_6_issues_the_token_that_forms_require() {
    let server = Server::of_version(&fixture(), StatamicProfile::Stock, StatamicVersion::Six).await;
    let begun = server.send("POST", "/!/csrf", Some("application/json")).await;
    let token = begun.json()["csrf"].as_str().expect("a token").to_owned();
    assert_eq!((begun.status, token.len()), (200, 40));
    let cookie = begun
        .header("set-cookie")
        .split(';')
        .next()
        .expect("a cookie")
        .to_owned();
    for (token, cookie, status) in [
        (token.as_str(), cookie.as_str(), 200),
        ("wrong", cookie.as_str(), 419),
        (token.as_str(), "statamic-session=another", 419),
        (token.as_str(), "", 419),
    ] {
        let headers = [
            ("Accept", "application/json"),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("X-CSRF-TOKEN", token),
            ("Cookie", cookie),
        ];
        let sent = Some(b"email=a%40b.example&privacy=1".to_vec());
        let answer = server.request("POST", "/!/forms/newsletter", &headers, sent).await;
        assert_eq!(answer.status, status, "{token} {cookie}: {}", answer.text);
    }
    server.set(json!({"version": 5}));
    assert_eq!(
        server.send("POST", "/!/csrf", Some("application/json")).await.status,
        404
    );
}

/// A date in separate form fields (`date[date]`), as version 5 accepts it from a browser and in multipart.
#[tokio::test]
async fn a_date_of_version_5_comes_in_brackets_too() {
    let server = Server::of_version(&lindhoven(), StatamicProfile::Extended, StatamicVersion::Five).await;
    let rest =
        "showroom=breda&type=interior&time_slot=10:00&first_name=a&last_name=b&email=a%40b.example&phone=1&privacy=1";
    for (date, status, stored) in [
        ("date[date]=2026-12-24&date[time]=", 200, json!("2026-12-24")),
        ("date[date]=2026-12-24", 200, json!("2026-12-24")),
        ("date[date]=24-12-2026", 422, Value::Null),
        ("date[time]=10:00", 422, Value::Null),
        ("date=2026-12-24", 422, Value::Null),
        ("date[]=2026-12-24", 422, Value::Null),
    ] {
        let answer = server.submit("showroom_appointment", &format!("{rest}&{date}")).await;
        assert_eq!(answer.status, status, "{date}: {}", answer.text);
        assert_eq!(answer.json()["submission"]["date"], stored, "{date}");
    }
}

/// Only versions 5 and 6 are accepted.
#[test]
fn another_version_is_refused() {
    for (number, known) in [(5, true), (6, true), (4, false), (7, false)] {
        let settings = serde_json::from_value::<vitrine_demo_statamic::StatamicSettings>(json!({"version": number}));
        assert_eq!(settings.is_ok(), known, "{number}");
    }
}
