//! The edit pages of the demo's CMS over HTTP, with forms as a browser sends them.
#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking")]

use std::path::Path;

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use vitrine_demo::{
    Demo, DemoConfig, StatamicProfile,
    hooks::{Target, Targets},
};

struct Desk {
    demo: Demo,
    http: reqwest::Client,
    hooks: TcpListener,
}

impl Desk {
    async fn start() -> Self {
        let hooks = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/api/hooks/content", hooks.local_addr().expect("an address"));
        let config = DemoConfig {
            profile: StatamicProfile::Extended,
            storefront_url: Some("http://127.0.0.1:3000".to_owned()),
            hooks: Targets {
                content: Some(Target {
                    url,
                    secret: "secret-0123456789".to_owned(),
                }),
                commerce: None,
            },
            ..DemoConfig::on_free_ports(
                Path::new(env!("CARGO_MANIFEST_DIR")).join("shops/lindhoven"),
                "2026-11-21T09:00:00Z".parse().expect("a timestamp"),
            )
        };
        let demo = Demo::start(config).await.expect("a demo");
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none());
        let http = http.build().expect("a client");
        Self { demo, http, hooks }
    }

    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.demo.statamic_url())
    }

    async fn page(&self, path: &str) -> (u16, String) {
        let answer = self.http.get(self.at(path)).send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("text"))
    }

    async fn entry(&self, slug: &str, site: &str) -> Value {
        let found = self.json(&format!("/api/entries-by-uri?uri=/{slug}&site={site}")).await;
        let id = found["data"]["id"].as_str().expect("an id");
        let entry = self.json(&format!("/api/collections/pages/entries/{id}")).await;
        entry["data"].clone()
    }

    /// The path of its edit link.
    fn form_of<'e>(&self, entry: &'e Value) -> &'e str {
        let link = entry["edit_url"].as_str().expect("a link");
        link.strip_prefix(self.demo.statamic_url()).expect("ours")
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.http.get(self.at(path)).send().await.expect("an answer");
        answer.json().await.expect("JSON")
    }

    /// Submits the form as its own page would.
    async fn save(&self, path: &str, fields: &[(&str, &str)]) -> (u16, String, String) {
        let form = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect::<Vec<_>>()
            .join("&");
        let request = self.http.post(self.at(path)).header("Origin", self.demo.statamic_url());
        let request = request
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(form);
        let answer = request.send().await.expect("an answer");
        let location = answer
            .headers()
            .get("location")
            .map(|to| to.to_str().expect("text").to_owned());
        let status = answer.status().as_u16();
        (status, location.unwrap_or_default(), answer.text().await.expect("text"))
    }

    /// The next event sent.
    async fn event(&self) -> String {
        let (mut stream, _) = self.hooks.accept().await.expect("a call");
        let mut bytes = vec![0; 8 * 1024];
        let mut text = String::new();
        while !text.contains("\"event\"") {
            let count = stream.read(&mut bytes).await.expect("bytes");
            assert!(count > 0, "the call ends: {text}");
            text.push_str(std::str::from_utf8(&bytes[..count]).expect("text"));
        }
        stream
            .write_all(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n")
            .await
            .expect("sent");
        text
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// "A text saved through the demo CMS": an entry is found, its texts are in a form, saved texts are in the API, the
/// rest of the entry is unchanged, and an event is sent. The edit link of an entry opens its form.
#[tokio::test]
async fn r_gen_03_a_text_is_saved_by_a_form() {
    let desk = Desk::start().await;
    let before = desk.entry("privacy", "nl-NL").await;
    let path = desk.form_of(&before);
    let (status, list) = desk.page("/cp?q=priva&site=nl-NL").await;
    assert_eq!(status, 200);
    assert!(list.contains(&format!("<a href=\"{path}\">")), "{list}");
    assert!(!list.contains("Over ons"), "what is looked for and nothing else");
    let (_, all) = desk.page("/cp?site=de-DE").await;
    assert!(
        all.contains("Datenschutz") && all.contains("aria-current=\"page\">"),
        "{all}"
    );
    let (_, none) = desk.page("/cp?q=%3Cscript%3E").await;
    assert!(none.contains("No entry has these words") && none.contains("&lt;script&gt;") && !none.contains("<script"));

    let (status, form) = desk.page(path).await;
    assert_eq!(status, 200);
    for part in [
        "name=\"/title\" value=\"Privacy\"",
        "name=\"/blocks/0/text/0/text\"",
        "&lt;h2&gt;Bij een bestelling&lt;/h2&gt;",
        "name=\"/seo_description\"",
        "href=\"http://127.0.0.1:3000/privacy\"",
        " checked> Published",
    ] {
        assert!(form.contains(part), "{part} is not in {form}");
    }
    let sent = [
        ("/title", "Privacy & u"),
        ("/blocks/0/text/0/text", "<p>Kort.</p>\r\n<p>Klaar.</p>"),
        ("/blocks/9/text", "nowhere"),
        ("/slug", "elders"),
        ("published", "1"),
    ];
    let (status, location, _) = desk.save(path, &sent).await;
    assert_eq!((status, location), (303, format!("{path}?saved=1")));
    let event = desk.event().await;
    for part in [
        "\"event\":\"entry.saved\"",
        "\"collection\":\"pages\"",
        "\"site\":\"nl-NL\"",
        "webhook-signature: v1,",
    ] {
        assert!(event.contains(part), "{part} is not in {event}");
    }
    let after = desk.entry("privacy", "nl-NL").await;
    assert_eq!(after["title"], "Privacy & u");
    let text = after["blocks"][0]["text"].to_string();
    assert!(text.contains("<p>Kort.</p>\\n<p>Klaar.</p>"), "{text}");
    for same in ["slug", "seo_description", "published", "id"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(after["blocks"][0]["id"], before["blocks"][0]["id"]);
    let (_, told) = desk.page(&format!("{path}?saved=1")).await;
    assert!(
        told.contains("role=\"status\">Saved.") && told.contains("value=\"Privacy &amp; u\""),
        "{told}"
    );

    let (status, location, _) = desk.save(path, &[("/title", "Privacy & u")]).await;
    assert_eq!(
        (status, location.ends_with("?saved=1")),
        (303, true),
        "a form without the mark unpublishes"
    );
    desk.event().await;
    assert!(
        desk.page(path)
            .await
            .1
            .contains("name=\"published\" value=\"1\"> Published")
    );
    desk.demo.stop().await;
}

/// R-CMS-09: what is typed is previewed as by the control panel (`run-preview-1`, `-16`): a token and the page's address; the
/// same token continues; nothing is saved, and no event is sent.
#[tokio::test]
async fn r_cms_09_what_is_typed_is_previewed_and_not_saved() {
    let desk = Desk::start().await;
    let before = desk.entry("privacy", "nl-NL").await;
    let path = desk.form_of(&before);
    let (_, form) = desk.page(path).await;
    assert!(form.contains("aria-label=\"Live preview\"") && form.contains("src=\"/cp/preview.js\""));
    assert!(desk.page("/cp/preview.js").await.1.contains("statamic.preview.updated"));
    let typed = |title| [("/title", title), ("published", "1")];
    let (status, _, text) = desk.save(&format!("{path}/preview"), &typed("Eerst")).await;
    let begun: Value = serde_json::from_str(&text).expect("JSON");
    let token = begun["token"].as_str().expect("a token");
    assert_eq!((status, token.len()), (200, 40), "{text}");
    let url = begun["url"].as_str().expect("a URL");
    let query = url.strip_prefix("http://127.0.0.1:3000/privacy?preview=true&live-preview=");
    let mark = query.and_then(|rest| rest.strip_suffix(&format!("&token={token}")));
    assert_eq!(mark.map(str::len), Some(16), "{url}");
    let entry = format!(
        "/api/collections/pages/entries/{}",
        before["id"].as_str().expect("an id")
    );
    let draft = format!("{entry}?token={token}");
    assert_eq!(desk.json(&draft).await["data"]["title"], "Eerst");
    let (_, _, text) = desk
        .save(&format!("{path}/preview?token={token}"), &typed("Toen"))
        .await;
    assert!(text.contains(token), "{text}");
    assert_eq!(desk.json(&draft).await["data"]["title"], "Toen");
    assert_eq!(desk.json(&entry).await["data"], before);
    let (status, _, text) = desk.save(&format!("{path}/preview"), &typed(" ")).await;
    assert_eq!(
        (status, text.contains("the title may not be empty")),
        (422, true),
        "{text}"
    );
    let foreign = desk
        .http
        .post(desk.at(&format!("{path}/preview")))
        .header("Origin", "https://evil.example");
    assert_eq!(foreign.send().await.expect("an answer").status(), 403);
    desk.demo.stop().await;
}

/// Errors are shown and nothing is saved; only pages of this address can save.
#[tokio::test]
async fn the_edit_pages_take_only_their_own_forms() {
    let desk = Desk::start().await;
    let before = desk.entry("privacy", "nl-NL").await;
    let path = desk.form_of(&before);
    let (status, _, page) = desk
        .save(
            path,
            &[("/title", " "), ("/seo_description", "Nieuw \"x\""), ("published", "1")],
        )
        .await;
    assert_eq!(status, 422);
    assert!(
        page.contains("Nothing was saved: the title may not be empty."),
        "{page}"
    );
    assert!(page.contains("Nieuw &quot;x&quot;"), "what was typed stays");
    let unknown = "/cp/collections/pages/entries/none";
    assert_eq!(desk.save(unknown, &[("/title", "x")]).await.0, 404);
    assert_eq!(desk.page(unknown).await.0, 404);
    assert_eq!(desk.page("/cp/nothing").await.0, 404);
    for (name, value) in [("Origin", "https://evil.example"), ("Host", "evil.example")] {
        let mut request = desk.http.post(desk.at(path)).header(name, value).body("%2Ftitle=x");
        if name == "Host" {
            request = request.header("Origin", "http://evil.example");
        }
        let request = request.header("Content-Type", "application/x-www-form-urlencoded");
        assert_eq!(request.send().await.expect("an answer").status(), 403, "{name}");
    }
    assert_eq!(desk.entry("privacy", "nl-NL").await, before);
    desk.demo.stop().await;
}

/// Every entry of the shop has a form with its title.
#[tokio::test]
async fn every_entry_has_a_form() {
    let desk = Desk::start().await;
    let (_, list) = desk.page("/cp?site=en-GB").await;
    let links: Vec<&str> = list
        .split("<a href=\"/cp/collections/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(links.len() > 50, "{}", links.len());
    for link in links {
        let (status, form) = desk.page(&format!("/cp/collections/{link}")).await;
        assert!(status == 200 && form.contains("name=\"/title\""), "{link}: {status}");
    }
    desk.demo.stop().await;
}

/// The edit page of a term, in each site one: found in the list, previewed at its address, saved, and told in an event.
#[tokio::test]
async fn r_cms_09_a_term_is_previewed_and_saved_by_a_form() {
    let desk = Desk::start().await;
    let (_, list) = desk.page("/cp?q=marken&site=de-DE").await;
    let form = "/cp/taxonomies/topics/terms/merken/de-DE";
    assert!(list.contains(&format!("<a href=\"{form}\">")), "{list}");
    let (status, page) = desk.page(form).await;
    assert_eq!(status, 200);
    for part in [
        "name=\"/title\" value=\"Marken\"",
        "data-reference=\"term::topics::merken::de-DE\"",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("Published"), "a term is never a draft: {page}");
    let (status, _, said) = desk.save(&format!("{form}/preview"), &[("/title", "Häuser")]).await;
    assert_eq!(status, 200, "{said}");
    let said: Value = serde_json::from_str(&said).expect("JSON");
    let url = said["url"].as_str().expect("an address");
    assert!(
        url.starts_with("http://127.0.0.1:3000/de/topics/marken?preview=true&live-preview="),
        "{url}"
    );
    let token = said["token"].as_str().expect("a token");
    let draft = desk
        .json(&format!("/api/taxonomies/topics/terms/merken?token={token}"))
        .await;
    assert_eq!(
        (&draft["data"]["title"], &draft["data"]["locale"]),
        (&"Häuser".into(), &"de-DE".into())
    );
    let (status, _, why) = desk.save(form, &[("/title", " ")]).await;
    assert!(
        status == 422 && why.contains("the title may not be empty"),
        "{status} {why}"
    );
    let (saved, event) = tokio::join!(desk.save(form, &[("/title", "Häuser")]), desk.event());
    assert_eq!(
        (saved.0, saved.1.as_str()),
        (303, "/cp/taxonomies/topics/terms/merken/de-DE?saved=1")
    );
    for part in [
        "term.saved",
        "topics::merken",
        "\"taxonomy\":\"topics\"",
        "\"site\":\"de-DE\"",
    ] {
        assert!(event.contains(part), "{part} is not in {event}");
    }
    let terms = desk.json("/api/taxonomies/topics/terms?filter[site]=de-DE").await;
    assert!(terms.to_string().contains("Häuser"), "{terms}");
    for gone in [
        "/cp/taxonomies/topics/terms/nope/de-DE",
        "/cp/taxonomies/topics/terms/merken/fr-FR",
    ] {
        assert_eq!(desk.page(gone).await.0, 404, "{gone}");
    }
}
