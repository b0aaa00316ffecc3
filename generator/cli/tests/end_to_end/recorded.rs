//! The shop whose Shopware answers were recorded (`generator/demo/shops/recorded`): what a real 6.6.7.1 said goes through a whole build.

use serde_json::json;

use crate::{
    edge::{TAXONOMIES, findings},
    support::{Shop, root, tree},
};

/// What a build finds in it, as [`findings`] writes it: nothing. Whoever adds a finding here has to say which value of a real shop causes it.
const FOUND: [&str; 0] = [];

/// Pages at addresses that the recording gives: SEO paths in each language that has one, and the id where there is none.
const PAGES: [&str; 6] = [
    "producten/ovo-stoel--eiken.html",
    "producten/halo-hanglamp--ka-200.html",
    "en/products/en-halo-hanglamp--ka-200.html",
    "de/detail/f242b578a66211cbb7e434542e2ef254.html",
    "merken/lumo.html",
    "de/designers/ole-brandt.html",
];

const COLLECTIONS: &str = "collections = [\"pages\", \"brands\", \"designers\"]";

/// R-CMS-04, R-ROUTE-06: the recorded shop builds with exactly these findings; a product's SEO path is its address, and what is hidden has none.
#[test]
fn the_recorded_shop_builds_and_says_exactly_what_it_found() {
    let shop = Shop::of(&root().join("generator/demo/shops/recorded"));
    shop.configure(
        "vitrine.toml",
        &[("collections = ", COLLECTIONS), ("taxonomies = ", TAXONOMIES)],
    );
    let report = shop.build();
    assert_eq!(findings(&report), FOUND, "{:#}", report["warnings"]);
    let all = json!({ "nl": 39, "en": 39, "de": 39 });
    assert_eq!(report["pages_by_kind"]["product"], all, "but for the hidden one");
    let site = tree(&shop.path("dist/current/site"));
    for page in PAGES {
        assert!(site.contains_key(page), "{page} is not among {:#?}", site.keys());
    }
    let gone = "888e3177eae4db24bef133598c5fadd2";
    assert!(!site.keys().any(|file| file.contains(gone)), "the inactive product");
}
