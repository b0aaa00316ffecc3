//! The add-on for Statamic (`scripts/connect/statamic`) and its endpoint: the request of one save, and the check
//! whether events arrive (R-GEN-03).

use std::{path::PathBuf, process::Command};

use serde_json::{Value, json};

use super::{CONTENT, now, outcome, secrets, shop, standard, taken};
use crate::{shop::Shop, shopware::Shopware};

fn add_on() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/connect/statamic"))
}

/// The types of the counted events, newest first.
async fn counted(shop: &Shop) -> Vec<Value> {
    let bearer = format!("Bearer {CONTENT}");
    let ask = shop.ask("GET", "/api/builder").with("Authorization", &bearer);
    let told = ask.send().await.json();
    let events = told["events"].as_array().expect("events");
    events.iter().map(|event| event["kind"].clone()).collect()
}

/// "one request for one save": of several events in a request, the first one that changes a page is recorded, and a
/// request counts once; if none of them changes a page, nothing is built. Unreadable events count as changes.
#[tokio::test]
async fn r_gen_03_a_request_may_contain_several_events() {
    let shop = shop().await;
    let recorded = std::fs::read(add_on().join("tests/request.json")).expect("the add-on's request");
    let recorded: Value = serde_json::from_slice(&recorded).expect("JSON");
    let send = async |id: &str, body: &str| {
        let ask = shop.ask("POST", "/api/hooks/content");
        outcome(&standard(ask, CONTENT, id, now(), body).send().await)
    };
    let save = recorded["body"].as_str().expect("a body");
    assert_eq!(send("save", save).await, taken("accepted"));
    assert_eq!(send("save", save).await, taken("known"));
    assert_eq!(counted(&shop).await, ["entry.saved"]);
    for (id, events, expected) in [
        ("asked", json!([{"event": "ping"}]), None),
        (
            "private",
            json!([{"event": "UserSaved"}, {"event": "form.submitted"}]),
            None,
        ),
        (
            "mixed",
            json!([{"event": "ping"}, {"event": "nav.saved", "handle": "main"}]),
            Some("nav.saved"),
        ),
        ("odd", json!([{"event": "../../etc/passwd"}]), Some("unknown")),
        ("nameless", json!([{}]), Some("unknown")),
        ("none", json!([]), Some("tree.saved")),
        ("no list", json!("entry.saved"), Some("unknown")),
        ("no events", json!(["entry.saved"]), Some("unknown")),
    ] {
        let before = counted(&shop).await;
        let body = json!({"event": if id == "none" { "tree.saved" } else { "ping" }, "events": events}).to_string();
        let word = if expected.is_some() { "accepted" } else { "ignored" };
        assert_eq!(send(id, &body).await, taken(word), "{id}");
        let after = counted(&shop).await;
        assert_eq!(after.len(), before.len() + usize::from(expected.is_some()), "{id}");
        if let Some(kind) = expected {
            assert_eq!(after[0], kind, "{id}");
        }
    }
}

/// The finding of `/api/ready` about the CMS's time zone.
async fn zone_found(shop: &Shop) -> Option<String> {
    let ready = shop.ask("GET", "/api/ready").send().await.json();
    let setup = ready["setup"].as_array()?;
    let found = setup.iter().find(|found| found["code"] == "cms-time-zone")?;
    Some(format!("{} {}", found["message"], found["remedy"]))
}

/// "the connector tells the zone": a zone other than the shop's is reported by `/api/ready`, also after a restart,
/// until the CMS has the shop's. Unauthenticated events have no effect.
#[tokio::test]
async fn r_gen_03_a_cms_in_another_time_zone_is_reported() {
    let shop = shop().await;
    let body = |zone: &Value| json!({"event": "ping", "events": [{"event": "ping"}], "time_zone": zone}).to_string();
    let send = async |shop: &Shop, id: &str, secret: &str, zone: Value| {
        let ask = shop.ask("POST", "/api/hooks/content");
        standard(ask, secret, id, now(), &body(&zone)).send().await.status
    };
    assert_eq!(zone_found(&shop).await, None, "nothing is known");
    assert_eq!(send(&shop, "1", "another-secret-0123456789", json!("UTC")).await, 403);
    assert_eq!(zone_found(&shop).await, None, "a stranger's word");
    for (id, zone, fits) in [
        ("2", json!("Europe/Berlin"), true),
        ("3", json!("UTC"), false),
        ("4", json!("../../etc/passwd\n"), false),
        ("5", json!(null), false),
        ("6", json!("Europe/Amsterdam"), true),
        ("7", json!("browser"), true),
        ("8", json!("America/New_York"), false),
    ] {
        assert_eq!(send(&shop, id, CONTENT, zone.clone()).await, 202, "{zone}");
        assert_eq!(zone_found(&shop).await.is_none(), fits, "{zone}");
    }
    let Shop { folder, running } = shop;
    running.stop().await;
    let again = Shop::in_folder(folder, Shopware::anonymous().await.client(), secrets).await;
    let found = zone_found(&again).await.expect("it is told after a restart");
    for part in [
        "America/New_York",
        "Europe/Amsterdam",
        "config/app.php",
        "site.time_zone",
    ] {
        assert!(found.contains(part), "{part}: {found}");
    }
}

/// The add-on's own tests, and a save that its own code sends to a running server; this does not need Laravel.
#[tokio::test(flavor = "multi_thread")]
async fn r_gen_03_the_add_on_of_statamic_reports_a_save() {
    if Command::new("php").arg("--version").output().is_err() {
        eprintln!("no PHP is here: the add-on for Statamic (scripts/connect/statamic) was not tried");
        return;
    }
    let php = |arguments: &[&str]| {
        let run = Command::new("php").args(arguments).current_dir(add_on()).output();
        let run = run.expect("PHP runs");
        let printed = [run.stdout, run.stderr].concat();
        (run.status.success(), String::from_utf8_lossy(&printed).into_owned())
    };
    let (passed, printed) = php(&["tests/run.php"]);
    assert!(passed, "{printed}");
    let shop = Shop::with(Shopware::anonymous().await.client(), secrets).await;
    let url = format!("http://{}", shop.running.addr);
    let (heard, printed) = php(&["tests/send.php", &url, CONTENT, "Europe/Amsterdam"]);
    assert!(heard, "{printed}");
    assert_eq!(counted(&shop).await, ["entry.saved"], "one save is one event");
    let (heard, printed) = php(&["tests/send.php", &url, "another-secret-0123456789", "UTC"]);
    assert!(!heard && printed.contains("VITRINE_CONTENT_HOOK_SECRET"), "{printed}");
}
