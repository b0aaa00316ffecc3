//! A CMS whose Stache is cold, and the cache in front of it: incomplete answers, which it caches for an hour, are
//! neither published nor treated as losses (rule 18, part B and C of the contract).

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::support::{Between, Building, Shop, tree};

const COLD: &str = "php please stache:warm";

/// Records the calls through a proxy, with path and query, and modifies their answers.
fn calls(between: &Between, change: impl Fn(&str, &mut Value) + Send + 'static) -> Arc<Mutex<Vec<String>>> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&seen);
    between.change(move |asked, answer| {
        noted.lock().unwrap().push(asked.to_owned());
        change(asked, answer);
    });
    seen
}

/// Removes the addresses from the entries of a collection in a site, as a cold Stache does.
fn without_addresses(collection: &'static str, site: &'static str) -> impl Fn(&str, &mut Value) + Send {
    move |asked, answer| {
        if asked.starts_with(&format!("/api/collections/{collection}/entries")) && asked.contains(site) {
            for entry in answer["data"].as_array_mut().unwrap() {
                for key in ["url", "uri", "permalink", "parent"] {
                    entry[key] = Value::Null;
                }
            }
        }
    }
}

/// Rule 18: a cold Stache, whose answer the cache keeps, only causes a second read: in the first build and in a later
/// one the release equals that of a warm one.
#[test]
fn rule_18_a_cold_stache_is_read_again_bypassing_its_cache() {
    let shop = Shop::small();
    let cold = json!({ "api_cache": true, "cold_stache": true });
    shop.control("POST", "statamic", &cold);
    let first = shop.build();
    let site = tree(&shop.path("dist/current"));
    shop.control("POST", "statamic", &json!({}));
    let warm = shop.build();
    assert_eq!(first["release"], warm["release"], "the first build had other pages");
    shop.control("POST", "statamic", &cold);
    let again = shop
        .vitrine(&["build", "--json", "--now", "2026-11-21T11:00:00Z"])
        .report();
    assert_eq!(again["pages"], first["pages"]);
    assert!(site.keys().eq(tree(&shop.path("dist/current")).keys()), "other files");
}

/// Rule 18: if it stays cold, nothing is published, not even by the first build; the message names the command that
/// warms the Stache, and no flag that would publish a site without pages.
#[test]
fn rule_18_pages_without_addresses_are_never_published() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    for site in ["nl-NL", "de-DE"] {
        between.change(without_addresses("pages", site));
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{site}: {}", run.stderr);
        assert!(
            run.said().contains(COLD) && !run.said().contains("--accept-empty"),
            "{}",
            run.said()
        );
        assert!(!shop.path("dist/current").exists() && !shop.path("state/snapshot").exists());
    }
    between.leave();
    shop.build();
    let kept = shop.kept();
    for site in ["nl-NL", "en-GB", "de-DE"] {
        between.change(without_addresses("pages", site));
        let run = shop.vitrine(&[
            "build",
            "--accept-empty",
            "entries/pages/uri",
            "--accept-empty",
            "trees/pages",
        ]);
        assert_eq!(run.code, Some(2), "{site}: {}", run.stderr);
        assert!(run.said().contains(COLD), "{}", run.said());
        assert!(shop.kept() == kept, "{site}: something was touched");
    }
}

/// Rule 18: a collection without a tree that had addresses is read again as well, and may then have lost its route,
/// which a flag accepts; one that never had a route is not.
#[test]
fn rule_18_a_collection_that_lost_its_route_needs_a_flag() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    let seen = calls(&between, |_, _| {});
    shop.build();
    let faq = |seen: &Mutex<Vec<String>>| {
        seen.lock()
            .unwrap()
            .iter()
            .filter(|call| call.contains("/faq/entries"))
            .count()
    };
    assert_eq!(faq(&seen), 3, "a list without addresses is read once a site");
    let seen = calls(&between, without_addresses("designers", "nl-NL"));
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for words in [COLD, "entries designers nl", "--accept-empty entries/designers/uri"] {
        assert!(run.said().contains(words), "{words:?} is not in: {}", run.said());
    }
    let asked = seen.lock().unwrap().clone();
    let lists: Vec<&String> = asked
        .iter()
        .filter(|call| call.contains("/designers/entries") && call.contains("nl-NL"))
        .collect();
    assert_eq!(lists.len(), 2, "{lists:?}");
    assert!(!lists[0].contains("&_=") && lists[1].contains("&_="), "{lists:?}");
    let meant = ["--accept-empty", "entries/designers/uri", "--accept-empty", "designer"];
    let run = shop.vitrine(&[&["build"][..], &meant].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!shop.path("dist/current/site/designers").exists());
}

/// Rule 18: resources that the cache still answers with 404 after they were enabled are requested once more, whatever
/// their kind; a tree only if it is required.
#[test]
fn rule_18_a_cached_404_is_requested_once_more() {
    let shop = Shop::small();
    for off in [
        &["collections"][..],
        &["taxonomies", "navs"],
        &["assets", "forms", "globals"],
    ] {
        shop.control("POST", "reset", &json!({}));
        shop.control("POST", "statamic", &json!({ "api_cache": true, "off": off }));
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{off:?}: {}", run.stderr);
        shop.control("POST", "statamic", &json!({ "api_cache": true }));
        let later = shop.vitrine(&["build", "--json", "--now", "2026-11-21T09:30:00Z"]);
        assert!(later.report()["pages"].as_u64().unwrap() > 100, "{off:?}");
    }
    shop.control("POST", "statamic", &json!({}));
    let between = shop.before_statamic(&[]);
    let seen = calls(&between, |_, _| {});
    shop.build();
    let seen = seen.lock().unwrap();
    let trees: Vec<&String> = seen
        .iter()
        .filter(|call| call.contains("/collections/") && call.contains("/tree"))
        .collect();
    assert!(trees.iter().all(|call| !call.contains("&_=")), "{trees:?}");
}

/// Part B: after an event every call contains its number, in REST and GraphQL, so that no cached answer is older than
/// the save; a build without an event uses cached answers.
#[test]
fn rule_19_after_an_event_every_call_passes_the_cache() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    let seen = calls(&between, |_, _| {});
    shop.build();
    assert!(
        seen.lock()
            .unwrap()
            .iter()
            .all(|call| !call.contains("&_=") && !call.contains("?_="))
    );
    let server = Building::start(&shop, &[]);
    server.settled();
    for number in 1..=2 {
        let seen = calls(&between, |_, _| {});
        server.event();
        server.built(number);
        let seen = seen.lock().unwrap().clone();
        let builds = seen
            .iter()
            .filter(|call| call.starts_with("/api/") || call.starts_with("/graphql"));
        let marker = format!("_={number}");
        let marked = |call: &&String| call.split(['?', '&']).any(|part| part == marker);
        let (marked, others): (Vec<&String>, Vec<&String>) = builds.partition(marked);
        assert!(others.is_empty(), "{others:?}");
        assert!(
            marked
                .iter()
                .any(|call| call.contains("graphql") && call.contains(&format!("%23%20{number}"))),
            "{marked:?}"
        );
        assert!(marked.len() > 50, "{marked:?}");
    }
}
