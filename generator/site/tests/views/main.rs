//! Tests of the project's own views and templates: they build a small shop and check the HTML of the release, not view
//! values.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod account;
mod content;
mod incremental;
mod missed_reads;
mod product;
mod screens;
mod shop;
mod state;
#[path = "../support/mod.rs"]
mod support;
mod traces;

use shop::*;
use vitrine_site::config::SiteConfig;

/// R-HEAD-02: where a guest may not order "the product page keeps price and stock and says in place of the buy box why, with … showroom and nl as ways on;
/// cart … screens say the same", and the cart link shows only where ordering is allowed.
#[test]
fn r_head_02_where_ordering_is_closed_the_page_says_why() {
    let (place, _) = shop();
    let english = place.live("site/en/products/ravel--ravel-ru-oa.html");
    let text = words(&english);
    assert!(text.contains("€1,299.00") && text.contains("In stock"));
    let closed = part(&english, "ordering-closed\"", "</div>");
    assert!(words(closed).contains("Ordering is not open here"), "{closed}");
    assert!(
        words(closed).contains("Or order in Dutch"),
        "in the page's language: {closed}"
    );
    assert!(
        closed.contains("href=\"/producten/ravel--ravel-ru-oa\""),
        "the nl version of this page"
    );
    let way = |href: &str| {
        closed
            .find(&format!("href=\"{href}\""))
            .unwrap_or_else(|| panic!("{href}: {closed}"))
    };
    assert!(
        way("/en/login") < way("/en/contact") && way("/en/contact") < way("/producten/ravel--ravel-ru-oa"),
        "the login is the first way, another language the last: {closed}"
    );
    assert!(!english.contains("data-buy") && !english.contains("href=\"/en/shopping-cart\""));
    let cart = place.live("site/en/shopping-cart.html");
    assert!(part(&cart, "ordering-closed\"", "</div>").contains("href=\"/winkelwagen\""));
    let dutch = place.live("site/producten/ravel--ravel-ru-oa.html");
    assert!(dutch.contains("data-buy=\"\"") && dutch.contains("href=\"/winkelwagen\""));
    assert!(!part(&dutch, "buy-box product__buy", "</article>").contains("ordering-closed"));
}

/// R-HEAD-02: "with login, showroom and nl as ways on", on product pages and in the cart.
#[test]
fn r_head_02_login_is_a_way_on() {
    let (place, _) = shop();
    for path in ["site/en/products/ravel--ravel-ru-oa.html", "site/en/shopping-cart.html"] {
        let html = place.live(path);
        let closed = part(&html, "ordering-closed\"", "</div>");
        assert!(closed.contains("<a href=\"/en/login\">Log in</a>"), "{closed}");
        assert!(words(closed).contains("Or order in Dutch"), "{closed}");
    }
    let dutch = place.live("site/winkelwagen.html");
    assert!(!dutch.contains("ordering-closed"));
}

/// R-HEAD-02: ordering is opened by configuration alone.
#[test]
fn r_head_02_ordering_opens_by_configuration() {
    let (place, _) = build(SiteConfig {
        base_url: "https://shop.example".to_owned(),
        consumer_locales: vec!["nl".into(), "en".into(), "de".into()],
        ..SiteConfig::default()
    });
    let english = place.live("site/en/products/ravel--ravel-ru-oa.html");
    assert!(english.contains("data-buy=\"\"") && english.contains("href=\"/en/shopping-cart\""));
}

/// R-HEAD-10: "page title, separator, site name", canonical, hreflang for each locale and x-default.
#[test]
fn r_head_10_title_canonical_and_hreflang() {
    let (place, _) = shop();
    let html = place.live("site/en/contact.html");
    assert!(html.contains("<title>Contact | Lindhoven</title>"));
    assert!(html.contains("<link rel=\"canonical\" href=\"https://shop.example/en/contact\">"));
    for (lang, url) in [
        ("nl-NL", "https://shop.example/contact"),
        ("en-GB", "https://shop.example/en/contact"),
        ("x-default", "https://shop.example/contact"),
    ] {
        assert!(html.contains(&format!("hreflang=\"{lang}\" href=\"{url}\"")), "{lang}");
    }
    assert!(
        !html.contains("<link rel=\"alternate\" hreflang=\"de-DE\""),
        "there is no German one"
    );
    assert!(
        html.contains("href=\"/de#untranslated\" lang=\"de-DE\""),
        "its language link leads to the German home"
    );
    let cart = place.live("site/winkelwagen.html");
    assert!(cart.contains("<meta name=\"robots\" content=\"noindex\">") && !cart.contains("rel=\"canonical\""));
}

/// R-HEAD-09: "trail hidden unless it has more than 1 entry; BreadcrumbList structured data with it".
#[test]
fn r_head_09_breadcrumbs() {
    let (place, _) = shop();
    let home = place.live("site/index.html");
    assert!(!home.contains("class=\"breadcrumbs") && !home.contains("BreadcrumbList"));
    let contact = place.live("site/contact.html");
    assert!(words(part(&contact, "breadcrumbs", "</nav>")).ends_with("Home Contact"));
    assert!(contact.contains("\"@type\":\"BreadcrumbList\""));
    let product = place.live("site/producten/beugel.html");
    assert!(product.contains("\"@type\":\"Product\"") && product.contains("\"price\":\"189.00\""));
}

/// R-HEAD-11: the configured 404 page's title and back-to-home link, in the locale.
#[test]
fn r_head_11_not_found_page() {
    let (place, _) = shop();
    let german = place.live("site/de/404.html");
    assert!(german.contains("<h1>Deze stoel is weggezet</h1>") && german.contains("<html lang=\"de-DE\""));
    assert!(german.contains("<a class=\"button\" href=\"/de\">Zur Startseite</a>"));
    assert!(german.contains("content=\"noindex\"") && !german.contains("class=\"breadcrumbs"));
}
