//! Keys of an entry's file that Statamic's own front end applies and its API only returns: `protect` and `redirect`
//! (part C of the contract), compared with the answers of a real 5.73 (`tests/run`).

use std::path::Path;

use serde_json::{Value, json};

use super::support::Server;

/// A page of the fixture at the root of the tree, with a child page.
const PAGE: &str = "pages/over-ons";

fn recorded(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/run/run-rest-{name}.json"));
    let file: Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
    file["body"]["data"].clone()
}

/// The page with the recorded value, and without it.
async fn edited(server: &Server, key: &str, value: &Value) -> Value {
    let edit = json!({"entry": PAGE, "site": "nl-NL", "fields": {key: value}});
    let edit = serde_json::from_value(edit).expect("an edit");
    server.state.edit_entry(edit).expect("the edit");
    let id = server
        .data("/api/collections/pages/entries?filter[slug]=over-ons")
        .await[0]["id"]
        .clone();
    let id = id.as_str().expect("an id").to_owned();
    server.data(&format!("/api/collections/pages/entries/{id}")).await
}

fn place(entry: &Value, key: &str) -> (Option<String>, Option<String>) {
    let keys: Vec<&String> = entry.as_object().expect("an entry").keys().collect();
    let at = keys.iter().position(|known| *known == key).expect("the key");
    let of_contract = |key: &&&String| ["private", "protect", "published", "redirect"].contains(&key.as_str());
    let before = keys[..at].iter().rev().find(of_contract).map(|key| (*key).clone());
    let after = keys[at + 1..].iter().find(of_contract).map(|key| (*key).clone());
    (before, after)
}

/// `redirect` changes `url` and `permalink`, not `uri`, and is answered as written: another site's address, the first
/// child page (the recorded page has none), 404.
#[tokio::test]
async fn a_redirect_is_returned_and_is_the_url() {
    let server = Server::stock().await;
    for (name, own_address) in [
        ("redirect-external", false),
        ("redirect-404", true),
        ("redirect-first-child", true),
    ] {
        let real = recorded(name);
        let own = edited(&server, "redirect", &real["redirect"]).await;
        assert_eq!(own["redirect"], real["redirect"], "{name}");
        assert_eq!(place(&own, "redirect"), place(&real, "redirect"), "{name}");
        assert_eq!(real["url"] == real["uri"], own_address, "{name}");
        if own_address && name != "redirect-first-child" {
            assert_eq!(own["url"], own["uri"], "{name}");
        }
        if !own_address {
            assert_eq!(
                (&own["url"], &own["permalink"]),
                (&real["url"], &real["permalink"]),
                "{name}"
            );
        }
        assert_eq!(own["uri"], "/over-ons", "{name}");
    }
    let child = edited(&server, "redirect", &json!("@child")).await;
    assert_eq!(child["url"], "/over-ons/team");
    assert_eq!(child["permalink"], format!("{}/over-ons/team", server.base));
    let other = edited(&server, "redirect", &json!("entry::pages/home")).await;
    assert_eq!((&other["url"], &other["uri"]), (&json!("/"), &json!("/over-ons")));
}

/// A protected entry is answered completely, with the scheme's name; an unprotected one does not have the key.
#[tokio::test]
async fn a_protected_entry_is_answered_whole() {
    let server = Server::stock().await;
    let real = recorded("protect-password");
    let own = edited(&server, "protect", &real["protect"]).await;
    assert_eq!(own["protect"], real["protect"]);
    assert_eq!(place(&own, "protect"), place(&real, "protect"));
    assert_eq!(own["url"], own["uri"], "its address is its own");
    assert!(
        own["blocks"].is_array() && real["blocks"].is_array(),
        "its text is there"
    );
    let open = edited(&server, "protect", &json!(null)).await;
    assert!(!open.as_object().expect("an entry").contains_key("protect"), "{open}");
}
