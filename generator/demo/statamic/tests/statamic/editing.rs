//! Edits through the control API, the clock, and invalid content.

use serde_json::{Value, json};
use vitrine_demo_statamic::EntryEdit;

use super::support::{Server, copy, fixture};

fn edit(value: Value) -> EntryEdit {
    serde_json::from_value(value).expect("an edit")
}

/// An edit changes one localization, its date and references to it; a reset reverts it.
#[tokio::test]
async fn an_edit_changes_one_entry_and_a_reset_takes_it_back() {
    let server = Server::stock().await;
    let by_slug = |slug: &str| format!("/api/collections/pages/entries?filter[slug]={slug}&sort=-site");
    server.clock.set("2026-03-01T08:00:00Z".parse().expect("a timestamp"));
    let change = json!({"entry": "pages/over-ons", "site": "nl-NL", "fields": {"slug": "wie-wij-zijn", "title": "Wie wij zijn"}});
    server.state.edit_entry(edit(change)).expect("the edit");
    let page = server.data(&by_slug("wie-wij-zijn")).await[0].clone();
    assert_eq!(page["uri"], "/wie-wij-zijn");
    assert!(
        page["updated_at"]
            .as_str()
            .is_some_and(|date| date.starts_with("2026-03-01T08:00:0")),
        "{page}"
    );
    // The URI of the page below changes with it, although that page was not saved (part B of the contract).
    let team = server.data(&by_slug("team")).await[0].clone();
    assert_eq!(
        (&team["uri"], &team["updated_at"]),
        (&json!("/wie-wij-zijn/team"), &json!("2025-06-01T10:00:00.000000Z"))
    );
    // The English page has its own title.
    assert_eq!(server.data(&by_slug("about-us")).await[0]["title"], "About us");
    server.state.reset();
    assert_eq!(server.data(&by_slug("over-ons")).await[0]["uri"], "/over-ons");
}

/// Statamic §4 to §6: publishing a draft shows it in list, single, tree and nav; unpublishing hides it again.
#[tokio::test]
async fn publishing_shows_a_draft_everywhere() {
    let server = Server::extended().await;
    let single = "/api/collections/pages/entries/ca23dcd5-6169-5227-935d-7535887a5023";
    let nav = "/api/navs/main/tree?fields=title";
    assert_eq!(server.get(single).await.status, 404);
    assert_eq!(server.get("/api/entries-by-uri?uri=/concept").await.status, 404);
    let before = server.data(nav).await.as_array().map(Vec::len);
    server
        .state
        .edit_entry(edit(
            json!({"entry": "pages/concept", "site": "nl-NL", "publish": true}),
        ))
        .expect("the edit");
    assert_eq!(server.get(single).await.status, 200);
    assert_eq!(
        server.data("/api/entries-by-uri?uri=concept/&site=nl-NL").await["title"],
        "Conceptpagina"
    );
    assert_eq!(
        server.data(nav).await.as_array().map(Vec::len),
        before.map(|count| count + 1)
    );
    server
        .state
        .edit_entry(edit(
            json!({"entry": "pages/concept", "site": "nl-NL", "publish": false}),
        ))
        .expect("the edit");
    assert_eq!(server.get(single).await.status, 404);
}

/// An invalid edit changes nothing and returns an error.
#[tokio::test]
async fn wrong_edits_are_refused() {
    let server = Server::stock().await;
    for (change, problem) in [
        (json!({"entry": "pages/nope", "site": "nl-NL"}), "no such entry"),
        (
            json!({"entry": "pages/home", "site": "fr-FR"}),
            "sites are nl-NL, en-GB, de-DE",
        ),
        (json!({"entry": "pages/team", "site": "de-DE"}), "no such entry"),
        (
            json!({"entry": "pages/home", "site": "nl-NL", "fields": {"titel": "x"}}),
            "`titel` is no field",
        ),
        (
            json!({"entry": "pages/home", "site": "nl-NL", "fields": {"blocks": [{"type": "nope"}]}}),
            "`nope` is no set",
        ),
        (
            json!({"entry": "brands/lumo", "site": "nl-NL", "fields": {"designers": ["designers/x"]}}),
            "does not exist",
        ),
    ] {
        let error = server.state.edit_entry(edit(change)).expect_err("an error");
        assert!(error.contains(problem), "{error}");
    }
    assert_eq!(
        server
            .data("/api/collections/pages/entries?filter[uri]=/&filter[site]=nl-NL")
            .await[0]["title"],
        "Home"
    );
}

/// A dated entry is scheduled until its date comes, then published, without any change of content.
#[tokio::test]
async fn the_clock_publishes_scheduled_entries() {
    let server = Server::stock().await;
    let path = "/api/collections/news/entries?filter[slug]=toekomst";
    assert!(server.column(path, "title").await.is_empty());
    let scheduled = server.data(&format!("{path}&filter[status]=scheduled")).await[0].clone();
    assert_eq!(
        (&scheduled["private"], &scheduled["published"]),
        (&json!(true), &json!(true))
    );
    // It can be requested by id: only `published` is checked (Statamic §4).
    let id = scheduled["id"].as_str().expect("an id");
    assert_eq!(
        server.get(&format!("/api/collections/news/entries/{id}")).await.status,
        200
    );
    server.clock.set("2099-01-01T00:00:01Z".parse().expect("a timestamp"));
    let published = server.data(path).await[0].clone();
    assert_eq!(
        (&published["status"], &published["private"]),
        (&json!("published"), &json!(false))
    );
}

/// Invalid content prevents the start; the error has file and key.
#[tokio::test]
async fn wrong_content_names_file_and_key() {
    for (file, content, expected) in [
        (
            "pages/bad.json",
            r#"{"nl-NL": {"titel": "x"}}"#,
            "pages/bad.json: `nl-NL.titel`",
        ),
        ("pages/bad.json", r#"{"fr-FR": {}}"#, "`fr-FR`: is neither a site"),
        (
            "pages/bad.json",
            r#"{"nl-NL": {"blocks": [{"type": "hero", "buttons": [{"link": "entry::pages/x"}]}]}}"#,
            "blocks.[0].buttons.[0].link",
        ),
        (
            "blueprints/page.json",
            r#"{"title": "Page", "fields": [{"handle": "x", "type": "hologram"}]}"#,
            "unknown fieldtype `hologram`",
        ),
        (
            "navs/bad.json",
            r#"{"title": "Bad", "tree": {"nl-NL": [{"entry": "pages/x"}]}}"#,
            "navs/bad.json",
        ),
        ("trees.json", r#"{"pages": [{"entry": "pages/x"}]}"#, "pages: pages/x"),
        (
            "globals/bad.json",
            r#"{"title": "Bad", "nl-NL": {}}"#,
            "has no blueprint",
        ),
        (
            "collections.json",
            r#"{"pages": {"title": "P", "blueprint": "page", "colour": 1}}"#,
            "colour",
        ),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        copy(&fixture(), dir.path());
        std::fs::write(dir.path().join("content").join(file), content).expect("a file");
        let error = Server::load(dir.path()).expect_err("an error");
        assert!(error.contains(expected), "{file}: {error}");
    }
}
