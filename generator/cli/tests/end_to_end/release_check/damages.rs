//! The damages of a release and the findings of `vitrine check`: one row for each check.

use super::damage::{Damage, Delete, Elsewhere, Put, Replace, error, hint, warning};

const RAVEL: &str = "/producten/ravel-armstoel--roest-eiken";
pub(super) const ABOUT: &str = "/over-ons";

/// A light source in the panel of a product.
const LAMP: &str = "<div class=\"product__panel\"><p class=\"energy\"><a href=\"https://a.example/1\">F</a><a href=\"https://a.example/2\">x</a></p></div>";

/// The beginning of a description of more than 200 characters.
const LONG_DESCRIPTION: &str = "<meta name=\"description\" content=\"It goes on, and on, and on, and on, and on, and on, and on, and on, \
    and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on. ";

/// One row for each check.
pub(super) static DAMAGES: &[Damage] = &[
    error(
        "missing-file",
        "site/icons/tiktok.svg",
        "is listed in release.json",
        Elsewhere,
    ),
    // Broken internal links and anchors, assets and `srcset`, addresses with a query, redirects.
    error(
        "missing-page",
        "/service/onderhoud",
        "site/service/onderhoud.html",
        Delete,
    ),
    error(
        "broken-link",
        "/contact",
        "\"Onderhoud\" leads to /service/onderhoud, where there is no page",
        Elsewhere,
    ),
    error(
        "broken-link",
        ABOUT,
        "\"Nergens\" leads to /nergens?q=1",
        Put("<a href=\"/nergens?q=1\">Nergens</a>"),
    ),
    error(
        "broken-anchor",
        ABOUT,
        "the anchor \"nergens\"",
        Put("<a href=\"#nergens\">Hier</a>"),
    ),
    error(
        "broken-anchor",
        ABOUT,
        "/contact#nergens",
        Put("<a href=\"/contact#nergens\">Daar</a>"),
    ),
    error(
        "broken-asset",
        ABOUT,
        "asks for /assets/no.webp",
        Put("<img src=\"/assets/no.webp\" alt=\"x\">"),
    ),
    error(
        "broken-asset",
        ABOUT,
        "asks for /assets/no-2.webp",
        Put("<img src=\"/icons/instagram.svg\" srcset=\"/icons/instagram.svg 1x, /assets/no-2.webp 2x\" alt=\"x\">"),
    ),
    error(
        "unusable-link",
        ABOUT,
        "javascript:",
        Put("<a href=\"javascript:x\">x</a>"),
    ),
    hint(
        "redirected-link",
        ABOUT,
        "/klantenservice, which leads on to /service",
        Put("<a href=\"/klantenservice\">x</a>"),
    ),
    error(
        "gone-link",
        ABOUT,
        "/buiten, which is gone for good",
        Put("<a href=\"/buiten\">x</a>"),
    ),
    error(
        "dead-redirect",
        "/oud",
        "leads to /nergens, where there is no page",
        Elsewhere,
    ),
    hint(
        "redirect-chain",
        "/ouder",
        "leads to /klantenservice, which leads on to /service",
        Elsewhere,
    ),
    // Pages without an inbound link.
    warning(
        "orphan-page",
        "/privacy",
        "no page of its language links to /privacy",
        Elsewhere,
    ),
    // Titles and descriptions.
    error(
        "missing-title",
        "/en/contact",
        "no title",
        Replace("<title>Contact – Lindhoven</title>", "<title></title>"),
    ),
    warning(
        "duplicate-title",
        "/service",
        "/over-ons has the same title",
        Replace(
            "<title>Service – Lindhoven</title>",
            "<title>Over ons – Lindhoven</title>",
        ),
    ),
    warning(
        "missing-description",
        "/en/about-us",
        "no description",
        Replace("name=\"description\"", "name=\"x\""),
    ),
    hint(
        "long-title",
        "/en/service",
        "characters",
        Replace(
            "<title>",
            "<title>A title that is far longer than what a page of results has room for, and longer still ",
        ),
    ),
    hint(
        "long-description",
        "/en/privacy",
        "characters",
        Replace("<meta name=\"description\" content=\"", LONG_DESCRIPTION),
    ),
    // Headings.
    error(
        "missing-main-heading",
        "/de/kontakt",
        "no main heading",
        Replace("h1", "h2"),
    ),
    error(
        "several-main-headings",
        "/de/ueber-uns",
        "the page has 4 main headings",
        Put("<h1>Noch eine</h1>"),
    ),
    error(
        "late-main-heading",
        "/de/service",
        "\"Zu früh\" (h2)",
        Put("<h2>Zu früh</h2>"),
    ),
    error(
        "skipped-heading",
        "/de/ueber-uns",
        "\"Zu tief\" is an h3",
        Put("<h1>Noch eine</h1><h3>Zu tief</h3>"),
    ),
    error("empty-heading", "/de/ueber-uns", "no text", Put("<h1></h1>")),
    // Alternative texts and names.
    error(
        "missing-alt",
        ABOUT,
        "instagram.svg has no alternative text",
        Put("<img src=\"/icons/instagram.svg\">"),
    ),
    warning(
        "empty-alt",
        ABOUT,
        "facebook.svg has an empty alternative text",
        Put("<img src=\"/icons/facebook.svg\" alt=\"\">"),
    ),
    error(
        "nameless-link",
        ABOUT,
        "<a href=\"/contact\">",
        Put("<a href=\"/contact\"><img src=\"/icons/facebook.svg\" alt=\"\"></a>"),
    ),
    error(
        "nameless-button",
        ABOUT,
        "<button name=\"n\">",
        Put("<button name=\"n\"></button>"),
    ),
    error(
        "control-without-label",
        ABOUT,
        "<input name=\"c\">",
        Put("<input name=\"c\">"),
    ),
    error("nameless-picture", ABOUT, "no label", Put("<svg role=\"img\"></svg>")),
    // HTML.
    error("parse-error", "/en/terms-and-conditions", "line ", Put("<p>a</b></p>")),
    error(
        "duplicate-id",
        ABOUT,
        "2 elements have the id \"main\"",
        Put("<p id=\"main\">x</p>"),
    ),
    error("unusable-id", ABOUT, "\"a b\"", Put("<p id=\"a b\">x</p>")),
    error(
        "dangling-reference",
        ABOUT,
        "the element \"nobody\"",
        Put("<p aria-describedby=\"nobody\">x</p>"),
    ),
    error(
        "label-without-control",
        ABOUT,
        "\"Woorden\"",
        Put("<label>Woorden</label>"),
    ),
    error(
        "nested-interactive",
        ABOUT,
        "a <button> stands in a <a>",
        Put("<a href=\"/contact\">x<button>y</button></a>"),
    ),
    error(
        "misplaced-element",
        ABOUT,
        "<div> may not stand in <span>",
        Put("<span><div>x</div></span>"),
    ),
    error(
        "obsolete-element",
        ABOUT,
        "<center> is obsolete",
        Put("<center>x</center>"),
    ),
    error(
        "wrong-language",
        "/en/privacy",
        "\"nl-NL\"; it is \"en-GB\"",
        Replace("<html lang=\"en-GB\"", "<html lang=\"nl-NL\""),
    ),
    // Alternates, canonical address, sitemaps.
    error(
        "wrong-canonical",
        "/en/privacy",
        "/en/nowhere",
        Replace(
            "rel=\"canonical\" href=\"http://127.0.0.1:3000/en/privacy\"",
            "rel=\"canonical\" href=\"http://127.0.0.1:3000/en/nowhere\"",
        ),
    ),
    error(
        "dead-alternate",
        "/de/datenschutz",
        "in en-GB is said to be",
        Replace(
            "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000/en/privacy\"",
            "hreflang=\"en-GB\" href=\"http://127.0.0.1:3000/en/nowhere\"",
        ),
    ),
    error(
        "one-way-alternate",
        "/en/privacy",
        "/de/datenschutz, does not name /en/privacy",
        Elsewhere,
    ),
    error(
        "wrong-alternate",
        "/de/agb",
        "hreflang=nl-NL leads to",
        Replace(
            "hreflang=\"nl-NL\" href=\"http://127.0.0.1:3000/algemene-voorwaarden\"",
            "hreflang=\"nl-NL\" href=\"http://127.0.0.1:3000/en/terms-and-conditions\"",
        ),
    ),
    error(
        "dead-sitemap-entry",
        "nl-NL-sitemap.xml",
        "/nergens, where there is no page",
        Elsewhere,
    ),
    error(
        "hidden-sitemap-entry",
        "/en/contact",
        "says noindex",
        Replace(
            "<meta name=\"description\"",
            "<meta name=\"robots\" content=\"noindex\"><meta name=\"description\"",
        ),
    ),
    error("not-in-sitemap", "/contact", "no sitemap names /contact", Elsewhere),
    // Legal data.
    error(
        "law-privacy-link",
        "/en/contact",
        "the privacy notice",
        Replace("rivacy</a>", "ata</a>"),
    ),
    error(
        "law-withdrawal-link",
        "/en/contact",
        "the right of withdrawal",
        Replace(">Withdrawal and returns</a>", ">Returns</a>"),
    ),
    error(
        "law-withdrawal-function",
        "/de/datenschutz",
        "the withdrawal function",
        Replace(">Vertrag widerrufen</a>", ">Widerruf</a>"),
    ),
    warning(
        "law-accessibility-link",
        "/en/about-us",
        "the accessibility statement",
        Replace(">Accessibility</a>", ">Statement</a>"),
    ),
    error(
        "law-guarantee-link",
        "/en/about-us",
        "the legal guarantee",
        Replace(">Legal guarantee</a>", ">Guarantee</a>"),
    ),
    error(
        "law-guarantee-notice",
        "/de/kasse",
        "does not show the official notice",
        Elsewhere,
    ),
    error(
        "law-guarantee-notice",
        ABOUT,
        "lacks its drawing with a text",
        Put("<figure class=\"guarantee-notice\"><a href=\"https://europa.eu/youreurope/x\">x</a></figure>"),
    ),
    warning(
        "law-imprint-link",
        "/de/kontakt",
        "the imprint",
        Replace(">Impressum</a>", ">Firma</a>"),
    ),
    warning(
        "law-company-data",
        "/en/contact",
        "the VAT number",
        Replace(
            "<li class=\"footer__law-item\">VAT ",
            "<li class=\"footer__law-item\">VAT",
        ),
    ),
    error(
        "law-odr-link",
        ABOUT,
        "online disputes",
        Put("<a href=\"https://ec.europa.eu/consumers/odr\">x</a>"),
    ),
    error(
        "law-price-note",
        "/",
        "does not say that they hold VAT",
        Replace("Alle prijzen incl. btw", "Alle prijzen"),
    ),
    error(
        "law-struck-price",
        ABOUT,
        "€ 1.299 is struck through",
        Put("<ul><li>Tafel <s>€ 1.299</s> € 999</li></ul>"),
    ),
    error(
        "law-struck-price",
        ABOUT,
        "€ 1.499 is struck through, which is not the lowest price",
        Put("<ul><li>Tafel <s>€ 1.499</s> € 999. Laagste prijs van de laatste 30 dagen: € 1.299</li></ul>"),
    ),
    error(
        "law-energy-arrow",
        ABOUT,
        "does not lead to label and sheet",
        Put("<div class=\"energy\"><a href=\"https://a.example/label\">F</a></div>"),
    ),
    error(
        "law-energy-arrow",
        "/en/about-us",
        "does not lead to label and sheet",
        Put(
            "<div class=\"energy\"><details><summary>F</summary><img src=\"https://a.example/f.svg\" alt=\"F\"></details></div>",
        ),
    ),
    error(
        "law-energy-foreign-host",
        RAVEL,
        "which is no host of this shop",
        Elsewhere,
    ),
    warning("law-energy-label-not-a-picture", RAVEL, "is no picture", Elsewhere),
    error(
        "law-withdrawal-exclusion",
        RAVEL,
        "does not say so beside the offer",
        Replace("MerchantReturnFiniteReturnWindow", "MerchantReturnNotPermitted"),
    ),
    error(
        "law-withdrawal-exclusion",
        RAVEL,
        "texts in en do not say why",
        Elsewhere,
    ),
    error(
        "law-order-button",
        "/de/kasse",
        "\"Bestellen\"",
        Replace("Zahlungspflichtig bestellen", "Bestellen"),
    ),
    error(
        "law-manufacturer",
        RAVEL,
        "manufacturer",
        Replace("<address class=\"safety\">", "<address>"),
    ),
    error(
        "law-terms-link",
        "/en/about-us",
        "the terms and conditions",
        Replace(">Terms and conditions<", ">Small print<"),
    ),
    error(
        "law-returns-link",
        "/en/about-us",
        "how goods are sent back",
        Replace("eturns", "x"),
    ),
    warning(
        "law-delivery-link",
        "/en/about-us",
        "delivery and payment",
        Replace("elivery", "x"),
    ),
    error(
        "law-dispute-settlement",
        "/de",
        "takes part in dispute settlement",
        Elsewhere,
    ),
    error("law-representative", "/de", "who represents the company", Elsewhere),
    warning("law-representative", "/en", "who represents the company", Elsewhere),
    warning(
        "law-green-claim",
        ABOUT,
        "\"klimaatneutraal\"",
        Put("<p>Klimaatneutraal</p>"),
    ),
    warning(
        "law-delivery-time",
        RAVEL,
        "when it is delivered",
        Replace("class=\"product__delivery\"", "class=\"x\""),
    ),
    warning(
        "law-promised-day",
        RAVEL,
        "\"Morgen in huis, bestel voor 15.00\" names a day",
        Replace(
            "<p class=\"product__arrives\" data-arrives></p>",
            "<p class=\"product__arrives\" data-arrives>Morgen in huis, bestel voor 15.00</p>",
        ),
    ),
    warning(
        "law-holidays-unknown",
        "holidays-NL-2031.json",
        "there is no file holidays-NL-2031.json",
        Elsewhere,
    ),
    warning("law-waste-symbol", RAVEL, "electrical waste", Put(LAMP)),
    warning(
        "law-take-back",
        RAVEL,
        "does not say that an old device is taken back",
        Put("<p class=\"electrical\">Hoort niet bij het huisvuil.</p>"),
    ),
    error("law-energy-label", RAVEL, "it may not be offered like this", Elsewhere),
    error(
        "law-return-cost",
        RAVEL,
        "nothing says what it costs to return it",
        Elsewhere,
    ),
    error(
        "law-legal-text",
        "",
        "no terms and conditions in nl can be kept for orders",
        Elsewhere,
    ),
    warning("law-garan-label", RAVEL, "without its official label", Elsewhere),
    warning("law-price-reduction", RAVEL, "nothing is struck through", Elsewhere),
    warning(
        "law-cookie-unnamed",
        "/en/privacy",
        "does not name vitrine-cart, which the shop stores: the number of items in the cart",
        Replace("vitrine-cart", "vitrine-cartridge"),
    ),
    warning(
        "law-cookie-page",
        "server/site.json",
        "no page in the language de says which cookies the shop stores",
        Elsewhere,
    ),
    // Budgets.
    error("html-over-budget", "/algemene-voorwaarden", "may have 20 KB", Elsewhere),
    error("styles-over-budget", "/en/about-us", "its style sheets", Elsewhere),
    error(
        "scripts-over-budget",
        "/en/about-us",
        "its scripts before any interaction",
        Elsewhere,
    ),
];
