//! Changes without an event are found by polling, and built once (R-GEN-03; Shopware §25.7, §25.8).

use std::fs;

use serde_json::{Value, json};

use crate::support::{Building, Shop, sold_by_the_litre};

/// A short polling interval for tests.
const OFTEN: (&str, &str) = ("look = ", "look = 0.1");

/// A built shop, and a server without an app in Shopware.
fn without_an_app(shop: &Shop) -> Building<'_> {
    shop.configure("vitrine.toml", &[OFTEN]);
    let served = Building::start(shop, &[]);
    shop.control("POST", "hooks", &json!({}));
    served.until("the first release", |report| report["builds"][0]["outcome"] == "live");
    served.settled();
    served
}

fn builds(report: &Value) -> usize {
    report["builds"].as_array().unwrap().len()
}

/// Waits for this many polls that found no change.
fn after_looks(served: &Building<'_>, count: usize) -> Value {
    let mut last = Value::Null;
    for _ in 0..count {
        let before = last.clone();
        last = served.until("a look", |report| {
            report["look"]["at"] != before && report["state"] != "building"
        })["look"]["at"]
            .clone();
    }
    served.report()
}

/// Edits for which Shopware sends no event: each is live without a command, in one build, and nothing is built again.
/// The shop's clock is years away from ours.
#[test]
fn r_gen_03_changes_without_an_event_are_found_and_built_once() {
    let shop = Shop::small_with(|data| sold_by_the_litre(data, 1.0));
    shop.control("POST", "clock", &json!({ "now": "2031-03-01T12:00:00Z" }));
    let served = without_an_app(&shop);
    let product = |report: &Value| report["release"].as_str().unwrap().to_owned();
    let mut release = product(&served.report());
    let mut count = builds(&after_looks(&served, 3));
    for (what, edit, shows) in [
        (
            "a manufacturer",
            json!({"entity": "product_manufacturer", "key": "kante", "name": "Kante & Zonen"}),
            Some("Kante &amp; Zonen"),
        ),
        (
            "an option",
            json!({"entity": "property_group_option", "group": "cloth", "key": "rust", "language": "nl-NL", "name": "Stormrood"}),
            Some("Stormrood"),
        ),
        (
            "a picture's text",
            json!({"entity": "media", "key": "armchair-oak-rust-main", "language": "nl-NL", "alt": "Een stoel bij avond"}),
            Some("Een stoel bij avond"),
        ),
        (
            "a group",
            json!({"entity": "property_group", "key": "cloth", "language": "nl-NL", "name": "Bekleding van wol"}),
            Some("Bekleding van wol"),
        ),
        (
            "a delivery time",
            json!({"entity": "delivery_time", "key": "1-day", "language": "nl-NL", "name": "overmorgen in huis"}),
            Some("overmorgen in huis"),
        ),
        (
            "a tier written by itself",
            json!({"entity": "product_price", "product_number": "KNAAP-RU-4", "tiers": [{"from": 1, "price": 123.45}, {"from": 6, "price": 99.95}]}),
            Some("99,95"),
        ),
        (
            "a unit",
            json!({"entity": "unit", "key": "litre", "language": "nl-NL", "name": "volle liter"}),
            Some("volle liter"),
        ),
    ] {
        shop.control("POST", "edits", &edit);
        let report = served.until(what, |report| builds(report) > count && report["state"] == "idle");
        let build = &report["builds"][0];
        assert_eq!(
            (&build["reason"], &build["outcome"], &report["accepted"]),
            (&json!("change"), &json!("live"), &json!(0)),
            "{what}: {report:#}"
        );
        assert_ne!(product(&report), release, "{what}");
        release = product(&report);
        count = builds(&report);
        assert_eq!(builds(&after_looks(&served, 4)), count, "{what} is built once");
        if let Some(words) = shows {
            let pages = fs::read_dir(shop.path("dist/current/site")).unwrap().count();
            assert!(pages > 0 && is_somewhere(&shop, words), "{what}: {words}");
        }
    }
    served.terminate();
}

fn is_somewhere(shop: &Shop, words: &str) -> bool {
    walk(&shop.path("dist/current/site"))
        .iter()
        .any(|file| fs::read_to_string(file).is_ok_and(|text| text.contains(words)))
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] })
        .collect()
}

/// An unreachable shop does not count as a change, is reported once, and is polled again; edits made meanwhile are
/// built then.
#[test]
fn r_gen_03_looks_survive_an_outage() {
    let shop = Shop::small();
    let served = without_an_app(&shop);
    let count = builds(&after_looks(&served, 2));
    for fault in [
        json!({"backend": "shopware", "method": "POST", "path": "/store-api/product", "kind": "status", "status": 500}),
        json!({"backend": "shopware", "method": "POST", "path": "/store-api/product", "kind": "broken_json"}),
        json!({"backend": "shopware", "method": "POST", "path": "/store-api/product", "kind": "cut"}),
    ] {
        shop.control("POST", "faults", &fault);
        served.until("it is told", |report| report["look"]["error"].is_string());
        shop.control("DELETE", "faults", &json!({}));
        served.until("it is found again", |report| report["look"]["error"].is_null());
    }
    shop.control("POST", "maintenance", &json!({ "on": true }));
    served.until("it is told", |report| report["look"]["error"].is_string());
    assert_eq!(builds(&served.report()), count, "an outage is no change");
    shop.control(
        "POST",
        "edits",
        &json!({"entity": "product_visibility", "product_number": "KNAAP", "visible": false}),
    );
    shop.control("POST", "maintenance", &json!({ "on": false }));
    served.until("the change", |report| {
        builds(report) == count + 1 && report["state"] == "idle"
    });
    assert!(
        served.log().matches("could not be asked what changed").count() <= 4,
        "{}",
        served.log()
    );
    served.terminate();
}

/// `look = 0` disables polling; a change that also sent an event is built once.
#[test]
fn r_gen_03_looks_can_be_switched_off_and_add_no_build_to_events() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[("look = ", "look = 0")]);
    shop.build();
    let served = Building::start(&shop, &[]);
    served.settled();
    assert_eq!(served.report()["look"], Value::Null);
    served.terminate();
    shop.configure("vitrine.toml", &[OFTEN]);
    let served = Building::start(&shop, &[]);
    let count = builds(&after_looks(&served, 2));
    shop.control("POST", "price", &json!({ "product_number": "KNAAP", "price": 91 }));
    served.built(1);
    let report = after_looks(&served, 4);
    assert!(builds(&report) <= count + 1, "{report:#}");
    served.terminate();
}

/// A live release is never reported as unchanged, even if its build could not finish every step; and it is not built
/// repeatedly.
#[test]
fn r_gen_02_a_live_release_is_reported_although_its_build_was_not_finished() {
    let shop = Shop::small();
    shop.configure("vitrine.toml", &[OFTEN]);
    shop.build();
    let served = Building::start(&shop, &[]);
    let count = builds(&after_looks(&served, 1));
    // The state seen by a build cannot be written because a folder has its name.
    fs::remove_file(shop.path("state/hooks/built")).unwrap();
    fs::create_dir_all(shop.path("state/hooks/built/in-the-way")).unwrap();
    shop.edit("pages/privacy", "nl-NL", &json!({ "title": "Niet opgeschreven" }));
    let report = served.until("the build", |report| {
        builds(report) > count && report["state"] != "building"
    });
    let build = &report["builds"][0];
    assert_eq!(
        (&build["outcome"], &build["release"]),
        (&json!("live"), &report["release"]),
        "{build:#}"
    );
    assert!(build["error"].as_str().unwrap().contains("is live"), "{build:#}");
    assert!(served.page("/privacy").1.contains("Niet opgeschreven"));
    assert!(!served.log().contains("as it was"), "{}", served.log());
    let number = builds(&report);
    assert!(builds(&after_looks(&served, 5)) <= number + 1, "{:#}", served.report());
    served.terminate();
}
