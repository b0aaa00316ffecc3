//! `vitrine outbox`: what of forms and subscriptions is undelivered and why, without what was typed; and how long it is
//! kept, by the configuration.

use std::fs;

use serde_json::{Value, json};

use crate::support::Shop;

/// A record of a kind, as the API writes it: a line of JSON and the encrypted content, and the state of its delivery.
fn record(shop: &Shop, kind: &str, id: &str, about: &Value, delivery: &Value) {
    let folder = shop.path("state").join(kind);
    fs::create_dir_all(&folder).unwrap();
    let sealed = [about.to_string().as_bytes(), b"\n\x00\xff encrypted noor@example.test"].concat();
    fs::write(folder.join(format!("{id}.sealed")), sealed).unwrap();
    fs::write(folder.join(format!("{id}.pending.json")), delivery.to_string()).unwrap();
}

/// Forms that the CMS refused for good, that failed, and that were not tried; and a subscription. The command needs no key.
#[test]
fn r_form_04_undelivered_forms_are_listed_with_the_reason() {
    let shop = Shop::small();
    let about =
        |form: &str, at: &str| json!({"format": 1, "received_at": at, "form": form, "locale": "nl", "copy": false});
    let at = "2026-11-20T10:00:00Z";
    let given_up = json!({"cms": {"state": "given_up", "at": at, "cause": "the CMS refuses: email"}, "copy": {"state": "waiting"}});
    let failed =
        json!({"cms": {"state": "failed", "tries": 3, "again_at": at, "cause": "503 from POST /!/forms/contact"}});
    let to_shopware =
        json!({"shopware": {"state": "failed", "tries": 1, "again_at": at, "cause": "Shopware does not answer"}});
    record(
        &shop,
        "forms",
        &"a".repeat(32),
        &about("vacancy_application", "2026-11-18T09:00:00Z"),
        &given_up,
    );
    record(
        &shop,
        "forms",
        &"b".repeat(32),
        &about("contact", "2026-11-19T09:00:00Z"),
        &failed,
    );
    record(
        &shop,
        "forms",
        &"c".repeat(32),
        &about("contact", "2026-11-20T09:00:00Z"),
        &json!({}),
    );
    let subscribed = json!({"format": 1, "received_at": "2026-11-17T09:00:00Z"});
    record(&shop, "newsletter", &"d".repeat(32), &subscribed, &to_shopware);

    let run = shop.vitrine(&["outbox", "--undelivered"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let blocks: Vec<&str> = run.stdout.trim().split("\n\n").collect();
    assert_eq!(
        blocks,
        [
            "AAAA-AAAA-AAAA  forms vacancy_application  2026-11-18T09:00:00Z\n  \
             cms: GIVEN UP 2026-11-20T10:00:00Z (the CMS refuses: email): deliver it yourself\n  copy: not tried yet",
            "BBBB-BBBB-BBBB  forms contact  2026-11-19T09:00:00Z\n  \
             cms: failed 3 times (503 from POST /!/forms/contact), tried again after 2026-11-20T10:00:00Z\n  copy: not tried yet",
            "CCCC-CCCC-CCCC  forms contact  2026-11-20T09:00:00Z\n  cms: not tried yet\n  copy: not tried yet",
            "DDDD-DDDD-DDDD  newsletter  2026-11-17T09:00:00Z\n  \
             Shopware: failed 1 times (Shopware does not answer), tried again after 2026-11-20T10:00:00Z",
        ]
    );
    let as_json = shop.vitrine(&["outbox", "--undelivered", "--format", "json"]);
    let document: Value = serde_json::from_str(&as_json.stdout).unwrap();
    let forms: Vec<&Value> = document["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["form"])
        .collect();
    assert_eq!(
        forms,
        [
            &json!("vacancy_application"),
            &json!("contact"),
            &json!("contact"),
            &Value::Null
        ]
    );
    assert!(!run.said().contains("noor@") && !as_json.said().contains("noor@"));
}

/// Law §10: "retention per form": the times are bounded, and a wrong one is named.
#[test]
fn law_10_the_times_of_keeping_are_checked() {
    for (line, wrong, key) in [
        ("keep_days = ", "keep_days = 0", "forms.keep_days"),
        ("keep_days = ", "keep_days = 366", "forms.keep_days"),
        (
            "keep_days_of = ",
            "keep_days_of = { contact = 400 }",
            "forms.keep_days_of.contact",
        ),
        ("consent_days = ", "consent_days = 0", "forms.consent_days"),
    ] {
        let shop = Shop::small();
        shop.configure("vitrine.toml", &[(line, wrong)]);
        let run = shop.vitrine(&["outbox"]);
        assert_ne!(run.code, Some(0), "{wrong}");
        assert!(run.stderr.contains(key), "{wrong}: {}", run.stderr);
    }
}
