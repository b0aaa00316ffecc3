//! Hostile forms: none gets a 500, and none reaches the CMS in another form than it was typed.

use std::time::Instant;

use serde_json::{Value, json};
use vitrine_demo::StatamicVersion;
use vitrine_model::form::FieldKind;

use super::fixture::{Forms, KEY, appointment, contact};

/// Texts that are typed into the message and stored as they are, or refused on their field.
#[tokio::test]
async fn hostile_texts_are_stored_as_typed_or_refused() {
    let forms = Forms::start().await;
    let texts: [(&str, bool); 12] = [
        ("<script>alert(1)</script> en meer", true),
        ("{{ config:app:key }} {{ noparse }}", true),
        ("' OR 1=1; DROP TABLE forms; --", true),
        ("=cmd|' /C calc'!A0 in een spreadsheet", true),
        ("To: a@b.test\r\nBcc: c@d.test\r\n\r\nbody", true),
        ("=?utf-8?b?R3JhdGlz?= is geen woord", true),
        ("\u{202e}txet desrever a si siht", true),
        ("\u{feff}\u{200b}\u{200d}zero width is kept", true),
        (
            "emoji \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} zalgo a\u{0300}\u{0301}\u{0302}",
            true,
        ),
        ("a\0b nul in the middle", false),
        ("a\u{7}b bell in the middle", false),
        ("a\u{1b}[31mred in the terminal", false),
    ];
    for (at, (text, taken)) in texts.iter().enumerate() {
        let mut typed = contact();
        typed["key"] = json!(format!("{at:032x}"));
        typed["message"] = json!(text);
        let answer = forms.send("contact", &typed).await;
        assert_eq!(
            answer.status,
            if *taken { 200 } else { 422 },
            "{text:?}: {}",
            answer.text()
        );
    }
    let stored = forms.stored().await;
    let taken = texts.iter().filter(|(_, taken)| *taken);
    for ((text, _), one) in taken.zip(&stored) {
        let plain = text.replace("\r\n", "\n");
        let kept = one["data"]["message"].as_str().expect("a text");
        assert_eq!(vitrine_forms::value::trimmed(&plain), kept, "stored as it was typed");
    }
    for (field, value) in [
        ("last_name", "a\r\nBcc: x@evil.test"),
        ("email", "jan@example.test\r\nBcc: x@evil.test"),
        ("email", "jan@example.test,x@evil.test"),
        ("first_name", "a\u{202e}b"),
    ] {
        let mut typed = contact();
        typed[field] = json!(value);
        assert_eq!(forms.send("contact", &typed).await.status, 422, "{field}: {value:?}");
    }
}

/// Every field of every form that goes to the CMS, with every hostile value: none is a 500, and what is stored is what was
/// typed, but for blanks at its ends and the kind of its line breaks.
#[tokio::test]
async fn every_field_takes_every_hostile_value_as_typed_or_refuses_it() {
    let forms = Forms::with(StatamicVersion::Five, |c| {
        c.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a range")];
    })
    .await;
    let values = [
        json!("a\r\nBcc: x@evil.test\r\n\r\nbody"),
        json!("\u{202e}gnp.exe\u{2066}"),
        json!("a\0b"),
        json!("\u{1b}[31m"),
        json!("\u{feff}\u{200b}"),
        json!("a".repeat(1_000_000)),
        json!("<img src=x onerror=alert(1)>{{ config:app:key }}"),
        json!("../../../etc/passwd"),
        json!("-1e309"),
        json!("9999-99-99"),
        json!(["a", "a"]),
        json!([["a"], {"b": "c"}]),
        json!({"$gt": "", "__proto__": {"x": 1}}),
        json!(12_345_678_901_234_567_890_u64),
        json!(-0.0),
        json!(true),
        json!(null),
        json!(vec!["a"; 1_000]),
    ];
    let file = forms.shop.folder.path().join("dist/releases/one/server/forms.json");
    let handed: vitrine_forms::HandedForms =
        serde_json::from_slice(&std::fs::read(file).expect("the forms")).expect("JSON");
    let (mut sent, mut expected) = (0_usize, Vec::new());
    for (handle, whole) in [("contact", contact()), ("showroom_appointment", appointment())] {
        for field in handed[handle]
            .spec
            .fields
            .iter()
            .filter(|field| field.kind != FieldKind::Hidden)
        {
            for value in &values {
                let mut typed = whole.clone();
                typed["key"] = json!(format!("{sent:032x}"));
                typed[&field.handle] = value.clone();
                let from = format!("198.51.{}.{}", sent / 250, sent % 250);
                let ask = forms.island(handle).with("X-Forwarded-For", &from);
                let answer = ask.json(&typed).send().await;
                let text = value.to_string();
                let what = format!("{handle}.{}: {:.60}", field.handle, text);
                assert!(matches!(answer.status, 200 | 400 | 422), "{what}: {}", answer.status);
                if answer.status == 200 {
                    expected.push((what, field.handle.clone(), value.clone()));
                }
                sent += 1;
            }
        }
    }
    let stored = forms.stored().await;
    assert_eq!(stored.len(), expected.len(), "what was refused did not reach the CMS");
    for (one, (what, field, value)) in stored.iter().zip(&expected) {
        match (&one["data"][field], value) {
            (Value::String(stored), Value::String(typed)) => {
                assert_eq!(stored, &vitrine_forms::value::trimmed(typed), "{what}");
            }
            (Value::String(stored), typed) => assert_eq!(stored, &typed.to_string(), "{what}"),
            (Value::Bool(on), typed) => assert!(!on || *typed == json!(true), "{what}"),
            (Value::Null, typed) => assert!(is_nothing(typed), "{what}"),
            (Value::Array(list), typed) => assert!(list.is_empty() && is_nothing(typed), "{what}: {list:?}"),
            (other, _) => panic!("{what}: {other}"),
        }
    }
    println!("{sent} hostile values, {} of them taken as typed", expected.len());
}

/// Whether a value has nothing that could be stored.
fn is_nothing(typed: &Value) -> bool {
    match typed {
        Value::Null => true,
        Value::String(text) => vitrine_forms::value::trimmed(text).is_empty(),
        _ => false,
    }
}

/// Bodies that are too large, too many, too deep, or none.
#[tokio::test]
async fn hostile_bodies_are_answered_at_once() {
    let forms = Forms::start().await;
    let many = |pair: &str, times: usize| vec![pair; times].join("&");
    let deep = format!("{}1{}", "{\"a\":".repeat(10_000), "}".repeat(10_000));
    let urlencoded = "application/x-www-form-urlencoded";
    let parts = "multipart/form-data; boundary=x";
    let part = |head: &str| format!("--x\r\n{head}\r\n\r\nvalue\r\n");
    let bodies: Vec<(&str, &str, Vec<u8>, &[u16])> = vec![
        (
            "10 MB of a text",
            urlencoded,
            format!("message={}", "a".repeat(10_000_000)).into(),
            &[422],
        ),
        ("100,000 fields", urlencoded, many("a=b", 100_000).into(), &[400]),
        ("100,000 values", urlencoded, many("message=b", 100_000).into(), &[400]),
        (
            "100,000 parts",
            parts,
            part("Content-Disposition: form-data; name=\"a\"")
                .repeat(100_000)
                .into(),
            &[400],
        ),
        ("17 MB", urlencoded, vec![b'a'; 17 * 1024 * 1024], &[413]),
        (
            "nested names",
            urlencoded,
            "first_name[a][b][c]=x&first_name[]=y&[]=z&=&&%00=%00".into(),
            &[422],
        ),
        ("deep JSON", "application/json", deep.into(), &[400]),
        ("a list", "application/json", b"[1,2]".to_vec(), &[400]),
        (
            "broken JSON",
            "application/json",
            b"{\"first_name\": \"Jan".to_vec(),
            &[400],
        ),
        (
            "numbers",
            "application/json",
            b"{\"first_name\": 1e999}".to_vec(),
            &[400, 422],
        ),
        ("no boundary", "multipart/form-data", b"--x--".to_vec(), &[400]),
        ("another boundary", parts, b"--y\r\n\r\n\r\n--y--".to_vec(), &[400, 422]),
        (
            "cut off",
            parts,
            part("Content-Disposition: form-data; name=\"a\"").into(),
            &[400],
        ),
        (
            "a head of 100 KB",
            parts,
            part(&format!(
                "Content-Disposition: form-data; name=\"{}\"",
                "a".repeat(100_000)
            ))
            .into(),
            &[400],
        ),
        (
            "no UTF-8",
            parts,
            b"--x\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\n\xff\xfe\r\n--x--\r\n".to_vec(),
            &[400],
        ),
        ("no UTF-8 in pairs", urlencoded, b"message=%ff%fe".to_vec(), &[422]),
        (
            "gzip",
            "application/json; charset=utf-16",
            b"\x1f\x8b".to_vec(),
            &[400, 415],
        ),
        ("nothing", urlencoded, Vec::new(), &[422]),
    ];
    for (what, content_type, body, expected) in bodies {
        let began = Instant::now();
        let answer = forms
            .island("contact")
            .with("Content-Type", content_type)
            .body(body)
            .send()
            .await;
        assert!(
            expected.contains(&answer.status),
            "{what}: {} {}",
            answer.status,
            answer.text()
        );
        assert!(began.elapsed().as_secs() < 5, "{what}: {:?}", began.elapsed());
    }
    assert_eq!(forms.posts().await, 0);
    assert_eq!(forms.send("contact", &contact()).await.status, 200, "it still serves");
}

/// Files are what their names say; their names lead nowhere; nothing is unpacked.
#[tokio::test]
async fn hostile_files_are_refused_by_their_content() {
    let forms = Forms::start().await;
    let typed = contact();
    let fields: Vec<(&str, &str)> = typed
        .as_object()
        .expect("fields")
        .iter()
        .filter(|(name, _)| *name != "key")
        .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")))
        .collect();
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice();
    let bomb = [b"PK\x03\x04".as_slice(), &vec![0; 4_000_000]].concat();
    let large = [png, &vec![0; 6 * 1024 * 1024]].concat();
    let polyglot = [b"GIF89a/*".as_slice(), b"*/=1;alert(1)"].concat();
    // Files that are two kinds: what they begin like is what their name says, and they are passed on as they are.
    let with_script = [png, b"<?php phpinfo();"].concat();
    let with_archive = [b"%PDF-1.4\n".as_slice(), b"PK\x03\x04evil.exe"].concat();
    let files: [(&str, &[u8], bool); 16] = [
        ("a.png", &with_script, true),
        ("a.pdf", &with_archive, true),
        ("a.png", png, true),
        ("../../../etc/cron.d/a.png", png, true),
        ("a\u{202e}gnp.png", png, true),
        ("a.php", b"<?php phpinfo();", false),
        ("a.php.png", b"<?php phpinfo();", false),
        ("a.png.php", png, false),
        (
            "a.svg",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>",
            false,
        ),
        ("a.jpg", &polyglot, false),
        ("a.pdf", &bomb, false),
        ("a.zip", &bomb, false),
        ("a.png", &large, false),
        ("a.exe", b"MZ\x90\0", false),
        ("a", png, false),
        ("a.png\0.exe", png, false),
    ];
    let mut taken: Vec<&[u8]> = Vec::new();
    for (at, (name, content, is_taken)) in files.iter().enumerate() {
        let key = format!("{at:032x}");
        let mut parts: Vec<(&str, Option<&str>, &[u8])> = fields
            .iter()
            .map(|(name, text)| (*name, None, text.as_bytes()))
            .collect();
        parts.push(("key", None, key.as_bytes()));
        parts.push(("attachments[]", Some(name), content));
        let answer = forms.island("contact").multipart(&parts).send().await;
        let expected: &[u16] = if *is_taken { &[200] } else { &[400, 422] };
        assert!(
            expected.contains(&answer.status),
            "{name}: {} {}",
            answer.status,
            answer.text()
        );
        taken.extend(is_taken.then_some(*content));
        if answer.status == 422 {
            assert!(answer.text().contains("/attachments"), "{name}: {}", answer.text());
        }
    }
    let stored = forms.stored().await;
    assert_eq!(stored.len(), taken.len());
    for (one, sent) in stored.iter().zip(taken) {
        let name = one["files"][0]["name"].as_str().expect("a name");
        assert!(
            !name.contains(['/', '\\', '\u{202e}'])
                && name.ends_with([".png", ".pdf"][usize::from(sent.starts_with(b"%PDF"))]),
            "{name}"
        );
        let hash = blake3::hash(sent).to_hex().to_string();
        assert_eq!(one["files"][0]["blake3"], json!(hash), "{name} is what was sent");
    }
    let four: Vec<(&str, Option<&str>, &[u8])> = fields
        .iter()
        .map(|(name, text)| (*name, None, text.as_bytes()))
        .chain([("attachments", Some("a.png"), png); 4])
        .collect();
    let answer = forms.island("contact").multipart(&four).send().await;
    assert!(
        answer.text().contains("Kies hoogstens 3 bestanden."),
        "{}",
        answer.text()
    );
    let elsewhere: Vec<(&str, Option<&str>, &[u8])> = fields
        .iter()
        .map(|(name, text)| (*name, (*name == "message").then_some("a.png"), text.as_bytes()))
        .collect();
    assert_eq!(
        forms.island("contact").multipart(&elsewhere).send().await.status,
        422,
        "a file is no text"
    );
    let body: Value = forms.send("contact", &json!({"key": KEY})).await.json();
    assert!(body["errors"].is_array());
}
