//! The newsletter: double opt-in by Shopware, kept while Shopware is down, with a proof of consent.

use std::fs;

use serde_json::{Value, json};
use vitrine_demo::StatamicVersion;

use super::fixture::{Forms, soon, until};
use crate::customers::control;

async fn mails(forms: &Forms) -> Vec<Value> {
    let told = control(&forms.demo, "GET", "/mailbox", None).await;
    told["mails"].as_array().expect("a list").clone()
}

/// R-ROUTE-14: the link of the mail leads to `/newsletter-subscribe`, whose page confirms it.
#[tokio::test]
async fn r_route_14_a_subscription_is_mailed_confirmed_and_ended() {
    let forms = Forms::start().await;
    let typed = json!({"email": "noor@example.test", "privacy": true});
    let answer = forms.send("newsletter", &typed).await;
    assert_eq!(answer.json()["outcome"], "sent", "{}", answer.text());
    assert_eq!(forms.posts().await, 0, "the CMS has nothing to do with it");
    let mail = mails(&forms).await.remove(0);
    assert_eq!(
        (&mail["kind"], &mail["to"]),
        (&json!("newsletter_opt_in"), &json!("noor@example.test"))
    );
    let link = mail["links"][0].as_str().expect("a link");
    let (page, query) = link.split_once('?').expect("secrets");
    assert!(page.ends_with("/newsletter-subscribe"), "{link}");
    let secret = |name: &str| {
        let pair = query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
        pair.expect("a secret").to_owned()
    };
    let confirm = forms.shop.ask("POST", "/api/newsletter/confirm").by_page();
    let confirmed = confirm
        .json(&json!({"hash": secret("hash"), "em": secret("em")}))
        .send()
        .await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    for email in ["noor@example.test", "nobody@example.test"] {
        let ask = forms.shop.ask("POST", "/api/newsletter/unsubscribe").by_page();
        let ended = ask.json(&json!({"email": email})).send().await;
        assert_eq!(
            ended.json()["outcome"],
            "sent",
            "the same for every address: {}",
            ended.text()
        );
    }
    let ask = forms.shop.ask("POST", "/api/newsletter/unsubscribe").by_page();
    assert_eq!(ask.json(&json!({"email": "noor"})).send().await.status, 400);
}

/// Law §10: the proof of consent stays, sealed; and nothing is lost while Shopware is down.
#[tokio::test]
async fn a_subscription_is_kept_while_shopware_is_down() {
    let forms = Forms::with(StatamicVersion::Five, soon).await;
    forms
        .fault(&json!({"backend": "shopware", "path": "/store-api", "kind": "status", "status": 503}))
        .await;
    let typed = json!({"email": "noor@example.test", "privacy": true});
    assert_eq!(forms.send("newsletter", &typed).await.json()["outcome"], "kept");
    assert_eq!(
        forms.send("newsletter", &typed).await.json()["outcome"],
        "kept",
        "pressed again"
    );
    let proof = forms.files("newsletter", ".sealed");
    assert_eq!(proof.len(), 1);
    let record = fs::read(&proof[0]).expect("a record");
    assert!(!record.windows(4).any(|part| part == b"noor"), "it is sealed");
    forms.no_faults().await;
    until("the mail", async || (!mails(&forms).await.is_empty()).then_some(())).await;
    until("its note", async || {
        (forms.files("newsletter", ".done.json").len() == 1).then_some(())
    })
    .await;
    assert_eq!(forms.files("newsletter", ".sealed").len(), 1, "the proof stays");
    assert_eq!(mails(&forms).await.len(), 1, "once");
    let wrong = forms
        .send("newsletter", &json!({"email": "noor", "privacy": true}))
        .await;
    assert_eq!(wrong.status, 422);
}

/// A browser without JavaScript ends a subscription on the Dutch page.
async fn end(forms: &Forms, body: &str) -> (u16, String) {
    let ask = forms.shop.ask("POST", "/api/newsletter/unsubscribe/form?locale=nl");
    let ask = ask
        .with("Origin", "https://shop.test")
        .with("Sec-Fetch-Site", "same-origin")
        .with("Content-Type", "application/x-www-form-urlencoded");
    let answer = ask.body(body.to_owned()).send().await;
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    (answer.status, answer.text())
}

/// R-ROUTE-14: the newsletter ends without JavaScript too; the page is the same for every address.
#[tokio::test]
async fn r_route_14_without_javascript_the_newsletter_is_ended_on_a_page() {
    let forms = Forms::with(StatamicVersion::Five, soon).await;
    let typed = json!({"email": "noor@example.test", "privacy": true});
    assert_eq!(forms.send("newsletter", &typed).await.status, 200);
    let (status, known) = end(&forms, "email=noor%40example.test").await;
    assert_eq!(status, 200, "{known}");
    assert!(
        known.contains("<form hidden>") && known.contains("<div><p>Opgezegd</p>"),
        "{known}"
    );
    assert!(!known.contains("noor"), "nothing that was typed is in it: {known}");
    let (_, unknown) = end(&forms, "email=nobody%40example.test").await;
    assert_eq!(unknown, known, "the same for every address");

    let (status, wrong) = end(&forms, "email=noor%22%3E").await;
    assert_eq!(status, 400);
    assert!(
        wrong.contains("<div>Fouten") && wrong.contains("aria-invalid=\"true\" value=\"noor&quot;&gt;\""),
        "{wrong}"
    );
    let (status, empty) = end(&forms, "email=").await;
    assert_eq!(status, 400);
    assert!(
        empty.contains("<b data-fill=\"fault.email\">Vul uw e-mailadres in</b>"),
        "the page's own words: {empty}"
    );
    for body in ["", "email=a%40b.test&admin=1", "mail=a%40b.test"] {
        let (status, html) = end(&forms, body).await;
        assert!(status == 400 && html.contains("<div>Fouten"), "{body}: {status} {html}");
    }

    forms
        .fault(&json!({"backend": "shopware", "path": "/store-api", "kind": "status", "status": 503}))
        .await;
    let (status, kept) = end(&forms, "email=other%40example.test").await;
    assert!(status == 200 && kept.contains("<p>Bewaard</p>"), "{status} {kept}");
    let foreign = forms
        .shop
        .ask("POST", "/api/newsletter/unsubscribe/form?locale=nl")
        .with("Origin", "https://evil.test")
        .with("Sec-Fetch-Site", "cross-site")
        .with("Content-Type", "application/x-www-form-urlencoded");
    let foreign = foreign.body("email=noor%40example.test".to_owned()).send().await;
    assert_eq!(foreign.status, 403, "{}", foreign.text());
}
