//! Categories of the shop without a page in the CMS (R-CMS-07, R-HEAD-04): generated pages in each language, and a
//! navigation built from the category tree.

mod data;
mod dynamic;

use serde_json::Value;

use self::data::with_gifts;
use crate::support::{Shop, copy, read_json, started};

fn between<'h>(html: &'h str, begin: &str, end: &str) -> &'h str {
    let rest = html
        .split_once(begin)
        .unwrap_or_else(|| panic!("{begin} is not there"))
        .1;
    rest.split_once(end).unwrap().0
}

fn trail(html: &str) -> &str {
    between(html, "class=\"breadcrumbs__list\"", "</ol>")
}

const HAVE_PAGES: [&str; 14] = [
    "cadeaus",
    "en/gift-ideas",
    "de/geschenke",
    "cadeaus/voor-thuis",
    "en/gifts/for-the-home",
    "de/geschenke/fuer-zu-hause",
    "cadeaus/kaarslicht",
    "en/gifts/for-the-home/candlelight",
    "de/geschenke/fuer-zu-hause/kerzenlicht",
    "cadeaus/ideeen/klein",
    "en/help",
    "de/karren",
    "de/anders",
    "de/tischleuchten",
];

const HAVE_NONE: [&str; 8] = [
    "verborgen",
    "uitgezet",
    "leeg",
    "dynamisch",
    "cadeaus/ideeen",
    "cadeaus/magazine",
    "kar",
    "tweede",
];

/// A visible category with products and without a page in the CMS gets a list page, at its SEO path or a path made from
/// its names, in each language; hidden, inactive and empty categories, folders and links get none; a path conflict is
/// reported with both sources.
#[test]
fn r_cms_07_a_category_without_a_page_in_the_cms_has_one() {
    let shop = Shop::small_with(with_gifts);
    let report = shop.build();
    let exists = |path: &str| shop.path(&format!("dist/current/site/{path}.html")).exists();
    for path in HAVE_PAGES {
        assert!(exists(path), "{path}");
    }
    for path in HAVE_NONE {
        assert!(!exists(path), "{path}");
    }
    the_page_has_what_lists_have(&shop.file("site/cadeaus.html"));
    the_third_level_is_found(&shop);
    machines_find_them(&shop);
    what_is_taken_is_named(&shop, &report);
}

fn the_page_has_what_lists_have(html: &str) {
    assert_eq!(html.matches("<h1").count(), 1);
    for part in [
        "<title>Cadeaus voor thuis",
        "content=\"Cadeaus die blijven.\"",
        "Iets <strong>kleins</strong> om te geven.",
        "attic-wide",
        "<link rel=\"canonical\" href=\"http://127.0.0.1:3000/cadeaus\">",
        "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000/en/gift-ideas\"",
        "hreflang=\"de-DE\" href=\"http://127.0.0.1:3000/de/geschenke\"",
        "\"CollectionPage\"",
        "\"BreadcrumbList\"",
        "href=\"/cadeaus/voor-thuis\"",
        "data-facet=\"material\"",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(between(html, "<h1", "</h1>").contains("Cadeaus"));
    assert!(html.contains("class=\"product-card__link\" href=\"/producten/"));
    let trail = trail(html);
    assert!(
        trail.contains("href=\"/producten\"") && trail.contains("aria-current=\"page\">Cadeaus<"),
        "{trail}"
    );
}

fn the_third_level_is_found(shop: &Shop) {
    for (page, above, name) in [
        ("cadeaus/kaarslicht", ["/cadeaus", "/cadeaus/voor-thuis"], "Kaarslicht"),
        (
            "en/gifts/for-the-home/candlelight",
            ["/en/gift-ideas", "/en/gifts/for-the-home"],
            "Candlelight",
        ),
        (
            "de/geschenke/fuer-zu-hause/kerzenlicht",
            ["/de/geschenke", "/de/geschenke/fuer-zu-hause"],
            "Kerzenlicht",
        ),
    ] {
        let html = shop.file(&format!("site/{page}.html"));
        let trail = trail(&html);
        for step in above {
            assert!(trail.contains(&format!("href=\"{step}\"")), "{step}: {trail}");
        }
        assert!(trail.contains(&format!("aria-current=\"page\">{name}<")), "{trail}");
    }
    let below_folder = shop.file("site/cadeaus/ideeen/klein.html");
    assert!(
        trail(&below_folder).contains("href=\"/cadeaus\""),
        "{}",
        trail(&below_folder)
    );
    // Its products link to it: in the breadcrumbs, which use the longest path, or among the related categories.
    let products = read_json(&shop.path("dist/current/server/products.json"));
    let paths = products.as_object().unwrap().values();
    let lamp = paths
        .filter_map(|paths| paths["nl"].as_str())
        .find(|path| path.contains("plisse"))
        .unwrap();
    let lamp = shop.file(&format!("site{lamp}.html"));
    assert!(
        trail(&lamp).contains("href=\"/cadeaus/kaarslicht\""),
        "{}",
        trail(&lamp)
    );
    // The localization missing in the CMS is an alternate of the existing ones.
    let german = shop.file("site/de/tischleuchten.html");
    assert!(
        german.contains("hreflang=\"nl-NL\" href=\"http://127.0.0.1:3000/producten/"),
        "{german}"
    );
}

fn machines_find_them(shop: &Shop) {
    for (iso, path) in [
        ("nl-NL", "/cadeaus/kaarslicht"),
        ("en-GB", "/en/gift-ideas"),
        ("de-DE", "/de/geschenke"),
    ] {
        let sitemap = shop.file(&format!("site/{iso}-sitemap.xml"));
        assert!(
            sitemap.contains(&format!("<loc>http://127.0.0.1:3000{path}</loc>")),
            "{path}"
        );
    }
    assert!(shop.file("site/llms.txt").contains("/cadeaus.md"));
    assert!(shop.file("server/search/en.json").contains("\"/en/gift-ideas\""));
    let labels = shop.file("server/search/de.labels.json");
    assert!(
        labels.contains("\"Kerzenlicht\"") && !labels.contains("\"Leeg\""),
        "{labels}"
    );
}

fn what_is_taken_is_named(shop: &Shop, report: &Value) {
    let all = report["warnings"].as_array().unwrap();
    let taken: Vec<&str> = all
        .iter()
        .filter(|found| found["code"] == "category-path-taken")
        .map(|found| found["message"].as_str().unwrap())
        .collect();
    assert_eq!(taken.len(), 3, "{taken:#?}");
    for names in [
        ["Hulp", "pages/service"],
        ["Kar", "bor.shopping-cart"],
        ["Tweede", "Eerste"],
    ] {
        let named = taken
            .iter()
            .any(|message| names.iter().all(|name| message.contains(name)));
        assert!(named, "{names:?}: {taken:#?}");
    }
    assert!(!between(&shop.file("site/service.html"), "<h1", "</h1>").contains("Hulp"));
    assert!(shop.file("site/zelfde.html").contains("Eerste"));
    let mut dead = all.iter().filter(|found| found["code"] == "dead-link");
    assert!(dead.all(|found| !found["message"].as_str().unwrap().contains("shopware::category")));
}

/// The filters of such a page call the API with the category's id, which returns only its products.
#[test]
fn r_cms_07_the_filters_of_a_category_without_a_code_answer() {
    let shop = Shop::small_with(with_gifts);
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for (locale, path, total) in [("nl", "/cadeaus", 4), ("en", "/en/gifts/for-the-home", 2)] {
        let (status, html) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path}");
        let list = between(&html, "data-of=\"products\"", "</details>");
        let category = between(list, " data-category=\"", "\"");
        assert_eq!(category.len(), 32, "its id: {category}");
        assert_eq!(between(list, "data-total=\"", "\""), total.to_string());
        let all = shop.api(&format!("{}/api/search?category={category}", served.url), locale);
        assert_eq!(all["total"], total, "{all:#}");
        let facet = all["facets"]
            .as_array()
            .unwrap()
            .iter()
            .find(|facet| facet["key"] == "price")
            .unwrap();
        let value = &facet["values"][0];
        let chosen = format!(
            "{}/api/search?category={category}&price={}",
            served.url,
            value["key"].as_str().unwrap()
        );
        assert_eq!(shop.api(&chosen, locale)["total"], value["count"]);
    }
}

/// If the setting is off there are no such pages, and `check` counts the categories without one.
#[test]
fn r_gen_06_check_counts_categories_without_a_page() {
    let shop = Shop::small_with(with_gifts);
    let counted = |locale: &str| {
        let run = shop.vitrine(&["check", "--format", "json"]);
        let found: Value = serde_json::from_str(&run.stdout).unwrap();
        let all = found["findings"].as_array().unwrap().clone();
        let of = |found: &&Value| {
            found["code"] == "category-without-page"
                && found["message"]
                    .as_str()
                    .unwrap()
                    .contains(&format!(" no page in {locale}:"))
        };
        let found = all.iter().find(of);
        found.map(|found| found["message"].as_str().unwrap().to_owned())
    };
    shop.build();
    assert!(
        counted("nl").unwrap().starts_with("3 categories"),
        "what is taken: {:?}",
        counted("nl")
    );
    assert_eq!(counted("de"), None);

    shop.configure("vitrine.toml", &[("category_pages = ", "category_pages = false")]);
    let report = shop.build();
    assert!(!shop.path("dist/current/site/cadeaus.html").exists());
    let all = report["warnings"].as_array().unwrap();
    assert!(
        all.iter().all(|found| found["code"] != "category-path-taken"),
        "{all:#?}"
    );
    let message = counted("nl").unwrap();
    assert!(
        message.starts_with("8 categories") && message.contains("Cadeaus"),
        "{message}"
    );
    assert!(
        counted("de").unwrap().starts_with("9 categories"),
        "{:?}",
        counted("de")
    );
}

/// R-HEAD-04: a navigation region without a configured CMS navigation shows the category tree: categories with
/// products, at any depth, in each language.
#[test]
fn r_head_04_a_navigation_that_is_left_out_is_the_tree() {
    let shop = Shop::small_with(with_gifts);
    let line = "navigations = { top = \"top\", colophon = \"colophon\" }";
    shop.configure("vitrine.toml", &[("navigations = ", line)]);
    shop.build();
    for (page, present) in [
        (
            "index",
            ["/cadeaus", "/cadeaus/kaarslicht", "https://magazine.example/"],
        ),
        (
            "en",
            [
                "/en/gift-ideas",
                "/en/gifts/for-the-home/candlelight",
                "https://magazine.example/",
            ],
        ),
        (
            "de",
            [
                "/de/geschenke",
                "/de/geschenke/fuer-zu-hause/kerzenlicht",
                "/de/tischleuchten",
            ],
        ),
    ] {
        let html = shop.file(&format!("site/{page}.html"));
        let (header, footer) = (
            between(&html, "<header", "</header>"),
            between(&html, "<footer", "</footer>"),
        );
        for href in present {
            assert!(header.contains(&format!("href=\"{href}\"")), "{page}: {href}");
        }
        assert!(footer.contains(&format!("href=\"{}\"", present[0])), "{page}: {footer}");
        for name in [">Leeg<", ">Verborgen<", ">Uitgezet<", ">Dynamisch<"] {
            assert!(!header.contains(name) && !footer.contains(name), "{page}: {name}");
        }
    }
    let html = shop.file("site/index.html");
    let header = between(&html, "<header", "</header>");
    assert!(!header.contains(">Tafels<"), "a page of the CMS whose list is empty");
    assert!(header.contains(">Tafellampen<"), "one whose list is not");
}

/// The category list of a real Shopware (no codes, a folder, links, hidden and inactive categories), without the shop's
/// own navigation.
#[test]
fn r_cms_07_the_recorded_shop_has_pages_for_its_categories() {
    let data = tempfile::tempdir().unwrap();
    copy(
        &crate::support::root().join("generator/demo/shops/recorded"),
        data.path(),
    );
    let shop = Shop::of(data.path());
    shop.configure(
        "vitrine.toml",
        &[
            ("collections = ", "collections = [\"pages\", \"brands\", \"designers\"]"),
            ("taxonomies = ", crate::edge::TAXONOMIES),
            ("navigations = ", "navigations = {}"),
            ("accept = ", crate::support::RECORDED_LACKS),
        ],
    );
    shop.build();
    let home = shop.file("site/index.html");
    let header = between(&home, "<header", "</header>");
    for (href, name) in [
        ("/stoelen", "Stoelen"),
        ("/verlichting", "Verlichting"),
        ("/verlichting/hanglampen", "Hanglampen"),
    ] {
        assert!(header.contains(&format!("href=\"{href}\"")), "{href}");
        let html = shop.file(&format!("site{href}.html"));
        assert!(between(&html, "<h1", "</h1>").contains(name));
    }
    assert!(shop.path("dist/current/site/de/leuchten/pendelleuchten.html").exists());
    assert!(!header.contains("Verborgen"));
}
