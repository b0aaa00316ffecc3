//! The form without JavaScript: pages that the API fills (law §4a, rule 9).

use std::fs;

use super::{KEY, ROUTE, files, sent};
use crate::{
    client::{Answer, Ask},
    shop::Shop,
    shopware::Shopware,
};

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

/// The page of an answer, which must be uncacheable and have the security policy of pages.
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
    assert!(
        html.contains("<p hidden data-shown=\"whole_order\">De hele bestelling</p>"),
        "{html}"
    );
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
        html.contains("<p>Geen mail</p>") && html.contains("<p hidden data-shown=\"mailed\">Per mail</p>"),
        "{html}"
    );
    assert_eq!(record["items"], "2 x stoel\n1 x tafel");
    let again = page(&step(&shop, "confirm", &fields).send().await);
    assert_eq!(again, html, "a page that is loaded again is the same receipt");
    assert_eq!(files(shop.folder.path(), "").len(), 1);
    let whole = page(&step(&shop, "review", &TYPED[..3]).send().await);
    assert!(whole.contains("<p>De hele bestelling</p>"), "{whole}");
}

/// FORM-3, -4: errors are at their fields, and input is kept.
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
        assert!(
            html.contains("<input name=\"name\" data-invalid=\"fault.name\" value=\"Noor\">"),
            "{html}"
        );
        assert!(
            html.contains("<input name=\"email\" aria-invalid=\"true\" value=\"noor@\">"),
            "{html}"
        );
        assert!(html.contains("<b>Vul een geldig e-mailadres in"), "{html}");
        assert!(
            html.contains("<b data-fill=\"fault.order_number\">Vul het bestelnummer in</b>"),
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

/// A shop whose release has no such pages, built by an older version.
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
    shop.switched("two").await;
    let answer = ask.send().await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (502, Some("text/plain; charset=utf-8"))
    );
    assert!(!answer.text().trim().is_empty());
}

/// A page that is only a template is not served as a page.
#[tokio::test]
async fn the_unfilled_pages_are_not_found() {
    let shopware = Shopware::start().await;
    let shop = Shop::start(shopware.client()).await;
    for path in ["/withdrawal-review", "/withdrawal-receipt"] {
        assert_eq!(shop.ask("GET", path).send().await.status, 404, "{path}");
    }
    assert_eq!(shop.ask("GET", "/overeenkomst-ontbinden").send().await.status, 200);
}
