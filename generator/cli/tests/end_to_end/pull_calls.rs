//! The load of a pull on the CMS: the calls of a whole pull, the requested fields, and pulls under a rate limit
//! (R-GEN-01).

use std::{collections::BTreeMap, fs};

use serde_json::{Value, json};

use crate::support::{Shop, lindhoven, read_json, tree};

/// The calls of a later pull of the demo shop.
const CALLS: usize = 66;

/// The CMS calls of a build: path with query.
fn calls(shop: &Shop) -> Vec<String> {
    shop.control("DELETE", "calls", &json!({}));
    shop.build();
    let found = shop.control("GET", "calls", &Value::Null);
    let of_cms = found["calls"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|call| call["backend"] == "statamic");
    let text = |call: &Value, key: &str| call[key].as_str().unwrap_or_default().to_owned();
    of_cms
        .map(|call| format!("{}?{}", text(call, "path"), text(call, "query")))
        .collect()
}

/// Number of calls by kind.
fn kinds(calls: &[String]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for call in calls {
        let kind = match call.as_str() {
            call if call.contains("/graphql") => "graphql",
            call if call.contains("/collections/") && call.contains("/tree") => "trees",
            call if call.contains("/collections/") => "entries",
            call if call.contains("/navs/") => "navigations",
            call if call.contains("/taxonomies/") => "terms",
            call if call.contains("/globals") => "globals",
            call if call.contains("/assets/") => "assets",
            call if call.contains("/forms") => "forms",
            _ => "others",
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

/// R-GEN-01: the first pull of the demo shop and the next: no tree is requested for collections without one, terms are
/// read once for all sites, assets in one list. Without this, a pull made 116 calls.
#[test]
fn r_gen_01_a_pull_makes_few_calls() {
    let shop = Shop::small();
    let expected = |dealers_trees: usize| {
        BTreeMap::from([
            ("assets", 2),
            ("entries", 33),
            ("forms", 1),
            ("globals", 3),
            // The types of a dealer's fields, and the dealers of each site.
            ("graphql", 4),
            ("navigations", 12),
            ("others", 1),
            ("terms", 7),
            ("trees", 3 + dealers_trees),
        ])
    };
    // Dealers do not have their order, so only a call reveals whether they are in a tree.
    let first = calls(&shop);
    assert_eq!(kinds(&first), expected(3), "{first:?}");
    let next = calls(&shop);
    assert_eq!(kinds(&next), expected(0), "{next:?}");
    assert_eq!(next.len(), CALLS);
}

/// R-GEN-01: a collection that gets a tree, and one that loses it, is read correctly.
#[test]
fn r_gen_01_a_new_tree_is_read() {
    let shop = Shop::small();
    let trees = |calls: &[String]| {
        let of_pages = calls.iter().filter(|call| call.contains("/collections/pages/tree"));
        of_pages.count()
    };
    assert_eq!(trees(&calls(&shop)), 3);
    let snapshot = shop.path("state/snapshot").canonicalize().unwrap();
    let mut removed = 0;
    for file in tree(&snapshot).keys() {
        if file.contains("trees") && file.contains("pages") {
            fs::remove_file(snapshot.join(file)).unwrap();
            removed += 1;
        }
    }
    assert_eq!(removed, 3);
    assert_eq!(trees(&calls(&shop)), 3, "the entries say that they are in one");
}

/// R-GEN-01: the second pull requests only the needed fields, and the release is byte-identical. The omitted fields are
/// listed here: a newly read field has to be requested.
#[test]
fn r_gen_01_lists_name_the_fields_that_are_read() {
    let shop = Shop::small();
    let first = calls(&shop);
    let lists = |calls: &[String]| -> Vec<String> {
        let lists = calls
            .iter()
            .filter(|call| call.contains("/collections/") && call.contains("/entries"));
        lists.cloned().collect()
    };
    assert!(lists(&first).iter().all(|call| !call.contains("fields=")), "{first:?}");
    let released = tree(&shop.path("dist/current"));
    let next = calls(&shop);
    assert!(lists(&next).iter().all(|call| call.contains("fields=")), "{next:?}");
    let mut again = tree(&shop.path("dist/current"));
    assert!(again.remove("release.json").is_some());
    for (file, bytes) in &again {
        assert!(released.get(file) == Some(bytes), "{file} differs");
    }
    let content = lindhoven().join("content");
    let mut not_asked = BTreeMap::new();
    for (collection, settings) in read_json(&content.join("collections.json")).as_object().unwrap() {
        let list = lists(&next)
            .into_iter()
            .find(|call| call.contains(&format!("/collections/{collection}/")));
        let Some(list) = list else { continue };
        let asked = list
            .split("fields=")
            .nth(1)
            .unwrap()
            .split('&')
            .next()
            .unwrap()
            .replace("%2C", ",");
        let asked: Vec<&str> = asked.split(',').collect();
        let blueprint =
            read_json(&content.join(format!("blueprints/{}.json", settings["blueprint"].as_str().unwrap())));
        let handles = blueprint["fields"]
            .as_array()
            .unwrap()
            .iter()
            .map(|field| field["handle"].as_str().unwrap().to_owned());
        let missing: Vec<String> = handles.filter(|handle| !asked.contains(&handle.as_str())).collect();
        if !missing.is_empty() {
            not_asked.insert(collection.clone(), missing);
        }
    }
    insta::assert_json_snapshot!(not_asked);
}

/// R-BACK-03: with a limit of 60 calls a minute, refused calls are repeated after the pause in the answer.
#[test]
fn r_back_03_a_pull_ends_where_calls_are_throttled() {
    let shop = Shop::small();
    shop.build();
    let fault = json!({"backend": "statamic", "path": "/api/taxonomies/", "kind": "status", "status": 429, "retry_after": 0, "times": 1});
    shop.control("POST", "faults", &fault);
    assert_eq!(calls(&shop).len(), CALLS + 1);
}

/// Part C, "What costs": with the latency of a real CMS whose cache was cleared by a save, calls take as long as
/// measured.
#[test]
fn the_demo_can_be_as_slow_as_a_real_cms() {
    let shop = Shop::small();
    shop.control("POST", "latency", &json!({"latency": "real"}));
    let took = |path: &str| {
        let begun = std::time::Instant::now();
        let (status, _) = shop.get(&format!("{}{path}", shop.cms()));
        (status, begun.elapsed().as_millis())
    };
    let pages = "/api/collections/pages/entries?filter[site]=nl-NL&limit=100";
    // Lower bounds: a busy machine makes calls longer, never shorter.
    for (path, status, least) in [
        (pages, 200, 1_500),
        (pages, 200, 20),
        (
            "/api/collections/pages/entries?filter[site]=nl-NL&limit=100&_=1",
            200,
            500,
        ),
        ("/api/collections/brands/tree?site=nl-NL", 404, 40),
        ("/api/globals?site=nl-NL", 200, 160),
    ] {
        let (answered, milliseconds) = took(path);
        assert_eq!(answered, status, "{path}");
        assert!(milliseconds >= least, "{path} took {milliseconds} ms");
    }
}
