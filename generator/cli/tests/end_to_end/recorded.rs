//! The shop whose Shopware answers were recorded (`generator/demo/shops/recorded`): answers of a real 6.6.7.1 go
//! through a whole build.

use serde_json::json;

use crate::{
    edge::{TAXONOMIES, findings},
    support::{Shop, root, tree},
};

/// The expected diagnostics, as [`findings`] formats them. A new one needs an explanation of which value of a real shop
/// causes it: the global `site` of the recorded CMS has no fields for the pages of terms and withdrawal.
const FOUND: [&str; 6] = [
    "legal-text | statamic | global | site | de | terms_page",
    "legal-text | statamic | global | site | de | withdrawal_page",
    "legal-text | statamic | global | site | en | terms_page",
    "legal-text | statamic | global | site | en | withdrawal_page",
    "legal-text | statamic | global | site | nl | terms_page",
    "legal-text | statamic | global | site | nl | withdrawal_page",
];

/// Pages at paths from the recording: SEO paths in each language that has one, otherwise the id.
const PAGES: [&str; 6] = [
    "producten/ovo-stoel--eiken.html",
    "producten/halo-hanglamp--ka-200.html",
    "en/products/en-halo-hanglamp--ka-200.html",
    "de/detail/f242b578a66211cbb7e434542e2ef254.html",
    "merken/lumo.html",
    "de/designers/ole-brandt.html",
];

const COLLECTIONS: &str = "collections = [\"pages\", \"brands\", \"designers\"]";

/// R-CMS-04, R-ROUTE-06: the recorded shop builds with exactly these diagnostics; a product's path is its SEO path, and
/// hidden products have no page.
#[test]
fn the_recorded_shop_builds_with_exactly_the_expected_findings() {
    let shop = Shop::of(&root().join("generator/demo/shops/recorded"));
    shop.configure(
        "vitrine.toml",
        &[
            ("collections = ", COLLECTIONS),
            ("taxonomies = ", TAXONOMIES),
            ("accept = ", crate::support::RECORDED_LACKS),
        ],
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
