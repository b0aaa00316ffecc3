//! Tests of `release.json`: which inputs changed, and what a page read.

use std::collections::BTreeMap;

use crate::support::{EN, Place, Shop, entry, product_id};

fn fingerprints(place: &Place) -> BTreeMap<String, String> {
    let manifest = place.json("release.json");
    let pages = manifest["pages"].as_array().unwrap().iter();
    pages
        .map(|p| {
            (
                p["path"].as_str().unwrap().to_owned(),
                p["fingerprint"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

fn changed(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Vec<String> {
    after
        .iter()
        .filter(|(path, print)| before.get(*path) != Some(*print))
        .map(|(path, _)| path.clone())
        .collect()
}

/// R-GEN-01: `release.json` shows exactly which pages' inputs changed.
#[test]
fn r_gen_01_fingerprints_only_change_for_readers_of_a_record() {
    let place = Place::new();
    let mut shop = Shop::small();
    place.build(&shop).unwrap();
    let before = fingerprints(&place);

    shop.products[0].prices.single.unit.minor = 99_900;
    let report = place.build(&shop).unwrap();
    let readers = [
        "/en/help",
        "/en/products/armchairs--ravel--ravel-oa",
        "/producten/fauteuils--ravel--ravel-oa",
        "/service",
    ];
    assert_eq!(changed(&before, &fingerprints(&place)), readers);
    assert_eq!(report.changes.changed, readers);
    assert!(report.changes.added.is_empty() && report.changes.removed.is_empty());

    let before = fingerprints(&place);
    shop.entries[4] = entry(
        "service-en",
        "service-nl",
        EN,
        "/en/service",
        "Service",
        "<p>SKU:RAVEL-OA</p>",
    );
    place.build(&shop).unwrap();
    // Its own page moved; the home page links to it; its Dutch counterpart has it as an alternate.
    assert_eq!(
        changed(&before, &fingerprints(&place)),
        ["/en", "/en/service", "/service"]
    );

    let before = fingerprints(&place);
    let texts = r#"{"screen.title": "Cart", "screen.languages": "Talen", "screen.count": {"one": "{count} item", "other": "{count} items"}}"#;
    place.put("locales/en/common.json", texts);
    place.build(&shop).unwrap();
    assert!(
        changed(&before, &fingerprints(&place))
            .iter()
            .all(|p| p == "/en" || p.starts_with("/en/"))
    );
    assert!(changed(&before, &fingerprints(&place)).len() > 4);
}

#[test]
fn the_manifest_names_what_a_page_read() {
    let place = Place::new();
    place.build(&Shop::small()).unwrap();
    let manifest = place.json("release.json");
    let inputs = manifest["inputs"].as_array().unwrap();
    let page = manifest["pages"]
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["path"] == "/service")
        .unwrap();
    assert_eq!(page["source"], "entry https://cms.example/edit/service-nl");
    let read: Vec<&str> = page["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| {
            inputs[usize::try_from(n.as_u64().unwrap()).unwrap()][0]
                .as_str()
                .unwrap()
        })
        .collect();
    let id = product_id(1);
    assert_eq!(
        read,
        [
            "entry service-nl",
            &format!("path product {id} 0"),
            "plan /service",
            "product number RAVEL-OA"
        ]
    );
}
