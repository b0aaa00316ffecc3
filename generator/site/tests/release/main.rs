//! Builds from a Catalog to a release, through `vitrine_site::build`.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod fingerprints;
mod guards;
mod paths;
mod retired;
mod sharing;
mod sitemaps;
#[path = "../support/mod.rs"]
mod support;

use std::{collections::BTreeMap, fs};

use support::{EN, NL, Place, Shop, entry, product, product_id, redirect, tree};

fn codes(report: &vitrine_site::BuildReport) -> Vec<&str> {
    report.warnings.iter().map(|w| &*w.code).collect()
}

/// R-GEN-01: dist has every page, sitemap, redirect, header and search file; the same input gives the same bytes.
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
        "site/build.json",
        "site/_headers",
        "site/_redirects",
        "site/assets/loader-1.js",
        "release.json",
        "server/site.json",
        "server/redirects.json",
        "server/rewrites.json",
        "server/products.json",
        "server/forms.json",
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

/// R-UI-03: "a new build, found by a periodic manifest check": everything that pages link directly is in `build.json`.
#[test]
fn r_ui_03_a_release_names_the_scripts_and_styles_that_its_pages_link() {
    let place = Place::new();
    place.build(&Shop::small()).unwrap();
    assert_eq!(
        place.json("site/build.json"),
        serde_json::json!({"files": ["/assets/loader-1.js", "/assets/styles-1.css"], "tax_labels": {}})
    );
    let pages = tree(&place.dist().join("current/site/"));
    let mut linked = 0;
    for (name, bytes) in pages.iter().filter(|(name, _)| name.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        let tags = html
            .split('<')
            .filter(|tag| tag.starts_with("script ") || tag.contains("rel=\"stylesheet\""));
        for file in tags.filter_map(|tag| tag.split('"').find(|value| value.starts_with("/assets/"))) {
            assert!(
                ["/assets/loader-1.js", "/assets/styles-1.css"].contains(&file),
                "{name}: {file}"
            );
            linked += 1;
        }
    }
    assert!(linked > 0, "no page links anything");
}

#[test]
fn data_read_by_the_api_follows_the_contract() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.redirects = vec![redirect("/oud", "/service")];
    place.build(&shop).unwrap();
    let site = place.json("server/site.json");
    assert_eq!(
        site["locales"][1],
        serde_json::json!({"code": "en", "iso": "en-GB", "prefix": "/en", "name": "English", "language": null})
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
        serde_json::json!([
            {"from": "/account/recover/password", "to": "/wachtwoord-resetten", "status": 302},
            {"from": "/de/account/recover/password", "to": "/de/passwort-zur%C3%BCcksetzen", "status": 302},
            {"from": "/de/registration/confirm", "to": "/de/registrierung-bestaetigen", "status": 302},
            {"from": "/en/account/recover/password", "to": "/en/reset-password", "status": 302},
            {"from": "/en/registration/confirm", "to": "/en/confirm-registration", "status": 302},
            {"from": "/oud", "to": "/service", "status": 301},
            {"from": "/registration/confirm", "to": "/registratie-bevestigen", "status": 302},
        ])
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
    assert_eq!(
        place.live("site/_redirects"),
        "/account/recover/password /wachtwoord-resetten 302\n\
         /de/account/recover/password /de/passwort-zur%C3%BCcksetzen 302\n\
         /de/registration/confirm /de/registrierung-bestaetigen 302\n\
         /en/account/recover/password /en/reset-password 302\n\
         /en/registration/confirm /en/confirm-registration 302\n\
         /oud /service 301\n\
         /registration/confirm /registratie-bevestigen 302\n"
    );
    let headers = place.live("site/_headers");
    assert!(headers.contains("Content-Security-Policy: default-src 'self'"));
    // Like the API's server for a shop served over https.
    assert!(headers.contains("; upgrade-insecure-requests\n"), "{headers}");
    assert!(
        headers.contains("\n  Strict-Transport-Security: max-age=31536000\n"),
        "{headers}"
    );
    // The page's own link to the style sheet has the same integrity; otherwise the file would be fetched twice.
    let link = site["link"].as_str().unwrap();
    let (_, integrity) = link
        .split_once("</assets/styles-1.css>; rel=preload; as=style; integrity=")
        .unwrap();
    assert!(headers.contains(&format!("\n  Link: {link}\n")), "{headers}");
    assert!(
        place
            .live("site/index.html")
            .contains(&format!("integrity={integrity}")),
        "{link}"
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

/// R-HEAD-10, R-I18N-04: language links lead to the same page, otherwise to that locale's home page; hreflang only
/// lists existing alternates. R-ROUTE-08: no link ends in a slash.
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

/// R-I18N-01: a fourth locale only needs configuration, a locale folder and route words.
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
