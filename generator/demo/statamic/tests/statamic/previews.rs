//! Live preview beyond the recorded calls (Statamic §13): effects of a token, for whom, and for how long.

use serde_json::{Value, json};

use super::support::Server;

const HOME: &str = "/api/collections/pages/entries/48aaaa5f-dca5-5bf3-96cf-edf000306d75";

/// R-PREVIEW: the edited entry replaces the saved one wherever it is read, and requests without the token are not
/// affected.
#[tokio::test]
async fn a_token_swaps_the_entry_in_wherever_it_is_read() {
    let server = Server::extended().await;
    let token = server.preview(
        json!({"entry": "brands/lumo", "site": "nl-NL", "fields": {"title": "Lumo (bewerkt)", "slug": "lumo-nieuw"}}),
    );
    assert_eq!(token.len(), 40);
    let title = |data: &Value, at: &str| data.pointer(at).and_then(Value::as_str).map(str::to_owned);
    let brand = "/api/entries-by-uri?site=nl-NL&uri=/merken/lumo-nieuw";
    let list = "/api/collections/brands/entries?filter[site]=nl-NL&filter[slug]=lumo&fields=title,live_preview";
    let nav = "/api/navs/main/tree?site=nl-NL&fields=title";
    let reference = format!("{HOME}?x=1");
    for (path, at) in [
        (brand, "/title"),
        (list, "/0/title"),
        (nav, "/0/children/1/page/title"),
        (&reference, "/blocks/2/brands/0/title"),
    ] {
        let with = server.data(&format!("{path}&token={token}")).await;
        assert_eq!(title(&with, at).as_deref(), Some("Lumo (bewerkt)"), "{path}: {with}");
        let without = server.get(path).await;
        assert!(
            !without.text.contains("bewerkt") && !without.text.contains("live_preview\":true"),
            "{path}"
        );
        assert_eq!(without.header("x-statamic-live-preview"), "");
    }
    let query = json!({"query": "{ entry(uri: \"/merken/lumo-nieuw\", site: \"nl-NL\") { title } }"});
    assert_eq!(
        server.graphql(&format!("/graphql?token={token}"), &query).await["data"]["entry"]["title"],
        "Lumo (bewerkt)"
    );
    assert_eq!(server.graphql("/graphql", &query).await["data"]["entry"], Value::Null);
}

/// The item is marked as a preview, with the toolbar's extras if there are any, and so is the answer in its headers.
#[tokio::test]
async fn the_answer_is_marked() {
    let server = Server::stock().await;
    let token = server.preview(json!({"entry": "pages/home", "site": "nl-NL", "extras": {"size": "phone"}}));
    let answer = server.request("GET", HOME, &[("X-Statamic-Token", &token)], None).await;
    assert_eq!(answer.json()["data"]["live_preview"], json!({"size": "phone"}));
    assert_eq!(answer.header("x-statamic-live-preview"), "1");
    assert_eq!(
        answer.header("content-security-policy"),
        format!("frame-ancestors {}", server.base)
    );
    assert_eq!(answer.json()["data"]["title"], "Home");
}

/// An unknown, expired or removed token is ignored: published content, drafts are 404.
#[tokio::test]
async fn other_tokens_are_ignored() {
    let server = Server::stock().await;
    let draft = "/api/collections/pages/entries/ca23dcd5-6169-5227-935d-7535887a5023";
    let token = server.preview(json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Nieuw"}}));
    assert_eq!(server.get(&format!("{draft}?token={token}")).await.status, 200);
    for other in ["nope", "", "%F0%9F%92%A9"] {
        let answer = server.get(&format!("{HOME}?token={other}")).await;
        assert_eq!(
            (answer.status, answer.json()["data"]["title"].as_str()),
            (200, Some("Home"))
        );
        assert_eq!(
            (
                answer.header("x-statamic-live-preview"),
                server.get(&format!("{draft}?token={other}")).await.status
            ),
            ("", 404)
        );
    }
    server.clock.set("2026-02-01T12:59:00Z".parse().expect("a timestamp"));
    assert_eq!(server.data(&format!("{HOME}?token={token}")).await["title"], "Nieuw");
    server.clock.set("2026-02-01T13:00:01Z".parse().expect("a timestamp"));
    assert_eq!(server.data(&format!("{HOME}?token={token}")).await["title"], "Home");
    assert_eq!(server.get(&format!("{draft}?token={token}")).await.status, 404);
    let again = server.preview(json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Nieuw"}}));
    server.state.reset();
    assert_eq!(server.data(&format!("{HOME}?token={again}")).await["title"], "Home");
}

/// The token stays the same while the editor types, and other saved changes are visible.
#[tokio::test]
async fn a_session_continues_under_its_token() {
    let server = Server::stock().await;
    let first = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Eerst"}});
    let token = server.preview(first);
    let next = json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Daarna"}, "token": token});
    assert_eq!(server.preview(next), token);
    let saved =
        json!({"entry": "pages/home", "site": "nl-NL", "fields": {"title": "Opgeslagen", "seo_title": "Elders"}});
    server
        .state
        .edit_entry(serde_json::from_value(saved).expect("an edit"))
        .expect("the edit");
    let home = server.data(&format!("{HOME}?token={token}")).await;
    assert_eq!(
        (home["title"].as_str(), home["seo_title"].as_str()),
        (Some("Daarna"), Some("Elders"))
    );
    assert_eq!(server.data(HOME).await["title"], "Opgeslagen");
}

/// Statamic, Part C, "Preview": every call with the token of an entry that was never saved is 500; other calls are as they
/// were.
#[tokio::test]
async fn an_unsaved_entry_cannot_be_read() {
    let server = Server::extended().await;
    let token =
        server.preview(json!({"entry": "pages/nieuw", "site": "nl-NL", "fields": {"title": "Nieuw", "slug": "nieuw"}}));
    for path in [
        "/api/entries-by-uri?uri=/nieuw&site=nl-NL",
        "/api/collections/pages/entries?filter[site]=nl-NL",
        "/graphql?query={ping}",
    ] {
        let answer = server.get(&format!("{path}&token={token}")).await;
        assert_eq!(
            (answer.status, answer.header("x-statamic-live-preview")),
            (500, ""),
            "{path}"
        );
    }
    assert_eq!(
        server.get("/api/entries-by-uri?uri=/nieuw&site=nl-NL").await.status,
        404
    );
}

/// Statamic, Part C, "Preview", `run-preview-12` and `-13`: the single call answers the localization that is edited, and so do lists of any
/// site; other terms, other sites without the token, and the slug are as they were.
#[tokio::test]
async fn a_term_is_replaced_by_its_draft() {
    let server = Server::stock().await;
    let edit = json!({"term": "categories/tafels", "site": "de-DE", "fields": {"title": "Tische und mehr"}});
    let edit = serde_json::from_value(edit).expect("an edit");
    let token = server.state.preview_term(edit).expect("a token");
    let single = "/api/taxonomies/categories/terms/tafels";
    let answer = server.get(&format!("{single}?token={token}")).await;
    assert_eq!(answer.header("x-statamic-live-preview"), "1");
    let term = &answer.json()["data"];
    assert_eq!(
        (&term["title"], &term["locale"], &term["live_preview"], &term["id"]),
        (
            &json!("Tische und mehr"),
            &json!("de-DE"),
            &json!(true),
            &json!("categories::tafels")
        )
    );
    let list = "/api/taxonomies/categories/terms?filter[site]=nl-NL";
    let listed = server.data(&format!("{list}&token={token}")).await;
    let titles: Vec<_> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|term| term["title"].clone())
        .collect();
    assert!(
        titles.contains(&json!("Tische und mehr")) && titles.contains(&json!("Verlichting")),
        "{titles:?}"
    );
    for path in [single, list] {
        let public = server.get(path).await;
        assert!(
            !public.text.contains("Tische und mehr") && !public.text.contains("live_preview"),
            "{path}"
        );
    }
    let query = json!({"query": "{ term(id: \"categories::tafels\") { title } }"});
    let answer = server.graphql(&format!("/graphql?token={token}"), &query).await;
    assert_eq!(answer["data"]["term"]["title"], "Tische und mehr");
    for (edit, problem) in [
        (
            json!({"term": "categories/nope", "site": "nl-NL", "fields": {}}),
            "no such term",
        ),
        (
            json!({"term": "categories/tafels", "site": "fr-FR", "fields": {}}),
            "sites are nl-NL, en-GB, de-DE",
        ),
        (
            json!({"term": "categories/tafels", "site": "nl-NL", "fields": {"slug": "x"}}),
            "`slug` is no field",
        ),
        (json!({"term": "tafels", "site": "nl-NL", "fields": {}}), "is no term"),
    ] {
        let edit = serde_json::from_value(edit).expect("an edit");
        let error = server.state.preview_term(edit).expect_err("an error");
        assert!(error.contains(problem), "{error}");
    }
}

/// A preview of something unknown is refused.
#[tokio::test]
async fn wrong_previews_are_refused() {
    let server = Server::stock().await;
    for (edit, problem) in [
        (
            json!({"entry": "pages/home", "site": "fr-FR"}),
            "sites are nl-NL, en-GB, de-DE",
        ),
        (json!({"entry": "nope/x", "site": "nl-NL"}), "no collection"),
        (
            json!({"entry": "pages/home", "site": "nl-NL", "fields": {"titel": "x"}}),
            "`titel` is no field",
        ),
        (
            json!({"entry": "pages/home", "site": "nl-NL", "token": "a b"}),
            "is no token",
        ),
    ] {
        let error = server
            .state
            .preview(serde_json::from_value(edit).expect("a preview"))
            .expect_err("an error");
        assert!(error.contains(problem), "{error}");
    }
}
