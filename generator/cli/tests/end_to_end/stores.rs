//! R-STORE-01: the configuration of the store locator is applied to its page, its assets and its policy.

use std::fs;

use crate::support::Shop;

const TILES: &str = "[stores]\nplaces = \"own.csv\"\ntiles = { template = \"https://tiles.example/{z}/{x}/{y}.png\", attribution = \"© Somebody\" }";

/// R-STORE-01: 'sorted by distance from … a typed place; map and list agree': the places and the tiles are the shop's,
/// the tiles' host is in the policy, and an invalid line is reported.
#[test]
fn r_store_01_places_and_tiles_are_those_of_the_configuration() {
    let shop = Shop::start();
    let build = || shop.vitrine(&["build"]);
    assert_eq!(build().code, Some(0));
    let html = shop.file("site/service/verkooppunten.html");
    assert!(html.contains("\"tiles\":null") && html.contains("/assets/places-nl-"));
    assert!(!shop.file("site/_headers").contains("tiles.example"));

    shop.configure("vitrine.toml", &[("[stores]", TILES)]);
    let own = shop.path("own.csv");
    fs::write(&own, "NL;8011;52.5;6.1;Zwolle\nnowhere\n").unwrap();
    let run = build();
    assert_ne!(run.code, Some(0));
    assert!(run.said().contains("own.csv, line 2 is no place"), "{}", run.said());

    fs::write(&own, "NL;8011;52.5;6.1;Zwolle;de:Schwolle\n").unwrap();
    let run = build();
    assert_eq!(run.code, Some(0), "{}", run.said());
    let html = shop.file("site/de/service/verkaufsstellen.html");
    assert!(html.contains("https://tiles.example/{z}/{x}/{y}.png") && html.contains("© Somebody"));
    let name = html.split("/assets/places-de-").nth(1).unwrap();
    let name = name.split('"').next().unwrap();
    assert_eq!(
        shop.file(&format!("site/assets/places-de-{name}")),
        r#"[["Schwolle",["Zwolle"],"NL","8011",52.5,6.1]]"#
    );
    let policy = shop.file("site/_headers");
    assert!(policy.contains(" https://tiles.example;"), "{policy}");
}
