//! Screens in the route table: their paths and layouts.

use vitrine_site::config::SiteConfig;

use crate::{
    shop::{build_site, part, words},
    support::{Place, tree},
};

/// The shop with the project's own screens, at least one per layout.
fn shop() -> Place {
    build_site(SiteConfig::default(), |site| site).0
}

/// R-ROUTE-01: a screen is at the route words of its locale "with its layout (account, auth, default, simple, none)".
#[test]
fn r_route_01_a_screen_has_the_layout_of_its_route() {
    let place = shop();
    for (file, around) in [
        ("winkelwagen", "default"),
        ("inloggen", "auth"),
        ("en/login", "auth"),
        ("de/anmeldung", "auth"),
        ("account/bestellingen", "account"),
        ("checkout/order/_id", "simple"),
        ("en/checkout/order/_id/paid", "simple"),
        ("de/kasse/bestellung/_id/bezahlt", "simple"),
    ] {
        let html = place.live(&format!("site/{file}.html"));
        assert_eq!(
            html.contains("<div class=\"auth__column\">"),
            around == "auth",
            "{file}"
        );
        assert_eq!(
            html.contains("<nav class=\"account__tabs\""),
            around == "account",
            "{file}"
        );
        assert_eq!(
            html.contains("<header class=\"header simple-header\">"),
            around == "simple",
            "{file}"
        );
        assert_eq!(html.contains("data-header"), around != "simple", "{file}");
        assert_eq!(html.contains("class=\"breadcrumbs"), around == "default", "{file}");
        assert_eq!(html.matches("<main ").count(), 1, "{file}");
        assert_eq!(html.matches("<footer ").count(), 1, "{file}");
        let main = html.find("<main ").unwrap()..html.find("</main>").unwrap();
        assert!(
            main.contains(&html.find("<h1").unwrap()),
            "{file}: the screen stands in the page's main part"
        );
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{file}");
    }
}

/// Specification §2: "Account area has three tabs: Overview, Orders, Profile"; a tab is a link if its screen exists.
#[test]
fn the_tabs_of_the_account_link_to_its_screens() {
    let place = shop();
    for (file, tabs, current) in [
        ("account", "Overzicht Bestellingen Profiel", "/account"),
        (
            "account/bestellingen",
            "Overzicht Bestellingen Profiel",
            "/account/bestellingen",
        ),
        ("en/account", "Overview Orders Profile", "/en/account"),
        (
            "de/account/orders",
            "Übersicht Bestellungen Profil",
            "/de/account/orders",
        ),
    ] {
        let html = place.live(&format!("site/{file}.html"));
        let found = part(&html, "account__tabs\"", "</nav>");
        assert_eq!(words(found.split_once('>').unwrap().1), tabs, "{file}");
        assert_eq!(found.matches("aria-current=\"page\"").count(), 1, "{file}");
        assert!(
            found.contains(&format!("href=\"{current}\" aria-current=\"page\"")),
            "{file}: {found}"
        );
    }
}

/// The layout `simple` links only to the home page and the legal pages, and has the shop's telephone number if there is
/// one.
#[test]
fn the_simple_layout_links_home_and_nowhere_else() {
    let place = shop();
    let html = place.live("site/en/checkout/order/_id/paid.html");
    let header = part(&html, "header simple-header\"", "</header>");
    assert!(header.contains("<a class=\"header__brand\" href=\"/en\">"), "{header}");
    assert!(!header.contains("<nav") && !header.contains("<details"), "{header}");
    let footer = part(&html, "footer simple-footer\"", "</footer>");
    assert!(
        words(footer).contains("Lindhoven") && !footer.contains("<nav"),
        "{footer}"
    );
}

/// R-ROUTE-04: "paths with a parameter that is known only at run time are one static shell each, reached by rewrite rules shipped in dist".
/// The paths of Shopware's mails are rewritten to screens too (Shopware §25.1).
#[test]
fn r_route_04_a_screen_with_a_parameter_is_one_shell_a_locale() {
    let place = shop();
    let expected = [
        ("/account/bestellingen/:order", "account/bestellingen/_order.html"),
        ("/account/order/download/:order/:download", "checkout/order/_id.html"),
        ("/account/order/:code", "checkout/order/_id.html"),
        ("/checkout/order/:id", "checkout/order/_id.html"),
        ("/checkout/order/:id/betaald", "checkout/order/_id/betaald.html"),
        (
            "/checkout/order/:id/niet-betaald",
            "checkout/order/_id/niet-betaald.html",
        ),
        ("/de/account/order/download/:order/:download", "de/kasse/order/_id.html"),
        ("/de/account/order/:code", "de/kasse/order/_id.html"),
        ("/de/account/orders/:order", "de/account/orders/_order.html"),
        (
            "/de/kasse/bestellung/:id/bezahlt",
            "de/kasse/bestellung/_id/bezahlt.html",
        ),
        (
            "/de/kasse/bestellung/:id/unbezahlt",
            "de/kasse/bestellung/_id/unbezahlt.html",
        ),
        ("/de/kasse/order/:id", "de/kasse/order/_id.html"),
        ("/de/newsletter-subscribe", "de/newsletter-bestaetigen.html"),
        ("/de/newsletter-unsubscribe", "de/newsletter-abbestellen.html"),
        (
            "/en/account/order/download/:order/:download",
            "en/checkout/order/_id.html",
        ),
        ("/en/account/order/:code", "en/checkout/order/_id.html"),
        ("/en/account/orders/:order", "en/account/orders/_order.html"),
        ("/en/checkout/order/:id", "en/checkout/order/_id.html"),
        ("/en/checkout/order/:id/paid", "en/checkout/order/_id/paid.html"),
        ("/en/checkout/order/:id/unpaid", "en/checkout/order/_id/unpaid.html"),
        ("/en/newsletter-subscribe", "en/confirm-newsletter.html"),
        ("/en/newsletter-unsubscribe", "en/unsubscribe-newsletter.html"),
        ("/newsletter-subscribe", "nieuwsbrief-bevestigen.html"),
        ("/newsletter-unsubscribe", "nieuwsbrief-opzeggen.html"),
    ];
    let rewrites = place.json("server/rewrites.json");
    let told: Vec<(&str, &str)> = rewrites
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["pattern"].as_str().unwrap(), r["file"].as_str().unwrap()))
        .collect();
    assert_eq!(told, expected);
    let lines: String = expected
        .iter()
        .map(|(pattern, file)| format!("{pattern} /{} 200\n", file.strip_suffix(".html").unwrap()))
        .collect();
    let redirects = place.live("site/_redirects");
    assert!(redirects.ends_with(&lines), "after the redirects: {redirects}");
    let shell = place.live("site/en/checkout/order/_id/paid.html");
    assert!(
        !shell.contains("rel=\"canonical\"") && !shell.contains("og:url"),
        "it knows none of its addresses"
    );
    // No link leads to a pattern.
    for (file, bytes) in tree(&place.dist().join("current/site")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("/order/{id}") && !text.contains("%7Bid%7D"), "{file}");
    }
    assert_eq!(
        place.json("server/site.json")["routes"]["bor.checkout.paid"],
        serde_json::json!({
            "nl": "/checkout/order/:id/betaald", "en": "/en/checkout/order/:id/paid", "de": "/de/kasse/bestellung/:id/bezahlt"
        }),
        "the API sends visitors there"
    );
}
