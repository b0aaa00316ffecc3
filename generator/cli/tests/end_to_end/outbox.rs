//! `vitrine outbox`: what of forms and subscriptions is undelivered and why, without what was typed; and how long it is
//! kept, by the configuration.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Shop, Visitor, started};

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

/// Law §10: "proof of consent (time, text version) kept with the newsletter's record", as the operator reads it, of a
/// subscription in each language and of its end. Nothing of another address is printed, and nothing without the key.
#[test]
fn law_10_the_operator_reads_who_agreed_when_to_which_words() {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for (locale, page) in [
        ("nl", "/nieuwsbrief"),
        ("en", "/en/newsletter"),
        ("de", "/de/newsletter"),
    ] {
        let visitor = Visitor::new(&shop, &served, locale);
        let path = format!("/api/forms/newsletter?locale={locale}&page={page}");
        for who in ["noor", "sem"] {
            let typed = json!({"email": format!("{who}-{locale}@example.test"), "privacy": true});
            assert_eq!(visitor.post(&path, &typed).ok()["outcome"], "sent", "{locale}");
        }
    }
    let ended = Visitor::new(&shop, &served, "nl")
        .post("/api/newsletter/unsubscribe", &json!({"email": "noor-nl@example.test"}));
    assert_eq!(ended.ok()["outcome"], "sent");
    assert_eq!(served.terminate().code(), Some(0));

    let release = fs::read_link(shop.path("dist/current")).unwrap();
    let release = release.file_name().unwrap().to_str().unwrap();
    let mut versions = Vec::new();
    for (locale, agreed) in [
        ("nl", "privacyverklaring"),
        ("en", "privacy statement"),
        ("de", "Datenschutz"),
    ] {
        let address = format!("noor-{locale}@example.test");
        let run = shop.vitrine(&["consents", &address.to_uppercase(), "--format", "json"]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(!run.stdout.contains("sem-"), "{}", run.stdout);
        let document: Value = serde_json::from_str(&run.stdout).unwrap();
        let consents = document["consents"].as_array().unwrap();
        assert_eq!(consents.len(), if locale == "nl" { 2 } else { 1 }, "{document}");
        let one = &consents[0];
        assert_eq!(
            (&one["email"], &one["ends"], &one["locale"], &one["release"]),
            (&json!(address), &json!(false), &json!(locale), &json!(release))
        );
        let at: jiff::Timestamp = one["received_at"].as_str().unwrap().parse().unwrap();
        assert!(at.as_second() > 0);
        let words = one["words"]["beside"]["privacy"].as_str().unwrap();
        assert!(words.contains(agreed), "{locale}: {words}");
        versions.push(one["text_version"].as_str().unwrap().to_owned());

        let told = shop.vitrine(&["consents", &address]).stdout;
        for part in [address.as_str(), words, &versions[versions.len() - 1], &at.to_string()] {
            assert!(told.contains(part), "{part}: {told}");
        }
        if let Some(end) = consents.get(1) {
            assert_eq!((&end["ends"], &end["text_version"]), (&json!(true), &Value::Null));
        }
    }
    versions.sort();
    versions.dedup();
    assert_eq!(versions.len(), 3, "each language has its own words");

    let nobody = shop.vitrine(&["consents", "nobody@example.test"]);
    assert_eq!(
        (nobody.code, nobody.stdout.trim()),
        (Some(0), "no subscriptions of this address")
    );
    for key in [None, Some("e".repeat(64))] {
        let mut command = shop.command(&["consents", "noor-nl@example.test"]);
        match &key {
            Some(other) => command.env("VITRINE_FORMS_KEY", other),
            None => command.env_remove("VITRINE_FORMS_KEY"),
        };
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("VITRINE_FORMS_KEY") && !said.contains("noor"), "{said}");
    }
}
