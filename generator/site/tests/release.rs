//! A build from Catalog to release, at the door of `vitrine_site::build`.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use std::{collections::BTreeMap, fs};

use support::{DE, EN, NL, Place, Shop, entry, family, product, product_id, redirect, tree};
use vitrine_model::diagnostic::{Diagnostic, Place as At};
use vitrine_site::SiteError;

fn codes(report: &vitrine_site::BuildReport) -> Vec<&'static str> {
    report.warnings.iter().map(|w| w.code).collect()
}

/// R-GEN-01: every page, sitemap, redirect, header and search file is in dist; the same input gives the same bytes.
#[test]
fn r_gen_01_the_same_input_gives_the_same_bytes() {
    let (one, two) = (Place::new(), Place::new());
    let mut shop = Shop::small();
    shop.redirects = vec![redirect("/oud", "/service")];
    let first = one.build(&shop).unwrap();
    shop.entries.reverse();
    shop.products.reverse();
    let second = two.build(&shop).unwrap();
    assert_eq!(first.release, second.release);
    let files = tree(&one.dist().join("current/"));
    assert_eq!(files, tree(&two.dist().join("current/")));
    for file in [
        "site/index.html",
        "site/en.html",
        "site/de.html",
        "site/service.html",
        "site/en/help.html",
        "site/winkelwagen.html",
        "site/producten/fauteuils--ravel--ravel-oa.html",
        "site/404.html",
        "site/en/404.html",
        "site/de/404.html",
        "site/sitemap.xml",
        "site/index-sitemap.xml",
        "site/nl-NL-sitemap.xml",
        "site/en-GB-sitemap.xml",
        "site/de-DE-sitemap.xml",
        "site/robots.txt",
        "site/_headers",
        "site/_redirects",
        "site/assets/loader-1.js",
        "release.json",
        "server/site.json",
        "server/redirects.json",
        "server/rewrites.json",
        "server/products.json",
        "server/messages.json",
        "server/search/nl.json",
        "server/search/en.json",
        "server/search/de.json",
    ] {
        assert!(files.contains_key(file), "{file} is missing");
    }
    let manifest = one.json("release.json");
    for (name, bytes) in files.iter().filter(|(name, _)| *name != "release.json") {
        assert_eq!(
            manifest["files"][name]["hash"],
            blake3::hash(bytes).to_hex().as_str(),
            "{name}"
        );
        assert_eq!(manifest["files"][name]["bytes"], bytes.len(), "{name}");
    }
    let again = one.build(&shop).unwrap();
    assert!(again.reused && again.release == first.release);
    assert_eq!(again.changes.unchanged, again.pages);
    assert!(!one.dist().join("releases/build.tmp").exists());
}

#[test]
fn what_the_api_reads_is_as_the_contract_says() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.redirects = vec![redirect("/oud", "/service")];
    place.build(&shop).unwrap();
    let site = place.json("server/site.json");
    assert_eq!(
        site["locales"][1],
        serde_json::json!({"code": "en", "iso": "en-GB", "prefix": "/en", "name": "English"})
    );
    assert_eq!(
        site["not_found"],
        serde_json::json!({"nl": "404.html", "en": "en/404.html", "de": "de/404.html"})
    );
    assert_eq!(
        site["routes"]["cart"],
        serde_json::json!({"nl": "/winkelwagen", "en": "/en/shopping-cart", "de": "/de/warenkorb"})
    );
    assert_eq!(
        place.json("server/redirects.json"),
        serde_json::json!([{"from": "/oud", "to": "/service", "status": 301}])
    );
    let products = place.json("server/products.json");
    assert_eq!(
        products[product_id(1).as_str()],
        serde_json::json!({"nl": "/producten/fauteuils--ravel--ravel-oa", "en": "/en/products/armchairs--ravel--ravel-oa", "de": null})
    );
    assert_eq!(
        place.json("server/messages.json")["nl"]["errors.rate_limited"],
        "Te vaak"
    );
    let search: Vec<serde_json::Value> = place
        .live("server/search/nl.json")
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(
        search.iter().map(|d| d["title"].as_str().unwrap()).collect::<Vec<_>>(),
        ["Lune", "Ravel"]
    );
    assert_eq!(place.live("site/_redirects"), "/oud /service 301\n");
    assert!(
        place
            .live("site/_headers")
            .contains("Content-Security-Policy: default-src 'self'")
    );
}

/// R-ROUTE-02: content pages of any depth, one for each entry with a uri.
#[test]
fn r_route_02_content_pages_of_any_depth() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries
        .push(entry("deep", "deep", EN, "/en/a/b/c/d/e", "Deep", "<p>x</p>"));
    let mut without = entry("none", "none", NL, "/nergens", "None", "<p>x</p>");
    without.path = None;
    shop.entries.push(without);
    let report = place.build(&shop).unwrap();
    assert!(place.live("site/en/a/b/c/d/e.html").contains("<h1>Deep</h1>"));
    assert_eq!(
        report.pages_by_kind["entry"],
        BTreeMap::from([("nl".into(), 2), ("en".into(), 3), ("de".into(), 1)])
    );
}

/// R-GEN-02: a page that does not render fails the build with path, source entry and the template's line; the old release stays.
#[test]
fn r_gen_02_a_page_that_fails_leaves_the_live_release() {
    let place = Place::new();
    let mut shop = Shop::small();
    place.build(&shop).unwrap();
    let (before, live) = (tree(&place.dist().join("current/")), place.current());
    for (title, says) in [
        ("breaks", "templates/pages/entry.html:3: undefined value"),
        ("missing text", "\"nobody.wrote_this\" is missing in locales/nl/"),
        ("{{ leftover", "an unrendered expression"),
    ] {
        shop.entries[3] = entry("service-nl", "service-nl", NL, "/service", title, "<p>x</p>");
        let error = place.build(&shop).unwrap_err();
        let text = error.to_string();
        assert!(
            matches!(error, SiteError::Pages(ref failures) if failures.len() == 1),
            "{text}"
        );
        assert!(
            text.contains("/service (from entry https://cms.example/edit/service-nl)"),
            "{text}"
        );
        assert!(text.contains(says), "{text}");
        assert_eq!(
            (tree(&place.dist().join("current/")), place.current()),
            (before.clone(), live.clone())
        );
        assert!(!place.dist().join("releases/build.tmp").exists());
    }
    let error = place.build(&shop).unwrap_err().to_string();
    assert!(error.contains("live release stays"), "{error}");
}

/// R-GEN-02: the name of the value that is missing stands in the error.
#[test]
fn r_gen_02_template_errors_name_the_value() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries[3].title = "breaks".to_owned();
    let text = place.build(&shop).unwrap_err().to_string();
    assert!(text.contains("page.title"), "{text}");
}

/// R-GEN-02: errors of the pull keep a release from going live.
#[test]
fn r_gen_02_errors_of_the_pull_stop_the_build() {
    let place = Place::new();
    let shop = Shop::small();
    let mut options = place.options();
    options.diagnostics_in = vec![Diagnostic::error(
        "field-shape",
        "the price of LUNE-S is no number",
        At::default(),
    )];
    let site = place.site(&shop.locales).unwrap();
    let error = vitrine_site::build(&shop.catalog(), &site, &options, &()).unwrap_err();
    assert!(error.to_string().contains("the price of LUNE-S is no number"));
    assert!(!place.dist().join("current").exists());
}

/// Rule 17: fewer than 80 % of the live release's pages are refused, unless that is accepted.
#[test]
fn fewer_than_eighty_percent_is_refused() {
    let place = Place::new();
    let mut shop = Shop::small();
    for n in 0..20 {
        shop.entries.push(entry(
            &format!("p{n}"),
            &format!("p{n}"),
            NL,
            &format!("/p{n}"),
            "P",
            "<p>x</p>",
        ));
    }
    let pages = place.build(&shop).unwrap().pages;
    let live = place.current();
    shop.entries.truncate(5);
    let error = place.build(&shop).unwrap_err();
    assert!(
        matches!(error, SiteError::Fewer { new, live } if live == pages && new == pages - 20),
        "{error}"
    );
    assert_eq!(place.current(), live);
    let mut options = place.options();
    options.accept_fewer = true;
    let site = place.site(&shop.locales).unwrap();
    let report = vitrine_site::build(&shop.catalog(), &site, &options, &()).unwrap();
    assert_eq!(report.changes.removed.len(), 20);
    assert_ne!(place.current(), live);
}

/// Rule 18: a kind of page that was there in numbers does not vanish from a locale unasked, even where 80 % of all pages remain.
#[test]
fn an_emptied_kind_is_refused() {
    let place = Place::new();
    let mut shop = Shop::small();
    for n in 0..6 {
        let (id, path) = (format!("de{n}"), format!("/de/p{n}"));
        shop.entries.push(entry(&id, &id, DE, &path, "P", "<p>x</p>"));
    }
    for n in 0..60 {
        let (id, path) = (format!("p{n}"), format!("/p{n}"));
        shop.entries.push(entry(&id, &id, NL, &path, "P", "<p>x</p>"));
    }
    place.build(&shop).unwrap();
    let live = place.current();
    shop.entries.retain(|e| e.locale != DE);
    let error = place.build(&shop).unwrap_err();
    assert!(
        matches!(&error, SiteError::Emptied { locale, live, .. } if locale == "de" && *live >= 6),
        "{error}"
    );
    assert_eq!(place.current(), live);
    let mut options = place.options();
    options.accept_empty = vec!["entry".to_owned()];
    let site = place.site(&shop.locales).unwrap();
    // Accepted, it goes on, to where the frame finds no German home page any more.
    let error = vitrine_site::build(&shop.catalog(), &site, &options, &()).unwrap_err();
    assert!(matches!(error, SiteError::Pages(_)), "{error}");
}

/// A crash leaves a staging and a half-made link behind: the next build removes them. The last releases stay, older ones go.
#[test]
fn releases_are_kept_and_leftovers_removed() {
    let place = Place::new();
    let mut shop = Shop::small();
    place.put("dist/releases/build.tmp/site/index.html", "half");
    place.put("dist/releases/old.tmp/site/index.html", "half");
    std::os::unix::fs::symlink("releases/none", place.dist().join("current.tmp")).unwrap();
    let mut ids = Vec::new();
    for n in 0..5 {
        shop.site_name = format!("Shop {n}");
        ids.push(place.build(&shop).unwrap().release);
    }
    let mut folders: Vec<String> = fs::read_dir(place.dist().join("releases"))
        .unwrap()
        .map(Result::unwrap)
        .filter(|e| e.file_type().unwrap().is_dir())
        .map(|e| e.file_name().into_string().unwrap())
        .collect();
    let mut kept = ids[2..].to_vec();
    folders.sort();
    kept.sort();
    assert_eq!(folders, kept);
    assert_eq!(place.current().to_str().unwrap(), format!("releases/{}", ids[4]));
    assert!(!place.dist().join("current.tmp").exists());
}

#[test]
fn a_second_build_at_once_is_refused() {
    let place = Place::new();
    fs::create_dir_all(place.dist().join("releases")).unwrap();
    let lock = fs::File::create(place.dist().join("releases/.lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(place.build(&Shop::small()), Err(SiteError::Busy { .. })));
    lock.unlock().unwrap();
    place.build(&Shop::small()).unwrap();
}

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
fn r_gen_01_fingerprints_change_for_the_readers_of_a_record_alone() {
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
    // Its own page moved; the home page links to it; its Dutch counterpart names it as alternate.
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

/// R-HEAD-10, R-I18N-04: language links go to the same page, else to that locale's home; hreflang names true alternates alone. R-ROUTE-08: no link ends in a slash.
#[test]
fn r_route_08_links_and_alternates_of_a_page() {
    let place = Place::new();
    place.build(&Shop::small()).unwrap();
    let html = place.live("site/service.html");
    for wanted in [
        "<html lang=\"nl-NL\" data-locale=\"nl\" data-currency=\"EUR\">",
        "<title>Service | Lindhoven</title>",
        "<link rel=\"canonical\" href=\"https://shop.example/service\">",
        "hreflang=\"en-GB\" href=\"https://shop.example/en/help\"",
        "hreflang=\"x-default\" href=\"https://shop.example/service\"",
        "<a href=\"/service\" aria-current=\"true\">Nederlands</a><a href=\"/en/help\">English</a><a href=\"/de#untranslated\">Deutsch</a>",
        "<a href=\"/producten/fauteuils--ravel--ravel-oa\">Ravel</a>",
        "<footer>Lindhoven</footer>",
    ] {
        assert!(html.contains(wanted), "{wanted}\n{html}");
    }
    assert!(!html.contains("hreflang=\"de-DE\"") && !html.contains("<!--vitrine:"));
    for (name, bytes) in tree(&place.dist().join("current/site")) {
        let text = String::from_utf8(bytes).unwrap();
        for (at, _) in text.match_indices("href=\"/") {
            let href = text[at + 6..].split('"').next().unwrap();
            assert!(href == "/" || !href.ends_with('/'), "{name}: {href}");
        }
    }
}

/// Rule 3: inline data cannot end its own script.
#[test]
fn inline_data_is_escaped() {
    let place = Place::new();
    place.build(&Shop::small()).unwrap();
    let html = place.live("site/winkelwagen.html");
    assert!(
        html.contains(r#"{"messages":{"cart.title":"\u003c/script\u003e\u003cb\u003e\u2028"},"props":{}}</script>"#),
        "{html}"
    );
    assert!(html.contains("<p>2 stuks</p>") && html.contains("<link rel=\"modulepreload\" href=\"/assets/cart-1.js\""));
}

/// Rule 17: a dead link of an editor is a warning and is printed as its text.
#[test]
fn dead_links_of_editors_are_warnings() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries[0] = entry(
        "home-nl",
        "home-nl",
        NL,
        "/",
        "Welkom",
        "<p><a href=\"/nergens\">ook weg</a> <a href=\"/inloggen\">nog niet</a> <a href=\"/service#a b\">wel</a></p>",
    );
    shop.entries[2] = entry("home-de", "home-nl", DE, "/de", "Willkommen", "<p>LINK:gone</p>");
    let report = place.build(&shop).unwrap();
    assert_eq!(codes(&report), ["dead-link", "dead-link", "dead-link"]);
    assert!(
        report
            .warnings
            .iter()
            .all(|w| w.message.contains("https://cms.example/edit/home-"))
    );
    let html = place.live("site/index.html");
    assert!(
        html.contains("<p>ook weg nog niet <a href=\"/service#a%20b\">wel</a></p>"),
        "{html}"
    );
}

/// R-ROUTE-07: two pages that claim one path fail the build with both sources named.
#[test]
fn r_route_07_two_claims_of_one_path_fail() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries
        .push(entry("other", "other", NL, "/service", "Other", "<p>x</p>"));
    shop.products
        .push(product(3, "RAVEL-X", &[(NL, "X", Some("fauteuils/ravel/ravel-oa"))]));
    shop.entries.push(entry("four", "four", NL, "/404", "Four", "<p>x</p>"));
    let text = place.build(&shop).unwrap_err().to_string();
    for wanted in [
        "/service is claimed twice: by entry https://cms.example/edit/other and by entry https://cms.example/edit/service-nl",
        "by product RAVEL-OA and by product RAVEL-X",
        "/404 is claimed twice: by entry https://cms.example/edit/four and by screen bor.not-found",
    ] {
        assert!(text.contains(wanted), "{text}");
    }
}

/// R-ROUTE-07: a CMS page at a reserved screen path fails, even while that screen is not built.
#[test]
fn r_route_07_content_cannot_take_a_screen() {
    for path in [
        "/winkelwagen",
        "/inloggen",
        "/account/bestellingen/77",
        "/en/checkout/order/5/paid",
        "/de/passwort-zurücksetzen",
        "/de/suchen",
        "/detail/x",
    ] {
        let place = Place::new();
        let mut shop = Shop::small();
        let locale = if path.starts_with("/en") {
            EN
        } else if path.starts_with("/de/") {
            DE
        } else {
            NL
        };
        shop.entries.push(entry("bad", "bad", locale, path, "Bad", "<p>x</p>"));
        let text = place.build(&shop).unwrap_err().to_string();
        assert!(
            text.contains(&format!(
                "{path} is claimed twice: by entry https://cms.example/edit/bad and by"
            )),
            "{text}"
        );
        assert!(text.contains("bor."), "{text}");
    }
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries
        .push(entry("fine", "fine", NL, "/producten", "Alles", "<p>x</p>"));
    place.build(&shop).unwrap();
}

/// R-ROUTE-05: `/de/passwort-zurücksetzen` lies under its UTF-8 NFC name and is linked percent-encoded.
#[test]
fn r_route_05_names_are_nfc_and_links_are_encoded() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries.push(entry(
        "u",
        "u",
        DE,
        "/de/mo\u{308}bel",
        "Möbel",
        "<p><a href=\"/de/passwort-zuru\u{308}cksetzen\">neu</a></p>",
    ));
    place.build(&shop).unwrap();
    let files = tree(&place.dist().join("current/site"));
    assert!(files.contains_key("de/passwort-zur\u{fc}cksetzen.html") && files.contains_key("de/m\u{f6}bel.html"));
    assert!(
        place
            .live("site/de/m\u{f6}bel.html")
            .contains("<a href=\"/de/passwort-zur%C3%BCcksetzen\">neu</a>")
    );
    assert!(
        place
            .live("site/de-DE-sitemap.xml")
            .contains("<loc>https://shop.example/de/m%C3%B6bel</loc>")
    );
}

/// R-ROUTE-09: loops and chains are found, a page wins over a redirect, and a family leads to its main variant.
#[test]
fn r_route_09_redirects_are_settled() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.redirects = vec![
        redirect("/a", "/b"),
        redirect("/b", "/c"),
        redirect("/c", "/service"),
        redirect("/x", "/y"),
        redirect("/y", "/x"),
        redirect("/in", "/x"),
        redirect("/zelf", "/zelf"),
        redirect("/service", "/"),
        redirect("/m%C3%B6bel", "/service"),
        redirect("/dood", "/nergens"),
        redirect("/vraag?x=1", "/service"),
    ];
    let mut variant = product(5, "TAV-2", &[(NL, "Tavolo", Some("Tafels/Tavolo/TAV-2"))]);
    variant.family = Some(product_id(4));
    let mut sold_out = product(6, "TAV-1", &[(NL, "Tavolo", Some("Tafels/Tavolo/TAV-1"))]);
    sold_out.family = Some(product_id(4));
    sold_out.stock.state = vitrine_model::product::StockState::OutOfStock;
    shop.products.extend([variant, sold_out]);
    shop.families = vec![family(4, "TAV", None, &[(NL, "Tafels/Tavolo")])];
    let report = place.build(&shop).unwrap();
    let redirects = place.json("server/redirects.json");
    let found: Vec<(&str, &str)> = redirects
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["from"].as_str().unwrap(), r["to"].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [
            ("/a", "/service"),
            ("/b", "/service"),
            ("/c", "/service"),
            (
                &*format!("/detail/{}", product_id(4)),
                "/producten/tafels--tavolo--tav-2"
            ),
            ("/dood", "/nergens"),
            ("/m%C3%B6bel", "/service"),
            ("/producten/tafels--tavolo", "/producten/tafels--tavolo--tav-2"),
        ]
    );
    let mut counted = BTreeMap::new();
    for code in codes(&report) {
        *counted.entry(code).or_insert(0) += 1;
    }
    assert_eq!(
        counted,
        BTreeMap::from([
            ("redirect-chain", 2),
            ("redirect-dead", 1),
            ("redirect-loop", 4),
            ("redirect-query", 1),
            ("redirect-shadowed", 1)
        ])
    );
    let lines = place.live("site/_redirects");
    assert!(
        lines.contains("/a /service 301\n") && lines.contains("/m%C3%B6bel /service 301\n") && !lines.contains("/x ")
    );

    shop.families[0].main_variant = Some(product_id(6));
    place.build(&shop).unwrap();
    assert!(
        place
            .live("site/_redirects")
            .contains("/producten/tafels--tavolo /producten/tafels--tavolo--tav-1 302\n")
    );
}

/// R-I18N-01: a fourth locale is added by configuration, a locale folder and route words alone.
#[test]
fn r_i18n_01_a_fourth_locale_is_files_and_configuration() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.locales.push(support::locale("fr", "fr-FR", "Français", "/fr"));
    let error = place.build(&shop).unwrap_err().to_string();
    assert!(error.contains("locales/fr/format.json"), "{error}");
    let routes = place.root.path().join("locales/en/routes.json");
    place.put(
        "locales/fr/routes.json",
        &fs::read_to_string(routes)
            .unwrap()
            .replace("/shopping-cart", "/panier")
            .replace("/products/", "/produits/"),
    );
    let format = place.root.path().join("locales/de/format.json");
    place.put("locales/fr/format.json", &fs::read_to_string(format).unwrap());
    place.put_texts("fr");
    place.put(
        "locales/fr/common.json",
        r#"{"_plural": "one-many-other", "screen.title": "Panier", "screen.languages": "Langues", "screen.count": {"one": "{count} pièce", "many": "{count} de pièces", "other": "{count} pièces"}}"#,
    );
    let fr = vitrine_model::locale::LocaleIndex(3);
    shop.entries
        .push(entry("home-fr", "home-nl", fr, "/fr", "Bienvenue", "<p>x</p>"));
    shop.products
        .push(product(9, "CHAISE", &[(fr, "Chaise", Some("Chaises/Une"))]));
    place.build(&shop).unwrap();
    assert!(place.live("site/fr.html").contains("<html lang=\"fr-FR\""));
    assert!(place.live("site/fr/panier.html").contains("<h1>Panier</h1>"));
    assert!(
        place
            .live("site/fr/produits/chaises--une.html")
            .contains("<h1>Chaise</h1>")
    );
    assert!(place.live("site/index.html").contains("<a href=\"/fr\">Français</a>"));
    assert!(
        place
            .live("site/sitemap.xml")
            .contains("https://shop.example/fr-FR-sitemap.xml")
    );
}

/// Every element of a sitemap in order: (name, text), alternates as (hreflang, href).
fn elements(xml: &str) -> Vec<(String, String)> {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut found, mut open) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Eof => break,
            Event::Start(tag) => {
                open.push(tag.name().as_ref().to_owned());
                if open.len() == 1 {
                    let attributes: Vec<String> = tag.attributes().map(|a| a.unwrap().value.into_owned()).collect();
                    found.push((open[0].clone(), attributes.join(" ")));
                }
            }
            Event::End(_) => {
                open.pop();
            }
            Event::Text(text) if open.len() > 2 => found.push((open.last().unwrap().clone(), text.to_string())),
            Event::Empty(tag) => {
                let value = |name: &str| tag.try_get_attribute(name).unwrap().unwrap().value.into_owned();
                assert_eq!(value("rel"), "alternate");
                found.push((value("hreflang"), value("href")));
            }
            _ => {}
        }
    }
    found
}

/// R-ROUTE-13: index and a file a locale, indexable pages alone, reciprocal hreflang and lastmod, elements in the schema's order.
#[test]
fn r_route_13_sitemaps_are_valid_and_reciprocal() {
    let place = Place::new();
    let mut shop = Shop::small();
    let mut hidden = entry("hidden", "hidden", NL, "/geheim", "Geheim", "<p>x</p>");
    hidden.seo.noindex = true;
    shop.entries.push(hidden);
    place.build(&shop).unwrap();
    assert_eq!(place.live("site/sitemap.xml"), place.live("site/index-sitemap.xml"));
    let index = elements(&place.live("site/sitemap.xml"));
    assert_eq!(
        index[0],
        (
            "sitemapindex".into(),
            "http://www.sitemaps.org/schemas/sitemap/0.9".into()
        )
    );
    let listed: Vec<&str> = index
        .iter()
        .filter(|(name, _)| name == "loc")
        .map(|(_, text)| text.as_str())
        .collect();
    let files = ["nl-NL-sitemap.xml", "en-GB-sitemap.xml", "de-DE-sitemap.xml"];
    assert_eq!(listed, files.map(|f| format!("https://shop.example/{f}")));
    let mut alternates: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for file in files {
        let found = elements(&place.live(&format!("site/{file}")));
        assert_eq!(
            found[0],
            (
                "urlset".into(),
                "http://www.sitemaps.org/schemas/sitemap/0.9 http://www.w3.org/1999/xhtml".into()
            )
        );
        let mut page = String::new();
        let mut place_in_url = 0;
        for (name, text) in found.into_iter().skip(1) {
            let rank = match name.as_str() {
                "loc" => 0,
                "lastmod" => 1,
                _ => 2,
            };
            assert!(
                rank == 0 || rank >= place_in_url,
                "{name} stands behind what must follow it"
            );
            place_in_url = rank;
            match rank {
                0 => {
                    page.clone_from(&text);
                    assert!(alternates.insert(text, Vec::new()).is_none());
                }
                1 => assert!(text.parse::<jiff::Timestamp>().is_ok(), "{text}"),
                _ => alternates.get_mut(&page).unwrap().push((name, text)),
            }
        }
    }
    let at = |path: &str| format!("https://shop.example{path}");
    let mut pages: Vec<&String> = alternates.keys().collect();
    pages.sort();
    let mut expected: Vec<String> = [
        "/",
        "/en",
        "/de",
        "/service",
        "/en/help",
        "/producten/fauteuils--ravel--ravel-oa",
        "/en/products/armchairs--ravel--ravel-oa",
    ]
    .map(at)
    .to_vec();
    expected.extend(["", "/en", "/de"].map(|prefix| at(&format!("{prefix}/detail/{}", product_id(2)))));
    expected.sort();
    assert_eq!(pages, expected.iter().collect::<Vec<_>>());
    for (page, others) in &alternates {
        for (language, other) in others.iter().filter(|(l, _)| l != "x-default") {
            assert!(
                alternates[other].iter().any(|(_, back)| back == page),
                "{other} ({language}) does not name {page} back"
            );
        }
    }
    assert_eq!(
        alternates[&at("/service")],
        [
            ("nl-NL".into(), at("/service")),
            ("x-default".into(), at("/service")),
            ("en-GB".into(), at("/en/help"))
        ]
    );
    assert!(
        place
            .live("site/robots.txt")
            .contains("Sitemap: https://shop.example/sitemap.xml")
    );
}
