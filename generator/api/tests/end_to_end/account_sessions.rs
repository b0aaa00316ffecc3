//! The identity of a browser while sessions change: rule 10 (fresh tokens, logged-out tokens), rule 16 (attempts),
//! R-SESS-01, R-SESS-02.

use serde_json::{Value, json};
use vitrine_api::serve;
use wiremock::ResponseTemplate;

use crate::{
    customers::{CHAIR, Customers, PASSWORD, WAX, client, faults},
    shop,
    shopware::{Recorded, Shopware, header},
};

/// Rule 10, R-SESS-02: "The context token is replaced, and saved in a cookie (365 days, path /, Lax, HttpOnly, Secure
/// only on https), whenever a response carries a different one": it changes after login, registration, a new password
/// and logout.
#[tokio::test]
async fn rule_10_r_sess_02_every_change_of_identity_gives_a_fresh_token() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    let mut tokens = vec![browser.session_cookie().map(str::to_owned).expect("a session")];
    let registration = shop.registration("noor@example.com");
    let password = json!({"password": PASSWORD, "new_password": "ander-wachtwoord-2", "new_password_confirmation": "ander-wachtwoord-2"});
    for (path, body) in [
        ("/api/account/register", registration),
        ("/api/account/password", password),
        ("/api/account/logout", json!({"everywhere": false})),
        (
            "/api/account/login",
            json!({"email": "noor@example.com", "password": "ander-wachtwoord-2"}),
        ),
    ] {
        let answer = browser.call("POST", path, Some(&body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let line = answer
            .set_cookies()
            .into_iter()
            .find(|line| line.starts_with("vitrine-session="));
        let line = line.unwrap_or_else(|| panic!("{path} sets no token"));
        assert!(
            line.ends_with("; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax"),
            "{line}"
        );
        let token = browser.session_cookie().map(str::to_owned).expect("a session");
        assert!(!tokens.contains(&token), "{path}");
        tokens.push(token);
    }
    // Setting a new password through a mail's link also ends the session of this browser.
    browser
        .post("/api/account/recover", &json!({"email": "noor@example.com"}))
        .await;
    let hash = shop.hash_of_mail().await;
    let reset = json!({"hash": hash, "new_password": PASSWORD, "new_password_confirmation": PASSWORD});
    browser.post("/api/account/reset", &reset).await;
    assert_eq!(browser.session_cookie(), None);
    assert_eq!(browser.customer().await, Value::Null);
}

/// Rule 10: a token planted before a login does not give access to the customer; a logged-out token is never sent to
/// Shopware again, by this process, by another one, or after a restart.
#[tokio::test]
async fn rule_10_old_tokens_stay_invalid_after_a_restart() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    let mut thief = browser.clone();
    browser.register("noor@example.com").await;
    assert_eq!(thief.customer().await, Value::Null, "planted before the registration");
    let logged_in = browser.clone();
    browser.post("/api/account/logout", &json!({"everywhere": false})).await;
    // Somebody reads the cookie of a logged-out browser while Shopware would still accept the token.
    let mut late = logged_in.clone();
    shop.control("DELETE", "/calls", None).await;
    assert_eq!(late.customer().await, Value::Null);
    let token = logged_in.session_cookie().expect("a session");
    let sent = |calls: Value| calls.to_string().contains(token);
    assert!(!sent(shop.control("GET", "/calls", None).await), "it was not sent");

    let mut config = shop::config(shop.shop.folder.path());
    config.trusted_proxies = vec!["127.0.0.1/32".parse().expect("an address")];
    let restarted = serve(config, client(&shop.demo)).await.expect("it serves");
    let ask = crate::client::Ask::new(restarted.addr, "GET", "/api/session").locale("nl");
    let answer = ask.with("Cookie", &format!("vitrine-session={token}")).send().await;
    assert_eq!(answer.json()["customer"], Value::Null);
    assert!(!sent(shop.control("GET", "/calls", None).await), "nor after a restart");
    let names = std::fs::read_dir(shop.shop.folder.path().join("state/logged-out")).expect("the list");
    for name in names {
        assert!(
            !name.expect("a file").file_name().to_string_lossy().contains(token),
            "rule 5"
        );
    }
}

/// Issue 19, Shopware §3.2: two devices of a customer share one token and one cart. A logout, by either route, ends
/// both; a new password ends the other one and keeps this one.
#[tokio::test]
async fn a_logout_is_one_of_every_device_and_a_new_password_ends_the_others() {
    let shop = Customers::start().await;
    let mut desk = shop.browser();
    desk.register("noor@example.com").await;
    desk.add(CHAIR, 1).await;
    for everywhere in [false, true] {
        assert_eq!(desk.log_in("noor@example.com", PASSWORD).await.status, 200);
        let mut phone = shop.browser().at("203.0.113.2");
        assert_eq!(phone.log_in("noor@example.com", PASSWORD).await.status, 200);
        assert_eq!(desk.session_cookie(), phone.session_cookie(), "one session");
        assert_eq!(phone.cart().await["item_count"], 1);
        desk.post("/api/account/logout", &json!({"everywhere": everywhere}))
            .await;
        assert_eq!(phone.customer().await, Value::Null);
        assert_eq!(phone.call("GET", "/api/account", None).await.status, 403);
    }
    desk.log_in("noor@example.com", PASSWORD).await;
    let mut phone = shop.browser().at("203.0.113.2");
    phone.log_in("noor@example.com", PASSWORD).await;
    let body = |old: &str, new: &str, again: &str| json!({"password": old, "new_password": new, "new_password_confirmation": again});
    for (wrong, pointer) in [
        (body("fout-wachtwoord", "lang-genoeg-1", "lang-genoeg-1"), "/password"),
        (body(PASSWORD, "kort", "kort"), "/new_password"),
        (
            body(PASSWORD, "lang-genoeg-1", "lang-genoeg-2"),
            "/new_password_confirmation",
        ),
    ] {
        let refused = desk.call("POST", "/api/account/password", Some(&wrong)).await;
        assert_eq!((refused.status, faults(&refused)[0].0.as_str()), (400, pointer));
    }
    let changed = desk
        .post(
            "/api/account/password",
            &body(PASSWORD, "lang-genoeg-1", "lang-genoeg-1"),
        )
        .await;
    assert_eq!(
        changed["session"]["customer"]["logged_in"], true,
        "this session goes on"
    );
    assert_eq!(desk.cart().await["item_count"], 1);
    assert_eq!(phone.customer().await, Value::Null, "the others end");
    assert_eq!(shop.mail().await["kind"], "customer_password_changed");
}

/// Shopware §3.2, rule 10: if Shopware does not keep the session that changed its password, the customer is logged in
/// again with the new password, under a fresh token; the previous token is invalid.
#[tokio::test]
async fn a_changed_password_keeps_the_customer_logged_in_where_shopware_drops_the_session() {
    const BEFORE: &str = "BeforeBeforeBeforeBeforeBefore00";
    const DROPPED: &str = "DroppedDroppedDroppedDropped0000";
    const AGAIN: &str = "AgainAgainAgainAgainAgainAgain00";
    let shopware = Shopware::start().await;
    let (customer, nobody) = (
        Recorded::read("105-context-customer").body(),
        Recorded::read("000-context-anonymous").body(),
    );
    shopware
        .answer("GET", "/context", move |request: &wiremock::Request| {
            let token = header(request, "sw-context-token").unwrap_or_default().to_owned();
            let known = [BEFORE, AGAIN].contains(&token.as_str());
            ResponseTemplate::new(200)
                .set_body_json(if known { &customer } else { &nobody })
                .insert_header("sw-context-token", token)
        })
        .await;
    for (path, recording, token) in [
        ("/account/change-password", "126-change-password", DROPPED),
        ("/account/login", "133-login", AGAIN),
    ] {
        let answer = Recorded::read(recording).with_token(token);
        shopware.answer("POST", path, answer).await;
    }
    let cart = Recorded::read("055-cart-empty");
    shopware.answer("GET", "/checkout/cart", cart).await;
    shopware.answers_checkout().await;
    shopware.answers_account().await;
    let shop = shop::Shop::start(shopware.client()).await;
    let body = json!({"password": PASSWORD, "new_password": "ander-wachtwoord-2", "new_password_confirmation": "ander-wachtwoord-2"});
    let answer = shop
        .ask("POST", "/api/account/password")
        .by_page()
        .with("Cookie", &format!("vitrine-session={BEFORE}"))
        .json(&body)
        .send()
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["session"]["customer"]["logged_in"], true);
    let line = format!("vitrine-session={AGAIN}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    let tokens: Vec<String> = answer.set_cookies().into_iter().map(str::to_owned).collect();
    assert!(tokens.contains(&line), "{tokens:?}");
    let requests = shopware.requests().await;
    let login = requests.iter().find(|one| one.url.path().ends_with("/account/login"));
    let login = login.expect("the customer is logged in again");
    let sent: Value = serde_json::from_slice(&login.body).expect("JSON");
    assert_eq!(sent["password"], "ander-wachtwoord-2");
    // Rule 10: the previous token is never sent to Shopware again.
    let before = shopware.requests().await.len();
    let old = shop
        .get("/api/session")
        .with("Cookie", &format!("vitrine-session={BEFORE}"));
    assert_eq!(old.send().await.json()["customer"], Value::Null);
    let sent_again = shopware.requests().await[before..]
        .iter()
        .any(|one| header(one, "sw-context-token") == Some(BEFORE));
    assert!(!sent_again);
}

/// R-ACCT-04: if the answer is lost after the password was changed, the error says so, and the new password logs in.
#[tokio::test]
async fn a_lost_answer_to_a_new_password_is_reported_and_the_new_one_logs_in() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let token = browser.session_cookie().expect("a session").to_owned();
    // Shopware processes the call, but its session does not reach the visitor: the context of the old token is
    // anonymous.
    let lost = json!({"backend": "shopware", "method": "POST", "path": "/store-api/account/change-password", "kind": "lost", "times": 1});
    shop.control("POST", "/faults", Some(&lost)).await;
    let body = json!({"password": PASSWORD, "new_password": "ander-wachtwoord-2", "new_password_confirmation": "ander-wachtwoord-2"});
    let answer = browser.call("POST", "/api/account/password", Some(&body)).await;
    assert!(
        (500..600).contains(&answer.status),
        "a lost answer is told: {}",
        answer.status
    );
    assert_ne!(answer.status, 500);
    let mut late = browser.clone();
    assert_eq!(late.customer().await, Value::Null, "{token}");
    assert_eq!(
        browser.log_in("noor@example.com", "ander-wachtwoord-2").await.status,
        200
    );
    assert_eq!(browser.customer().await["logged_in"], true);
}

/// Rule 15: a double click on the login, with parallel reads, results in one logged-in session.
#[tokio::test]
async fn rotation_under_parallel_calls_ends_in_one_session() {
    let shop = Customers::start().await;
    shop.browser().register("noor@example.com").await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    let body = json!({"email": "noor@example.com", "password": PASSWORD});
    let login = || browser.ask("POST", "/api/account/login").json(&body).send();
    let read = || browser.ask("GET", "/api/session").send();
    let (one, two, beside, cart) = tokio::join!(login(), login(), read(), browser.ask("GET", "/api/cart").send());
    assert_eq!(
        (one.status, two.status, beside.status, cart.status),
        (200, 200, 200, 200),
        "{}",
        two.text()
    );
    let token = |answer: &crate::client::Answer| {
        let lines = answer.set_cookies();
        let line = lines.iter().find(|line| line.starts_with("vitrine-session="));
        line.map(|line| line.split(';').next().unwrap_or_default().to_owned())
    };
    assert_eq!(token(&one), token(&two), "a double click is one login");
    assert!(token(&one).is_some());
    assert_eq!(
        token(&beside).or(token(&one)),
        token(&one),
        "a read takes nobody's session away"
    );
    browser.keep(&beside);
    browser.keep(&one);
    assert_eq!(browser.customer().await["logged_in"], true);
    assert_eq!(browser.cart().await["item_count"], 1);
    // A change that another tab has started with the old token is reported, not made in a cart that is not visible.
    let mut tab = shop.browser();
    tab.add(WAX, 1).await;
    let old = tab.clone();
    tab.log_in("noor@example.com", PASSWORD).await;
    let late = old
        .ask("POST", "/api/cart/line-items")
        .json(&json!({"product_id": WAX, "quantity": 1}))
        .send()
        .await;
    assert_eq!(late.refused(), (409, "SESSION_CHANGED".to_owned()));
}

/// R-SESS-01, Shopware §3.1: an expired session has no customer; the account reports it, and a login starts a new one.
#[tokio::test]
async fn an_expired_session_is_reported_and_a_login_starts_a_new_one() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let token = browser.session_cookie().expect("a session").to_owned();
    shop.control("POST", &format!("/sessions/{token}/expire"), None).await;
    let refused = browser.call("GET", "/api/account", None).await;
    assert_eq!(refused.refused(), (403, "SESSION_EXPIRED".to_owned()));
    assert_ne!(browser.session_cookie(), Some(token.as_str()), "R-SESS-02");
    assert!(
        !browser.cookies.contains_key("vitrine-customer"),
        "the page knows that nobody is logged in"
    );
    assert_eq!(browser.log_in("noor@example.com", PASSWORD).await.status, 200);
    assert_eq!(browser.customer().await["logged_in"], true);
}

/// Rule 16: "per IP, per account and per pair, real address only from the listed proxy; a throttled stranger never
/// blocks the owner". Wrong passwords are throttled; the error states the remaining time.
#[tokio::test]
async fn rule_16_wrong_passwords_are_throttled_with_the_time_to_wait() {
    let shop = Customers::start().await;
    let mut owner = shop.browser();
    owner.register("noor@example.com").await;
    owner.post("/api/account/logout", &json!({"everywhere": false})).await;
    let mut stranger = shop.browser().at("198.51.100.9");
    for _ in 0..5 {
        assert_eq!(
            stranger.log_in("noor@example.com", "geraden-wachtwoord").await.status,
            403
        );
    }
    for (locale, text) in [
        ("nl", "Dat waren veel pogingen. Probeer het over 30 seconden opnieuw."),
        ("en", "That was a lot of attempts. Try again in 30 seconds."),
        (
            "de",
            "Das waren viele Versuche. Versuchen Sie es in 30 Sekunden wieder.",
        ),
    ] {
        stranger.locale = locale;
        // The correct password is refused too during the wait.
        let refused = stranger.log_in("noor@example.com", PASSWORD).await;
        assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()));
        assert_eq!(refused.header("retry-after"), Some("30"));
        assert_eq!(refused.json()["errors"][0]["detail"], text);
    }
    let unknown = shop.browser().at("198.51.100.10");
    let mut unknown = unknown;
    for _ in 0..5 {
        assert_eq!(
            unknown.log_in("niemand@example.com", "geraden-wachtwoord").await.status,
            403
        );
    }
    assert_eq!(
        unknown.log_in("niemand@example.com", "geraden-wachtwoord").await.status,
        429,
        "known or not"
    );
    assert_eq!(
        owner.log_in("noor@example.com", PASSWORD).await.status,
        200,
        "the owner is not blocked"
    );
    let calls = shop.control("GET", "/calls", None).await;
    let logins = calls["calls"]
        .as_array()
        .expect("calls")
        .iter()
        .filter(|call| call["path"] == "/store-api/account/login");
    let told: Vec<&str> = logins
        .filter_map(|call| call["headers"]["x-forwarded-for"].as_str())
        .collect();
    assert!(
        told.contains(&"198.51.100.9") && told.contains(&"203.0.113.1"),
        "Shopware counts by the visitor: {told:?}"
    );
}

/// Rule 16: attempts per minute from one address are limited, whatever they try; Shopware's own limit is passed on as
/// such.
#[tokio::test]
async fn rule_16_attempts_of_an_address_and_limits_of_shopware_are_reported() {
    let shop = Customers::with(|config| config.rates.accounts = 3).await;
    let mut browser = shop.browser();
    for number in 0..3 {
        let email = format!("klant{number}@example.com");
        assert_eq!(browser.log_in(&email, "geraden-wachtwoord").await.status, 403);
    }
    assert_eq!(
        browser.log_in("klant9@example.com", "x").await.refused(),
        (429, "RATE_LIMITED".to_owned())
    );
    let limited = json!({"backend": "shopware", "method": "POST", "path": "/store-api/account/login", "kind": "status", "status": 429, "retry_after": 150});
    shop.control("POST", "/faults", Some(&limited)).await;
    let mut other = shop.browser().at("203.0.113.77");
    let refused = other.log_in("noor@example.com", PASSWORD).await;
    assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()));
    let text = "Dat waren veel pogingen. Probeer het over 3 minuten opnieuw.";
    assert_eq!(
        (refused.header("retry-after"), &refused.json()["errors"][0]["detail"]),
        (Some("150"), &json!(text))
    );
}

/// Rule 16: a visitor is told Shopware's wait wherever its answer has it: in its body, which is the wait of this attempt, or in the header.
#[tokio::test]
async fn rule_16_the_wait_of_shopware_is_told_wherever_its_answer_has_it() {
    let body = |meta: Value| {
        json!({"errors": [{
            "status": "429", "code": "FRAMEWORK__RATE_LIMIT_EXCEEDED", "title": "Too Many Requests", "meta": meta,
        }]})
    };
    let seconds = |value: Value| json!({"parameters": {"seconds": value}});
    for (locale, in_header, meta, wait) in [
        ("nl", None, seconds(json!(90)), Some("90")),
        ("en", None, seconds(json!(7)), Some("7")),
        ("de", Some("150"), seconds(json!(90)), Some("90")),
        ("nl", Some("30"), json!([]), Some("30")),
    ] {
        let shopware = Shopware::anonymous().await;
        let mut limited = ResponseTemplate::new(429).set_body_json(body(meta.clone()));
        if let Some(wait) = in_header {
            limited = limited.insert_header("retry-after", wait);
        }
        shopware.answer("POST", "/account/login", limited).await;
        let shop = shop::Shop::start(shopware.client()).await;
        let login = json!({"email": "noor@example.com", "password": PASSWORD});
        let answer = shop.ask("POST", "/api/account/login").by_page().locale(locale);
        let answer = answer.json(&login).send().await;
        assert_eq!(answer.refused(), (429, "RATE_LIMITED".to_owned()), "{meta}");
        assert_eq!(answer.header("retry-after"), wait, "{in_header:?} {meta}");
    }
}

/// Rules 12 and 14: while Shopware is down, a login and a recovery report it, and no attempt is counted.
#[tokio::test]
async fn a_backend_that_is_down_is_reported_and_counts_no_attempt() {
    let shop = Customers::with(|config| config.limits.breaker_failures = 1_000).await;
    shop.browser().register("noor@example.com").await;
    let down =
        json!({"backend": "shopware", "method": "POST", "path": "/store-api/account", "kind": "status", "status": 503});
    shop.control("POST", "/faults", Some(&down)).await;
    for _ in 0..8 {
        let answer = shop.browser().log_in("noor@example.com", PASSWORD).await;
        assert_eq!(answer.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    }
    let answer = shop
        .browser()
        .call(
            "POST",
            "/api/account/recover",
            Some(&json!({"email": "noor@example.com"})),
        )
        .await;
    assert_eq!(answer.refused(), (502, "BACKEND_UNAVAILABLE".to_owned()));
    shop.control("DELETE", "/faults", None).await;
    assert_eq!(shop.browser().log_in("noor@example.com", PASSWORD).await.status, 200);
}

/// Rule 16: all spellings of an account that Shopware's database compares as equal count as one account for its limit:
/// accents, width, case, invisible characters, and forms of the host. Other accounts are not affected.
#[tokio::test]
async fn rule_16_an_account_is_not_guessed_by_other_spellings_of_its_address() {
    let customers = Customers::start().await;
    customers.browser().register("doel@example.test").await;
    let guesses = [
        "doel@example.test",
        "D\u{f3}el@Example.test",
        "\u{10f}oel@example.test",
        "\u{ff44}oel@example.test",
        "do\u{301}el@ex\u{e4}mple.test",
    ];
    for guess in guesses {
        let refused = customers.browser().log_in(guess, "geraden-wachtwoord").await;
        assert_ne!(refused.status, 429, "{guess:?}: {}", refused.text());
    }
    for spelling in [
        "doel@example.test",
        "doe\u{142}@example.test",
        "doel@EX\u{c4}MPLE.test",
        "\u{1d41d}oel@example.test",
    ] {
        let refused = customers.browser().log_in(spelling, PASSWORD).await;
        assert_eq!(refused.status, 429, "{spelling:?}: {}", refused.text());
    }
    let other = customers
        .browser()
        .log_in("noor@m\u{fc}nchen.de", "geraden-wachtwoord")
        .await;
    assert_ne!(other.status, 429);
    let mut noor = customers.browser();
    noor.register("noor@m\u{fc}nchen.de").await;
    assert_eq!(noor.customer().await["logged_in"], true, "it goes on registering");
}

/// Shopware ends a session a day after its row was written, and each change of the context writes a row, even one that
/// changes nothing (Shopware §25.5): an anonymous cart survives any number of changes and language switches, and a
/// customer's is restored at login.
#[tokio::test]
async fn a_cart_is_there_a_day_after_one_two_and_five_changes() {
    let later = json!({"now": "2026-11-22T07:27:00Z"});
    for changes in [1_u32, 2, 5] {
        let customers = Customers::start().await;
        let mut anonymous = customers.browser();
        let mut customer = customers.browser();
        customer.register("noor@example.test").await;
        for round in 0..changes {
            for browser in [&mut anonymous, &mut customer] {
                browser.locale = ["nl", "nl", "en"][round as usize % 3];
                if browser.locale == "nl" {
                    browser.add(WAX, 1).await;
                }
                browser.done("PATCH", "/api/session", Some(&json!({}))).await;
            }
        }
        let pieces = anonymous.cart().await["item_count"].clone();
        assert_ne!(pieces, 0);
        customers.control("POST", "/clock", Some(&later)).await;
        let token = anonymous.session_cookie().map(str::to_owned);
        let cart = anonymous.cart().await;
        assert_eq!(
            (&cart["item_count"], &cart["notice"]),
            (&pieces, &Value::Null),
            "{changes} changes"
        );
        assert_eq!(anonymous.session_cookie().map(str::to_owned), token);

        let ended = customer.cart().await;
        assert_eq!(ended["notice"]["code"], "session-expired");
        assert_eq!(customer.log_in("noor@example.test", PASSWORD).await.status, 200);
        assert_eq!(
            customer.cart().await["item_count"],
            pieces,
            "it comes back with the login"
        );
    }
}
