//! The pages for maintenance and failure in a release built by the generator (R-SESS-03, R-HEAD-11, R-ROUTE-14).

use std::{fs, os::unix::fs::symlink};

use serde_json::{Value, json};

use crate::support::{Shop, Visitor, started, tree};

struct Words {
    locale: &'static str,
    /// The folder of the locale's files.
    folder: &'static str,
    language: &'static str,
    home: &'static str,
    home_label: &'static str,
    maintenance: [&'static str; 2],
    failure: [&'static str; 2],
    /// The API's message in maintenance.
    sentence: &'static str,
    /// The screens that need the backend.
    screens: [&'static str; 5],
    /// Another page.
    other: &'static str,
}

const LOCALES: [Words; 3] = [
    Words {
        locale: "nl",
        folder: "",
        language: "nl-NL",
        home: "/",
        home_label: "Naar de voorpagina",
        maintenance: [
            "Even dicht voor onderhoud",
            "De winkel is over een paar minuten terug. Wat in uw winkelwagen ligt, blijft bewaard.",
        ],
        failure: [
            "Er ging iets mis",
            "Deze pagina kon niet worden getoond. Dat ligt aan ons en niet aan u. Laad haar over een paar minuten opnieuw, of bel ons.",
        ],
        sentence: "De winkel is even dicht voor onderhoud. Probeer het over een paar minuten nog eens.",
        screens: [
            "/winkelwagen",
            "/checkout",
            "/checkout/order/_NHzUJi2ioujVWdnCeYzExOihpHcxX3S",
            "/checkout/order/01a1fcc97e26707a8c3c0b5a852cdc62/betaald",
            "/checkout/order/01a1fcc97e26707a8c3c0b5a852cdc62/niet-betaald",
        ],
        other: "/over-ons",
    },
    Words {
        locale: "en",
        folder: "en/",
        language: "en-GB",
        home: "/en",
        home_label: "To the home page",
        maintenance: [
            "Closed for maintenance, briefly",
            "The shop is back in a few minutes. What is in your cart stays there.",
        ],
        failure: [
            "Something went wrong",
            "This page could not be shown. The fault is ours, not yours. Load it again in a few minutes, or call us.",
        ],
        sentence: "The shop is closed for maintenance for a moment. Try again in a few minutes.",
        screens: [
            "/en/shopping-cart",
            "/en/checkout",
            "/en/checkout/order/VNHzUJi2ioujVWdnCeYzExOihpHcxX3S",
            "/en/checkout/order/01a1fcc97e26707a8c3c0b5a852cdc62/paid",
            "/en/checkout/order/01a1fcc97e26707a8c3c0b5a852cdc62/unpaid",
        ],
        other: "/en/about-us",
    },
    Words {
        locale: "de",
        folder: "de/",
        language: "de-DE",
        home: "/de",
        home_label: "Zur Startseite",
        maintenance: [
            "Kurz geschlossen für Wartung",
            "Der Shop ist in wenigen Minuten wieder da. Was in Ihrem Warenkorb liegt, bleibt erhalten.",
        ],
        failure: [
            "Etwas ist schiefgegangen",
            "Diese Seite konnte nicht angezeigt werden. Das liegt an uns, nicht an Ihnen. Laden Sie sie in ein paar Minuten neu, oder rufen Sie uns an.",
        ],
        sentence: "Der Shop ist wegen Wartung kurz geschlossen. Versuchen Sie es in ein paar Minuten noch einmal.",
        screens: [
            "/de/warenkorb",
            "/de/kasse",
            "/de/kasse/order/VNHzUJi2ioujVWdnCeYzExOihpHcxX3S",
            "/de/kasse/bestellung/01a1fcc97e26707a8c3c0b5a852cdc62/bezahlt",
            "/de/kasse/bestellung/01a1fcc97e26707a8c3c0b5a852cdc62/unbezahlt",
        ],
        other: "/de/ueber-uns",
    },
];

/// R-ROUTE-14: "in each locale's words: […] a page each for maintenance (503) and failure (500)". R-HEAD-11: "Any fatal
/// app error shows the 404-style page": title, text, back-to-home link and action tiles. They do not count as pages of
/// the site: not indexed, in no sitemap, not linked.
#[test]
fn r_route_14_r_head_11_a_page_each_for_maintenance_and_failure_in_every_locale() {
    let shop = Shop::small();
    shop.build();
    let tiles = |html: &str| html.matches("class=\"not-found__tile\"").count();
    for words in &LOCALES {
        let not_found = shop.file(&format!("site/{}404.html", words.folder));
        for (file, [title, text]) in [("503", words.maintenance), ("500", words.failure)] {
            let html = shop.file(&format!("site/{}{file}.html", words.folder));
            for part in [
                &format!("<html lang=\"{}\"", words.language),
                &format!("<h1>{title}</h1>"),
                text,
                &format!("<a class=\"button\" href=\"{}\">{}</a>", words.home, words.home_label),
                "href=\"tel:",
                "<meta name=\"robots\" content=\"noindex",
            ] {
                assert!(html.contains(part), "{}{file}: {part}\n{html}", words.folder);
            }
            assert!(
                tiles(&html) > 0 && tiles(&html) == tiles(&not_found),
                "the tiles of the 404 page"
            );
            assert!(
                !html.contains("data-island"),
                "{}{file}: it needs no island",
                words.folder
            );
            let of_one_page = html.contains("rel=\"canonical\"") || html.contains("rel=\"alternate\" hreflang");
            assert!(!of_one_page, "it stands in for any page");
        }
    }
    for (file, bytes) in tree(&shop.path("dist/current/site")) {
        let text = String::from_utf8_lossy(&bytes);
        for page in LOCALES
            .iter()
            .flat_map(|words| ["503", "500"].map(|page| format!("/{}{page}", words.folder)))
        {
            let linked = text.contains(&format!("href=\"{page}\"")) || text.contains(&format!("{page}</loc>"));
            assert!(!linked, "{file} leads to {page}");
        }
    }
    let site: Value = serde_json::from_str(&shop.file("server/site.json")).unwrap();
    assert_eq!(
        (&site["maintenance"], &site["failure"]),
        (
            &json!({"nl": "503.html", "en": "en/503.html", "de": "de/503.html"}),
            &json!({"nl": "500.html", "en": "en/500.html", "de": "de/500.html"})
        )
    );
}

/// R-SESS-03: in maintenance "the API answers 503 with status message MAINTENANCE_MODE and Retry-After", "other pages
/// stay whole", "`vitrine serve` answers those screens with the static 503 page": cart, checkout and the screens after
/// an order, in the locale of the path.
#[test]
fn r_sess_03_in_maintenance_the_screens_that_need_the_shop_are_the_503_page() {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for path in LOCALES.iter().flat_map(|words| words.screens) {
        let (status, _) = shop.get(&format!("{}{path}", served.url));
        assert_eq!(status, 200, "{path} without maintenance");
    }
    shop.control("POST", "maintenance", &json!({"on": true}));
    // A server that called the backend recently only calls it again after some seconds.
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for words in &LOCALES {
        let page = shop.file(&format!("site/{}503.html", words.folder));
        for path in words.screens {
            let (status, headers, text) = shop.answer(&format!("{}{path}", served.url));
            assert_eq!((status, &text), (503, &page), "{path}");
            let seconds = headers["retry-after"].to_str().unwrap().parse::<u64>();
            assert!(seconds.unwrap() > 0, "{path}");
            assert_eq!(headers["cache-control"], "no-store", "{path}");
            assert_eq!(headers["content-type"], "text/html; charset=utf-8", "{path}");
        }
        for path in [words.home, words.other] {
            assert_eq!(shop.get(&format!("{}{path}", served.url)).0, 200, "{path} stays whole");
        }
        for file in ["503", "500", "404"] {
            let path = format!("/{}{file}", words.folder);
            assert_eq!(shop.get(&format!("{}{path}", served.url)).0, 404, "{path} is no page");
        }
        let answer = Visitor::new(&shop, &served, words.locale).get("/api/checkout");
        assert_eq!(answer.refused(), (503, "MAINTENANCE_MODE", words.sentence));
        assert_eq!(answer.headers["retry-after"], "120");
    }
}

/// R-HEAD-11: "Any fatal app error shows the 404-style page", with status 500, in the locale of the path, not
/// cacheable.
#[test]
fn r_head_11_a_fault_is_the_500_page_in_the_locale_of_the_path() {
    let shop = Shop::small();
    shop.build();
    for words in &LOCALES {
        // A page that the release lists but that cannot be read: a symlink to itself.
        let file = shop.path(&format!("dist/current/site{}.html", words.other));
        fs::remove_file(&file).unwrap();
        symlink(file.file_name().unwrap(), &file).unwrap();
    }
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    for words in &LOCALES {
        let (status, headers, text) = shop.answer(&format!("{}{}", served.url, words.other));
        assert_eq!(status, 500, "{}", words.other);
        assert_eq!(text, shop.file(&format!("site/{}500.html", words.folder)));
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        let (status, _) = shop.get(&format!("{}{}", served.url, words.home));
        assert_eq!(status, 200, "the server goes on");
    }
}
