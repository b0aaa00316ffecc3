//! The screens of the order without JavaScript, in a release built and served by the generator.

use crate::support::{Served, Shop, started};

fn served() -> (Shop, Served) {
    let shop = Shop::small();
    shop.build();
    let served = started(shop.command(&["serve"]), shop.path("serve.log"));
    (shop, served)
}

/// The text between the first tag with this start and its end.
fn part<'a>(html: &'a str, begin: &str, end: &str) -> &'a str {
    let rest = html
        .split_once(begin)
        .unwrap_or_else(|| panic!("no {begin} in {html}"))
        .1;
    rest.split_once(end).unwrap().0
}

const ID: &str = "0123456789abcdef0123456789abcdef";
const PHONE: [&str; 3] = [
    "<a class=\"order-help__link\" href=\"tel:+31850001234\">085 000 12 34</a>",
    "<a class=\"order-help__link\" href=\"tel:+31850001234\">+31 85 000 12 34</a>",
    "<a class=\"order-help__link\" href=\"tel:+31850001234\">+31 85 000 12 34</a>",
];

/// R-ROUTE-01, R-CHK-05, R-CHK-06: checkout, success, paid and unpaid in nl, en and de, each with a title, kept out of
/// indexes, and with telephone and showrooms for visitors without JavaScript; they contain nothing of an order, because
/// anyone can request them.
#[test]
fn r_route_01_order_screens_state_their_requirements_and_the_contact() {
    let (shop, served) = served();
    let needs = [
        "laat deze pagina met JavaScript zien. Zet het aan in uw browser en laad de pagina opnieuw.",
        "with JavaScript. Switch it on in your browser and load the page again.",
        "zeigt diese Seite mit JavaScript. Bitte schalten Sie es im Browser ein und laden Sie die Seite neu.",
    ];
    for (path, locale, title) in [
        (format!("/checkout/order/{ID}"), 0, "Uw bestelling"),
        // Codes in links are base64url, so one in 64 starts with `_`, unlike any page.
        (
            "/checkout/order/_acDOFLKh3YJUbi7vRbK74YRGvhcebtM".to_owned(),
            0,
            "Uw bestelling",
        ),
        (format!("/checkout/order/{ID}/betaald"), 0, "Betaling van uw bestelling"),
        (
            format!("/checkout/order/{ID}/niet-betaald"),
            0,
            "Betaling van uw bestelling",
        ),
        (format!("/en/checkout/order/{ID}"), 1, "Your order"),
        (format!("/en/checkout/order/{ID}/paid"), 1, "Payment of your order"),
        (format!("/en/checkout/order/{ID}/unpaid"), 1, "Payment of your order"),
        (format!("/de/kasse/order/{ID}"), 2, "Ihre Bestellung"),
        (
            format!("/de/kasse/bestellung/{ID}/bezahlt"),
            2,
            "Zahlung Ihrer Bestellung",
        ),
        (
            format!("/de/kasse/bestellung/{ID}/unbezahlt"),
            2,
            "Zahlung Ihrer Bestellung",
        ),
    ] {
        let (status, headers, html) = shop.answer(&format!("{}{path}?x=1", served.url));
        assert_eq!(status, 200, "{path}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8", "{path}");
        assert!(html.contains(&format!("<title>{title} – Lindhoven</title>")), "{path}");
        assert!(
            html.contains(&format!("<h1 class=\"order__title\">{title}</h1>")),
            "{path}"
        );
        assert!(html.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
        assert!(
            part(&html, "<noscript>", "</noscript>").contains(needs[locale]),
            "{path}"
        );
        let help = part(&html, "<aside class=\"order-help\"", "</aside>");
        assert!(help.contains(PHONE[locale]), "{path}: {help}");
        assert!(help.contains("howroom"), "{path}: {help}");
        assert!(!html.contains(ID), "{path}: a shell knows no order");
        assert!(
            html.contains("<header class=\"header simple-header\">") && !html.contains("data-header"),
            "{path}"
        );
    }
    assert!(served.terminate().success());
}

/// R-HEAD-02: where ordering is not open, "cart and checkout screens say the same", with showroom and nl as
/// alternatives; where it is, the checkout says that it needs JavaScript.
#[test]
fn r_head_02_the_checkout_says_where_ordering_is_closed() {
    let (shop, served) = served();
    let (status, _, dutch) = shop.answer(&format!("{}/checkout", served.url));
    assert_eq!(status, 200);
    assert!(dutch.contains("<title>Afrekenen – Lindhoven</title>") && !dutch.contains("ordering-closed"));
    assert_eq!(
        part(&dutch, "<noscript>", "</noscript>"),
        "<p class=\"order__text\">Afrekenen werkt met JavaScript. Zet het aan in uw browser en laad de pagina opnieuw. Wat in uw winkelwagen ligt, blijft bewaard.</p>"
    );
    assert!(part(&dutch, "<aside class=\"order-help\"", "</aside>").contains(PHONE[0]));
    assert!(dutch.contains("href=\"/winkelwagen\""), "back to the cart");
    assert!(!dutch.contains("data-header"), "no navigation leads away");
    for (path, cart, title, words, way) in [
        (
            "/en/checkout",
            "/en/shopping-cart",
            "Checkout",
            [
                "Ordering is not open here",
                "In this language we take online orders from customers with an account only.",
            ],
            "Or order in Dutch",
        ),
        (
            "/de/kasse",
            "/de/warenkorb",
            "Kasse",
            [
                "Hier kann nicht bestellt werden",
                "In dieser Sprache nehmen wir Online-Bestellungen nur von Kundinnen und Kunden mit Konto an.",
            ],
            "Oder auf Niederländisch bestellen",
        ),
    ] {
        let (_, _, html) = shop.answer(&format!("{}{path}", served.url));
        assert!(html.contains(&format!("<title>{title} – Lindhoven</title>")), "{path}");
        let closed = part(&html, "<div class=\"ordering-closed\">", "</div>");
        for said in words {
            assert!(closed.contains(said), "{path}: {closed}");
        }
        assert!(
            closed.contains(&format!("<a href=\"/checkout\">{way}</a>")),
            "{path}: {closed}"
        );
        let (_, _, other) = shop.answer(&format!("{}{cart}", served.url));
        let same = part(&other, "<div class=\"ordering-closed\">", "</div>");
        assert_eq!(
            closed.replace("/checkout", "/winkelwagen"),
            same,
            "{path} and cart say the same"
        );
        assert!(!html.contains("order-help"), "{path}: the ways on stand there once");
        let header = part(&html, "<header class=\"header simple-header\">", "</header>");
        assert!(
            header.contains("<a class=\"header__link\" href=\"tel:+31850001234\">+31 85 000 12 34</a>"),
            "{path}: {header}"
        );
        assert!(
            !html.contains("<noscript>"),
            "{path}: nothing works better with JavaScript for a guest"
        );
    }
    assert!(served.terminate().success());
}
