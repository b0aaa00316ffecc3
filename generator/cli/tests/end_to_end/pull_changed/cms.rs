//! Changes in the CMS: entries, trees and what shows them.

use serde_json::{Value, json};

use super::{Numbers, PART, Pulls, keys};
use crate::support::{Building, Shop};

/// R-GEN-01, rule 18: each kind of change gives the snapshot of a whole pull, byte for byte, and is pulled alone where
/// it can be decided what shows it.
#[test]
fn r_gen_01_a_pull_of_what_changed_is_that_of_everything() {
    let mut pulls = Pulls::begin();
    let edit = |entry: &str, site: &str, fields: Value| json!({"entry": entry, "site": site, "fields": fields});
    let publish = |entry: &str, publish: bool| json!({"entry": entry, "site": "nl-NL", "publish": publish});
    for (what, route, change, is_part) in [
        (
            "a text",
            "entries",
            edit("pages/privacy", "en-GB", json!({"seo_description": "Kort."})),
            true,
        ),
        (
            "a title",
            "entries",
            edit("brands/kante", "nl-NL", json!({"title": "Kante & zoon"})),
            true,
        ),
        (
            "a text that others inherit",
            "entries",
            edit("news/dijkwol", "nl-NL", json!({"intro": "<p>Wol.</p>"})),
            true,
        ),
        (
            "terms",
            "entries",
            edit("news/dijkwol", "nl-NL", json!({"topics": []})),
            true,
        ),
        (
            "the slug of a parent",
            "entries",
            edit("pages/service", "nl-NL", json!({"slug": "hulp"})),
            true,
        ),
        (
            "a place",
            "entries/move",
            json!({"entry": "pages/garantie", "at": 2}),
            true,
        ),
        (
            "a parent",
            "entries/move",
            json!({"entry": "pages/garantie", "below": "pages/producten"}),
            true,
        ),
        ("a draft", "entries", publish("news/getij-winter", false), true),
        (
            "a text of a draft",
            "entries",
            edit("news/getij-winter", "nl-NL", json!({"intro": "<p>x</p>"})),
            true,
        ),
        ("a page as draft", "entries", publish("pages/hanglampen", false), true),
        ("published again", "entries", publish("news/getij-winter", true), false),
        (
            "deleted",
            "entries/delete",
            json!({"entry": "news/silo-muenster"}),
            true,
        ),
        (
            "a deleted page",
            "entries/delete",
            json!({"entry": "pages/consoles"}),
            true,
        ),
        (
            "the home page",
            "entries",
            edit("pages/home", "de-DE", json!({"seo_title": "Start"})),
            true,
        ),
    ] {
        assert!(pulls.change(route, &change), "{what}");
        let said = pulls.pull(what);
        assert_eq!(said.starts_with(PART), is_part, "{what}: {said}");
    }
}

/// A change of an entry, in any way that an editor can make it.
fn any(numbers: &mut Numbers, all: &[String], pages: &[String]) -> (&'static str, Value) {
    let (entry, site) = (numbers.one(all).clone(), *numbers.one(&["nl-NL", "en-GB", "de-DE"]));
    let word = format!("w{}", numbers.below(1_000_000));
    let edit = |fields: Value| json!({"entry": entry, "site": site, "fields": fields});
    match numbers.below(9) {
        0 => ("entries", edit(json!({ "title": word }))),
        1 => ("entries", edit(json!({ "slug": word }))),
        2 => ("entries", json!({"entry": entry, "site": site, "publish": false})),
        3 => ("entries", json!({"entry": entry, "site": site, "publish": true})),
        4 => ("entries/delete", json!({"entry": entry, "site": site})),
        5 => ("entries/delete", json!({ "entry": entry })),
        6 => {
            let (page, below, at) = (numbers.one(pages), numbers.one(pages), numbers.below(4));
            ("entries/move", json!({"entry": page, "below": below, "at": at}))
        }
        _ => ("entries", edit(json!({ "seo_description": word }))),
    }
}

/// R-GEN-01: changes at random, several between two pulls: parents' slugs, moves, drafts, deleted entries, origins of
/// localizations, and texts.
#[test]
fn r_gen_01_any_changes_give_the_snapshot_of_a_whole_pull() {
    let mut pulls = Pulls::begin();
    let all = keys(&[
        "pages",
        "brands",
        "designers",
        "projects",
        "news",
        "events",
        "stores",
        "showrooms",
        "faq",
    ]);
    let pages: Vec<String> = all
        .iter()
        .filter(|key| key.starts_with("pages/") && *key != "pages/home")
        .cloned()
        .collect();
    let mut numbers = Numbers(20_261_129);
    let (mut parts, mut wholes) = (0, Vec::new());
    for round in 0..24 {
        let mut changes = Vec::new();
        while changes.len() <= round % 3 {
            let (route, change) = any(&mut numbers, &all, &pages);
            if pulls.change(route, &change) {
                changes.push(change.to_string());
            }
        }
        let said = pulls.pull(&format!("{round}: {changes:?}"));
        match said.starts_with(PART) {
            true => parts += 1,
            false => wholes.push(said),
        }
    }
    assert!(parts >= 12, "{parts}: {wholes:#?}");
}

/// R-GEN-03: a saved text is live after calls for its entry alone: nothing else of the CMS is asked for, and no product.
#[test]
fn r_gen_03_a_saved_text_asks_for_its_entry_alone() {
    let shop = Shop::small();
    let served = Building::start(&shop, &[]);
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    served.settled();
    shop.control("DELETE", "calls", &json!({}));
    shop.edit(
        "pages/privacy",
        "en-GB",
        &json!({ "seo_description": "Four short sentences." }),
    );
    served.built(1);
    assert!(served.page("/en/privacy").1.contains("Four short sentences."));
    let found = shop.control("GET", "calls", &Value::Null);
    let calls = found["calls"].as_array().unwrap().iter();
    let paths = |backend: &str, path: &str| {
        let of = calls.clone().filter(|call| call["backend"] == backend);
        of.filter(|call| call["path"].as_str().unwrap().contains(path)).count()
    };
    assert_eq!(
        (paths("statamic", ""), paths("statamic", "/collections/pages/entries/")),
        (1, 1),
        "{found:#}"
    );
    assert_eq!(
        (paths("shopware", "/navigation"), paths("shopware", "/cross-selling")),
        (0, 0),
        "{found:#}"
    );
    served.terminate();
}
