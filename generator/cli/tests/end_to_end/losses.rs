//! Rule 18 for all pulled data: a set that had records and is now 404, empty or without values does not go live without
//! a flag.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use crate::support::{Between, Shop, change_json, read_json, tree, warnings};

/// The build fails with this message, and changes neither the live release nor the last pull; the last pull can still
/// be built.
fn stops(shop: &Shop, words: &[&str]) {
    let kept = shop.kept();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{words:?} went live: {}", run.stderr);
    for word in words {
        assert!(run.said().contains(word), "{word:?} is not in: {}", run.said());
    }
    let now = shop.kept();
    assert!(now.0 == kept.0 && now.1 == kept.1, "the live release was touched");
    assert!(now.2 == kept.2, "the last pull was touched");
}

/// Goes live with the flag; a menu that becomes empty is also a hole in the shop.
fn goes_live_with(shop: &Shop, flag: &str) {
    let hole: &[&str] = if flag.starts_with("navs/") {
        &["--accept", "hole-menu"]
    } else {
        &[]
    };
    let run = shop.vitrine(&[&["build", "--accept-empty", flag], hole].concat());
    assert_eq!(run.code, Some(0), "{flag}: {}", run.stderr);
}

fn fault_404(shop: &Shop, path: &str, query: &str) {
    shop.control("DELETE", "faults", &Value::Null);
    let fault = json!({ "backend": "statamic", "path": path, "query": query, "kind": "status", "status": 404 });
    shop.control("POST", "faults", &fault);
}

/// Every family of the shop goes with the next one.
fn goes_with_the_next(data: &Path) {
    let files = fs::read_dir(data.join("products")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let numbers: Vec<Value> = files.iter().map(|file| read_json(file)["number"].clone()).collect();
    let next = numbers.iter().cycle().skip(1);
    for (file, next) in files.iter().zip(next) {
        let name = json!({ "nl-NL": "Past erbij", "en-GB": "Goes with it", "de-DE": "Passt dazu" });
        let group = json!([{ "name": name, "products": [next] }]);
        change_json(file, |product| product["cross_selling"] = group.clone());
    }
}

/// R-GEN-02: a product whose cross-selling answers with an error keeps its groups, whatever the error; the build goes
/// live and reports product and edit link as an error finding. More than five stop it, and the message names one.
#[test]
fn r_gen_02_cross_selling_of_one_product_stops_nothing() {
    let shop = Shop::small_with(goes_with_the_next);
    shop.build();
    let pages = tree(&shop.path("dist/current/site"));
    let groups = || {
        let groups = shop.pulled("shopware/cross-selling");
        groups.iter().map(Value::to_string).collect::<BTreeSet<String>>()
    };
    let before = groups();
    let products = shop.pulled("shopware/products.nl");
    let product = products.iter().find(|product| product["productNumber"] == "VERZORGSET");
    let id = product.unwrap()["id"].as_str().unwrap();
    let fault = |path: &str, mut fault: Value| {
        shop.control("DELETE", "faults", &Value::Null);
        fault["backend"] = json!("shopware");
        fault["path"] = json!(path);
        shop.control("POST", "faults", &fault);
    };
    for how in [
        json!({ "kind": "status", "status": 500 }),
        json!({ "kind": "status", "status": 404 }),
        json!({ "kind": "broken_json" }),
    ] {
        fault(&format!("/store-api/product/{id}/cross-selling"), how.clone());
        let report = shop.build();
        let told = warnings(&report, "cross-selling-kept", "VERZORGSET");
        assert_eq!(told.len(), 1, "{how}");
        assert_eq!(told[0]["severity"], "error", "{how}");
        let edit = told[0]["place"]["edit_url"].as_str().unwrap();
        let screen = format!("/admin#/sw/product/detail/{id}/base");
        assert!(edit.ends_with(&screen), "{how}: {edit}");
        assert!(groups() == before, "{how}: other groups");
        assert!(tree(&shop.path("dist/current/site")) == pages, "{how}: other pages");
    }
    fault("/store-api/product/", json!({ "kind": "status", "status": 500 }));
    stops(
        &shop,
        &[
            "the cross-selling of ",
            "/admin#/sw/product/detail/",
            "and of 5 more products",
        ],
    );
}

/// Rule 18: if the CMS answers 404 for "none", it is accepted only if there was none before.
#[test]
fn rule_18_a_404_where_something_was_stops_the_build() {
    let shop = Shop::small();
    shop.build();
    for (path, query, set, said) in [
        ("/api/navs/footer/tree", "de-DE", "navs/footer", "navs/footer (de) had"),
        ("/api/redirects", "", "redirects", "redirects had"),
        ("/api/forms", "", "forms", "forms had"),
        (
            "/api/collections/pages/tree",
            "en-GB",
            "trees/pages",
            "trees/pages (en) had",
        ),
    ] {
        fault_404(&shop, path, query);
        let flag = format!("--accept-empty {set}");
        stops(
            &shop,
            &[
                "the pull lost what the last one had",
                said,
                "is answered with 404 or missing",
                &flag,
            ],
        );
        if set == "redirects" {
            goes_live_with(&shop, set);
            let run = shop.vitrine(&["build"]);
            assert_eq!(run.code, Some(0), "there were none any more: {}", run.stderr);
        }
    }
}

/// Rule 18: a configured resource must exist, otherwise its key is named; also on the first pull.
#[test]
fn rule_18_a_configured_resource_answered_with_404_names_its_key() {
    let shop = Shop::small();
    for (path, what, key) in [
        ("/api/assets/assets", "assets assets", "statamic.asset_containers"),
        (
            "/api/collections/news/entries",
            "entries news nl",
            "statamic.collections",
        ),
        ("/api/taxonomies/topics/terms", "terms topics nl", "statamic.taxonomies"),
        ("/api/navs/top/tree", "navs top", "statamic.navigations"),
    ] {
        fault_404(&shop, path, "");
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{path}: {}", run.stderr);
        for words in [&format!("the pull failed at {what}"), key, "config/statamic/api.php"] {
            assert!(run.said().contains(words), "{words:?} is not in: {}", run.said());
        }
        assert!(!shop.path("dist/current").exists());
        assert!(!shop.path("state/snapshot").exists());
    }
}

/// Rule 18: on the first pull it is unknown whether a navigation that is absent in one site existed; it goes live and
/// is reported.
#[test]
fn rule_18_a_navigation_that_is_absent_in_one_site_is_reported() {
    let shop = Shop::small();
    fault_404(&shop, "/api/navs/footer/tree", "de-DE");
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let told = "warning navigation-absent: the navigation footer is absent in the site de-DE";
    assert_eq!(run.said().matches(told).count(), 1, "{}", run.said());
}

/// Rule 18: a missing later page makes a list incomplete, not absent.
#[test]
fn rule_18_a_later_page_that_is_not_there_stops_the_build() {
    let shop = Shop::small();
    let report = shop.build();
    assert!(report["pages"].as_u64().unwrap() > 100);
    fault_404(&shop, "/api/assets/assets", "page=2");
    stops(
        &shop,
        &[
            "the pull failed at assets assets",
            "page 2 of the list was answered with 404",
        ],
    );
}

/// Removes the data of an answer, including the total of a list.
fn empty(answer: &mut Value) {
    if answer.is_array() {
        *answer = json!([]);
        return;
    }
    answer["data"] = json!([]);
    if answer["meta"].is_object() {
        answer["meta"]["total"] = json!(0);
        answer["meta"]["last_page"] = json!(1);
    }
}

fn emptying(between: &Between, path: &'static str, part: &'static str) {
    between.change(move |asked, answer| {
        if asked.starts_with(path) && asked.contains(part) {
            empty(answer);
        }
    });
}

/// Rule 18: a list that became empty although the last pull had more than five records; a navigation and a tree without
/// nodes.
#[test]
fn rule_18_a_set_that_became_empty_stops_the_build() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    shop.build();
    for (path, part, set, said) in [
        (
            "/api/collections/faq/entries",
            "nl-NL",
            "entries/faq",
            "entries/faq (nl) had",
        ),
        ("/api/navs/main/tree", "en-GB", "navs/main", "navs/main (en) had"),
        ("/api/forms", "", "forms", "forms had"),
        ("/api/globals", "nl-NL", "globals", "globals (nl) had"),
        (
            "/api/collections/pages/tree",
            "nl-NL",
            "trees/pages",
            "trees/pages (nl) had",
        ),
        ("/api/assets/assets", "", "assets/assets", "assets/assets had"),
    ] {
        emptying(&between, path, part);
        let flag = format!("--accept-empty {set}");
        stops(
            &shop,
            &[
                "the pull lost what the last one had",
                said,
                "records and is empty",
                &flag,
            ],
        );
    }
    // Five records or fewer may disappear: an editor can remove them.
    emptying(&between, "/api/collections/showrooms/entries", "de-DE");
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    emptying(&between, "/api/navs/main/tree", "en-GB");
    goes_live_with(&shop, "navs/main");
}

/// Rule 18: a global set or a form without its values, and a missing global set.
#[test]
fn rule_18_a_record_that_became_empty_stops_the_build() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    shop.build();
    let blank = |handle: &'static str| {
        move |asked: &str, answer: &mut Value| {
            if !asked.starts_with("/api/globals") || !asked.contains("nl-NL") {
                return;
            }
            for set in answer["data"].as_array_mut().unwrap() {
                if set["handle"] == handle {
                    *set = json!({ "handle": handle, "api_url": "https://cms.example/x", "phone": null, "open": false, "links": [] });
                }
            }
        }
    };
    between.change(blank("site"));
    stops(
        &shop,
        &[
            "globals/site (nl) had",
            "values and has none",
            "--accept-empty globals/site",
        ],
    );
    between.change(|asked, answer| {
        if asked.starts_with("/api/globals") && asked.contains("de-DE") {
            let sets = answer["data"].as_array_mut().unwrap();
            sets.retain(|set| set["handle"] != "site");
        }
    });
    stops(&shop, &["globals/site (de) had", "is answered with 404 or missing"]);
    between.change(|asked, answer| {
        if asked.starts_with("/api/forms") {
            answer["data"][0]["fields"] = json!([]);
        }
    });
    stops(&shop, &["forms/", "values and has none", "--accept-empty forms/"]);
    between.change(|asked, answer| {
        if asked.starts_with("/api/collections/news/entries") && asked.contains("en-GB") {
            let entry = answer["data"][0].as_object_mut().unwrap();
            let own = ["id", "slug", "uri", "url", "collection", "date", "published", "status"];
            for (_, value) in entry.iter_mut().filter(|(key, _)| !own.contains(&key.as_str())) {
                *value = Value::Null;
            }
        }
    });
    stops(
        &shop,
        &[
            "entries/news/",
            "(en) had",
            "values and has none",
            "--accept-empty entries/news/",
        ],
    );
}

/// Rule 18: without a last pull, as in a CI job, the pull is compared with the live release.
#[test]
fn rule_18_without_a_last_pull_the_live_release_is_compared_with() {
    let shop = Shop::small();
    let between = shop.before_statamic(&[]);
    shop.build();
    std::fs::remove_dir_all(shop.path("state")).unwrap();
    emptying(&between, "/api/navs/main/tree", "en-GB");
    let live = shop.live();
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert!(run.said().contains("navs/main (en) had"), "{}", run.said());
    assert_eq!(shop.live(), live);
    assert!(!shop.path("state/snapshot").exists());
}
