//! Withdrawing from a contract (law §4a): "API stores an immutable record (UTC + local time) before calling Shopware; if Shopware is down, still record and mail";
//! "receipt without undue delay on a durable medium with content, date and time"; "rate limit; do not reveal whether an order exists"; works without JavaScript.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};
use vitrine_api::ApiConfig;
use wiremock::ResponseTemplate;

use crate::{
    client::{Answer, Ask},
    mailbox::Mailbox,
    shop::Shop,
    shopware::{Recorded, Shopware},
};

const ROUTE: &str = "/revocation-request-form";
const KEY: &str = "5a1f0c9e7b3d4826a0e4c1d2b3f4a596";

fn statement() -> Value {
    json!({
        "key": KEY, "name": "Noor Visser", "email": "noor@example.test", "order_number": "10042",
        "items": "2 x stoel", "comment": null
    })
}

fn sent() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({"individualSuccessMessage": "", "apiAlias": "x"}))
}

fn soon(config: &mut ApiConfig) {
    config.limits.withdrawal_retry = Duration::from_millis(20);
    config.limits.breaker_pause = Duration::from_millis(20);
}

async fn withdraw(shop: &Shop, statement: &Value) -> Answer {
    shop.ask("POST", "/api/withdrawals")
        .by_page()
        .json(statement)
        .send()
        .await
}

/// The files of a kind: records (`""`), `.pending`, `.done`.
fn files(folder: &Path, kind: &str) -> Vec<Value> {
    let entries = fs::read_dir(folder.join("state/withdrawals")).expect("the folder");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let of_kind = names.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_suffix(&format!("{kind}.json"))
            .is_some_and(|id| id.len() == 32)
    });
    of_kind
        .map(|path| serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON"))
        .collect()
}

/// Looks until something is so; deliveries go on after the answer.
async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    for _ in 0..2_000 {
        if let Some(found) = look() {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what} did not come about");
}

/// The deliveries of the one record, once nothing is left to do.
async fn delivered(shop: &Shop) -> Value {
    until("a whole delivery", || files(shop.folder.path(), ".done").pop()).await
}

#[tokio::test]
async fn law_4a_the_record_is_on_disk_before_shopware_is_called_and_holds_both_times() {
    let shopware = Shopware::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    crate::shop::release(folder.path(), "one");
    crate::shop::go_live(folder.path(), "one");
    let path = folder.path().to_owned();
    let recorded_before = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&recorded_before);
    shopware
        .answer("POST", ROUTE, move |_: &wiremock::Request| {
            count.store(files(&path, "").len(), Ordering::SeqCst);
            sent()
        })
        .await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::in_folder(folder, shopware.client(), |c| c.mail = Some(config)).await;
    let answer = withdraw(&shop, &statement()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    let record = files(shop.folder.path(), "")
        .pop()
        .expect("a record when the answer is there");
    let (utc, local) = (
        record["received_at"].clone(),
        record["received_local"].as_str().expect("a time").to_owned(),
    );
    assert_eq!(told["received_at"], utc, "UTC");
    assert!(local.ends_with("[Europe/Amsterdam]"), "local time: {local}");
    let zoned: jiff::Zoned = local.parse().expect("a time");
    assert_eq!(utc, json!(zoned.timestamp().to_string()), "the same moment");
    for (key, value) in [
        ("name", "Noor Visser"),
        ("email", "noor@example.test"),
        ("order_number", "10042"),
        ("items", "2 x stoel"),
        ("locale", "nl"),
    ] {
        assert_eq!(record[key], json!(value), "its content");
    }
    let done = delivered(&shop).await;
    assert_eq!(
        recorded_before.load(Ordering::SeqCst),
        1,
        "recorded, then Shopware was called"
    );
    for channel in ["customer", "shop", "shopware"] {
        assert_eq!(done[channel]["state"], "delivered", "what was delivered where: {done}");
    }
    assert_eq!(
        files(shop.folder.path(), "").pop(),
        Some(record),
        "the record never changes"
    );
    let asked = shopware.requests().await;
    let body: Value = serde_json::from_slice(&asked.last().expect("a call").body).expect("JSON");
    assert_eq!(body["email"], "noor@example.test");
    assert_eq!(body["contractNumber"], "10042");
    assert_eq!(
        (&body["firstName"], &body["lastName"]),
        (&json!("Noor"), &json!("Visser"))
    );
}

#[tokio::test]
async fn law_4a_the_receipt_comes_by_mail_with_content_date_and_time_in_three_languages() {
    let shopware = Shopware::start().await;
    shopware
        .answer("POST", ROUTE, Recorded::read("149-revocation-form-absent-in-66"))
        .await;
    for (locale, words, month) in [
        ("nl", "Wij hebben uw ontbinding ontvangen", " uur (CE"),
        ("en", "We have received your withdrawal", " (CE"),
        ("de", "Wir haben Ihren Widerruf erhalten", " Uhr (CE"),
    ] {
        let mailbox = Mailbox::start().await;
        let config = mailbox.config();
        let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
        let ask = shop.ask("POST", "/api/withdrawals").by_page().locale(locale);
        let told = ask.json(&statement()).send().await.json();
        assert_eq!(told["mailed"], json!(true));
        let mails = mailbox.wait_for(2).await;
        let [(to, receipt), (desk, notice)] = &mails[..] else {
            panic!("two mails")
        };
        assert_eq!((to.as_str(), desk.as_str()), ("noor@example.test", "desk@shop.test"));
        assert!(receipt.contains(&format!("Subject: {words}, ")), "{receipt}");
        for held in [
            "Noor Visser",
            "10042",
            "2 x stoel",
            told["reference"].as_str().expect("a reference"),
        ] {
            assert!(
                receipt.contains(held) && notice.contains(held),
                "{held}: {receipt} {notice}"
            );
        }
        let at = told["received_on"].as_str().expect("a time");
        assert!(at.contains(month) && at.contains("202"), "date and time: {at}");
        assert!(notice.contains("Reply-To: noor@example.test"), "{notice}");
        let lower = receipt.to_lowercase();
        for promise in ["geaccepteerd", "akkoord", "accepted", "akzeptiert", "angenommen"] {
            assert!(!lower.contains(promise), "\"received\", not \"accepted\": {promise}");
        }
        let done = delivered(&shop).await;
        assert_eq!(
            done["shopware"]["state"], "absent",
            "404 with the code 0: older versions have no such route"
        );
    }
}

#[tokio::test]
async fn law_4a_without_mail_the_receipt_says_so() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    let told = withdraw(&shop, &statement()).await.json();
    assert_eq!(told["mailed"], json!(false));
}

#[tokio::test]
async fn law_4a_while_shopware_is_down_it_is_recorded_and_mailed_and_shopware_gets_it_later() {
    let shopware = Shopware::start().await;
    let up = Arc::new(AtomicUsize::new(0));
    let state = Arc::clone(&up);
    shopware
        .answer("POST", ROUTE, move |_: &wiremock::Request| {
            match state.load(Ordering::SeqCst) {
                0 => ResponseTemplate::new(503),
                _ => sent(),
            }
        })
        .await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| {
        soon(c);
        c.mail = Some(config);
    })
    .await;
    assert_eq!(withdraw(&shop, &statement()).await.status, 200);
    mailbox.wait_for(2).await;
    let failed = until("a failed try", || {
        files(shop.folder.path(), ".pending")
            .pop()
            .filter(|one| one["shopware"]["state"] == "failed")
    })
    .await;
    assert_eq!(failed["customer"]["state"], "delivered", "{failed}");
    up.store(1, Ordering::SeqCst);
    assert_eq!(delivered(&shop).await["shopware"]["state"], "delivered");
    assert_eq!(mailbox.mails().len(), 2, "what was delivered is not sent again");
}

/// The process ends after the record was written: the next one delivers it.
#[tokio::test]
async fn law_4a_a_record_outlives_the_process() {
    let shopware = Shopware::start().await;
    let down = ResponseTemplate::new(503);
    shopware.answer("POST", ROUTE, down).await;
    // Nothing listens there: the mails cannot be handed over either.
    let mailbox = Mailbox::start().await;
    let mut nowhere = mailbox.config();
    nowhere.port = 1;
    let first = Shop::with(shopware.client(), |c| c.mail = Some(nowhere)).await;
    let told = withdraw(&first, &statement()).await.json();
    until("a failed try of each channel", || {
        let noted = files(first.folder.path(), ".pending").pop()?;
        ["customer", "shop", "shopware"]
            .iter()
            .all(|one| noted[one]["state"] == "failed")
            .then_some(())
    })
    .await;
    let Shop { folder, running } = first;
    running.stop().await;
    // As if the process had ended between the record and the first try.
    for entry in fs::read_dir(folder.path().join("state/withdrawals")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.to_string_lossy().ends_with(".pending.json") {
            fs::remove_file(path).expect("removed");
        }
    }
    let other = Shopware::start().await;
    other.answer("POST", ROUTE, sent()).await;
    let config = mailbox.config();
    let second = Shop::in_folder(folder, other.client(), |c| c.mail = Some(config)).await;
    let done = delivered(&second).await;
    assert_eq!(done["shopware"]["state"], "delivered");
    let mails = mailbox.wait_for(2).await;
    let reference = told["reference"].as_str().expect("a reference");
    assert!(
        mails.iter().all(|(_, text)| text.contains(reference)),
        "with the time of its receipt"
    );
    let record = files(second.folder.path(), "").pop().expect("the record");
    assert_eq!(record["received_at"], told["received_at"]);
}

#[tokio::test]
async fn what_shopware_refuses_is_given_up_and_what_it_throttles_is_tried_later() {
    for (status, code, state) in [
        (400, "VIOLATION::IS_BLANK_ERROR", "given_up"),
        (429, "FRAMEWORK__RATE_LIMIT_EXCEEDED", "failed"),
        (500, "0", "failed"),
    ] {
        let shopware = Shopware::start().await;
        let answer = ResponseTemplate::new(status).set_body_json(json!({"errors": [{
            "status": status.to_string(), "code": code, "title": "x", "detail": "Bcc: noor@example.test",
            "meta": {"parameters": {"seconds": 90}}
        }]}));
        shopware.answer("POST", ROUTE, answer).await;
        let shop = Shop::start(shopware.client()).await;
        assert_eq!(
            withdraw(&shop, &statement()).await.status,
            200,
            "the receipt depends on no delivery"
        );
        let kind = if state == "given_up" { ".done" } else { ".pending" };
        let noted = until("a try", || {
            files(shop.folder.path(), kind)
                .pop()
                .filter(|one| one["shopware"]["state"] == state)
        })
        .await;
        let cause = noted["shopware"]["cause"].as_str().expect("a cause");
        assert!(
            cause.contains(&status.to_string()) && !cause.contains("noor"),
            "{cause}"
        );
        if status == 429 {
            let again: jiff::Timestamp = noted["shopware"]["again_at"]
                .as_str()
                .expect("a time")
                .parse()
                .expect("a time");
            let wait = again.duration_since(jiff::Timestamp::now()).as_secs();
            assert!((60..=90).contains(&wait), "as long as Shopware says: {wait}");
        }
    }
}

#[tokio::test]
async fn a_recipient_that_is_refused_for_good_is_given_up_and_the_shop_is_told() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
    let mut to_nobody = statement();
    to_nobody["email"] = json!("refused@example.test");
    assert_eq!(withdraw(&shop, &to_nobody).await.status, 200);
    let done = delivered(&shop).await;
    assert_eq!(done["customer"]["state"], "given_up");
    assert_eq!(done["shop"]["state"], "delivered");
}

/// "Do not reveal whether an order exists": Shopware is asked nothing, and the answer is the same.
#[tokio::test]
async fn law_4a_every_order_number_has_the_same_answer() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let shop = Shop::start(shopware.client()).await;
    let mut shapes = Vec::new();
    for number in ["10042", "99999", "no such order", "'; drop table orders; --"] {
        let mut one = statement();
        one["order_number"] = json!(number);
        let answer = withdraw(&shop, &one).await;
        assert_eq!(answer.status, 200, "{number}");
        assert!(answer.set_cookies().is_empty(), "it begins no session");
        let mut told = answer.json();
        for key in ["reference", "received_at", "received_on"] {
            assert!(told[key].take().is_string(), "{key}");
        }
        shapes.push(told);
    }
    assert!(shapes.windows(2).all(|two| two[0] == two[1]));
    let asked = shopware.requests().await;
    assert!(
        asked.iter().all(|one| one.url.path().ends_with(ROUTE)),
        "nothing is looked up"
    );
}

#[tokio::test]
async fn law_4a_the_same_statement_sent_again_is_one_withdrawal() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let shop = Shop::with(shopware.client(), |c| c.mail = Some(config)).await;
    let same = statement();
    let (one, two, three) = tokio::join!(withdraw(&shop, &same), withdraw(&shop, &same), withdraw(&shop, &same));
    let first = one.json();
    assert_eq!(two.json(), first, "a double click");
    assert_eq!(three.json(), first);
    delivered(&shop).await;
    assert_eq!(withdraw(&shop, &statement()).await.json(), first, "a lost answer");
    assert_eq!(files(shop.folder.path(), "").len(), 1);
    assert_eq!(mailbox.mails().len(), 2, "no second mail");
    let mut other = statement();
    other["items"] = json!("3 x stoel");
    assert_ne!(
        withdraw(&shop, &other).await.json()["reference"],
        first["reference"],
        "another statement"
    );
}

/// Rule 16: by address, and by address and e-mail address; a stranger does not block the owner.
#[tokio::test]
async fn law_4a_withdrawals_are_limited() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| {
        c.trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
        c.rates.withdrawals = 20;
    })
    .await;
    let from = |address: &str, email: &str| {
        let mut one = statement();
        one["email"] = json!(email);
        let ask = shop.ask("POST", "/api/withdrawals").by_page();
        ask.with("X-Forwarded-For", address).json(&one).send()
    };
    for _ in 0..10 {
        assert_eq!(from("203.0.113.1", "noor@example.test").await.status, 200);
    }
    let refused = from("203.0.113.1", "Noor@Example.test").await;
    assert_eq!(
        refused.refused(),
        (429, "RATE_LIMITED".to_owned()),
        "mails to one address"
    );
    assert!(refused.header("retry-after").is_some(), "with the time to wait");
    assert_eq!(
        from("203.0.113.2", "noor@example.test").await.status,
        200,
        "the owner elsewhere"
    );
    for number in 0..9 {
        assert_eq!(
            from("203.0.113.1", &format!("a{number}@example.test")).await.status,
            200
        );
    }
    let refused = from("203.0.113.1", "b@example.test").await;
    assert_eq!(refused.refused().0, 429, "one address");
}

#[tokio::test]
async fn hostile_statements_are_refused_at_their_fields_and_none_is_a_500() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| c.rates.withdrawals = 1_000).await;
    let long = |count: usize| "ä".repeat(count);
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("  \u{a0} ")),
        ("name", json!("Noor\r\nBcc: all@example.test")),
        ("name", json!("a\0b")),
        ("name", json!("\u{202e}rooN")),
        ("name", json!(long(201))),
        ("email", json!("")),
        ("email", json!("noor")),
        ("email", json!("noor@example.test, other@example.test")),
        ("email", json!("noor@example.test\r\nBcc: all@example.test")),
        ("email", json!("\"<script>\"@example.test")),
        ("email", json!(format!("{}@example.test", "a".repeat(250)))),
        ("order_number", json!("")),
        ("order_number", json!("10042\nSubject: x")),
        ("order_number", json!(long(65))),
        ("items", json!(long(2_001))),
        ("items", json!("a\u{7}b")),
        ("comment", json!(long(1_001))),
        ("key", json!("")),
        ("key", json!("../../etc/passwd")),
        ("key", json!(KEY.to_uppercase())),
    ] {
        let mut bad = statement();
        bad[field] = value.clone();
        let answer = withdraw(&shop, &bad).await;
        assert_eq!(
            answer.refused(),
            (400, "INVALID_REQUEST".to_owned()),
            "{field}: {value}"
        );
        assert_eq!(
            answer.json()["errors"][0]["source"]["pointer"],
            format!("/{field}"),
            "{value}"
        );
    }
    for value in [json!(null), json!(1), json!(["a"]), json!({"a": 1})] {
        for field in ["key", "name", "email", "order_number"] {
            let mut bad = statement();
            bad[field] = value.clone();
            assert_eq!(withdraw(&shop, &bad).await.status, 400, "{field}: {value}");
        }
    }
    assert!(files(shop.folder.path(), "").is_empty(), "nothing was recorded");
    assert!(shopware.requests().await.is_empty());
    // What people are called is taken as it is.
    for name in [
        "Ö",
        "Zoë-Łucja d'Arc",
        "王小明",
        "<b>Noor</b>",
        "{{ name }} {facts}",
        "=?utf-8?q?x?=",
    ] {
        let mut good = statement();
        good["name"] = json!(name);
        assert_eq!(withdraw(&shop, &good).await.status, 200, "{name}");
    }
}

#[tokio::test]
async fn a_disk_that_is_full_of_records_refuses_and_says_so() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| c.limits.withdrawals = 1).await;
    assert_eq!(withdraw(&shop, &statement()).await.status, 200);
    let mut other = statement();
    other["order_number"] = json!("10043");
    assert_eq!(
        withdraw(&shop, &other).await.refused(),
        (502, "BACKEND_UNAVAILABLE".to_owned())
    );
    assert_eq!(
        withdraw(&shop, &statement()).await.status,
        200,
        "what is recorded is acknowledged again"
    );
}

/// A step of the form, as a browser without JavaScript sends it.
fn step(shop: &Shop, step: &str, fields: &[(&str, &str)]) -> Ask {
    let body: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish();
    shop.ask("POST", &format!("/api/withdrawals/{step}?locale=nl"))
        .with("Origin", "https://shop.test")
        .with("Sec-Fetch-Site", "same-origin")
        .with("Content-Type", "application/x-www-form-urlencoded")
        .body(body)
}

const TYPED: [(&str, &str); 5] = [
    ("name", "Noor \"<b>\" & co"),
    ("email", "noor@example.test"),
    ("order_number", "10042"),
    ("items", "2 x stoel\r\n1 x tafel"),
    ("comment", ""),
];

/// The answer is a page that nobody keeps, under the policy of pages.
fn page(answer: &Answer) -> String {
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(
        policy.contains("form-action 'self'") && policy.contains("frame-ancestors 'none'"),
        "{policy}"
    );
    assert!(answer.set_cookies().is_empty());
    answer.text()
}

/// Law §4a: "form, works without JS", two steps, and the receipt on the screen with date and time.
#[tokio::test]
async fn law_4a_without_javascript_the_steps_are_pages() {
    let shopware = Shopware::start().await;
    shopware.answer("POST", ROUTE, sent()).await;
    let shop = Shop::start(shopware.client()).await;
    let review = step(&shop, "review", &TYPED).send().await;
    assert_eq!(review.status, 200);
    let html = page(&review);
    assert!(
        html.contains("<dd>Noor &quot;&lt;b&gt;&quot; &amp; co</dd>"),
        "as text: {html}"
    );
    assert!(html.contains("<dd>2 x stoel\n1 x tafel</dd>"), "{html}");
    assert!(html.contains("<p hidden>De hele bestelling</p>"), "{html}");
    assert!(files(shop.folder.path(), "").is_empty(), "the review records nothing");
    let key = html
        .split("name=\"key\" value=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a key");
    let mut fields = vec![("key", key)];
    fields.extend(TYPED);
    let changed = page(&step(&shop, "change", &fields).send().await);
    assert!(
        changed.contains("value=\"Noor &quot;&lt;b&gt;&quot; &amp; co\""),
        "what was typed is there: {changed}"
    );
    assert!(
        changed.contains("<textarea>2 x stoel\r\n1 x tafel</textarea>"),
        "{changed}"
    );
    let receipt = step(&shop, "confirm", &fields).send().await;
    assert_eq!(receipt.status, 200);
    let html = page(&receipt);
    let record = files(shop.folder.path(), "").pop().expect("a record");
    assert!(
        html.contains("10042") && html.contains(" uur (CE"),
        "content, date and time: {html}"
    );
    assert!(
        html.contains("<p>Geen mail</p>") && html.contains("<p hidden>Per mail</p>"),
        "{html}"
    );
    assert_eq!(record["items"], "2 x stoel\n1 x tafel");
    let again = page(&step(&shop, "confirm", &fields).send().await);
    assert_eq!(again, html, "a page that is loaded again is the same receipt");
    assert_eq!(files(shop.folder.path(), "").len(), 1);
    let whole = page(&step(&shop, "review", &TYPED[..3]).send().await);
    assert!(whole.contains("<p>De hele bestelling</p>"), "{whole}");
}

/// FORM-3, -4: errors stand at their fields, what was typed is kept.
#[tokio::test]
async fn without_javascript_errors_land_on_fields_and_what_was_typed_is_kept() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    for name in ["review", "confirm"] {
        let fields = [("key", KEY), ("name", "Noor"), ("email", "noor@"), ("order_number", "")];
        let answer = step(&shop, name, &fields).send().await;
        assert_eq!(answer.status, 400, "{name}");
        let html = page(&answer);
        assert!(html.contains("<div>Fouten</div>"), "{html}");
        assert!(html.contains("<input name=\"name\" value=\"Noor\">"), "{html}");
        assert!(
            html.contains("<input name=\"email\" aria-invalid=\"true\" value=\"noor@\">"),
            "{html}"
        );
        assert!(html.contains("<b>Vul een geldig e-mailadres in"), "{html}");
        assert!(
            html.contains("<b>Vul het bestelnummer in</b>"),
            "the page's own text for what is missing: {html}"
        );
    }
    assert!(files(shop.folder.path(), "").is_empty());
}

/// Rule 9: a form needs `Origin` on the list and `Sec-Fetch-Site: same-origin`, both; urlencoded and nothing else.
#[tokio::test]
async fn rule_9_forms_of_other_pages_are_refused() {
    let shopware = Shopware::start().await;
    let shop = Shop::with(shopware.client(), |c| c.rates.withdrawals = 1_000).await;
    let good = |name: &str| {
        let mut fields = vec![("key", KEY)];
        fields.extend(TYPED);
        step(&shop, name, &fields)
    };
    for name in ["review", "change", "confirm"] {
        for (what, ask, status) in [
            ("no Origin", good(name).without("Origin"), 403),
            ("another origin", good(name).with("Origin", "https://evil.test"), 403),
            ("null", good(name).with("Origin", "null"), 403),
            ("no Sec-Fetch-Site", good(name).without("Sec-Fetch-Site"), 403),
            ("cross-site", good(name).with("Sec-Fetch-Site", "cross-site"), 403),
            ("same-site", good(name).with("Sec-Fetch-Site", "same-site"), 403),
            ("JSON", good(name).with("Content-Type", "application/json"), 415),
            ("plain text", good(name).with("Content-Type", "text/plain"), 415),
            (
                "multipart",
                good(name).with("Content-Type", "multipart/form-data; boundary=x"),
                415,
            ),
            ("a coding", good(name).with("Content-Encoding", "gzip"), 415),
            ("another field", good(name).body("extra=1"), 400),
            ("a field twice", good(name).body("name=a&name=b"), 400),
            ("too long", good(name).body(format!("name={}", "a".repeat(50_000))), 413),
            (
                "half an escape",
                good(name).body("name=%E0%A4%A&email=%"),
                if name == "change" { 200 } else { 400 },
            ),
        ] {
            let answer = ask.send().await;
            assert_eq!(answer.status, status, "{name}: {what}");
            page(&answer);
        }
        let get = shop
            .ask("GET", &format!("/api/withdrawals/{name}?locale=nl"))
            .send()
            .await;
        assert_eq!(get.refused(), (405, "METHOD_NOT_ALLOWED".to_owned()));
    }
    assert!(files(shop.folder.path(), "").is_empty(), "nothing was recorded");
    let other = shop
        .ask("POST", "/api/withdrawals/review?locale=../x")
        .with("Origin", "https://evil.test");
    assert_eq!(other.send().await.status, 403, "a locale that is none");
}

/// A shop whose release has no such pages, as one of an older version.
#[tokio::test]
async fn without_the_pages_a_form_is_answered_with_a_sentence() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    let ask = step(&shop, "review", &TYPED);
    let release = shop.folder.path().join("dist/releases/one");
    fs::remove_file(release.join("site/withdrawal-review.html")).expect("removed");
    crate::shop::list_files(&release);
    crate::shop::release(shop.folder.path(), "two");
    let two = shop.folder.path().join("dist/releases/two");
    for page in ["site/withdrawal-review.html", "site/overeenkomst-ontbinden.html"] {
        fs::remove_file(two.join(page)).expect("removed");
    }
    crate::shop::list_files(&two);
    crate::shop::go_live(shop.folder.path(), "two");
    let answer = ask.send().await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (502, Some("text/plain; charset=utf-8"))
    );
    assert!(!answer.text().trim().is_empty());
}

/// A page that is nothing before it is filled is no page of its own.
#[tokio::test]
async fn the_unfilled_pages_are_not_found() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    for path in ["/withdrawal-review", "/withdrawal-receipt"] {
        assert_eq!(shop.ask("GET", path).send().await.status, 404, "{path}");
    }
    assert_eq!(shop.ask("GET", "/overeenkomst-ontbinden").send().await.status, 200);
}
