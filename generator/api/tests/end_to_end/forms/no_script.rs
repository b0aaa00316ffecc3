//! Forms without JavaScript: the page comes back, with errors beside the fields and values kept.

use super::fixture::{Forms, appointment};
use crate::client::Answer;

const TYPED: &str = "first_name=%22Jan%3Cb%3E%22&last_name=Jansen&email=jan&subject=order&order_number=10001&message=Waar%20blijft%0D%0Amijn%20tafel%3F";

fn is_page(answer: &Answer) {
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.contains("script-src 'self'"), "{policy}");
}

/// R-FORM-06: "a form works with JavaScript off where the server is reachable".
#[tokio::test]
async fn r_form_06_the_page_comes_back_with_errors_and_values_and_then_with_the_outcome() {
    let forms = Forms::start().await;
    let refused = forms.browser("contact").body(TYPED).send().await;
    assert_eq!(refused.status, 422);
    is_page(&refused);
    let page = refused.text();
    for held in [
        "Niet alles is goed",
        "<p><b>Vul een geldig e-mailadres in.</b></p>",
        "aria-invalid=\"true\" value=\"jan\"",
        "value=\"&quot;Jan&lt;b&gt;&quot;\"",
        "<option value=\"order\" selected>",
        "<option value=\"other\">",
        "mijn tafel?</textarea>",
        "<input type=\"checkbox\" name=\"privacy\">",
    ] {
        assert!(page.contains(held), "{held}: {page}");
    }
    assert!(
        page.contains("<p hidden data-shown=\"contact.sent\">Verstuurd"),
        "{page}"
    );
    assert_eq!(forms.posts().await, 0);

    let mended = format!(
        "{}&privacy=1&fax=",
        TYPED.replace("email=jan", "email=jan%40example.test")
    );
    let sent = forms.browser("contact").body(mended.as_str()).send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    is_page(&sent);
    assert!(sent.text().contains("<p>Verstuurd <b>"), "{}", sent.text());
    assert!(sent.text().contains("<form hidden>"), "{}", sent.text());
    let stored = forms.stored().await;
    assert_eq!(stored.len(), 1);
    assert_eq!(stored[0]["data"]["first_name"], "\"Jan<b>\"");
    assert_eq!(stored[0]["data"]["message"], "Waar blijft\nmijn tafel?");
    forms.browser("contact").body(mended.as_str()).send().await;
    assert_eq!(forms.stored().await.len(), 1, "a reload sends it once");
}

#[tokio::test]
async fn r_form_06_files_are_sent_without_javascript_and_the_page_has_to_be_one() {
    let forms = Forms::start().await;
    let fields = appointment();
    let parts: Vec<(&str, Option<&str>, Vec<u8>)> = fields
        .as_object()
        .expect("fields")
        .iter()
        .filter(|(name, _)| *name != "key")
        .map(|(name, value)| {
            let text = match value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Array(_) => "living".to_owned(),
                _ => "1".to_owned(),
            };
            (name.as_str(), None, text.into_bytes())
        })
        .collect();
    let mut parts: Vec<(&str, Option<&str>, &[u8])> = parts
        .iter()
        .map(|(name, file, text)| (*name, *file, text.as_slice()))
        .collect();
    parts.push(("floor_plan", Some("plan.pdf"), b"%PDF-1.7\n1 0 obj"));
    let sent = forms.browser("showroom_appointment").multipart(&parts).send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    let stored = forms.stored().await;
    assert_eq!(stored[0]["files"][0]["name"], "plan.pdf");
    for page in [
        "",
        "&page=/nowhere",
        "&page=https://evil.test",
        "&page=//evil.test",
        "&page=/../secret.txt",
    ] {
        let ask = forms.shop.ask("POST", &format!("/api/forms/contact?locale=nl{page}"));
        let ask = ask
            .with("Origin", "https://shop.test")
            .with("Sec-Fetch-Site", "same-origin");
        let answer = ask
            .with("Content-Type", "application/x-www-form-urlencoded")
            .body(TYPED)
            .send()
            .await;
        assert_eq!(answer.status, 422, "{page}");
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8"),
            "{page}"
        );
        assert!(
            answer.text().contains("Vul een geldig e-mailadres in."),
            "{}",
            answer.text()
        );
    }
}
