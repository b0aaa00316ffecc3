//! What strangers, other sites, small roles and broken requests get.

use serde_json::{Value, json};

use super::{ANNA, Desk, ENTRY, LOOKER, PASSWORD};

/// Every door behind the login, with what it needs.
const PAGES: [&str; 8] = [
    "/desk",
    "/desk/saves/1",
    "/desk/releases",
    "/desk/releases/two",
    "/desk/releases/one/return",
    "/desk/compare?from=one&to=two&page=/privacy",
    "/desk/findings",
    "/desk/state",
];
const FORMS: [(&str, &[(&str, &str)]); 3] = [
    ("/desk/build", &[]),
    ("/desk/releases/one/return", &[("from", "two")]),
    ("/desk/logout", &[]),
];

/// "A stranger with a guessed token gets nothing."
#[tokio::test]
async fn a_guessed_token_opens_nothing() {
    let desk = Desk::with(|config| config.rates.reads = 10_000).await;
    desk.saved(&json!("Noor Vermeer")).await;
    let real = desk.login(ANNA).await;
    let hex = "0".repeat(64);
    let cut = &real.cookie[..real.cookie.len() - 1];
    let guesses = [
        String::new(),
        "vitrine-desk=".to_owned(),
        format!("vitrine-desk={hex}"),
        format!("vitrine-desk=../../{}", &hex[..58]),
        format!("vitrine-desk={}", "F".repeat(64)),
        format!("vitrine-desk={}", "x".repeat(5_000)),
        cut.to_owned(),
        real.cookie.to_uppercase(),
        real.cookie.replace("vitrine-desk", "__Host-vitrine-desk"),
    ];
    for cookie in guesses {
        for path in PAGES {
            let answer = desk.ask("GET", path).with("Cookie", &cookie).send().await;
            assert_eq!(
                (answer.status, answer.header("location")),
                (303, Some("/desk/login")),
                "{path} {cookie}"
            );
            assert!(answer.body.is_empty(), "{path}");
        }
        for (path, fields) in FORMS {
            let answer = desk.form(path, fields).with("Cookie", &cookie).send().await;
            assert_eq!(answer.status, 403, "{path} {cookie}");
            assert!(
                !answer.text().contains("Noor") && !answer.text().contains("two"),
                "{path}"
            );
        }
        for path in ["/api/desk", "/api/desk/receipts?entry=1"] {
            let answer = desk.ask("GET", path).with("Cookie", &cookie).send().await;
            assert_eq!(answer.refused(), (403, "HOOK_REFUSED".to_owned()), "{path}");
        }
        let answer = desk.ask("GET", "/api/desk/events").with("Cookie", &cookie).send().await;
        assert_eq!(answer.refused(), (403, "LOGIN_REQUIRED".to_owned()));
    }
    assert_eq!(desk.shelf.gone_back(), [""; 0]);
}

/// Rule 9: a form counts only if a page of the desk sent it, with the proof of its session.
#[tokio::test]
async fn forms_of_other_pages_change_nothing() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    let other = desk.login(ANNA).await;
    for (path, fields) in FORMS {
        let with_proof = [&[("proof", session.proof.as_str())], fields].concat();
        let good = || desk.form(path, &with_proof).with("Cookie", &session.cookie);
        let wrong = [
            ("another origin", good().with("Origin", "https://evil.test")),
            ("no origin", good().without("Origin")),
            ("a null origin", good().with("Origin", "null")),
            ("another site", good().with("Sec-Fetch-Site", "cross-site")),
            ("no fetch metadata", good().without("Sec-Fetch-Site")),
            ("no proof", desk.form(path, fields).with("Cookie", &session.cookie)),
            (
                "the proof of another session",
                desk.form(path, &[&[("proof", other.proof.as_str())], fields].concat())
                    .with("Cookie", &session.cookie),
            ),
            (
                "two proofs",
                desk.form(
                    path,
                    &[&[("proof", session.proof.as_str()), ("proof", "x")], fields].concat(),
                )
                .with("Cookie", &session.cookie),
            ),
        ];
        for (what, ask) in wrong {
            assert_eq!(ask.send().await.status, 403, "{path}: {what}");
        }
        let json = good().with("Content-Type", "application/json").send().await;
        assert_eq!(json.status, 415, "{path}");
    }
    assert_eq!(desk.shelf.gone_back(), [""; 0]);
    assert_eq!(*desk.builder.asked.lock().expect("a count"), 0);
    let foreign = desk.form("/desk/login", &[("name", ANNA), ("password", PASSWORD)]);
    let foreign = foreign.with("Origin", "https://evil.test").send().await;
    assert_eq!((foreign.status, foreign.set_cookies()), (403, Vec::new()));
}

/// "roles look and publish".
#[tokio::test]
async fn who_may_look_changes_nothing() {
    let desk = Desk::start().await;
    let session = desk.login(LOOKER).await;
    for path in ["/desk/build", "/desk/releases/one/return"] {
        let answer = desk.post(&session, path, &[("from", "two")]).await;
        assert_eq!(answer.status, 403, "{path}");
        assert!(
            answer.text().contains("You may look at this and not change it."),
            "{}",
            answer.text()
        );
    }
    assert_eq!(desk.get(&session, "/desk/releases/one/return").await.status, 403);
    assert!(!desk.get(&session, "/desk/releases").await.text().contains("/return"));
    assert_eq!(desk.shelf.gone_back(), [""; 0]);
    assert_eq!(*desk.builder.asked.lock().expect("a count"), 0);
}

/// Methods that a door does not have, paths that are no door, and bodies that are too large.
#[tokio::test]
async fn what_is_no_door_stays_shut() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    for path in ["/desk", "/desk/state", "/desk/releases", "/api/desk"] {
        for method in ["PUT", "DELETE", "PATCH", "OPTIONS"] {
            let answer = desk.ask(method, path).with("Cookie", &session.cookie).send().await;
            assert_eq!(
                (answer.status, answer.header("allow")),
                (405, Some("GET")),
                "{method} {path}"
            );
        }
    }
    assert_eq!(desk.get(&session, "/desk/build").await.header("allow"), Some("POST"));
    for path in [
        "/desk/",
        "/desk/none",
        "/desk/saves",
        "/desk/saves/1/2",
        "/desk//login",
        "/api/desk/none",
        "/desk/login/",
    ] {
        let answer = desk.get(&session, path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
    assert_ne!(
        desk.get(&session, "/desks").await.header("x-robots-tag"),
        Some("noindex, nofollow"),
        "a page of the shop"
    );
    let head = desk.ask("HEAD", "/desk").with("Cookie", &session.cookie).send().await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    let large = "x".repeat(5_000);
    let answer = desk
        .form("/desk/login", &[("name", &large), ("password", PASSWORD)])
        .send()
        .await;
    assert_eq!(answer.status, 413);
    let long = "x".repeat(2_100);
    let answer = desk
        .form("/desk/login", &[("name", &long), ("password", PASSWORD)])
        .send()
        .await;
    assert_eq!(answer.status, 400);
    let many: Vec<(&str, &str)> = vec![("name", "x"); 40];
    assert_eq!(desk.form("/desk/login", &many).send().await.status, 400);
    let answer = desk
        .get(&session, &format!("/desk/compare?{}", "a=1&".repeat(40)))
        .await;
    assert_eq!(answer.status, 400);
}

/// Rule 16: guessing is slow, and unknown names are told from known ones neither by the answer nor by the count.
#[tokio::test]
async fn passwords_cannot_be_tried_without_end() {
    let desk = Desk::start().await;
    for name in [ANNA, "Nobody"] {
        for _ in 0..5 {
            let answer = desk.try_login(name, "a wrong password").await;
            assert_eq!((answer.status, answer.set_cookies()), (403, Vec::new()), "{name}");
            assert!(answer.text().contains("do not belong together"), "{}", answer.text());
        }
        let answer = desk.try_login(name, PASSWORD).await;
        assert_eq!(answer.status, 429, "{name}: even the right one waits");
        let wait: u64 = answer
            .header("retry-after")
            .and_then(|text| text.parse().ok())
            .expect("a time");
        assert!((1..=30).contains(&wait), "{wait}");
    }
    desk.login(LOOKER).await;
    let limited = Desk::with(|config| config.rates.accounts = 2).await;
    for expected in [403, 403, 429] {
        assert_eq!(limited.try_login("Somebody", "a wrong password").await.status, expected);
    }
}

/// The name of an editor is shown at the desk alone, and only if it is one.
#[tokio::test]
async fn what_is_no_name_is_not_shown() {
    let desk = Desk::start().await;
    let no_names = [
        json!(""),
        json!("   "),
        json!("a\u{7}b"),
        json!("a\nb"),
        json!("right\u{202e}left"),
        json!("x".repeat(81)),
        json!(7),
        json!({ "name": "x" }),
        json!(["x"]),
        Value::Null,
    ];
    for name in &no_names {
        desk.saved(name).await;
        let told = desk
            .by_secret(&format!("/api/desk/receipts?entry={ENTRY}"))
            .await
            .json();
        assert_eq!(told["save"]["by"], Value::Null, "{name}");
    }
    desk.saved(&json!(" Jöran de Vries-Łukasz ")).await;
    let told = desk.by_secret("/api/desk").await.json();
    assert_eq!(told["saves"][0]["by"], "Jöran de Vries-Łukasz");
    let builder = desk.by_secret("/api/builder").await.text();
    assert!(
        !builder.contains("Vries"),
        "the report of the builder has no names: {builder}"
    );
}
