//! What the desk shows, and what its forms do.

use serde_json::{Value, json};

use super::{ANNA, Desk, ENTRY, LOOKER, PASSWORD, SECRET, TITLE};

/// "The desk at /desk … login from the configuration … sessions HttpOnly, strict": a password opens it, logging out ends the
/// session for good, and every answer is stored and indexed nowhere.
#[tokio::test]
async fn a_password_opens_the_desk_until_logging_out() {
    let desk = Desk::start().await;
    let stranger = desk.ask("GET", "/desk").send().await;
    assert_eq!(
        (stranger.status, stranger.header("location")),
        (303, Some("/desk/login"))
    );
    let page = desk.ask("GET", "/desk/login").send().await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Log in to the desk"), "{}", page.text());

    let answer = desk.try_login(ANNA, PASSWORD).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/desk")));
    let [line] = answer.set_cookies()[..] else {
        panic!("one cookie")
    };
    for part in [
        "vitrine-desk=",
        "; Path=/;",
        "HttpOnly",
        "SameSite=Strict",
        "Max-Age=43200",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert_eq!(line.split(['=', ';']).nth(1).map(str::len), Some(64), "256 bits");

    let session = desk.login(ANNA).await;
    let home = desk.get(&session, "/desk").await;
    assert_eq!(home.status, 200);
    assert_eq!(home.header("cache-control"), Some("no-store"));
    assert_eq!(home.header("x-robots-tag"), Some("noindex, nofollow"));
    assert_eq!(home.header("x-frame-options"), Some("DENY"));
    let policy = home.header("content-security-policy").expect("a policy");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert!(
        !home.text().contains("<style") && !home.text().contains(" style="),
        "nothing inline"
    );
    assert_eq!(
        desk.get(&session, "/desk/login").await.header("location"),
        Some("/desk")
    );

    let left = desk.post(&session, "/desk/logout", &[]).await;
    assert_eq!((left.status, left.header("location")), (303, Some("/desk/login")));
    assert!(left.set_cookies()[0].contains("Max-Age=0"), "{:?}", left.set_cookies());
    assert_eq!(desk.get(&session, "/desk").await.status, 303, "the session is over");
    assert_eq!(
        desk.get(&session, "/api/desk").await.refused(),
        (403, "HOOK_REFUSED".to_owned())
    );
}

#[tokio::test]
async fn with_https_the_cookie_is_of_this_host_alone() {
    let desk = Desk::with(|config| config.https = true).await;
    let answer = desk.try_login(ANNA, PASSWORD).await;
    let line = answer.set_cookies()[0];
    assert!(
        line.starts_with("__Host-vitrine-desk=") && line.ends_with("; Secure"),
        "{line}"
    );
}

#[tokio::test]
async fn without_users_there_is_no_desk() {
    let desk = Desk::with(|config| config.desk = vitrine_api::DeskSettings::default()).await;
    for path in ["/desk", "/desk/login", "/desk/desk.css"] {
        assert_eq!(desk.ask("GET", path).send().await.status, 404, "{path}");
    }
    assert_eq!(desk.by_secret("/api/desk").await.status, 200, "machines need no user");
}

/// "each save with who, what, when; … live or refused, with the reason and the entry's edit link", as pages and as JSON; texts
/// of editors and backends are escaped.
#[tokio::test]
async fn a_save_is_shown_with_who_what_when_and_what_became_of_it() {
    let desk = Desk::start().await;
    desk.saved(&json!("Noor <i>")).await;
    desk.saved(&json!("Sanne")).await;
    let session = desk.login(LOOKER).await;
    let home = desk.get(&session, "/desk").await.text();
    for wanted in [
        "Noor &lt;i&gt;",
        "by Sanne",
        "&lt;script&gt;alert(1)&lt;&#x2f;script&gt;",
        "https:&#x2f;&#x2f;cms.test&#x2f;cp&#x2f;collections&#x2f;pages&#x2f;entries&#x2f;1",
        "badge failed",
        "badge live",
        "3 pages.",
        "Live since <time datetime=\"2026-11-29T10:41:07Z\">",
        "the CMS answered &lt;script&gt;",
    ] {
        assert!(home.contains(wanted), "{wanted} in {home}");
    }
    assert!(!home.contains(TITLE) && !home.contains("Noor <i>"), "escaped");
    assert!(!home.contains("action=\"/desk/build\""), "who may look may not build");

    let told = desk.get(&session, "/api/desk").await.json();
    let [second, first] = told["saves"].as_array().expect("saves").as_slice() else {
        panic!("two saves: {told}")
    };
    assert_eq!(
        (&first["state"], &first["by"], &first["n"]),
        (&json!("live"), &json!("Noor <i>"), &json!(1))
    );
    assert_eq!(first["live_at"], "2026-11-29T10:41:07Z");
    assert_eq!(first["pages"], json!({ "added": 0, "changed": 3, "removed": 0 }));
    assert_eq!(
        (&first["what"][0]["id"], &first["what"][0]["title"]),
        (&json!(ENTRY), &json!(TITLE))
    );
    assert_eq!(
        (&second["state"], &second["error"]),
        (&json!("failed"), &json!(format!("the CMS answered {TITLE}")))
    );

    let page = desk.get(&session, "/desk/saves/1").await;
    assert_eq!(page.status, 200);
    let page = page.text();
    assert!(
        page.contains("/desk/compare?from=one&amp;to=two&amp;page=%2Fprivacy%22%3E%3Ci%3E"),
        "{page}"
    );
    assert!(!page.contains("/privacy\"><i>"), "escaped: {page}");
    assert_eq!(desk.get(&session, "/desk/saves/99").await.status, 404);
    assert_eq!(desk.get(&session, "/desk/saves/one").await.status, 404);
}

/// "receipts: from a signed callback or by polling": the secret of a hook tells what became of an entry.
#[tokio::test]
async fn a_receipt_tells_what_became_of_the_last_save_of_an_entry() {
    let desk = Desk::start().await;
    desk.saved(&json!("Noor")).await;
    let receipt = desk.by_secret(&format!("/api/desk/receipts?entry={ENTRY}")).await;
    assert_eq!(receipt.header("cache-control"), Some("no-store"));
    let receipt = receipt.json();
    assert_eq!(
        (&receipt["entry"], &receipt["save"]["state"]),
        (&json!(ENTRY), &json!("live"))
    );
    assert_eq!(receipt["save"]["pages"]["changed"], 3);
    let other = desk.by_secret("/api/desk/receipts?entry=other").await.json();
    assert_eq!(
        (other["save"].clone(), other["release"].clone()),
        (Value::Null, json!("two"))
    );
    for query in [
        "",
        "?entry=",
        "?entry=../x",
        "?entry=a&entry=b",
        &format!("?entry={}", "x".repeat(65)),
    ] {
        let refused = desk.by_secret(&format!("/api/desk/receipts{query}")).await;
        assert_eq!(refused.refused(), (400, "INVALID_REQUEST".to_owned()), "{query}");
    }
    for secret in ["", "Bearer ", "Bearer wrong-secret-of-the-cms-0000", SECRET] {
        let ask = desk.ask("GET", &format!("/api/desk/receipts?entry={ENTRY}"));
        let refused = ask.with("Authorization", secret).send().await;
        assert_eq!(refused.refused(), (403, "HOOK_REFUSED".to_owned()), "{secret}");
    }
}

/// "releases with their differences, 'go back to this one' with what it would change": it is asked once, and goes back only
/// from the release that the user was shown.
#[tokio::test]
async fn going_back_shows_what_it_changes_and_is_done_by_its_own_form() {
    let desk = Desk::start().await;
    let session = desk.login(ANNA).await;
    let list = desk.get(&session, "/desk/releases").await.text();
    assert!(list.contains("3 pages against the one before"), "{list}");
    assert!(
        list.contains("href=\"/desk/releases/one/return\"") && !list.contains("releases/two/return"),
        "{list}"
    );
    let changes = desk.get(&session, "/desk/releases/two").await.text();
    assert!(changes.contains("Against release one"), "{changes}");
    let asked = desk.get(&session, "/desk/releases/one/return").await.text();
    assert!(
        asked.contains("Go back to release one?") && asked.contains("name=\"from\" value=\"two\""),
        "{asked}"
    );
    assert_eq!(desk.shelf.gone_back(), [""; 0], "nothing was done yet");

    let stale = desk
        .post(&session, "/desk/releases/one/return", &[("from", "three")])
        .await;
    assert_eq!(stale.status, 409, "{}", stale.text());
    let done = desk
        .post(&session, "/desk/releases/one/return", &[("from", "two")])
        .await;
    assert_eq!((done.status, done.header("location")), (303, Some("/desk?told=back")));
    assert_eq!(desk.shelf.gone_back(), ["one"]);
    desk.saved(&json!("Noor")).await;
    let home = desk.get(&session, "/desk").await.text();
    assert!(
        home.contains("A former release is live") && home.contains("/desk/releases/two/return"),
        "{home}"
    );
    assert!(home.contains("badge taken-back"), "{home}");
    for path in [
        "/desk/releases/three/return",
        "/desk/releases/..%2Fone/return",
        "/desk/releases//return",
    ] {
        assert_eq!(desk.get(&session, path).await.status, 404, "{path}");
    }

    let built = desk.post(&session, "/desk/build", &[]).await;
    assert_eq!(built.header("location"), Some("/desk?told=asked"));
    assert_eq!(*desk.builder.asked.lock().expect("a count"), 1);
}

/// "a side-by-side of before and after … the text and attributes that differ, readable".
#[tokio::test]
async fn before_and_after_are_side_by_side() {
    let desk = Desk::start().await;
    let session = desk.login(LOOKER).await;
    let page = desk.get(&session, "/desk/compare?from=one&to=two&page=/privacy").await;
    assert_eq!(page.status, 200, "{}", page.text());
    let page = page.text();
    assert!(
        page.contains("<del>Before </del>&lt;script&gt;") && page.contains("<ins>After </ins>"),
        "{page}"
    );
    assert!(!page.contains("The same."), "what is the same is not shown");
    for query in [
        "",
        "?from=one&to=two",
        "?from=one&to=three&page=/privacy",
        "?from=one&to=two&page=/none",
    ] {
        assert_eq!(
            desk.get(&session, &format!("/desk/compare{query}")).await.status,
            404,
            "{query}"
        );
    }
}

/// "findings by entry; … the state of backends, mail, outbox and hooks; what could not be delivered", in each language.
#[tokio::test]
async fn findings_and_state_are_shown_in_three_languages() {
    let desk = Desk::start().await;
    let session = desk.login(LOOKER).await;
    for (language, findings, state) in [
        ("en", "and 2 more", "Everything that was received is delivered."),
        ("nl", "en nog 2", "Alles wat is ontvangen, is bezorgd."),
        ("de", "und 2 weiteren", "Alles, was eingegangen ist, ist zugestellt."),
    ] {
        let ask = |path: &str| desk.ask("GET", path).with("Accept-Language", language);
        let page = ask("/desk/findings")
            .with("Cookie", &session.cookie)
            .send()
            .await
            .text();
        assert!(
            page.contains(findings) && page.contains(&format!("<html lang=\"{language}\"")),
            "{page}"
        );
        assert!(page.contains("entry pages&#x2f;privacy"), "{page}");
        let page = ask("/desk/state").with("Cookie", &session.cookie).send().await.text();
        assert!(page.contains(state), "{page}");
    }
    let chosen = desk
        .form("/desk/language", &[("to", "nl"), ("back", "/desk/state")])
        .send()
        .await;
    assert_eq!((chosen.status, chosen.header("location")), (303, Some("/desk/state")));
    let line = chosen.set_cookies()[0];
    assert!(line.starts_with("vitrine-desk-language=nl; Path=/desk"), "{line}");
    for back in [
        "https://evil.test/",
        "//evil.test",
        "/cart",
        "/desk/../cart",
        "\\\\evil",
        "",
    ] {
        let led = desk
            .form("/desk/language", &[("to", "nl"), ("back", back)])
            .send()
            .await;
        assert_eq!(led.header("location"), Some("/desk"), "{back}");
    }
}
