//! What `/api/ready` tells the operator of forms and of the outboxes.

use std::{fs, time::Duration};

use serde_json::{Value, json};
use vitrine_api::ApiConfig;
use vitrine_demo::StatamicVersion;

use super::fixture::{Forms, contact, demo_with_release, of_demo};
use crate::{customers::client, shop::Shop};

/// Status, and code and text of each finding but those about Shopware's own settings.
async fn told(shop: &Shop) -> (String, Vec<(String, String)>) {
    assert_eq!(shop.get("/api/search").send().await.status, 200, "the index is made");
    let answer = shop.ask("GET", "/api/ready").send().await;
    assert_eq!(answer.status, 200, "a load balancer leaves it where it is");
    let body = answer.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let setup = body["setup"].as_array().cloned().unwrap_or_default();
    let ours = ["forms-key-missing", "outbox-full", "outbox-old"];
    let found = setup
        .iter()
        .filter(|found| ours.contains(&found["code"].as_str().unwrap_or_default()));
    let found = found.map(|found| {
        let words = format!("{} {}", text(&found["message"]), text(&found["remedy"]));
        (text(&found["code"]), words)
    });
    (text(&body["status"]), found.collect())
}

fn at_once(config: &mut ApiConfig) {
    config.limits.ready_age = Duration::ZERO;
}

/// A release with forms on a server without a key: no form is taken, and it says what to do.
#[tokio::test]
async fn ready_tells_that_forms_have_no_key() {
    for (has_key, code) in [(true, None), (false, Some("forms-key-missing"))] {
        let forms = Forms::with(StatamicVersion::Five, |c| {
            at_once(c);
            c.forms.key = c.forms.key.take().filter(|_| has_key);
        })
        .await;
        let (status, found) = told(&forms.shop).await;
        let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, Vec::from_iter(code), "{found:?}");
        if let Some((_, words)) = found.first() {
            assert_eq!(status, "degraded");
            assert!(
                words.contains("VITRINE_FORMS_KEY") && words.contains("openssl rand -hex 32"),
                "{words}"
            );
        }
    }
}

/// An outbox that has no room for a further form.
#[tokio::test]
async fn ready_tells_that_an_outbox_is_full() {
    let forms = Forms::with(StatamicVersion::Five, |c| {
        at_once(c);
        c.limits.forms = 1;
    })
    .await;
    assert_eq!(told(&forms.shop).await.1, []);
    forms
        .fault(&json!({"backend": "statamic", "path": "/!/forms", "kind": "status", "status": 503}))
        .await;
    assert_eq!(forms.send("contact", &contact()).await.json()["outcome"], "kept");
    let (status, found) = told(&forms.shop).await;
    assert_eq!(
        (status.as_str(), found.len(), found[0].0.as_str()),
        ("degraded", 1, "outbox-full")
    );
    let words = &found[0].1;
    assert!(
        words.contains("1 of the forms") && words.contains("vitrine outbox --undelivered"),
        "{words}"
    );
    let mut other = contact();
    other["last_name"] = json!("Peters");
    let refused = forms.send("contact", &other).await;
    assert_eq!(refused.refused(), (503, "FORMS_CLOSED".to_owned()), "as it says");
}

/// A record that nobody takes for more than a day, with nothing of what is in it.
#[tokio::test]
async fn ready_tells_that_a_record_waits_for_more_than_a_day() {
    let (demo, folder) = demo_with_release(StatamicVersion::Five).await;
    let (state, id) = (
        folder.path().join("state/withdrawals"),
        "4f2a91bc03de55aa4f2a91bc03de55aa",
    );
    fs::create_dir_all(&state).expect("a folder");
    let received = json!({
        "format": 1, "id": id, "received_at": "2026-01-02T18:40:12Z",
        "received_local": "2026-01-02T19:40:12+01:00[Europe/Amsterdam]", "locale": "nl", "name": "Noor Visser",
        "email": "noor@example.test", "order_number": "10042", "items": null, "comment": null
    });
    let failed = json!({"state": "failed", "tries": 9, "again_at": "2099-01-01T00:00:00Z", "cause": "noor@example.test was refused"});
    let pending = json!({"customer": failed, "shop": {"state": "waiting"}, "shopware": {"state": "absent"}});
    fs::write(state.join(format!("{id}.json")), received.to_string()).expect("written");
    fs::write(state.join(format!("{id}.pending.json")), pending.to_string()).expect("written");
    let config = of_demo(&demo);
    let shop = Shop::in_folder(folder, client(&demo), |c| {
        at_once(c);
        c.forms = config;
    })
    .await;
    let (status, found) = told(&shop).await;
    assert_eq!(
        (status.as_str(), found.len(), found[0].0.as_str()),
        ("degraded", 1, "outbox-old")
    );
    let words = &found[0].1;
    assert!(
        words.contains("1 of the withdrawals") && words.contains("2026-01-02T18:40:12Z"),
        "{words}"
    );
    assert!(
        !words.contains("noor") && !words.contains("10042") && !words.contains("4f2a"),
        "{words}"
    );
}
