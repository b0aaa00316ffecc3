//! Login, logout, registration and passwords through the API, against the demo's Shopware: R-ACCT-01, R-ACCT-04,
//! R-ACCT-06, R-CHK-09, R-I18N-05, rules 7, 10, 12 and 16.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::customers::{CHAIR, Customers, PASSWORD, WAX, faults};

/// R-ACCT-01: "Login, logout, register (private, business with company and VAT id, password confirmation), forgot
/// password, reset password." Each with the calls that the screens make, including the mails in between.
#[tokio::test]
async fn r_acct_01_login_logout_register_forgot_and_reset() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    let registered = browser.register("noor@example.com").await;
    assert_eq!(registered["outcome"], "logged-in");
    let customer = &registered["session"]["customer"];
    assert_eq!(
        *customer,
        json!({"logged_in": true, "guest": false, "account_type": "private", "first_name": "Noor"})
    );
    assert_eq!(shop.mail().await["kind"], "customer_registered");
    let session = browser.post("/api/account/logout", &json!({"everywhere": false})).await["session"].clone();
    assert_eq!(session["customer"], Value::Null);
    let answer = browser.log_in("NOOR@example.com", PASSWORD).await;
    assert_eq!(
        answer.json()["session"]["customer"]["first_name"],
        "Noor",
        "in any case"
    );
    browser.post("/api/account/logout", &json!({"everywhere": true})).await;

    assert_eq!(
        browser
            .post("/api/account/recover", &json!({"email": "noor@example.com"}))
            .await,
        json!({})
    );
    let hash = shop.hash_of_mail().await;
    let check = browser.post("/api/account/recover/check", &json!({"hash": hash})).await;
    assert_eq!(check, json!({"usable": true}));
    let reset =
        json!({"hash": hash, "new_password": "nieuw-wachtwoord-9", "new_password_confirmation": "nieuw-wachtwoord-9"});
    assert_eq!(browser.post("/api/account/reset", &reset).await, json!({}));
    assert_eq!(browser.customer().await, Value::Null, "a new password logs nobody in");
    let check = browser.post("/api/account/recover/check", &json!({"hash": hash})).await;
    assert_eq!(check, json!({"usable": false}), "a link works once");
    let again = browser.call("POST", "/api/account/reset", Some(&reset)).await;
    assert_eq!(again.refused(), (410, "LINK_NOT_USABLE".to_owned()));
    assert_eq!(browser.log_in("noor@example.com", PASSWORD).await.status, 403);
    assert_eq!(
        browser.log_in("noor@example.com", "nieuw-wachtwoord-9").await.status,
        200
    );
}

/// R-ACCT-01: "register (private, business with company and VAT id, password confirmation)": a business registers with
/// its company and VAT id; each field that is missing, too short or different is reported in the page's language.
#[tokio::test]
async fn r_acct_01_a_business_registers_and_every_fault_is_named() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    let mut business = shop.registration("inkoop@example.com");
    business["account_type"] = json!("business");
    business["vat_id"] = json!("NL004495445B01");
    let without = browser.call("POST", "/api/account/register", Some(&business)).await;
    assert_eq!(without.status, 400);
    assert_eq!(
        faults(&without),
        [(
            "/billing_address/company".into(),
            "Vul de naam van het bedrijf in.".into()
        )]
    );
    business["billing_address"]["company"] = json!("Atelier Maas BV");
    let answer = browser.post("/api/account/register", &business).await;
    assert_eq!(answer["session"]["customer"]["account_type"], "business");
    let profile = browser.done("GET", "/api/account", None).await["profile"].clone();
    assert_eq!(
        (&profile["company"], &profile["vat_ids"]),
        (&json!("Atelier Maas BV"), &json!(["NL004495445B01"]))
    );

    let mut wrong = shop.registration("geen adres");
    for (field, value) in [
        ("first_name", json!(" ")),
        ("last_name", json!("")),
        ("password", json!("")),
        ("password_confirmation", json!("anders")),
    ] {
        wrong[field] = value;
    }
    let refused = shop.browser().call("POST", "/api/account/register", Some(&wrong)).await;
    let pointers: Vec<String> = faults(&refused).into_iter().map(|(pointer, _)| pointer).collect();
    assert_eq!(
        pointers,
        [
            "/first_name",
            "/last_name",
            "/email",
            "/password",
            "/password_confirmation"
        ]
    );
    let mut short = shop.registration("kort@example.com");
    short["password"] = json!("kort");
    short["password_confirmation"] = json!("kort");
    let refused = shop.browser().call("POST", "/api/account/register", Some(&short)).await;
    let text = "Dit wachtwoord is te kort. Kies minstens 8 tekens.";
    assert_eq!(faults(&refused), [("/password".into(), text.into())]);
    // With the account's own password this would be a login.
    let mut taken = shop.registration("inkoop@example.com");
    for field in ["password", "password_confirmation"] {
        taken[field] = json!("een ander wachtwoord");
    }
    let refused = shop.browser().call("POST", "/api/account/register", Some(&taken)).await;
    assert_eq!(faults(&refused)[0].0, "/email");
}

/// R-ACCT-01, R-ROUTE-14: with double opt-in, login is refused until the link in the mail is opened; it points to the
/// shop's own domain, and works once.
#[tokio::test]
async fn r_acct_01_a_registration_is_confirmed_by_its_mail() {
    let shop = Customers::start().await;
    shop.control("POST", "/accounts", Some(&json!({"double_opt_in": true})))
        .await;
    let mut browser = shop.browser();
    let registered = browser.register("optin@example.com").await;
    assert_eq!(
        (&registered["outcome"], &registered["session"]["customer"]),
        (&json!("confirm-email"), &Value::Null)
    );
    let early = browser.log_in("optin@example.com", PASSWORD).await;
    let wrong = browser.log_in("optin@example.com", "fout-wachtwoord").await;
    assert_eq!(early.refused(), (403, "LOGIN_REFUSED".to_owned()));
    assert_eq!(early.text(), wrong.text(), "rule 12: one text for every failure");
    let mail = shop.mail().await;
    let link = mail["links"][0].as_str().expect("a link");
    assert!(link.starts_with(shop.demo.shopware_url()), "rule 7: {link}");
    let (_, query) = link.split_once("?em=").expect("both secrets");
    let (em, hash) = query.split_once("&hash=").expect("both secrets");
    for body in [
        json!({"hash": "x".repeat(32), "em": em}),
        json!({"hash": hash, "em": "a".repeat(40)}),
        json!({"hash": "", "em": ""}),
        json!({"hash": "../../x", "em": em}),
    ] {
        let refused = browser.call("POST", "/api/account/register/confirm", Some(&body)).await;
        assert_eq!(refused.refused(), (410, "LINK_NOT_USABLE".to_owned()), "{body}");
        assert!(!refused.text().contains(em), "Shopware's text contains the right one");
    }
    let body = json!({"hash": hash, "em": em});
    let confirmed = browser.post("/api/account/register/confirm", &body).await;
    assert_eq!(
        (&confirmed["outcome"], &confirmed["session"]["customer"]["logged_in"]),
        (&json!("logged-in"), &json!(true))
    );
    let again = browser.post("/api/account/register/confirm", &body).await;
    assert_eq!(again["outcome"], "already-confirmed");
}

/// Rule 12, R-SESS: an unknown address, a wrong password and an inactive account get the same answer, sent at a
/// multiple of a fixed duration; a recovery answers every address the same way, after a fixed time.
#[tokio::test]
async fn rule_12_no_answer_reveals_which_accounts_exist() {
    let step = Duration::from_millis(300);
    let shop = Customers::with(|config| config.limits.refusal_step = step).await;
    shop.browser().register("noor@example.com").await;
    let mut told = Vec::new();
    for email in ["noor@example.com", "niemand@example.com"] {
        let started = Instant::now();
        let answer = shop.browser().log_in(email, "fout-wachtwoord").await;
        assert!(started.elapsed() >= step, "{email}");
        assert_eq!(answer.refused(), (403, "LOGIN_REFUSED".to_owned()));
        told.push(answer.text());
    }
    assert_eq!(told[0], told[1]);
    for email in ["noor@example.com", "niemand@example.com"] {
        let started = Instant::now();
        let answer = shop
            .browser()
            .call("POST", "/api/account/recover", Some(&json!({"email": email})))
            .await;
        assert_eq!((answer.status, answer.text().as_str()), (200, "{}"), "{email}");
        assert!(started.elapsed() >= Duration::from_millis(200), "{email}");
        assert!(answer.set_cookies().is_empty(), "{email}");
    }
    // A slow mail server is not noticeable either.
    let slow = json!({"backend": "shopware", "method": "POST", "path": "/store-api/account/recovery-password", "kind": "delay", "delay_ms": 3_000});
    shop.control("POST", "/faults", Some(&slow)).await;
    let started = Instant::now();
    shop.browser()
        .post("/api/account/recover", &json!({"email": "noor@example.com"}))
        .await;
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

/// R-ACCT-06: "Logged in = customer has id, is active and not guest. Customer session = id and not guest. Guest session
/// = guest flag."
#[tokio::test]
async fn r_acct_06_a_guest_is_not_logged_in() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    let guest = json!({"email": "gast@example.com", "vat_id": null, "accept_privacy": true, "billing_address": shop.address(), "shipping_address": null});
    browser.post("/api/checkout/guest", &guest).await;
    let customer = browser.customer().await;
    assert_eq!(
        (&customer["logged_in"], &customer["guest"]),
        (&json!(false), &json!(true))
    );
    assert!(!browser.cookies.contains_key("vitrine-customer"));
    for (method, path, body) in [
        ("GET", "/api/account", None),
        ("DELETE", "/api/account", Some(json!({"password": PASSWORD}))),
        (
            "PATCH",
            "/api/account/profile",
            Some(json!({"salutation_id": null, "first_name": "A", "last_name": "B"})),
        ),
    ] {
        let refused = browser.call(method, path, body.as_ref()).await;
        assert_eq!(refused.refused(), (403, "LOGIN_REQUIRED".to_owned()), "{method} {path}");
    }
    browser.register("noor@example.com").await;
    assert_eq!(browser.customer().await["logged_in"], true);
    assert_eq!(browser.cookies.get("vitrine-customer").map(String::as_str), Some("1"));
    browser.post("/api/account/logout", &json!({"everywhere": false})).await;
    assert!(!browser.cookies.contains_key("vitrine-customer"));
}

/// R-ACCT-04: "Profile shows customer_number, email, salutation, first_name, last_name, company, vat_id, account type;
/// name and salutation can be changed; change password (current, new, confirmation). E-mail and VAT id are read-only …;
/// the change-e-mail call (email, confirmation, password) exists behind `account.change_email = false`."
#[tokio::test]
async fn r_acct_04_the_profile_is_shown_and_changed() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    let mut business = shop.registration("inkoop@example.com");
    business["account_type"] = json!("business");
    business["vat_id"] = json!("NL004495445B01");
    business["billing_address"]["company"] = json!("Atelier Maas BV");
    browser.post("/api/account/register", &business).await;
    let account = browser.done("GET", "/api/account", None).await;
    let profile = &account["profile"];
    assert!(
        profile["customer_number"]
            .as_str()
            .is_some_and(|number| !number.is_empty()),
        "{profile}"
    );
    assert_eq!(
        (
            &profile["email"],
            &profile["first_name"],
            &profile["last_name"],
            &profile["account_type"],
            &profile["registered_on"]
        ),
        (
            &json!("inkoop@example.com"),
            &json!("Noor"),
            &json!("Visser"),
            &json!("business"),
            &json!("2026-11-21")
        )
    );
    assert_eq!(profile["salutation"], Value::Null, "none was chosen");
    assert!(account["default_billing_address_id"].is_string());
    let salutations = account["salutations"].as_array().expect("salutations");
    let mrs = salutations.iter().find(|one| one["key"] == "mrs").expect("mrs");
    let change = json!({"salutation_id": mrs["id"], "first_name": " Zoë ", "last_name": "de Wit"});
    let changed = browser.done("PATCH", "/api/account/profile", Some(&change)).await["profile"].clone();
    assert_eq!(
        (&changed["first_name"], &changed["last_name"], &changed["salutation_id"]),
        (&json!("Zoë"), &json!("de Wit"), &mrs["id"])
    );
    assert_eq!(
        (&changed["company"], &changed["vat_ids"], &changed["account_type"]),
        (
            &json!("Atelier Maas BV"),
            &json!(["NL004495445B01"]),
            &json!("business")
        ),
        "Shopware erases what is not sent"
    );
    let email = json!({"email": "nieuw@example.com", "email_confirmation": "nieuw@example.com", "password": PASSWORD});
    assert_eq!(account["change_email_allowed"], false);
    let closed = browser.call("POST", "/api/account/email", Some(&email)).await;
    assert_eq!(closed.refused(), (404, "NOT_FOUND".to_owned()));
}

/// R-ACCT-04: the call to change the e-mail address, where the configuration allows it.
#[tokio::test]
async fn r_acct_04_the_email_address_is_changed_where_that_is_allowed() {
    let shop = Customers::with(|config| config.account.change_email = true).await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    shop.browser().register("bezet@example.com").await;
    let ask = |email: &str, again: &str, password: &str| json!({"email": email, "email_confirmation": again, "password": password});
    for (body, pointer) in [
        (
            ask("nieuw@example.com", "anders@example.com", PASSWORD),
            "/email_confirmation",
        ),
        (
            ask("nieuw@example.com", "nieuw@example.com", "fout-wachtwoord"),
            "/password",
        ),
        (ask("bezet@example.com", "bezet@example.com", PASSWORD), "/email"),
    ] {
        let refused = browser.call("POST", "/api/account/email", Some(&body)).await;
        assert_eq!((refused.status, faults(&refused)[0].0.as_str()), (400, pointer));
    }
    let changed = browser
        .post(
            "/api/account/email",
            &ask("nieuw@example.com", "nieuw@example.com", PASSWORD),
        )
        .await;
    assert_eq!(changed["profile"]["email"], "nieuw@example.com");
    assert_eq!(shop.browser().log_in("nieuw@example.com", PASSWORD).await.status, 200);
}

/// R-ACCT-01, R-ACCT-04: the account can be deleted; afterwards logging in fails, and its token is invalid.
#[tokio::test]
async fn an_account_is_deleted() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let before = browser.clone();
    let wrong = json!({"password": "fout-wachtwoord"});
    let refused = browser.call("DELETE", "/api/account", Some(&wrong)).await;
    let text = "Dit is niet uw huidige wachtwoord.";
    assert_eq!(
        (refused.status, faults(&refused)),
        (400, vec![("/password".into(), text.into())])
    );
    assert_eq!(browser.customer().await["logged_in"], true, "nothing was deleted");
    let answer = browser
        .done("DELETE", "/api/account", Some(&json!({"password": PASSWORD})))
        .await;
    assert_eq!(answer["session"]["customer"], Value::Null);
    assert_ne!(browser.session_cookie(), before.session_cookie());
    assert_eq!(browser.log_in("noor@example.com", PASSWORD).await.status, 403);
    let mut before = before;
    assert_eq!(before.call("GET", "/api/account", None).await.status, 403);
}

/// R-CHK-01: "the cart survives each" of login and register; R-SESS: changes of the cart by a login are reported.
#[tokio::test]
async fn r_chk_01_the_cart_survives_login_logout_and_registration() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(CHAIR, 2).await;
    browser.register("noor@example.com").await;
    assert_eq!(browser.cart().await["item_count"], 2, "registered in place");
    browser.post("/api/account/logout", &json!({"everywhere": false})).await;
    assert_eq!(browser.cart().await["item_count"], 0, "the cart is the customer's");
    assert_eq!(browser.cookies.get("vitrine-cart").map_or("0", String::as_str), "0");
    browser.add(WAX, 3).await;
    let session = browser.log_in("noor@example.com", PASSWORD).await.json()["session"].clone();
    assert_eq!(session["item_count"], 5);
    let cart = browser.cart().await;
    assert_eq!(cart["item_count"], 5);
    let changes = cart["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["kind"], "added");
    let text = changes[0]["message"].as_str().expect("a text");
    assert!(
        text.ends_with("uit een eerder bezoek ligt nu ook in uw winkelwagen."),
        "{text}"
    );
}

/// R-CHK-09: "Default payment method: kept with the customer where the backend has it (`change-payment-method`, 6.6),
/// else with the session (PATCH /context); the payment methods offered are those of the session's context."
#[tokio::test]
async fn r_chk_09_the_payment_method_is_kept_with_the_customer_or_the_session() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.add(WAX, 1).await;
    browser.register("noor@example.com").await;
    let checkout = browser.done("GET", "/api/checkout", None).await;
    let offered = checkout["payment_methods"].as_array().expect("methods");
    let other = offered
        .iter()
        .find(|method| method["id"] != checkout["payment_method_id"])
        .expect("another");
    let choose = json!({"payment_method_id": other["id"]});
    let chosen = browser.done("PATCH", "/api/checkout", Some(&choose)).await;
    assert_eq!(chosen["checkout"]["payment_method_id"], other["id"], "in the session");
    let calls = shop.control("GET", "/calls", None).await;
    let path = format!(
        "/store-api/account/change-payment-method/{}",
        other["id"].as_str().expect("an id")
    );
    let kept = |calls: &Value| {
        calls["calls"]
            .as_array()
            .expect("calls")
            .iter()
            .filter(|call| call["path"] == path.as_str())
            .count()
    };
    assert_eq!(kept(&calls), 1, "with the customer");
    // 6.7 has no such call: the session stores it, and the call is not tried again.
    let gone = json!({"backend": "shopware", "method": "POST", "path": "/store-api/account/change-payment-method", "kind": "status", "status": 404});
    shop.control("POST", "/faults", Some(&gone)).await;
    for _ in 0..2 {
        let chosen = browser.done("PATCH", "/api/checkout", Some(&choose)).await;
        assert_eq!(chosen["checkout"]["payment_method_id"], other["id"]);
    }
    assert_eq!(kept(&shop.control("GET", "/calls", None).await), 2);
}

/// R-I18N-05: "A locale switch also switches the language of the commerce context (change-language with the locale's
/// id)": of the session, and of the customer, whose mails use it.
#[tokio::test]
async fn r_i18n_05_a_locale_switch_is_kept_with_the_customer() {
    let shop = Customers::start().await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    browser.locale = "de";
    browser.done("PATCH", "/api/session", Some(&json!({}))).await;
    let calls = shop.control("GET", "/calls", None).await;
    let calls = calls["calls"].as_array().expect("calls");
    let to = |path: &str| calls.iter().filter(|call| call["path"] == path).count();
    assert_eq!(to("/store-api/account/change-language"), 1);
    assert!(
        calls
            .iter()
            .any(|call| call["method"] == "PATCH" && call["path"] == "/store-api/context")
    );
    let mut stranger = shop.browser();
    stranger.add(WAX, 1).await;
    stranger.locale = "de";
    stranger.done("PATCH", "/api/session", Some(&json!({}))).await;
    let calls = shop.control("GET", "/calls", None).await;
    let again = calls["calls"]
        .as_array()
        .expect("calls")
        .iter()
        .filter(|call| call["path"] == "/store-api/account/change-language");
    assert_eq!(again.count(), 1, "a visitor has no language to keep");
}

/// R-ACCT-07 server side, rule 12, rule 5: hostile inputs of every account call. None is answered with a 500, none is
/// repeated in an answer, and each is refused with the matching error.
#[tokio::test]
async fn hostile_inputs_are_refused_and_never_a_500() {
    let shop = Customers::with(|config| {
        config.account.change_email = true;
        config.limits.recovery_answer = Duration::ZERO;
    })
    .await;
    let mut browser = shop.browser();
    browser.register("noor@example.com").await;
    let hostile = [
        json!(""),
        json!(" "),
        json!("\u{0}"),
        json!("a@b.nl\r\nBcc: x@example.com"),
        json!("' OR 1=1 --"),
        json!("<script>alert(1)</script>"),
        json!("../../../etc/passwd"),
        json!("{{7*7}}${7*7}"),
        json!("\u{202e}gpj.exe"),
        json!("é".repeat(5_000)),
        json!("a".repeat(300)),
        json!("💥".repeat(60)),
        json!("%00%0a"),
        json!(null),
        json!(0),
        json!(-1.5),
        json!(true),
        json!([]),
        json!({"$gt": ""}),
        json!(["noor@example.com", "x@example.com"]),
    ];
    let registration = shop.registration("nieuw@example.com");
    let cases = [
        (
            "POST",
            "/api/account/login",
            json!({"email": "noor@example.com", "password": "x"}),
        ),
        ("POST", "/api/account/logout", json!({"everywhere": false})),
        ("POST", "/api/account/register", registration),
        (
            "POST",
            "/api/account/register/confirm",
            json!({"hash": "x".repeat(32), "em": "y".repeat(40)}),
        ),
        ("POST", "/api/account/recover", json!({"email": "noor@example.com"})),
        ("POST", "/api/account/recover/check", json!({"hash": "x".repeat(32)})),
        (
            "POST",
            "/api/account/reset",
            json!({"hash": "x".repeat(32), "new_password": PASSWORD, "new_password_confirmation": PASSWORD}),
        ),
        (
            "PATCH",
            "/api/account/profile",
            json!({"salutation_id": null, "first_name": "A", "last_name": "B"}),
        ),
        (
            "POST",
            "/api/account/password",
            json!({"password": "x", "new_password": PASSWORD, "new_password_confirmation": PASSWORD}),
        ),
        (
            "POST",
            "/api/account/email",
            json!({"email": "a@b.nl", "email_confirmation": "a@b.nl", "password": "x"}),
        ),
    ];
    let mut asked = 0;
    for (method, path, good) in &cases {
        let fields: Vec<String> = good.as_object().expect("an object").keys().cloned().collect();
        for field in &fields {
            for value in &hostile {
                let mut body = good.clone();
                body[field] = value.clone();
                asked += 1;
                // Each from a different address, so that the input is refused and not the number of attempts.
                let address = format!("2001:db8:{:x}:{:x}::1", asked / 65_536, asked % 65_536);
                let answer = browser.clone().at(&address).call(method, path, Some(&body)).await;
                let what = format!("{method} {path} {field}: {} {}", answer.status, answer.text());
                assert!(answer.status < 500, "{what}");
                if let Some(text) = value.as_str().filter(|text| text.len() > 12) {
                    assert!(!answer.text().contains(text), "{what}");
                }
            }
        }
        for body in [
            "",
            "{",
            "[]",
            "null",
            "\"x\"",
            "{\"email\":1,\"email\":2}",
            "{\"a\":{\"a\":{\"a\":{}}}}",
            "\u{feff}{}",
        ] {
            let answer = browser.ask(method, path).body(body).send().await;
            assert!(
                (400..500).contains(&answer.status),
                "{method} {path} {body}: {}",
                answer.status
            );
        }
    }
    assert!(asked > 500, "{asked}");
}
