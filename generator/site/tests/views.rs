//! The project's own views and templates at the door: a small shop is built with them, and what a visitor gets is read.
//!
//! **Invariant:** asserts on the HTML of the release, never on view values.

#![allow(clippy::unwrap_used, reason = "a panic is a failed test")]

mod support;

use std::fs;

use support::{DE, EN, NL, Place, entry, family, own, product, product_id, three_locales};
use vitrine_model::{
    catalog::{Catalog, CatalogParts},
    content::{Block, BlockKind, Entry, EntryFields, Heading, HeroBlock, PageFields},
    globals::Globals,
    ids::{PropertyGroupId, PropertyOptionId},
    locale::{LocaleIndex, Locales, Localized},
    media::{FocalPoint, Image},
    money::{Currency, Money},
    product::{
        Dimensions, PriceTier, Product, ProductTexts, PropertyGroup, PropertyOption, Question, Stock, UnitPrice,
    },
    rich_text::RichText,
};
use vitrine_site::{BuildReport, Site, SitePaths, context::SiteConfig};

const ALL: [LocaleIndex; 3] = [NL, EN, DE];

fn euros(minor: i64) -> Money {
    Money {
        minor,
        currency: Currency::parse("EUR").unwrap(),
    }
}

fn unit(minor: i64) -> UnitPrice {
    UnitPrice {
        unit: euros(minor),
        list: None,
        regulation: None,
        reference: None,
    }
}

fn group_id(number: u32) -> PropertyGroupId {
    PropertyGroupId::parse(&format!("{number:032x}")).unwrap()
}

fn option_id(number: u32) -> PropertyOptionId {
    PropertyOptionId::parse(&format!("{number:032x}")).unwrap()
}

fn everywhere<T: Clone>(value: &T) -> Localized<T> {
    let mut all = Localized::new();
    for locale in ALL {
        all.set(locale, value.clone());
    }
    all
}

fn group(number: u32, name: &str, external_id: Option<&str>) -> PropertyGroup {
    PropertyGroup {
        id: group_id(number),
        names: everywhere(&name.to_owned()),
        external_id: external_id.map(str::to_owned),
        display: "text".to_owned(),
        visible: true,
        position: i64::from(number),
    }
}

fn option(number: u32, group: u32, name: &str) -> PropertyOption {
    PropertyOption {
        id: option_id(number),
        group: group_id(group),
        names: everywhere(&name.to_owned()),
        color: None,
        position: i64::from(number),
        entry: name.to_lowercase(),
    }
}

/// A chair in two fabrics and two frames, of which one combination does not exist and one is sold out.
fn variant(number: u32, article: &str, options: [u32; 2]) -> Product {
    let seo = format!("Ravel/{article}");
    let names = ALL.map(|locale| (locale, "Ravel", Some(seo.as_str())));
    Product {
        family: Some(product_id(100)),
        options: options.map(option_id).to_vec(),
        properties: vec![option_id(31), option_id(32)],
        ..product(number, article, &names)
    }
}

fn with_texts(mut product: Product, change: impl Fn(&mut ProductTexts)) -> Product {
    let mut texts = Localized::new();
    for (locale, own) in product.texts.iter() {
        let mut own = own.clone();
        change(&mut own);
        texts.set(locale, own);
    }
    product.texts = texts;
    product
}

fn shop_products() -> Vec<Product> {
    let rich = variant(1, "RAVEL-RU-OA", [11, 21]);
    let mut rich = with_texts(rich, |texts| {
        texts.description = Some(RichText::from_html("<p>Een stoel.</p>", &[], 3));
        texts.maintenance = Some(RichText::from_html("<p>Stofzuigen.</p>", &[], 3));
        texts.faq = vec![Question {
            question: "Past hij onder de tafel?".to_owned(),
            answer: RichText::from_html("<p>Ja.</p>", &[], 3),
        }];
    });
    rich.dimensions = Dimensions {
        width: Some(553),
        height: Some(780),
        ..Dimensions::default()
    };
    rich.prices.recommended = Some(euros(139_900));
    rich.prices.single.list = Some(euros(149_900));
    rich.prices.single.regulation = Some(euros(134_900));
    let mut sold_out = variant(2, "RAVEL-RU-WA", [11, 22]);
    sold_out.stock = Stock::derive(false, 0, true, None, 5);
    let moss = variant(3, "RAVEL-MO-OA", [12, 21]);
    let mut tiers = product(4, "BEUGEL", &ALL.map(|l| (l, "Beugel", Some("Beugel"))));
    let tier = |from, to, minor| PriceTier {
        from,
        to,
        price: unit(minor),
    };
    tiers.prices.tiers = vec![
        tier(1, Some(3), 18_900),
        tier(4, Some(11), 16_900),
        tier(12, None, 14_900),
    ];
    vec![rich, sold_out, moss, tiers]
}

fn picture() -> Image {
    Image {
        url: "https://images.example/room.webp".to_owned(),
        width: Some(2_000),
        height: Some(1_250),
        focus: FocalPoint { x: 40, y: 62 },
        alt: Some("Een kamer".to_owned()),
        thumbnails: Vec::new(),
    }
}

fn home(id: &str, locale: LocaleIndex, path: &str) -> Entry {
    let hero = HeroBlock {
        heading: Heading {
            heading: Some("Een tafel".to_owned()),
            level: 2,
            ..Heading::default()
        },
        image: Some(picture()),
        ..HeroBlock::default()
    };
    let mut home = entry(id, "home-nl", locale, path, "Home", "<h2>Over ons</h2><p>Tekst</p>");
    home.fields = EntryFields::Page(PageFields {
        hide_title: true,
        ..PageFields::default()
    });
    home.blocks.insert(
        0,
        Block {
            id: "hero".to_owned(),
            options: vitrine_model::content::BlockOptions::default(),
            kind: BlockKind::Hero(hero),
        },
    );
    home.blocks.push(Block {
        id: "new".to_owned(),
        options: vitrine_model::content::BlockOptions::default(),
        kind: BlockKind::Unbuilt("store_locations".to_owned()),
    });
    home
}

fn catalog() -> Catalog {
    let mut ravel = family(100, "RAVEL", Some(1), &[]);
    ravel.option_groups = vec![group_id(1), group_id(2)];
    let mut globals = Globals::default();
    globals.site.name = "Lindhoven".to_owned();
    globals.site.contact_page = Some(support::entry_id("contact-nl"));
    globals.not_found.title = Some("Deze stoel is weggezet".to_owned());
    Catalog::new(CatalogParts {
        locales: Locales::new(three_locales()).unwrap(),
        currency: Currency::parse("EUR").unwrap(),
        products: shop_products(),
        families: vec![ravel],
        brands: Vec::new(),
        categories: Vec::new(),
        property_groups: vec![
            group(1, "Stof", None),
            group(2, "Hout", None),
            group(3, "Ontwerper", Some("designer")),
            group(4, "Label", Some("product_label")),
        ],
        property_options: vec![
            option(11, 1, "Roest"),
            option(12, 1, "Mos"),
            option(21, 2, "Eiken"),
            option(22, 2, "Noten"),
            option(31, 3, "Mara Vink"),
            option(32, 4, "Nieuw"),
        ],
        entries: vec![
            home("home-nl", NL, "/"),
            home("home-en", EN, "/en"),
            home("home-de", DE, "/de"),
            entry("contact-nl", "contact-nl", NL, "/contact", "Contact", "<p>Bel.</p>"),
            entry("contact-en", "contact-nl", EN, "/en/contact", "Contact", "<p>Call.</p>"),
        ],
        terms: Vec::new(),
        forms: Vec::new(),
        navigations: Vec::new(),
        globals: everywhere(&globals),
        redirects: Vec::new(),
    })
}

fn assets(place: &Place) {
    let names = ["loader", "styles", "cart", "buy-box", "cart-count", "product"];
    let file = |name: &str| format!("assets/{name}-1.{}", if name == "styles" { "css" } else { "js" });
    let asset = |name: &str| serde_json::json!({"file": file(name), "integrity": "sha384-x", "preload": []});
    for name in names {
        place.put(&format!("build/{}", file(name)), "x");
    }
    let files: serde_json::Map<String, serde_json::Value> = names
        .iter()
        .map(|name| (file(name), serde_json::json!({"integrity": "sha384-x", "bytes": 1})))
        .collect();
    let manifest = serde_json::json!({
        "loader": asset("loader"), "styles": asset("styles"), "fonts": [], "files": files,
        "islands": {"cart": asset("cart"), "buy-box": asset("buy-box"), "cart-count": asset("cart-count"), "product": asset("product")},
    });
    place.put("build/manifest.json", &manifest.to_string());
}

fn build(config: SiteConfig) -> (Place, BuildReport) {
    build_site(config, |site| site)
}

fn build_site(config: SiteConfig, change: impl Fn(Site) -> Site) -> (Place, BuildReport) {
    let place = Place::new();
    assets(&place);
    let paths = SitePaths {
        templates: own("../../templates"),
        locales: own("../../locales"),
        assets: place.root.path().join("build"),
    };
    let site = change(Site::load(&paths, config, &Locales::new(three_locales()).unwrap()).unwrap());
    let report = vitrine_site::build(&catalog(), &site, &place.options(), &()).unwrap();
    (place, report)
}

fn shop() -> (Place, BuildReport) {
    build(SiteConfig {
        base_url: "https://shop.example".to_owned(),
        ..SiteConfig::default()
    })
}

/// The words of a piece of HTML, tags as single spaces.
fn words(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The element with a class, from its tag to the given end.
fn part<'a>(html: &'a str, class: &str, end: &str) -> &'a str {
    let at = html
        .find(&format!("class=\"{class}"))
        .unwrap_or_else(|| panic!("no element has the class {class}"));
    let rest = html.get(at..).unwrap();
    rest.get(..rest.find(end).unwrap_or(rest.len())).unwrap()
}

/// R-PDP-02: "last label 'from {quantity}', others 'to {quantity}'. A single price shows without a label. excl./incl. VAT label by tax status."
#[test]
fn r_pdp_02_tiers_have_labels_and_a_single_price_has_none() {
    let (place, _) = shop();
    let tiers = place.live("site/producten/beugel.html");
    assert_eq!(
        words(
            part(&tiers, "price__tiers", "</table>")
                .split_once("<tbody>")
                .unwrap()
                .1
        ),
        "tot 3 € 189,00 tot 11 € 169,00 vanaf 12 € 149,00"
    );
    let english = place.live("site/en/products/beugel.html");
    assert!(words(&english).contains("to 3 €189.00 to 11 €169.00 from 12 €149.00"));
    let single = place.live("site/producten/ravel--ravel-mo-oa.html");
    let price = words(part(&single, "price\"", "<div class=\"options\""));
    assert!(price.ends_with("€ 1.299,00 incl. btw , exclusief bezorging"), "{price}");
    assert!(!price.contains("vanaf") && !price.contains("tot "), "{price}");
    let german = place.live("site/de/produkte/ravel--ravel-mo-oa.html");
    assert!(words(part(&german, "price\"", "<div class=\"options\"")).contains("1.299,00 € inkl. MwSt."));
}

/// R-PDP-01: the recommended price is labelled and never struck through; the list price is, with the lowest price of 30 days.
#[test]
fn r_pdp_01_prices_beside_the_price() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-ru-oa.html");
    let price = part(&html, "price\"", "<div class=\"options\"");
    assert!(
        price.contains("<s class=\"price__list\">€\u{a0}1.499,00</s>"),
        "{price}"
    );
    let text = words(price);
    assert!(
        text.contains("Laagste prijs van de laatste 30 dagen: € 1.349,00"),
        "{text}"
    );
    assert!(text.contains("Adviesprijs € 1.399,00"), "{text}");
    assert_eq!(price.matches("<s ").count(), 1);
    assert!(words(&place.live("site/en/products/ravel--ravel-ru-oa.html")).contains("RRP €1,399.00"));
    assert!(words(&place.live("site/de/produkte/ravel--ravel-ru-oa.html")).contains("UVP 1.399,00 €"));
}

/// R-PDP-04: options lead to the variants' own pages; "combinations that do not exist are disabled, sold-out ones marked".
#[test]
fn r_pdp_04_options_lead_to_variants() {
    let (place, _) = shop();
    let rust_oak = place.live("site/producten/ravel--ravel-ru-oa.html");
    let options = part(&rust_oak, "options\"", "buy-box");
    assert!(
        words(options).contains("Stof Roest"),
        "the chosen value stands in words"
    );
    assert!(
        options.contains("href=\"/producten/ravel--ravel-mo-oa\""),
        "moss and oak is a page"
    );
    let walnut = options.split("<li>").find(|item| item.contains("Noten")).unwrap();
    assert!(walnut.contains("href=\"/producten/ravel--ravel-ru-wa\"") && walnut.contains("option--sold-out"));
    assert!(words(walnut).contains("uitverkocht"));
    let moss_oak = place.live("site/producten/ravel--ravel-mo-oa.html");
    let options = part(&moss_oak, "options\"", "buy-box");
    let walnut = options.split("<li>").find(|item| item.contains("Noten")).unwrap();
    assert!(
        walnut.contains("aria-disabled=\"true\"") && !walnut.contains("href="),
        "{walnut}"
    );
}

/// R-PDP-06: "no dimensions, no FAQ, no maintenance info (texts exist in three languages; the section stays, small)".
#[test]
fn r_pdp_06_empty_states_in_three_languages() {
    let (place, _) = shop();
    for (file, texts) in [
        (
            "site/producten/beugel.html",
            ["geen maten", "geen vragen", "geen onderhoud"],
        ),
        (
            "site/en/products/beugel.html",
            ["No dimensions", "Nobody has asked", "No care"],
        ),
        (
            "site/de/produkte/beugel.html",
            ["keine Maße", "keine Fragen", "keine Pflegehinweise"],
        ),
    ] {
        let html = place.live(file);
        for text in texts {
            let at = html.find(text).unwrap_or_else(|| panic!("{file}: {text}"));
            let before = html.get(at.saturating_sub(120)..at).unwrap_or_default();
            assert!(before.contains("product__empty"), "{file}: {text} is small");
        }
    }
    let full = words(&place.live("site/producten/ravel--ravel-ru-oa.html"));
    assert!(
        full.contains("Breedte 55,3 cm") && full.contains("Past hij onder de tafel?") && full.contains("Stofzuigen.")
    );
}

/// R-PDP-08: the group's external id decides where a property shows.
#[test]
fn r_pdp_08_designer_and_label_stand_beside_the_name() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-mo-oa.html");
    assert_eq!(
        words(part(&html, "product__maker", "</p>").split_once('>').unwrap().1),
        "ontworpen door Mara Vink"
    );
    assert!(words(part(&html, "product__labels", "</ul>")).contains("Nieuw"));
    assert!(
        !html.contains("id=\"specifications\""),
        "neither is repeated among the specifications"
    );
}

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
        closed.contains("href=\"/producten/ravel--ravel-ru-oa\""),
        "the nl version of this page"
    );
    assert!(closed.contains("href=\"/en/contact\""));
    assert!(!english.contains("data-buy") && !english.contains("href=\"/en/shopping-cart\""));
    let cart = place.live("site/en/shopping-cart.html");
    assert!(part(&cart, "ordering-closed\"", "</div>").contains("href=\"/winkelwagen\""));
    let dutch = place.live("site/producten/ravel--ravel-ru-oa.html");
    assert!(dutch.contains("data-buy=\"\"") && dutch.contains("href=\"/winkelwagen\""));
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

/// R-CMS-02, R-CMS-04, R-CMS-05: a block without a template leaves the rest whole; one h1 and no level skipped; a picture has widths, size, focal point, alt.
#[test]
fn r_cms_05_blocks_headings_and_pictures_of_a_page() {
    let (place, report) = shop();
    let html = place.live("site/index.html");
    assert_eq!(html.matches("<h1").count(), 1);
    assert!(html.contains("<h1 class=\"hero__title\">Een tafel</h1>") && html.contains("<h2>Over ons</h2>"));
    assert!(!html.contains("store_locations") && !html.contains("block-not-built"));
    let picture = part(&html, "image__file", ">");
    for expected in [
        "320w",
        "1536w",
        "width=\"1536\"",
        "height=\"960\"",
        "alt=\"Een kamer\"",
        "focus-x-40 focus-y-60",
    ] {
        assert!(picture.contains(expected), "{expected}: {picture}");
    }
    assert!(
        picture.contains("fetchpriority=\"high\""),
        "the first picture of a page does not wait"
    );
    assert!(
        report.warnings.iter().all(|w| w.code != "main-heading"),
        "{:?}",
        report.warnings
    );
}

/// Rule 3 and G-1: no executable inline script, no handler, no inline style, no link to nowhere in any page.
#[test]
fn pages_hold_no_inline_code() {
    let (place, _) = shop();
    let site = fs::canonicalize(place.dist().join("current/site")).unwrap();
    let pages = support::tree(&site);
    for (name, bytes) in pages.iter().filter(|(name, _)| name.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        for forbidden in [" style=\"", " onclick=", "href=\"#\"", "<script>", "javascript:"] {
            assert!(!html.contains(forbidden), "{name} holds {forbidden}");
        }
        for (at, _) in html.match_indices("<script") {
            let tag = html.get(at..).unwrap().split('>').next().unwrap();
            assert!(
                tag.contains("type=\"application/")
                    || tag.contains("type=\"speculationrules\"")
                    || (tag.contains("type=\"module\"") && tag.contains(" integrity=\"sha384-")),
                "{name}: {tag}"
            );
        }
        assert!(
            html.contains("<a class=\"skip-link\" href=\"#main\">"),
            "{name} begins with a way to its content (G-3)"
        );
    }
}

/// R-CMS-10: every row that finds nothing says so in the page's language; the styleguide shows each, and is no part of a release.
#[test]
fn r_cms_10_blocks_that_find_nothing_say_so() {
    let (place, _) = shop();
    assert!(!place.dist().join("current/site/styleguide.html").exists());
    let (place, _) = build_site(SiteConfig::default(), vitrine_site::styleguide::with_styleguide);
    for (code, file) in [
        ("nl", "site/styleguide.html"),
        ("en", "site/en/styleguide.html"),
        ("de", "site/de/styleguide.html"),
    ] {
        let html = words(&place.live(file));
        let texts = fs::read_to_string(own(&format!("../../locales/{code}/content.json"))).unwrap();
        let texts: std::collections::BTreeMap<String, String> = serde_json::from_str(&texts).unwrap();
        // This shop has products that are new and products that are reduced.
        let shown = |key: &&String| !key.ends_with("products_new") && !key.ends_with("products_sale");
        let empty: Vec<_> = texts
            .keys()
            .filter(|key| key.starts_with("content.empty."))
            .filter(shown)
            .collect();
        assert_eq!(empty.len(), 8);
        for key in empty {
            assert!(html.contains(texts[key].as_str()), "{code}: {key}");
        }
    }
}

/// R-PDP-01: measures in centimetres, and the same as a drawing that says them to those who do not see it.
#[test]
fn r_pdp_01_measures_are_drawn_from_what_is_known() {
    let (place, _) = shop();
    for (file, front, label) in [
        (
            "site/producten/ravel--ravel-ru-oa.html",
            "Voorkant",
            "Maattekening. Voorkant: 55,3 cm × 78 cm.",
        ),
        (
            "site/en/products/ravel--ravel-ru-oa.html",
            "Front",
            "Dimension drawing. Front: 55.3 cm × 78 cm.",
        ),
        (
            "site/de/produkte/ravel--ravel-ru-oa.html",
            "Vorderseite",
            "Maßzeichnung. Vorderseite: 55,3 cm × 78 cm.",
        ),
    ] {
        let html = place.live(file);
        let drawing = part(&html, "drawing\"", "</svg>");
        assert!(
            drawing.contains(&format!("role=\"img\" aria-label=\"{label}\"")),
            "{drawing}"
        );
        assert!(words(drawing).contains(front), "{file}");
        assert_eq!(drawing.matches("drawing__outline").count(), 1, "no side is made up");
    }
    let unknown = place.live("site/producten/beugel.html");
    assert!(
        !unknown.contains("<svg class=\"drawing\""),
        "nothing is drawn of what is not known"
    );
}

/// R-PDP-01: "Product structured data": what it is, who made it, what it costs and whether it is there, and the family it belongs to.
#[test]
fn r_pdp_01_structured_data_says_what_the_page_says() {
    let (place, _) = shop();
    let html = place.live("site/producten/ravel--ravel-ru-oa.html");
    let data: Vec<serde_json::Value> = html
        .split("<script type=\"application/ld+json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap())
        .collect();
    let of = |kind: &str| data.iter().find(|d| d["@type"] == kind);
    let product = of("Product").unwrap();
    assert_eq!(product["name"], "Ravel");
    assert_eq!(product["sku"], "RAVEL-RU-OA");
    assert_eq!(product["url"], "https://shop.example/producten/ravel--ravel-ru-oa");
    assert_eq!(
        product["width"],
        serde_json::json!({"@type": "QuantitativeValue", "value": 55.3, "unitCode": "CMT"})
    );
    assert_eq!(product["isVariantOf"]["@type"], "ProductGroup");
    assert_eq!(
        product["isVariantOf"]["productGroupID"],
        product["inProductGroupWithID"]
    );
    let offer = &product["offers"];
    assert_eq!(
        (&offer["price"], &offer["priceCurrency"]),
        (&"1299.00".into(), &"EUR".into())
    );
    assert_eq!(offer["availability"], "https://schema.org/InStock");
    assert_eq!(offer["priceSpecification"]["valueAddedTaxIncluded"], true);
    assert!(offer.get("priceValidUntil").is_none(), "nobody said until when");
    let sold_out = place.live("site/producten/ravel--ravel-ru-wa.html");
    assert!(sold_out.contains("https://schema.org/OutOfStock"));
}

/// R-PDP-10: the day of the pull stands in one small file and in no page.
#[test]
fn r_pdp_10_the_day_of_the_pull_stands_beside_the_pages() {
    let (place, _) = shop();
    assert_eq!(place.json("site/pulled.json"), serde_json::json!({"on": "2026-11-21"}));
    for file in ["site/producten/ravel--ravel-ru-oa.html", "site/en/products/beugel.html"] {
        assert!(!place.live(file).contains("2026-11-21"), "{file}");
    }
}
