//! Values that a hostile sender types, and what the CMS may have of them.

use serde_json::{Value, json};

/// Values for every field.
pub(super) fn values() -> Vec<Value> {
    let texts = [
        "a\r\nBcc: x@evil.test\r\n\r\nbody",
        "a\nBcc: x@evil.test",
        "a\rBcc: x@evil.test",
        "\n.\r\nQUIT\r\n",
        "noor@example.test\r\nBcc: x@evil.test",
        "noor@example.test,x@evil.test",
        "<noor@example.test> x@evil.test",
        "\"a b\"@example.test",
        "noor@example.test%0d%0aBcc:x@evil.test",
        "=?utf-8?q?=0D=0ABcc:_x@evil.test?=",
        "\u{202e}gnp.exe\u{2066}",
        "\u{2028}\u{2029}\u{85}",
        "\u{feff}\u{200b}",
        "a\0b",
        "\u{1b}[31m",
        "\u{1f468}\u{200d}\u{1f469} a\u{0300}\u{0301}",
        "  twee  spaties  ",
        "<img src=x onerror=alert(1)>{{ config:app:key }}",
        "</script><!-- data-fill=\"contact.sent\" hidden data-shown=\"x\">",
        "' OR 1=1; DROP TABLE forms; --",
        "=cmd|' /C calc'!A0",
        "../../../etc/passwd",
        "javascript:alert(1)",
        "http://169.254.169.254/latest",
        "-1e309",
        "1e3",
        "0x1F",
        "\u{663}",
        "+3",
        "03",
        "99999999999999999999",
        "9999-99-99",
        "2027-02-30",
        "2027-02-10T00:00:00Z",
        "10-02-2027",
        "25:61",
        "A",
        "nl",
        "breda,utrecht",
        "__proto__",
        "null",
        "",
    ];
    let others = [
        json!("a".repeat(1_000_000)),
        json!("\u{fdfa}".repeat(19_999)),
        json!(["a", "a"]),
        json!(["a", null]),
        json!([["a"], {"b": "c"}]),
        json!({"$gt": "", "__proto__": {"x": 1}}),
        json!(12_345_678_901_234_567_890_u64),
        json!(-0.0),
        json!(true),
        json!(false),
        json!(null),
        json!(vec!["a"; 1_000]),
    ];
    texts.iter().map(|text| json!(text)).chain(others).collect()
}

/// The text as Laravel keeps it: trimmed, with `\n` for each line break.
pub(super) fn trimmed(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{200e}'))
        .to_owned()
}

/// Whether what the CMS stored is what was typed into a field of a kind.
pub(super) fn is_as_typed(kind: &str, is_list: bool, stored: &Value, typed: &Value) -> bool {
    let text = typed.as_str().map(trimmed);
    let nothing = typed.is_null() || text.as_deref() == Some("");
    match kind {
        "toggle" => {
            let on = matches!(typed.as_str(), Some("1" | "true" | "on" | "yes")) || *typed == json!(true);
            let off = nothing || *typed == json!(false) || matches!(typed.as_str(), Some("0" | "false" | "off" | "no"));
            on != off && *stored == json!(on)
        }
        _ if is_list => match typed {
            Value::Array(_) => stored == typed,
            _ if nothing => *stored == json!([]),
            _ => *stored == json!([typed]),
        },
        "files" => nothing && (stored.is_null() || *stored == json!([])),
        _ if nothing => stored.is_null(),
        "integer" | "decimal" => {
            stored.as_f64().is_some() && stored.as_f64() == text.and_then(|text| text.parse().ok())
        }
        "date" => text.is_some_and(|text| stored.as_str().is_some_and(|stored| stored.starts_with(&text))),
        _ => stored.as_str().is_some() && stored.as_str() == text.as_deref(),
    }
}
