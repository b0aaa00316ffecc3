//! Ownership of paths, and targets of links and redirects.

use std::collections::BTreeMap;

use vitrine_model::{diagnostic::Severity, redirect::FormerPath};
use vitrine_site::routes::WithoutSeoUrl;

use crate::codes;
use crate::support::{DE, EN, NL, Place, Shop, entry, family, product, product_id, redirect, tree};

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
    // This shop has no pages of terms and withdrawal.
    let expected = [&["dead-link"; 3][..], &["legal-text"; 6], &["seo-urls-none"]].concat();
    assert_eq!(codes(&report), expected);
    assert!(
        report
            .warnings
            .iter()
            .filter(|w| w.code == "dead-link")
            .all(|w| w.message.contains("https://cms.example/edit/home-"))
    );
    let html = place.live("site/index.html");
    assert!(
        html.contains("<p>ook weg nog niet <a href=\"/service#a%20b\">wel</a></p>"),
        "{html}"
    );
}

/// R-ROUTE-06: "Without SEO URL: `/detail/{id}` (a page exists there). Without a product: `/`": a link to a product
/// without a page in a language leads to `/`, and is not a dead link.
#[test]
fn r_route_06_a_link_to_a_product_without_a_page_points_to_the_root() {
    let place = Place::new();
    let mut shop = Shop::small();
    let of = |number: &str| format!("<p>SKU:{number}</p>");
    // Ravel has texts in two of the three languages.
    shop.entries[0] = entry("home-nl", "home-nl", NL, "/", "Welkom", &of("RAVEL-OA"));
    shop.entries[1] = entry("home-en", "home-nl", EN, "/en", "Welcome", &of("LUNE-S"));
    shop.entries[2] = entry("home-de", "home-nl", DE, "/de", "Willkommen", &of("RAVEL-OA"));
    let report = place.build(&shop).unwrap();
    let detail = format!("/en/detail/{}", product_id(2).as_str());
    for (file, href) in [
        ("site/index.html", "/producten/fauteuils--ravel--ravel-oa"),
        ("site/en.html", detail.as_str()),
        ("site/de.html", "/"),
    ] {
        let html = place.live(file);
        assert!(html.contains(&format!("<a href=\"{href}\"")), "{file}: {html}");
    }
    assert!(place.live(&format!("site{detail}.html")).contains("Lune"));
    assert!(!codes(&report).contains(&"dead-link"), "{:?}", codes(&report));
}

/// R-ROUTE-07: two products that claim one path fail the build with both sources named; an entry at the path of another
/// page is left out, with both sources and its edit link, and the rest goes live.
#[test]
fn r_route_07_two_claims_of_one_path_are_reported() {
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries
        .push(entry("other", "other", NL, "/service", "Other", "<p>x</p>"));
    shop.entries.push(entry("four", "four", NL, "/404", "Four", "<p>x</p>"));
    let report = place.build(&shop).unwrap();
    for wanted in [
        "/service is claimed twice: entry https://cms.example/edit/service-nl is left out, it is that of entry https://cms.example/edit/other",
        "/404 is claimed twice: entry https://cms.example/edit/four is left out, it is that of screen bor.not-found",
    ] {
        let mut found = report.warnings.iter().filter(|found| found.message == wanted);
        let found = found
            .next()
            .unwrap_or_else(|| panic!("{wanted}: {:#?}", report.warnings));
        assert_eq!((&*found.code, found.severity), ("path-collision", Severity::Error));
        assert!(found.place.edit_url.is_some(), "{found:?}");
    }
    assert!(
        place.live("site/service.html").contains("Other"),
        "the lower id keeps the path"
    );
    shop.products
        .push(product(3, "RAVEL-X", &[(NL, "X", Some("fauteuils/ravel/ravel-oa"))]));
    let text = place.build(&shop).unwrap_err().to_string();
    assert!(text.contains("by product RAVEL-OA and by product RAVEL-X"), "{text}");
}

/// R-ROUTE-07: a CMS page at a reserved screen path is left out, even while that screen is not built.
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
        let report = place.build(&shop).unwrap();
        let told: Vec<_> = report
            .warnings
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .collect();
        assert_eq!(told.len(), 1, "{path}: {told:#?}");
        assert!(
            told[0].message.starts_with(&format!(
                "{path} is claimed twice: entry https://cms.example/edit/bad is left out"
            )) && told[0].message.contains("bor."),
            "{told:#?}"
        );
    }
    let place = Place::new();
    let mut shop = Shop::small();
    shop.entries
        .push(entry("fine", "fine", NL, "/producten", "Alles", "<p>x</p>"));
    place.build(&shop).unwrap();
}

/// R-ROUTE-05: the file of `/de/passwort-zurücksetzen` has its UTF-8 NFC name, and links are percent-encoded.
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

/// R-ROUTE-09: loops and chains are resolved, a page takes precedence over a redirect, and a family redirects to its
/// main variant. R-ROUTE-03, R-ROUTE-14: the paths in Shopware's mails redirect to screens.
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
            ("/account/recover/password", "/wachtwoord-resetten"),
            ("/b", "/service"),
            ("/c", "/service"),
            ("/de/account/recover/password", "/de/passwort-zur%C3%BCcksetzen"),
            ("/de/registration/confirm", "/de/registrierung-bestaetigen"),
            (
                &*format!("/detail/{}", product_id(4)),
                "/producten/tafels--tavolo--tav-2"
            ),
            ("/dood", "/nergens"),
            ("/en/account/recover/password", "/en/reset-password"),
            ("/en/registration/confirm", "/en/confirm-registration"),
            ("/m%C3%B6bel", "/service"),
            ("/producten/tafels--tavolo", "/producten/tafels--tavolo--tav-2"),
            ("/registration/confirm", "/registratie-bevestigen"),
        ]
    );
    let mut counted = BTreeMap::new();
    for code in codes(&report) {
        *counted.entry(code).or_insert(0) += 1;
    }
    assert_eq!(
        counted,
        BTreeMap::from([
            // This shop has no pages of terms and withdrawal.
            ("legal-text", 6),
            ("redirect-chain", 2),
            ("seo-urls-none", 1),
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

    // Former SEO paths of a product or parent redirect to its current one; those that now belong to a page, or have no
    // target, are left out.
    let former = |locale, product, path: &str| FormerPath {
        locale,
        path: path.to_owned(),
        product: product_id(product),
    };
    shop.former_paths = vec![
        former(NL, 1, "Stoelen/Ravel"),
        former(NL, 1, "Stoelen/Ravel/Oud"),
        former(EN, 1, "Chairs/Ravel"),
        former(NL, 2, "Lune/van-vroeger"),
        former(NL, 4, "Tafels/Tav"),
        former(NL, 2, "Fauteuils/Ravel/RAVEL-OA"),
        former(NL, 9, "Stoelen/Weg"),
        former(DE, 1, "Stuehle/Ravel"),
    ];
    place.build(&shop).unwrap();
    let lines = place.live("site/_redirects");
    for line in [
        "/producten/stoelen--ravel /producten/fauteuils--ravel--ravel-oa 301\n",
        "/producten/stoelen--ravel--oud /producten/fauteuils--ravel--ravel-oa 301\n",
        "/en/products/chairs--ravel /en/products/armchairs--ravel--ravel-oa 301\n",
        "/producten/tafels--tav /producten/tafels--tavolo--tav-2 301\n",
    ] {
        assert!(lines.contains(line), "{line}{lines}");
    }
    let lune = lines
        .lines()
        .find(|line| line.starts_with("/producten/lune--van-vroeger "));
    assert!(lune.is_some_and(|line| line.ends_with(" 301")), "{lines}");
    for left_out in [
        "/producten/fauteuils--ravel--ravel-oa ",
        "/producten/stoelen--weg",
        "/de/produkte/stuehle",
    ] {
        assert!(!lines.lines().any(|line| line.starts_with(left_out)), "{left_out}");
    }

    shop.families[0].main_variant = Some(product_id(6));
    place.build(&shop).unwrap();
    assert!(
        place
            .live("site/_redirects")
            .contains("/producten/tafels--tavolo /producten/tafels--tavolo--tav-1 302\n")
    );
}

/// shopware-fields.md "Product pages": a path made from a name is ASCII on every host; route words and paths from the
/// backends are unchanged.
#[test]
fn a_path_from_a_name_is_ascii_and_given_paths_are_unchanged() {
    let mut place = Place::new();
    place.config.routes.without_seo_url = WithoutSeoUrl::Name;
    let mut shop = Shop::small();
    shop.products.push(product(
        3,
        "GRÖSSE.1",
        &[(NL, "Größe Über Süß", None), (DE, "Größe Über Süß", None)],
    ));
    shop.products
        .push(product(4, "GEGEBEN", &[(NL, "Möbel", Some("Möbel/Größe"))]));
    place.build(&shop).unwrap();
    for file in [
        "site/producten/groesse-ueber-suess--groesse-1.html",
        "site/de/produkte/groesse-ueber-suess--groesse-1.html",
        "site/producten/möbel--größe.html",
    ] {
        assert!(place.live(file).contains("<h1"), "{file}");
    }
}
