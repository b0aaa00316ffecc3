//! How a form gets to the CMS, once, and what the visitor is told.

use std::fs;

use serde_json::{Value, json};
use vitrine_demo::StatamicVersion;

use super::fixture::{Forms, appointment, contact, faults, of_endpoints, soon, until};
use crate::{customers::control, mailbox::Mailbox};

/// The record is sealed, on disk before the CMS is called, and gone when the CMS has it.
#[tokio::test]
async fn a_form_is_recorded_sealed_sent_and_removed() {
    let forms = Forms::with(StatamicVersion::Five, soon).await;
    forms
        .fault(&json!({"backend": "statamic", "path": "/!/forms", "kind": "status", "status": 503}))
        .await;
    let kept = forms.send("contact", &contact()).await;
    assert_eq!((kept.status, &kept.json()["outcome"]), (200, &json!("kept")));
    let files = forms.files("forms", ".sealed");
    assert_eq!(files.len(), 1);
    let record = fs::read(&files[0]).expect("a record");
    for typed in ["Jansen", "jan@example.test", "tafel"] {
        assert!(
            !record.windows(typed.len()).any(|part| part == typed.as_bytes()),
            "{typed} can be read"
        );
    }
    let again = forms.send("contact", &contact()).await.json();
    assert_eq!(again, kept.json(), "pressed again");
    forms.no_faults().await;
    until("the form", async || (!forms.stored().await.is_empty()).then_some(())).await;
    until("the end of the record", async || {
        forms.files("forms", ".sealed").is_empty().then_some(())
    })
    .await;
    let sent = forms.send("contact", &contact()).await.json();
    assert_eq!(sent["outcome"], "sent", "pressed once more, with the same key");
    assert_eq!(sent["reference"], kept.json()["reference"]);
    assert_eq!(forms.stored().await.len(), 1, "sent once");
    assert_eq!(forms.files("forms", ".json").len(), 0);
}

/// Part C "Forms": dates are objects for Statamic 5 and instants for 6, in JSON and with files.
#[tokio::test]
async fn dates_are_sent_as_the_version_takes_them() {
    for version in [StatamicVersion::Five, StatamicVersion::Six] {
        let forms = Forms::with(version, |_| {}).await;
        let answer = forms.send("showroom_appointment", &appointment()).await;
        assert_eq!(answer.json()["outcome"], "sent", "{version:?}: {}", answer.text());
        let parts = [
            ("showroom", "breda"),
            ("type", "interior"),
            ("date", "2030-12-24"),
            ("time_slot", "10:00"),
            ("rooms[]", "living"),
            ("rooms[]", "dining"),
            ("first_name", "Jan"),
            ("last_name", "Jansen"),
            ("email", "jan@example.test"),
            ("phone", "1"),
            ("privacy", "1"),
        ];
        let mut parts: Vec<(&str, Option<&str>, &[u8])> =
            parts.map(|(name, text)| (name, None, text.as_bytes())).into();
        parts.push(("floor_plan", Some("plan.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
        let answer = forms.island("showroom_appointment").multipart(&parts).send().await;
        assert_eq!(answer.json()["outcome"], "sent", "{version:?}: {}", answer.text());
        let stored = forms.stored().await;
        assert_eq!(stored.len(), 2);
        for one in &stored {
            assert!(
                one["data"]["date"].as_str().expect("a date").starts_with("2030-12-24"),
                "{one}"
            );
            assert_eq!(one["data"]["alternative_date"], Value::Null);
        }
        assert_eq!(stored[1]["data"]["rooms"], json!(["living", "dining"]));
    }
}

/// The CMS refuses what its definition of now refuses: that lands on the field in our words, and nothing stays.
#[tokio::test]
async fn what_the_cms_refuses_lands_on_its_field() {
    let forms = Forms::start().await;
    let mut typed = appointment();
    typed["persons"] = json!("3");
    // The demo's CMS also asks for a date after its own today, which is far from the shop's.
    control(
        &forms.demo,
        "POST",
        "/clock",
        Some(&json!({"now": "2031-01-01T00:00:00Z"})),
    )
    .await;
    let answer = forms.send("showroom_appointment", &typed).await;
    assert_eq!(answer.refused(), (422, "FORM_REFUSED".to_owned()));
    assert_eq!(
        faults(&answer),
        [("/date".to_owned(), "Dit veld is niet geldig.".to_owned())]
    );
    assert!(forms.files("forms", "").is_empty() && forms.stored().await.is_empty());
    let again = forms.send("showroom_appointment", &typed).await;
    assert_eq!(again.status, 422, "the same again is tried again");
    let gone = forms
        .send("gone", &json!({"email": "jan@example.test", "privacy": true}))
        .await;
    assert_eq!(
        gone.json()["outcome"],
        "kept",
        "the CMS has no such form any more; its people see it"
    );
}

/// Part C "Forms": "`validate: 'mimes:jpg,png,pdf|max:5120'` as one string on a file field refuses every PDF". The shop takes
/// what the rules mean; the refusal lands on the field, in the page's language, and nothing stays.
#[tokio::test]
async fn a_pdf_that_the_cms_refuses_for_rules_in_one_text_lands_on_its_field() {
    let recorded = include_str!("../../../../demo/statamic/tests/recorded_shop/run-form-multipart-2-files.json");
    let recorded: Value = serde_json::from_str(recorded).expect("a recording");
    let cms = wiremock::MockServer::start().await;
    let refuses = wiremock::ResponseTemplate::new(422).set_body_json(&recorded["body"]);
    let any = wiremock::Mock::given(wiremock::matchers::any());
    any.respond_with(refuses).expect(3).mount(&cms).await;
    let endpoint = cms.uri();
    let forms = Forms::with(StatamicVersion::Five, |c| {
        c.forms.cms = of_endpoints(&endpoint, &endpoint).0.cms;
    })
    .await;
    let typed = contact();
    let fields = typed.as_object().expect("fields").iter();
    let fields = fields.map(|(name, value)| (name.as_str(), None, value.as_str().expect("a text").as_bytes()));
    let mut parts: Vec<(&str, Option<&str>, &[u8])> = fields.collect();
    parts.push(("attachments", Some("a.png"), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
    parts.push(("attachments", Some("b.pdf"), b"%PDF-1.4\n1 0 obj<<>>endobj"));
    for (locale, text) in [
        ("nl", "Dit veld is niet geldig."),
        ("en", "This field is not valid."),
        ("de", "Dieses Feld ist nicht gültig."),
    ] {
        let path = format!("/api/forms/contact?locale={locale}&page=/contact");
        let ask = forms.shop.ask("POST", &path).by_page().locale(locale);
        let answer = ask.multipart(&parts).send().await;
        assert_eq!(answer.refused(), (422, "FORM_REFUSED".to_owned()), "{locale}");
        assert_eq!(faults(&answer), [("/attachments".to_owned(), text.to_owned())]);
        assert!(forms.files("forms", "").is_empty());
    }
}

/// Of forty at once Statamic loses one: they go one after the other.
#[tokio::test]
async fn forty_at_once_are_all_stored() {
    let forms = Forms::with(StatamicVersion::Five, |c| {
        c.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a range")]
    })
    .await;
    let sending = (0..40).map(|at| {
        let mut typed = contact();
        typed["key"] = json!(format!("{at:032x}"));
        typed["first_name"] = json!(format!("Jan {at}"));
        let ask = forms
            .island("contact")
            .with("X-Forwarded-For", &format!("198.51.100.{at}"));
        ask.json(&typed).send()
    });
    for answer in futures::future::join_all(sending).await {
        assert_eq!(answer.json()["outcome"], "sent");
    }
    assert_eq!(forms.stored().await.len(), 40);
}

/// Where it is configured the sender gets a copy, once the CMS has the form, without links and in the page's language.
#[tokio::test]
async fn the_sender_gets_a_copy_where_it_is_configured() {
    let mailbox = Mailbox::start().await;
    let config = mailbox.config();
    let forms = Forms::with(StatamicVersion::Five, |c| {
        soon(c);
        c.mail = Some(config);
        c.forms.copies = vec!["contact".to_owned()];
    })
    .await;
    let mut typed = contact();
    typed["message"] = json!("Kijk op https://evil.example/a\r\nBcc: x@evil.test");
    assert_eq!(forms.send("contact", &typed).await.json()["outcome"], "sent");
    let mails = mailbox.wait_for(1).await;
    let (to, mail) = &mails[0];
    assert_eq!(to, "jan@example.test");
    assert!(mail.contains("Uw bericht aan Winkel"), "{mail}");
    assert!(mail.contains("E-mailadres: jan@example. test"), "{mail}");
    assert!(
        !mail.contains("https://evil") && mail.contains("https: //evil. example"),
        "{mail}"
    );
    let head = mail
        .replace('\r', "")
        .split("\n\n")
        .next()
        .unwrap_or_default()
        .to_owned();
    assert!(!head.contains("Bcc") && !mail.contains("page_url"), "{mail}");
    until("the end of the record", async || {
        forms.files("forms", ".sealed").is_empty().then_some(())
    })
    .await;
    assert_eq!(
        forms.send("showroom_appointment", &appointment()).await.json()["outcome"],
        "sent"
    );
    assert_eq!(mailbox.mails().len(), 1, "not of this form");
}

/// Law §10: what the CMS never took goes after its time.
#[tokio::test]
async fn what_is_never_taken_goes_after_its_time() {
    let keep = std::time::Duration::from_millis(1);
    let forms = Forms::with(StatamicVersion::Five, |c| {
        soon(c);
        c.forms.keep_of.insert("contact".to_owned(), keep);
    })
    .await;
    forms
        .fault(&json!({"backend": "statamic", "path": "/!/forms", "kind": "status", "status": 503}))
        .await;
    for (form, body) in [("contact", contact()), ("showroom_appointment", appointment())] {
        assert_eq!(forms.send(form, &body).await.json()["outcome"], "kept");
    }
    let Forms { demo, shop } = forms;
    let (folder, config) = (shop.folder, super::fixture::of_demo(&demo));
    shop.running.stop().await;
    let shop = crate::shop::Shop::in_folder(folder, crate::customers::client(&demo), |c| {
        soon(c);
        c.forms = config;
        c.forms.keep_of.insert("contact".to_owned(), keep);
    })
    .await;
    let forms = Forms { demo, shop };
    until("the end of one record", async || {
        (forms.files("forms", ".sealed").len() == 1).then_some(())
    })
    .await;
}
