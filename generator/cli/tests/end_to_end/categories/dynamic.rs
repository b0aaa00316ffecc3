//! Categories filled by a dynamic product group (R-CMS-07): no product refers to them, but they have pages.

use std::{fs, path::Path};

use serde_json::{Value, json};

use super::{between, trail};
use crate::support::{AT_ONCE, Shop, lindhoven, read_json, started};

/// The modification of an answer.
type Change = fn(&mut Value);

/// In addition to Lindhoven's own: a group of families and single products, one of a single variant, one with a
/// sub-category that has its own products, an empty one, and a folder marked as dynamic.
fn with_groups(data: &Path) {
    let mut tree = read_json(&lindhoven().join("categories.json"));
    tree.as_array_mut().unwrap().extend([
        json!({
            "key": "cadeautips", "name": { "nl-NL": "Cadeautips", "en-GB": "Gift ideas", "de-DE": "Geschenkideen" },
            "seo_path": { "nl-NL": "Cadeautips/" }, "stream": ["RAVEL", "KNAAP", "VERZORGSET"],
            "children": [{ "key": "kleintjes", "name": "Kleintjes", "stream": ["VERZORGSET"] }],
        }),
        json!({ "key": "een-haak", "name": "Een haak", "stream": ["KNAAP-RU-4"] }),
        json!({
            "key": "alles", "name": "Alles", "stream":
                ["ALKOOF", "CADEAUKAART", "EB-VLOED", "KNAAP", "PLISSE", "RAVEL", "VERZORGSET"]
        }),
        json!({ "key": "niets", "name": "Niets", "stream": [] }),
        json!({ "key": "map", "name": "Map", "type": "folder", "stream": ["RAVEL"] }),
    ]);
    let file = data.join("categories.json");
    fs::remove_file(&file).unwrap();
    fs::write(file, tree.to_string()).unwrap();
}

/// R-CMS-07: the page in each language, with everything that lists have; its products link back to it; the filters have
/// the same counts.
#[test]
fn r_cms_07_a_category_of_a_dynamic_product_group_has_a_page() {
    let shop = Shop::small_with(with_groups);
    let report = shop.build();
    for (path, total) in [
        ("cadeautips", 3),
        ("en/gift-ideas", 3),
        ("de/geschenkideen", 3),
        ("cadeautips/kleintjes", 1),
        ("een-haak", 1),
        ("en/een-haak", 1),
        ("alles", 7),
    ] {
        let html = shop.file(&format!("site/{path}.html"));
        let list = html.split_once("data-of=\"products\"").unwrap().1;
        assert_eq!(between(list, "data-total=\"", "\""), total.to_string(), "{path}");
    }
    for path in ["niets", "map"] {
        assert!(!shop.path(&format!("dist/current/site/{path}.html")).exists(), "{path}");
    }
    let warnings = report["warnings"].as_array().unwrap();
    assert!(
        warnings
            .iter()
            .all(|told| !told["code"].as_str().unwrap().starts_with("category-")),
        "{warnings:#?}"
    );
    let below = shop.file("site/cadeautips/kleintjes.html");
    assert!(trail(&below).contains("href=\"/cadeautips\""), "{}", trail(&below));

    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let html = shop.file("site/een-haak.html");
    let list = html.split_once("data-of=\"products\"").unwrap().1;
    let category = between(list, " data-category=\"", "\"");
    let found = shop.api(&format!("{}/api/search?category={category}", served.url), "nl");
    assert_eq!(found["total"], 1, "{found:#}");
}

/// Rule 18: a group of more than five products that suddenly becomes empty, an answer whose total changes, and a
/// failing one leave the live release unchanged; the message names the category.
#[test]
fn rule_18_a_dynamic_product_group_that_cannot_be_read_stops_the_build() {
    let shop = Shop::small_with(with_groups);
    let between = shop.before_shopware(&[AT_ONCE]);
    shop.build();
    let live = shop.live();
    let emptied = |answer: &mut Value| {
        answer["elements"] = json!([]);
        answer["total"] = json!(0);
    };
    let moved = |answer: &mut Value| answer["total"] = json!(250);
    let changes: [(Change, &str); 3] = [
        (emptied, "had 7 records and is empty"),
        (moved, "the category \"Alles\""),
        (
            |answer| *answer = json!({"elements": "x", "total": 1}),
            "the category \"Alles\"",
        ),
    ];
    for (change, words) in changes {
        between.change(move |asked, answer| {
            let is_all = answer["elements"].as_array().is_some_and(|list| list.len() == 7);
            if asked.starts_with("/store-api/product-listing/") && is_all {
                change(answer);
            }
        });
        let run = shop.vitrine(&["build"]);
        assert_eq!(run.code, Some(2), "{words}: {}", run.stderr);
        assert!(run.said().contains(words), "{words}: {}", run.said());
        assert_eq!(shop.live(), live);
    }
}
