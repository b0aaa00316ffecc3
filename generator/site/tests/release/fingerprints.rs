//! Tests of what a release says about its pages: which inputs changed, and what a page read.

use std::collections::BTreeMap;

use vitrine_site::page_inputs;

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
    shop.site_name = "Lindhoven Wonen".to_owned();
    place.build(&shop).unwrap();
    assert_eq!(
        changed(&before, &fingerprints(&place)).len(),
        before.len(),
        "all pages have the header"
    );
}

/// A template may address the readers of another language (`t_in`), so each text is an input of every page.
#[test]
fn texts_of_other_locales_are_part_of_every_page() {
    let place = Place::new();
    let shop = Shop::small();
    place.build(&shop).unwrap();
    let before = fingerprints(&place);
    let texts = r#"{"screen.title": "Cart", "screen.languages": "Talen", "screen.count": {"one": "{count} item", "other": "{count} items"}}"#;
    place.put("locales/en/common.json", texts);
    place.build(&shop).unwrap();
    assert_eq!(changed(&before, &fingerprints(&place)).len(), before.len());
}

/// A page may lead to any screen, so the words of all paths are inputs of every page, also of those whose path stays.
#[test]
fn route_words_are_part_of_every_page() {
    let place = Place::new();
    let shop = Shop::small();
    place.build(&shop).unwrap();
    let before = fingerprints(&place);
    let routes = std::fs::read_to_string(place.root.path().join("locales/de/routes.json")).unwrap();
    let other = routes.replace("/suchen", "/finden");
    assert_ne!(routes, other);
    place.put("locales/de/routes.json", &other);
    place.build(&shop).unwrap();
    assert_eq!(changed(&before, &fingerprints(&place)).len(), before.len());
}

/// A release names the inputs of each page, with its shared parts.
#[test]
fn a_release_names_what_a_page_read() {
    let place = Place::new();
    place.build(&Shop::small()).unwrap();
    let manifest = place.json("release.json");
    let mut pages = manifest["pages"].as_array().unwrap().iter();
    let page = pages.find(|page| page["path"] == "/service").unwrap();
    assert_eq!(page["source"], "entry https://cms.example/edit/service-nl");
    let inputs = page_inputs(&place.dist().join("current"), "service.html").unwrap();
    let read: Vec<&str> = inputs.iter().map(|(what, _)| what.as_str()).collect();
    let id = product_id(1);
    assert_eq!(
        read,
        [
            "entry service-nl",
            &format!("href of product {id} 0"),
            "page /service",
            "product by number RAVEL-OA"
        ]
    );
}
