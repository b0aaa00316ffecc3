//! What is taken and what is refused, in which words.

use serde_json::{Value, json};

use super::fixture::{Forms, KEY, appointment, contact, faults, of_demo};

/// R-FORM-04: "backend errors (422) land on their fields", in the page's language, with the field's label; nothing reaches
/// the CMS.
#[tokio::test]
async fn r_form_04_faults_land_on_their_fields_in_the_pages_language() {
    let forms = Forms::start().await;
    let typed =
        json!({"first_name": "Jan", "email": "jan", "subject": "nothing", "message": "kort", "order_number": ""});
    for (locale, required, length) in [
        (
            "nl",
            "last_name is verplicht.",
            "message moet minstens 10 tekens lang zijn",
        ),
        ("en", "last_name is required.", "message must be at least 10 characters"),
        (
            "de",
            "last_name ist erforderlich.",
            "message muss mindestens 10 Zeichen lang sein",
        ),
    ] {
        let ask = forms
            .shop
            .ask("POST", &format!("/api/forms/contact?locale={locale}&page=/contact"));
        let answer = ask.by_page().locale(locale).json(&typed).send().await;
        assert_eq!(answer.refused(), (422, "FORM_REFUSED".to_owned()));
        let told = faults(&answer);
        let pointers: Vec<&str> = told.iter().map(|(pointer, _)| pointer.as_str()).collect();
        assert_eq!(
            pointers,
            ["/last_name", "/email", "/subject", "/message", "/privacy"],
            "in the form's order"
        );
        let text = |pointer: &str| &told.iter().find(|(p, _)| p == pointer).expect("told").1;
        assert_eq!(text("/last_name"), required);
        assert_eq!(text("/message"), length);
        assert!(!answer.text().contains("kort"), "what was typed is not repeated");
    }
    assert_eq!((forms.posts().await, forms.files("forms", ".sealed").len()), (0, 0));
}

/// The gate that Statamic is not: options, types, conditions, foreign fields, `_redirect`.
#[tokio::test]
async fn r_form_02_only_fields_of_the_definition_in_their_own_shape_reach_the_cms() {
    let forms = Forms::start().await;
    for (field, value) in [
        ("subject", json!("nothing")),
        ("first_name", json!({"a": 1})),
        ("first_name", json!(["Jan"])),
        ("first_name", json!(5)),
        ("email", json!(["jan@example.test"])),
        ("privacy", json!("maybe")),
        ("attachments", json!(["../../.env"])),
        ("last_name", json!("a\u{202e}b")),
    ] {
        let mut typed = contact();
        typed[field] = value.clone();
        let answer = forms.send("contact", &typed).await;
        assert_eq!(answer.status, 422, "{field}: {value}");
        assert_eq!(faults(&answer)[0].0, format!("/{field}"));
    }
    assert_eq!(forms.posts().await, 0);
    let mut typed = contact();
    for (name, value) in [
        ("_redirect", "https://evil.test"),
        ("_token", "x"),
        ("id", "1"),
        ("locale", "xx"),
        ("page_url", "https://evil.test"),
        ("first_name[a]", "x"),
    ] {
        typed[name] = json!(value);
    }
    assert_eq!(forms.send("contact", &typed).await.json()["outcome"], "sent");
    let stored = forms.stored().await;
    assert_eq!(
        stored[0]["data"],
        json!({
            "salutation": "mr", "first_name": "Jan", "last_name": "Jansen", "email": "jan@example.test", "phone": null,
            "subject": "order", "order_number": "10001", "product": null, "message": "Waar blijft mijn tafel?", "attachments": [],
            "newsletter": false, "locale": "nl", "page_url": "/contact", "privacy": true
        }),
        "hidden fields say what the address says; what is shown is sent, filled in or not"
    );
}

/// R-STORE-02: "opening hours and closed days limit the dates", and so do the lead time and the showroom's purposes; the API
/// refuses what the island does not offer (`generator/forms/tests/appointments.json` is the table of both).
#[tokio::test]
async fn r_store_02_the_api_refuses_days_and_times_that_the_showroom_does_not_have() {
    let forms = Forms::start().await;
    let day = |days: i64| {
        let now = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::get("Europe/Amsterdam").expect("a zone"));
        now.date()
            .checked_add(jiff::Span::new().days(days))
            .expect("a date")
            .to_string()
    };
    let date = "De gekozen datum is ongeldig.";
    let is = "Kies bij type een van de mogelijkheden.";
    let cases = [
        (json!({"date": "2030-12-25"}), json!({"/date": date})),
        (json!({"date": "2030-12-29"}), json!({"/date": date})),
        (
            json!({"date": "2030-12-26", "time_slot": "11:00"}),
            json!({"/time_slot": date}),
        ),
        (
            json!({"alternative_date": "2030-12-25"}),
            json!({"/alternative_date": date}),
        ),
        (json!({"date": day(1)}), json!({"/date": date})),
        (json!({"date": "2030-02-30"}), json!({"/date": date})),
        (json!({"showroom": "utrecht"}), json!({"/type": is})),
        (
            json!({"date": "2030-12-25", "alternative_date": "2030-12-25", "last_name": ""}),
            json!({"/date": date, "/alternative_date": date, "/last_name": "last_name is verplicht."}),
        ),
    ];
    for (changed, expected) in cases {
        let mut typed = appointment();
        for (field, text) in changed.as_object().expect("fields") {
            typed[field] = text.clone();
        }
        let answer = forms.send("showroom_appointment", &typed).await;
        assert_eq!(answer.refused(), (422, "FORM_REFUSED".to_owned()), "{changed}");
        let told = faults(&answer).into_iter().map(|(field, text)| (field, json!(text)));
        assert_eq!(Value::Object(told.collect()), expected, "{changed}");
    }
    for (locale, text) in [
        ("en", "The selected date is invalid."),
        ("de", "Das gewählte Datum ist ungültig."),
    ] {
        let mut typed = appointment();
        typed["date"] = json!("2030-12-25");
        let path = format!("/api/forms/showroom_appointment?locale={locale}&page=/contact");
        let answer = forms
            .shop
            .ask("POST", &path)
            .by_page()
            .locale(locale)
            .json(&typed)
            .send()
            .await;
        assert_eq!(faults(&answer), [("/date".to_owned(), text.to_owned())]);
    }
    assert_eq!(forms.posts().await, 0);
    let mut typed = appointment();
    typed["date"] = json!("2030-12-26");
    assert_eq!(
        forms.send("showroom_appointment", &typed).await.json()["outcome"],
        "sent",
        "a special day that is open"
    );
}

/// R-FORM-01: a field whose condition does not hold is never sent, and asks for nothing.
#[tokio::test]
async fn r_form_01_a_hidden_field_is_not_sent_and_a_shown_one_always_is() {
    let forms = Forms::start().await;
    let mut typed = contact();
    typed["order_number"] = json!("");
    assert_eq!(
        faults(&forms.send("contact", &typed).await)[0].0,
        "/order_number",
        "it is shown"
    );
    typed["subject"] = json!("other");
    typed["order_number"] = json!("typed before the subject was changed");
    assert_eq!(forms.send("contact", &typed).await.json()["outcome"], "sent");
    let stored = forms.stored().await;
    assert_eq!(stored[0]["data"]["order_number"], Value::Null);
}

/// R-FORM-06: "honeypot": a program is answered as if it was sent, and nothing is kept.
#[tokio::test]
async fn r_form_06_a_filled_honeypot_goes_nowhere_and_tells_nothing() {
    let forms = Forms::start().await;
    for (form, honeypot) in [("contact", "fax"), ("newsletter", "website")] {
        let mut typed = contact();
        typed[honeypot] = json!("x");
        let answer = forms.send(form, &typed).await;
        assert_eq!(answer.json()["outcome"], "sent", "{form}");
        assert_eq!(answer.json()["reference"].as_str().expect("one").len(), 14);
    }
    assert_eq!(forms.posts().await, 0);
    assert!(forms.files("forms", "").is_empty() && forms.files("newsletter", "").is_empty());
}

/// R-FORM-06: "spam limits": by address, and by form.
#[tokio::test]
async fn r_form_06_one_network_sends_few_forms_an_hour() {
    let forms = Forms::start().await;
    let send = |at: usize| {
        let mut typed = contact();
        typed["key"] = json!(format!("{at:032x}"));
        typed
    };
    for at in 0..30 {
        assert_eq!(forms.send("contact", &send(at)).await.status, 200, "{at}");
    }
    let refused = forms.send("contact", &send(30)).await;
    assert_eq!(refused.refused(), (429, "RATE_LIMITED".to_owned()));
    assert!(refused.header("retry-after").is_some());
    let mut wrong = send(31);
    wrong["email"] = json!("");
    assert_eq!(
        forms.send("contact", &wrong).await.status,
        422,
        "what is refused for its fields counts for nothing"
    );
    assert_eq!(
        forms.send("showroom_appointment", &appointment()).await.status,
        200,
        "another form"
    );
    let few = Forms::with(vitrine_demo::StatamicVersion::Five, |c| c.rates.forms = 2).await;
    for expected in [422, 422, 429] {
        assert_eq!(few.send("contact", &json!({})).await.status, expected);
    }
}

/// Rule 9, and what no form is.
#[tokio::test]
async fn forms_are_taken_from_the_shops_own_pages_alone() {
    let forms = Forms::start().await;
    for (what, ask) in [
        ("no Origin", forms.island("contact").without("Origin")),
        (
            "another Origin",
            forms.island("contact").with("Origin", "https://evil.test"),
        ),
        (
            "cross-site",
            forms.island("contact").with("Sec-Fetch-Site", "cross-site"),
        ),
    ] {
        let answer = ask.json(&contact()).send().await;
        assert_eq!(answer.refused(), (403, "ORIGIN_NOT_ALLOWED".to_owned()), "{what}");
    }
    for (what, ask) in [
        ("no Origin", forms.browser("contact").without("Origin")),
        ("no fetch site", forms.browser("contact").without("Sec-Fetch-Site")),
        (
            "same-site",
            forms.browser("contact").with("Sec-Fetch-Site", "same-site"),
        ),
    ] {
        assert_eq!(ask.body("first_name=Jan").send().await.status, 403, "{what}");
    }
    for form in ["nope", "..", "%2e%2e", "contact%2f..", "CONTACT"] {
        let answer = forms.send(form, &contact()).await;
        assert_eq!(answer.status, 404, "{form}");
    }
    for content_type in ["text/plain", "application/xml", "", "multipart/form-data"] {
        let ask = forms.island("contact").with("Content-Type", content_type);
        let answer = ask.json(&contact()).send().await;
        assert!(matches!(answer.status, 400 | 415), "{content_type}: {}", answer.status);
    }
    assert_eq!(forms.shop.get("/api/forms/contact?locale=nl").send().await.status, 405);
    assert_eq!(forms.posts().await, 0);
}

/// Without a key to seal records with, nothing can be kept: that is said.
#[tokio::test]
async fn without_a_key_forms_are_closed() {
    for (key, cms) in [(false, true), (true, false)] {
        let forms = Forms::with(vitrine_demo::StatamicVersion::Five, |c| {
            if !key {
                c.forms.key = None;
            }
            if !cms {
                c.forms.cms = None;
            }
        })
        .await;
        let answer = forms.send("contact", &contact()).await;
        assert_eq!(answer.refused(), (503, "FORMS_CLOSED".to_owned()));
        assert!(faults(&answer)[0].1.contains("Bel ons"), "{}", answer.text());
        let page = forms.browser("contact").body("first_name=Jan").send().await;
        assert_eq!(page.status, 422, "faults are told first: {}", page.text());
    }
}

/// A key that is none ends the start with its name.
#[tokio::test]
async fn a_key_that_is_none_is_refused_at_start() {
    let forms = Forms::start().await;
    let mut config = crate::shop::config(forms.shop.folder.path());
    config.forms = of_demo(&forms.demo);
    config.forms.key = Some(secrecy::SecretString::from("short"));
    let client = crate::customers::client(&forms.demo);
    let error = vitrine_api::serve(config, client)
        .await
        .expect_err("refused")
        .to_string();
    assert!(
        error.contains("VITRINE_FORMS_KEY") && error.contains("openssl rand -hex 32"),
        "{error}"
    );
    assert!(!error.contains(KEY));
}
