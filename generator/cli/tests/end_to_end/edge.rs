//! The shop of edge cases (`generator/demo/shops/edge`): every case of content model §9, and similar ones for commerce,
//! is built, reported and harmless.
//!
//! The data contains strange values on purpose; a value that looks like a mistake is a test case. The expected
//! diagnostics of a build are in `edge-diagnostics.txt`, one line each: a changed line there is a change of behaviour.

mod shown;
mod whole;

use std::{collections::BTreeSet, fs, path::PathBuf};

use memchr::memmem::Finder;
use serde_json::{Value, json};

use self::{shown::*, whole::*};
use crate::support::{Shop, Tree, change_json, copy, root, started, tree};

/// The collections in this data.
pub(crate) const COLLECTIONS: &str = "collections = [\"pages\", \"brands\", \"designers\", \"news\", \"offers\", \"events\", \"vacancies\", \"stores\", \"faq\"]";

fn edge() -> PathBuf {
    root().join("generator/demo/shops/edge")
}

/// The taxonomies in this data.
pub(crate) const TAXONOMIES: &str = "taxonomies = [\"categories\"]";

/// A shop with this data, configured to read all its collections.
fn start(data: &std::path::Path) -> Shop {
    let shop = Shop::of(data);
    shop.configure(
        "vitrine.toml",
        &[
            ("collections = ", COLLECTIONS),
            ("taxonomies = ", TAXONOMIES),
            ("accept = ", crate::support::EDGE_LACKS),
        ],
    );
    shop
}

/// The edge-case shop with one more record, whose build ends with this code; returns the output.
fn built(file: &str, content: &Value, code: i32, change: impl FnOnce(&std::path::Path)) -> String {
    let data = tempfile::tempdir().unwrap();
    copy(&edge(), data.path());
    // The large family is not needed for these conflicts and takes time.
    fs::remove_file(data.path().join("products/groot.json")).unwrap();
    fs::write(data.path().join(file), content.to_string()).unwrap();
    change(data.path());
    let shop = start(data.path());
    let run = shop.vitrine(&["build"]);
    assert_eq!(run.code, Some(code), "{}", run.stderr);
    assert_eq!(shop.path("dist/current").exists(), code == 0, "what went live");
    run.said()
}

/// R-ROUTE-07: two products whose SEO paths are equal after lower-casing fail the build with both sources named.
#[test]
fn r_route_07_two_products_that_claim_one_path_stop_the_build() {
    let product = json!({ "number": "BOTST", "name": "Botst", "brand": "rand", "price": 1, "seo_path": { "nl-NL": "GEWONE-Kast" } });
    let said = built("products/botst.json", &product, 2, |_| {});
    for part in ["/producten/gewone-kast", "product BOTST", "product GEWOON"] {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

/// R-ROUTE-07: a page of the CMS at the path of a screen is left out, both sources are named, and the shop goes live.
#[test]
fn r_route_07_a_page_that_claims_a_screen_is_left_out() {
    let page = json!({ "en-GB": { "title": "My cart", "slug": "shopping-cart", "published": true } });
    let said = built("content/pages/kar.json", &page, 0, |data| {
        let trees = data.join("content/trees.json");
        let mut all: Value = serde_json::from_slice(&fs::read(&trees).unwrap()).unwrap();
        let nodes = all["pages"].as_array_mut().unwrap();
        nodes.push(json!({ "entry": "pages/kar" }));
        fs::write(trees, all.to_string()).unwrap();
    });
    for part in [
        "/en/shopping-cart",
        "entry pages/shopping-cart (en)",
        "bor.shopping-cart",
    ] {
        assert!(said.contains(part), "{part:?} is not in: {said}");
    }
}

/// R-CMS-02, R-CMS-04, R-CMS-06, R-ROUTE-06, R-ROUTE-09: the edge-case shop builds with exactly the expected
/// diagnostics, every page is complete, and it is served.
#[test]
fn r_cms_02_the_ugly_shop_builds_and_nothing_breaks() {
    let shop = start(&edge());
    let report = shop.build();
    same_findings(&report);
    for file in ["raar", "verlopen"] {
        let page = shop.file(&format!("site/vacatures/{file}.html"));
        assert!(
            !page.contains("JobPosting"),
            "{file}: search engines refuse one without datePosted"
        );
    }
    let site = tree(&shop.path("dist/current/site"));
    every_page_is_whole(&site);
    what_is_hidden_stays_hidden(&shop, &site);
    texts_are_shown_as_they_are(&shop);
    products_say_what_they_can(&shop);
    blocks_and_links_of_editors(&shop);
    services(&shop);
    redirects(&shop);
    served_pages(&shop);
}

/// R-GEN-01: shared parts equal those built for each page separately, also for unusual records.
#[test]
fn r_gen_01_the_ugly_shop_is_the_same_without_sharing() {
    let data = tempfile::tempdir().unwrap();
    copy(&edge(), data.path());
    // The variants of a large family use their shared parts.
    change_json(&data.path().join("products/groot.json"), |family| {
        family["variants"].as_array_mut().unwrap().truncate(20);
        family["main_variant"] = json!("GROOT-010");
    });
    start(data.path()).is_the_same_without_sharing();
}

/// The diagnostics of a build, one line each, sorted: `code | source | kind | id | locale | field`.
pub(crate) fn findings(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let mut found: Vec<String> = report["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| {
            let (code, at) = (&warning["code"], &warning["place"]);
            // An entry that is not fully live is reported as an error.
            let is_left_out = code == "path-refused" || code == "left-out" && at["kind"] == "entry";
            assert_eq!(
                warning["severity"],
                if is_left_out { "error" } else { "warning" },
                "{warning}"
            );
            let at = ["source", "kind", "id", "locale", "field"].map(|key| text(&at[key]));
            format!("{} | {}", text(&warning["code"]), at.join(" | "))
        })
        .collect();
    found.sort();
    found
}

fn same_findings(report: &Value) {
    let found = findings(report);
    let expected = include_str!("edge-diagnostics.txt");
    let (found, expected): (Vec<&str>, Vec<&str>) =
        (found.iter().map(String::as_str).collect(), expected.lines().collect());
    let new: Vec<_> = found.iter().filter(|line| !expected.contains(line)).collect();
    let gone: Vec<_> = expected.iter().filter(|line| !found.contains(line)).collect();
    assert!(new.is_empty() && gone.is_empty(), "new: {new:#?}\ngone: {gone:#?}");
    assert_eq!(found, expected, "the same lines, as often and in this order");
}

fn what_is_hidden_stays_hidden(shop: &Shop, site: &Tree) {
    for words in [
        "DIT BLOK STAAT UIT",
        "GEPLAND BERICHT",
        "VERLOPEN ACTIE",
        "Nog niet af.",
        "Inactief product",
        "Switched off",
    ] {
        let hidden = Finder::new(words);
        for (file, bytes) in site {
            assert!(hidden.find(bytes).is_none(), "{words:?} stands in {file}");
        }
    }
    for absent in [
        "nieuws/gepland.html",
        "acties/verlopen.html",
        "service/concept.html",
        "designers/concept-ontwerper.html",
        "en/brands/alleen-nederlands.html",
        "de/service/retour.html",
        ".verborgen.html",
        "api.html",
        "producten/_redirects.html",
    ] {
        assert!(!site.contains_key(absent), "{absent} is there");
    }
    let products: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let numbers = shop.file("server/search/nl.json");
    assert!(numbers.contains("\"GEWOON\"") && numbers.contains("\"HALF-K\"") && numbers.contains("\"GROOT-500\""));
    for number in ["INACTIEF", "DICHT", "DICHT-K", "DICHT-G", "HALF", "HALF-G", "GROOT"] {
        assert!(!numbers.contains(&format!("\"{number}\"")), "{number} is sold");
    }
    assert_eq!(
        products.as_object().unwrap().len(),
        numbers.matches("\"kind\":\"product\"").count()
    );
    let sitemap = shop.file("site/nl-NL-sitemap.xml");
    assert!(sitemap.contains("/producten/gewone-kast<") && !sitemap.contains("/verborgen<"));
}

fn redirects(shop: &Shop) {
    let text = shop.file("site/_redirects");
    for line in [
        "/keten-1 /service 301",
        "/keten-2 /service 301",
        "/keten-3 /service 301",
        "/naar-buiten https://www.example.com/?a=1&b=2 302",
        "/met%20spatie /service 301",
        "/de/umlaut-gr%C3%B6%C3%9Fe /de/ueber-uns 301",
        "/producten/half /producten/half--klein 302",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in:\n{text}");
    }
    for absent in [
        "/kring-a",
        "/kring-b",
        "/zelf",
        "/oud",
        "/uit ",
        "/type",
        "/leeg",
        "/script",
        "/open",
        "evil.example",
        "/blokken ",
    ] {
        assert!(!text.lines().any(|line| line.starts_with(absent)), "{absent}:\n{text}");
    }
    assert!(
        text.lines().all(|line| line.split(' ').count() == 3),
        "three words a line:\n{text}"
    );
}

/// Every unusual path is answered by the server.
fn served_pages(shop: &Shop) {
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    let products: Value = serde_json::from_str(&shop.file("server/products.json")).unwrap();
    let odd = products
        .as_object()
        .unwrap()
        .values()
        .filter_map(|paths| paths["nl"].as_str());
    let mut paths: BTreeSet<String> = odd
        .filter(|path| !path.contains("bank-500"))
        .map(str::to_owned)
        .take(60)
        .collect();
    paths.extend(
        [
            "/",
            "/en",
            "/de",
            "/links",
            "/html",
            "/blokken",
            "/diensten",
            "/geen-blokken",
            "/service",
            "/service/retour",
            "/service/concept/onder-concept",
            "/de/ueber-uns",
            "/de/nur-deutsch",
            "/een/twee/drie/vier/vijf/zes",
            "/los",
            "/verborgen",
            "/categories/diep",
            "/merken/rand",
            "/merken/wees",
            "/nieuws/rand",
            "/en/news/rand",
            "/designers/kaal",
            "/evenementen/zonder-einde",
            "/de/veranstaltungen/ohne-ende",
            "/%D7%A8%D7%94%D7%99%D7%98%D7%99%D7%9D",
            "/100%25-wol%3F%20ja",
            "/producten/100%25-wol--50%25-katoen",
            "/producten/wat%3Fnu=1%23dan",
            "/producten/%22%3E%3Cscript%3Ealert(1)%3C--script%3E",
            "/en/products/it's-%3Cb%3Ebold%3C--b%3E",
            "/producten/bank-500--stof-250",
            "/de/produkte/%E2%80%9Eja%E2%80%9C&nein;",
            "/keten-1",
            "/producten/half",
            "/winkelwagen",
        ]
        .map(str::to_owned),
    );
    assert!(paths.len() >= 60);
    for path in paths {
        let (status, html) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        assert!(html.contains("<h1"), "{path}");
    }
    for path in [
        "/kring-a",
        "/nieuws/gepland",
        "/bestaat-niet",
        "/producten/..%2f..%2fetc%2fpasswd",
        "/api",
        "/.verborgen",
    ] {
        assert_eq!(shop.get(&format!("{}{path}", served.url)).0, 404, "{path}");
    }
    assert!(served.terminate().success());
    let log = fs::read_to_string(shop.path("serve.log")).unwrap();
    assert!(!log.contains("panicked"), "{log}");
}
