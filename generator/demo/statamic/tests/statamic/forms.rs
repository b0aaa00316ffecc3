//! Submission of forms beyond the recorded calls (Statamic §10): files, redirects, honeypot, rules, limits, what is stored.

use serde_json::{Value, json};

use super::support::{Answer, Server, copy, fixture};

const OK: &str =
    "first_name=Anna&last_name=Smit&email=anna%40example.com&subject=product&message=Ik+wil+graag+advies.&privacy=1";

/// R-FORM: a valid submission is stored with its time; an invalid one or a honeypot hit is not.
#[tokio::test]
async fn only_what_passes_is_stored() {
    let server = Server::extended().await;
    let missing = server.submit("contact", "first_name=Anna").await;
    assert_eq!(missing.status, 422);
    let trapped = server.submit("contact", &format!("{OK}&winnie=x")).await.json();
    assert_eq!(
        (&trapped["success"], &trapped["submission_created"]),
        (&json!(true), &json!(false))
    );
    assert!(server.state.submissions().is_empty());
    let sent = server
        .submit(
            "contact",
            &format!("{OK}&phone=+&interests%5B%5D=tafels&interests%5B%5D=stoelen&unknown=1"),
        )
        .await;
    assert_eq!(sent.status, 200, "{}", sent.text);
    let stored = server.state.submissions();
    assert_eq!(stored.len(), 1);
    assert_eq!(
        (stored[0].form.as_str(), stored[0].at.to_string().get(..16)),
        ("contact", Some("2026-02-01T12:00"))
    );
    let data = Value::Object(stored[0].data.clone());
    assert_eq!(data, sent.json()["submission"]);
    assert_eq!(
        (&data["interests"], &data["phone"], data.get("unknown")),
        (&json!(["tafels", "stoelen"]), &Value::Null, None)
    );
    server.state.reset();
    assert!(server.state.submissions().is_empty());
}

/// The honeypot is checked after the rules, and a hit is answered like a success.
#[tokio::test]
async fn the_honeypot_is_checked_after_the_rules() {
    let server = Server::extended().await;
    assert_eq!(server.submit("contact", "winnie=spam").await.status, 422);
    let browser = [("Content-Type", "application/x-www-form-urlencoded")];
    let hit = server
        .request(
            "POST",
            "/!/forms/contact",
            &browser,
            Some(format!("{OK}&winnie=x&_redirect=/bedankt").into()),
        )
        .await;
    let sent = server
        .request(
            "POST",
            "/!/forms/contact",
            &browser,
            Some(format!("{OK}&_redirect=/bedankt").into()),
        )
        .await;
    assert_eq!(
        (hit.status, hit.header("location")),
        (sent.status, sent.header("location"))
    );
}

/// A browser that does not accept JSON is redirected: to `_redirect`, `_error_redirect`, back, or home.
#[tokio::test]
async fn browsers_are_sent_on() {
    let server = Server::extended().await;
    let go = async |body: &str, referer: Option<&str>| {
        let mut headers = vec![
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Accept", "text/html"),
        ];
        headers.extend(referer.map(|referer| ("Referer", referer)));
        let answer = server
            .request("POST", "/!/forms/newsletter", &headers, Some(body.into()))
            .await;
        assert_eq!(answer.status, 302, "{body}");
        answer.header("location").replace(&server.base, "")
    };
    assert_eq!(go("email=a%40b.nl&_redirect=%2Fbedankt", None).await, "/bedankt");
    assert_eq!(
        go("email=nope&_redirect=%2Fbedankt&_error_redirect=%2Ffout", None).await,
        "/fout"
    );
    assert_eq!(
        go("email=a%40b.nl", Some("https://shop.example/x")).await,
        "https://shop.example/x"
    );
    assert_eq!(
        go("email=nope", Some("https://shop.example/x")).await,
        "https://shop.example/x"
    );
    assert_eq!(go("email=a%40b.nl", None).await, "/");
    let json_body = server
        .submit("newsletter", "email=a%40b.nl&_redirect=%2Fbedankt")
        .await
        .json();
    assert_eq!(json_body["redirect"], "/bedankt");
}

/// Statamic §17: a stock installation requires a CSRF token, which a static site cannot have; an exempted one does not.
#[tokio::test]
async fn csrf_is_required_in_the_stock_profile() {
    let server = Server::stock().await;
    let refused = server.submit("newsletter", "email=a%40b.nl").await;
    assert_eq!(
        (refused.status, refused.json()),
        (419, json!({"message": "CSRF token mismatch."}))
    );
    server.set(json!({"csrf": false}));
    assert_eq!(server.submit("newsletter", "email=a%40b.nl").await.status, 200);
    let exempted = Server::extended().await;
    assert_eq!(exempted.submit("newsletter", "email=a%40b.nl").await.status, 200);
    exempted.set(json!({"csrf": true}));
    assert_eq!(exempted.submit("newsletter", "email=a%40b.nl").await.status, 419);
}

async fn upload(server: &Server, name: &str, content: &[u8]) -> Answer {
    let head = format!(
        "--B\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nPiet\r\n--B\r\nContent-Disposition: form-data; name=\"cv\"; filename=\"{name}\"\r\nContent-Type: application/pdf\r\n\r\n"
    );
    let body = [head.as_bytes(), content, b"\r\n--B--\r\n"].concat();
    let headers = [
        ("Accept", "application/json"),
        ("Content-Type", "multipart/form-data; boundary=B"),
    ];
    server
        .request("POST", "/!/forms/vacancy_application", &headers, Some(body))
        .await
}

/// The type of a file is detected from its bytes; its size is limited, and it is stored under a plain name.
#[tokio::test]
async fn files_are_judged_by_their_bytes() {
    let server = Server::extended().await;
    let pdf = b"%PDF-1.7\n%%EOF";
    let disguised = upload(&server, "cv.pdf", b"MZ\x90\x00\xff\xfe").await;
    assert_eq!(
        disguised.json()["errors"]["cv"],
        json!(["The CV field must be a file of type: pdf."])
    );
    let large = [pdf.as_slice(), &vec![b' '; 5120 * 1024]].concat();
    let too_large = upload(&server, "cv.pdf", &large).await;
    assert_eq!(
        too_large.json()["errors"]["cv"],
        json!(["The CV field must not be greater than 5120 kilobytes."])
    );
    let sent = upload(&server, "../../etc/mijn cv?.pdf", pdf).await.json();
    assert_eq!(sent["submission"]["cv"], "cv/mijn-cv-.pdf");
    let stored = serde_json::to_value(&server.state.submissions()[0]).expect("JSON");
    assert_eq!(
        stored["files"][0],
        json!({"field": "cv", "name": "mijn-cv-.pdf", "bytes": 14, "type": "pdf", "blake3": stored["files"][0]["blake3"]})
    );
    let endless = upload(&server, "cv.pdf", &vec![b'x'; 25 * 1024 * 1024]).await;
    assert_eq!(
        (endless.status, endless.json()),
        (413, json!({"message": "The POST data is too large."}))
    );
    assert_eq!(server.state.submissions().len(), 1);
}

/// Invalid requests: other methods, unknown forms, other encodings, no body.
#[tokio::test]
async fn what_is_no_submission_is_refused() {
    let server = Server::extended().await;
    for (method, path) in [
        ("GET", "/!/forms/contact"),
        ("PUT", "/!/forms/contact"),
        ("POST", "/!/forms/nope"),
        ("GET", "/!/forms"),
    ] {
        let answer = server.send(method, path, Some("application/json")).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (404, "text/html; charset=UTF-8"),
            "{method} {path}"
        );
    }
    for content_type in ["text/plain", "application/json", "multipart/form-data", ""] {
        let headers = [("Accept", "application/json"), ("Content-Type", content_type)];
        let answer = server
            .request(
                "POST",
                "/!/forms/newsletter",
                &headers,
                Some(b"email=a%40b.nl".to_vec()),
            )
            .await;
        assert_eq!(
            answer.json()["errors"]["email"],
            json!(["The E-mail field is required."]),
            "{content_type}"
        );
    }
}

/// A field with rules, what is sent, and the messages.
const RULES: &[(&str, &str, &str, &[&str])] = &[
    (
        "text",
        "max:3",
        "abcd",
        &["The Veld field must not be greater than 3 characters."],
    ),
    ("text", "max:3", "äöü", &[]),
    (
        "text",
        "min:3|email",
        "ab",
        &[
            "The Veld field must be at least 3 characters.",
            "The Veld field must be a valid email address.",
        ],
    ),
    (
        "text",
        "between:2,3",
        "a",
        &["The Veld field must be between 2 and 3 characters."],
    ),
    ("text", "digits:8", "1234567", &["The Veld field must be 8 digits."]),
    ("text", "digits:8", "12345678", &[]),
    ("text", "url", "example.com", &["The Veld field must be a valid URL."]),
    ("text", "url", "https://example.com/x", &[]),
    (
        "text",
        "numeric|max:8",
        "9",
        &["The Veld field must not be greater than 8."],
    ),
    (
        "integer",
        "min:1|max:8",
        "9",
        &["The Veld field must not be greater than 8."],
    ),
    ("integer", "", "veel", &["The Veld field must be an integer."]),
    (
        "date",
        "after:today",
        "2026-02-01",
        &["The Veld field must be a date after today."],
    ),
    ("date", "after:today", "2026-02-02", &[]),
    ("date", "date", "morgen", &["Not a valid date."]),
    (
        "date",
        "before:2026-01-01",
        "2026-01-01",
        &["The Veld field must be a date before 2026-01-01."],
    ),
    ("text", "in:a,b", "c", &["The selected Veld is invalid."]),
    ("text", "regex:/^[A-Z]{2}$/i", "nl", &[]),
    (
        "text",
        "regex:/^[A-Z]{2}$/",
        "nl",
        &["The Veld field format is invalid."],
    ),
    ("text", "same:ander", "x", &["The Veld field must match Ander veld."]),
    (
        "text",
        "required_if:ander,y",
        "",
        &["The Veld field is required when Ander veld is y."],
    ),
    ("text", "required_if:ander,z", "", &[]),
    (
        "text",
        "required_with:ander",
        "",
        &["The Veld field is required when Ander veld is present."],
    ),
    ("text", "nullable|email", "", &[]),
    (
        "text",
        "boolean",
        "misschien",
        &["The Veld field must be true or false."],
    ),
    (
        "assets",
        "mimes:pdf,jpg",
        "geen bestand",
        &[
            "The Veld field must be a file of type: pdf, jpg.",
            "The Veld field must be an array.",
        ],
    ),
];

/// R-FORM: Laravel's rules and messages; an empty value violates only rules that require a value.
#[tokio::test]
async fn rules_have_the_messages_of_laravel() {
    let dir = tempfile::tempdir().expect("a folder");
    copy(&fixture(), dir.path());
    for (number, (kind, rules, ..)) in RULES.iter().enumerate() {
        let mut field = json!({"type": kind, "display": "Veld", "validate": rules});
        if rules.is_empty() {
            field = json!({"type": kind, "display": "Veld"});
        }
        let form =
            json!({"title": "Regels", "fields": {"veld": field, "ander": {"type": "text", "display": "Ander veld"}}});
        std::fs::write(
            dir.path().join(format!("content/forms/rule_{number}.json")),
            form.to_string(),
        )
        .expect("a file");
    }
    let server = Server::start(dir.path(), vitrine_demo_statamic::StatamicProfile::Extended).await;
    for (number, (kind, rules, sent, expected)) in RULES.iter().enumerate() {
        let value = match *kind {
            "date" => json!({"date": sent, "time": null}),
            _ => json!(sent),
        };
        let body = json!({"veld": value, "ander": "y"}).to_string();
        let headers = [("Accept", "application/json"), ("Content-Type", "application/json")];
        let answer = server
            .request("POST", &format!("/!/forms/rule_{number}"), &headers, Some(body.into()))
            .await;
        let body = answer.json();
        let found: Vec<&str> = body["errors"]["veld"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(found, *expected, "{rules} on {sent:?}: {}", answer.text);
    }
}

/// A form with an unsupported rule prevents the start.
#[tokio::test]
async fn unknown_rules_stop_the_start() {
    let dir = tempfile::tempdir().expect("a folder");
    copy(&fixture(), dir.path());
    let form = json!({"title": "Bad", "fields": {"x": {"type": "text", "validate": ["required", "moon_phase:full"]}}});
    std::fs::write(dir.path().join("content/forms/bad.json"), form.to_string()).expect("a file");
    let error = Server::load(dir.path()).expect_err("an error");
    assert!(
        error.contains("fields.x.validate") && error.contains("`moon_phase:full`"),
        "{error}"
    );
}
